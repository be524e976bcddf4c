package io.evenkeel.core.realdata;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.drift.EmbeddingMoments;
import io.evenkeel.core.drift.MeanEmbeddingTest;
import io.evenkeel.core.drift.PredictionEmbedding;
import io.evenkeel.core.hypothesis.TestResult;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.core.profile.TestLocation;
import io.evenkeel.core.simulation.Observation;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Drift of predictions and miscalibration of real forecasts, told apart. */
class RealDriftTest {
  private static final double ALPHA = 0.005;

  private record Shift(TestResult test, double distance) {

    static Shift between(String name, List<Observation> reference, List<Observation> window) {
      List<PredictiveDistribution> before = predictions(reference);
      Profile profile = ProfileLearner.learn(1, before, 16, 1);
      PredictionEmbedding embedding =
          new PredictionEmbedding(
              profile.kernel().predictions(),
              profile.locations().stream().map(TestLocation::prediction).toList());
      EmbeddingMoments x = embedding.moments(before);
      EmbeddingMoments y = embedding.moments(predictions(window));
      Shift shift = new Shift(MeanEmbeddingTest.test(x, y, 1e-2), MeanEmbeddingTest.distance(x, y));
      System.out.printf(
          Locale.ROOT,
          "%s: %d against %d predictions, drift p-value %.3g, distance %.3f%n",
          name,
          y.n(),
          x.n(),
          shift.test.pValue(),
          shift.distance);
      return shift;
    }

    private static List<PredictiveDistribution> predictions(List<Observation> observations) {
      return observations.stream().<PredictiveDistribution>map(Observation::prediction).toList();
    }
  }

  private static boolean miscalibrated(List<Observation> observations) {
    Sketch sketch = SketchPlan.of(observations.get(0).prediction().space(), null).empty();
    observations.forEach(o -> sketch.add(o.prediction(), o.target()));
    return sketch.evidence().rejects(0.01);
  }

  /** Without spectators home teams were favoured less, and the forecasts took that into account. */
  @Test
  void predictionsOfGamesBehindClosedDoorsDriftAndStayCalibrated() {
    List<Observation> closed = RealForecasts.soccer("2020-06", "2021");

    Shift shift =
        Shift.between("soccer 2020 after 2019", RealForecasts.soccer("2019", "2020"), closed);

    assertThat(shift.test().rejects(ALPHA)).isTrue();
    assertThat(shift.distance()).isGreaterThan(0.2);
    assertThat(miscalibrated(closed)).isFalse();
  }

  /** The labour market changed, and the people did not. */
  @Test
  void predictionsOfEmploymentStayTheSameAndAreMiscalibratedAYearLater() {
    List<Observation> later = RealForecasts.census("2016");

    Shift shift = Shift.between("census 2016 after 2015", RealForecasts.census("2015"), later);

    assertThat(shift.test().rejects(ALPHA)).isFalse();
    assertThat(miscalibrated(later)).isTrue();
  }
}
