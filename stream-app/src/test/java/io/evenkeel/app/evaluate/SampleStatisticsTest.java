package io.evenkeel.app.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.evidence.Overlap;
import io.evenkeel.core.moments.Outcome;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.ProfileLearner;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SampleStatisticsTest {
  private static List<Measure> measures(int size, IntFunction<PredictiveDistribution> model) {
    List<Observation> rows =
        IntStream.range(0, 150)
            .mapToObj(row -> new Observation(model.apply(row), Target.of(row % 7), Outcome.OWN))
            .toList();
    Profile profile =
        ProfileLearner.learn(
            1, rows.stream().limit(20).map(Observation::prediction).toList(), 4, 1);
    SampleStatistics sample = new SampleStatistics(profile.kernel(), rows, size, Overlap.NONE, 1);
    return sample.measures(sample.diagrams());
  }

  private static long rows(List<Measure> measures, Quantity quantity) {
    return find(measures, quantity).n();
  }

  private static Measure find(List<Measure> measures, Quantity quantity) {
    return measures.stream().filter(one -> one.quantity() == quantity).findFirst().orElseThrow();
  }

  /** Of 30 members, a fifteenth of the sample. */
  @Test
  void takesPairsOfAsManyRowsAsTheirCostAllows() {
    IntFunction<PredictiveDistribution> members =
        row -> Ensemble.of(IntStream.range(0, 30).mapToDouble(i -> (row + i) % 11).toArray());

    List<Measure> many = measures(1800, members);

    assertThat(rows(many, Quantity.SKCE)).isEqualTo(120);
    assertThat(rows(many, Quantity.SKCE_TEST)).isEqualTo(120);
    assertThat(rows(many, Quantity.CRPS_SKILL)).isEqualTo(150);
    assertThat(rows(measures(300, members), Quantity.SKCE)).isEqualTo(Plan.LEAST_PAIRED);
    assertThat(rows(measures(150, row -> Normal.of(row % 11, 2)), Quantity.SKCE)).isEqualTo(150);
  }

  /** Targets that are redrawn from a few members are not as those of a calibrated ensemble. */
  @Test
  void saysNotWhereTheQuantileCalibrationErrorOfEnsemblesWouldLie() {
    List<Measure> members = measures(150, row -> Ensemble.of(row % 11, row % 5, row % 3));
    List<Measure> normals = measures(150, row -> Normal.of(row % 11, 2));

    assertThat(find(members, Quantity.QUANTILE_CALIBRATION).ifCalibrated()).isNull();
    assertThat(find(normals, Quantity.QUANTILE_CALIBRATION).ifCalibrated()).isNotNull();
  }
}
