package io.evenkeel.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.recalibration.MapKind;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Prints how long each kind of map takes to learn from 10,000 labels of ten classes. */
@Tag("simulation")
class MapFitTimesTest {
  private static final int RUNS = 10;

  @Test
  void ofTenClasses() {
    List<Observation> stream = Stream.calibrated(Stream.dirichlet(10, 0.1), 1).next(10_000);
    Observations sample =
        Observations.of(
            stream.stream().map(Observation::prediction).toList(),
            stream.stream().map(Observation::target).toList());
    List<MapKind> kinds = MapKind.suiting(sample.predictions());
    assertThat(kinds).contains(MapKind.TEMPERATURE_DIRICHLET);
    for (MapKind kind : kinds) {
      double least = Double.POSITIVE_INFINITY;
      for (int run = 0; run < RUNS; run++) {
        long from = System.nanoTime();
        kind.fit(sample);
        least = Math.min(least, (System.nanoTime() - from) / 1e6);
      }
      System.out.printf(Locale.ROOT, "%s: %.0f ms%n", kind, least);
    }
  }
}
