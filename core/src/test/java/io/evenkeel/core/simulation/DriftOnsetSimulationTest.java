package io.evenkeel.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.drift.Feature;
import io.evenkeel.core.drift.Features;
import io.evenkeel.core.drift.sequential.DriftDesign;
import io.evenkeel.core.drift.sequential.DriftEvidence;
import io.evenkeel.core.drift.sequential.FeatureChange;
import io.evenkeel.core.drift.sequential.SeriesDrift;
import io.evenkeel.core.simulation.CaseStream.Change;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How often the interval of the time since when a feature has drifted holds that time, when the
 * alarm is raised, and how long it is. Values of one standard deviation change at a random moment
 * of the eleventh day. Drift informs beyond 0.1, and pages beyond 0.3.
 */
@Tag("simulation")
class DriftOnsetSimulationTest {
  private static final int SERIES = Integer.getInteger("evenkeel.drift.series", 60);
  private static final long HOUR = 3_600_000;
  private static final int DAY = 24;
  private static final int CALM = 10 * DAY;
  private static final int END = 21 * DAY;
  private static final DriftDesign DESIGN = DriftDesign.days(HOUR, 0.01);
  private static final Table TABLE =
      new Table(
          "drift_onsets",
          "cases_an_hour",
          "change",
          "level",
          "series",
          "alarms",
          "held",
          "began_earlier",
          "began_later",
          "mean_hours");

  /**
   * The interval of a series at its alarm.
   *
   * @param began when the change did
   */
  private record Onset(double began, FeatureChange change) {
    boolean isEarlier() {
      return began < change.earliest();
    }

    boolean isLater() {
      return began > change.latest();
    }

    double hours() {
      return (change.latest() - change.earliest()) / (double) HOUR;
    }
  }

  private static Optional<Onset> onset(Bar bar, int seed) {
    UniformRandomProvider random = Lives.random(seed);
    ZigguratSampler.NormalizedGaussian gaussian = ZigguratSampler.NormalizedGaussian.of(random);
    double[] sample = IntStream.range(0, 256).mapToDouble(i -> gaussian.sample()).toArray();
    Features features = new Features(List.of(Feature.of("x", sample)), 1);
    SeriesDrift series = SeriesDrift.gathering(features, DESIGN);
    double began = CALM + random.nextDouble() * DAY;
    for (int hour = 0; hour < END; hour++) {
      double[] counts = new double[features.length()];
      for (int i = 0; i < bar.cases; i++) {
        boolean isChanged = hour + random.nextDouble() >= began;
        double z = gaussian.sample();
        double x = isChanged ? changed(z, bar.what.change, random.nextDouble()) : z;
        features.add(counts, 0, feature -> x, 1);
      }
      series.add(hour * HOUR, counts);
      if (hour >= CALM && (bar.pages ? series.pages() : series.informs())) {
        DriftEvidence alarm = bar.pages ? series.page().orElseThrow() : series.inform();
        return alarm.features().get(0).drift().map(found -> new Onset(began * HOUR, found));
      }
    }
    return Optional.empty();
  }

  private record Named(String name, Change change) {}

  private static Named shift(double by) {
    return new Named("shift " + by, Change.shift(by));
  }

  private static Named scale(double by) {
    return new Named("scale " + by, new Change(0, by, 0, 0));
  }

  private static Named missing(double share) {
    return new Named("missing " + share, new Change(0, 1, share, 0));
  }

  private static double changed(double z, Change change, double u) {
    return u < change.missing() ? Double.NaN : change.shift() + change.scale() * z;
  }

  private static List<Bar> bars() {
    return List.of(
        inform(100, shift(0.2), 0.86, 136),
        inform(20, shift(0.2), 0.86, 252),
        page(100, missing(0.05), 0.62, 38),
        inform(100, scale(1.3), 0.95, 98.5),
        inform(20, scale(1.3), 0.82, 169),
        page(100, shift(0.45), 0.84, 17),
        page(20, shift(0.6), 0.88, 138),
        inform(20, shift(0.3), 0.95, 69.5),
        inform(20, shift(0.45), 0.95, 51.5),
        inform(100, shift(0.3), 0.95, 51),
        page(100, shift(0.6), 0.95, 5.4),
        page(20, shift(1), 0.95, 7.2),
        page(100, shift(1), 0.95, 2.2));
  }

  /**
   * What is asked of a change.
   *
   * @param least the share of intervals that hold it: what 60 series have shown, less two standard
   *     errors; 0.95 if all did, the lower limit at 95 %
   * @param hours the longest mean of their lengths: what they have shown, and two standard errors
   */
  private record Bar(int cases, Named what, boolean pages, double least, double hours) {}

  private static Bar inform(int cases, Named what, double least, double hours) {
    return new Bar(cases, what, false, least, hours);
  }

  private static Bar page(int cases, Named what, double least, double hours) {
    return new Bar(cases, what, true, least, hours);
  }

  @ParameterizedTest
  @MethodSource("bars")
  void holdsTheTimeOfTheChange(Bar bar) {
    List<Onset> onsets =
        IntStream.range(0, SERIES)
            .parallel()
            .mapToObj(seed -> onset(bar, seed))
            .flatMap(Optional::stream)
            .toList();
    long earlier = onsets.stream().filter(Onset::isEarlier).count();
    long later = onsets.stream().filter(Onset::isLater).count();
    double held = 1 - (earlier + later) / (double) onsets.size();
    double hours = onsets.stream().mapToDouble(Onset::hours).average().orElseThrow();

    TABLE.add(
        bar.cases,
        bar.what.name,
        bar.pages ? "page" : "inform",
        SERIES,
        onsets.size(),
        held,
        earlier,
        later,
        hours);
    assertThat(held).isGreaterThanOrEqualTo(bar.least);
    assertThat(hours).isLessThanOrEqualTo(bar.hours);
  }
}
