package io.evenkeel.core.drift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class PredictionCoordinatesTest {
  private static final Offset<Double> TINY = within(1e-12);

  private static double[] of(PredictiveDistribution p) {
    PredictionCoordinates coordinates = new PredictionCoordinates(p.space());
    double[] values = coordinates.of(p);
    assertThat(coordinates.names()).hasSameSizeAs(values);
    return values;
  }

  @Test
  void takesTheLogOddsOfClasses() {
    assertThat(of(Categorical.of(0.2, 0.8))).containsExactly(new double[] {Math.log(4)}, TINY);
    assertThat(of(Categorical.of(0.2, 0.5, 0.3)))
        .containsExactly(new double[] {Math.log(0.25), 0, Math.log(3 / 7.0), 1}, TINY);
  }

  @Test
  void takesOnlyThePredictedOneOfManyClasses() {
    double[] p = new double[1000];
    p[7] = 0.75;
    p[8] = 0.25;

    assertThat(of(Categorical.of(p))).containsExactly(new double[] {Math.log(3), 7}, TINY);
  }

  @Test
  void takesLocationAndSpreadOfNumbers() {
    assertThat(of(Normal.of(3, 2))).containsExactly(new double[] {3, Math.log(2)}, within(1e-6));
    double[] variances = new double[20];
    Arrays.fill(variances, 4);
    assertThat(of(Normal.diagonal(new double[20], variances))).hasSize(10);
    assertThat(of(Quantiles.of(new double[] {0.25, 0.5, 0.75}, new double[] {1, 5, 3}))).hasSize(2);
  }

  /** Of e^−m at 0, spread from −1/2 to 1/2: the quantile at q is q e^m − 1/2 as long as that is. */
  @Test
  void movesWithTheMeanOfRareCounts() {
    for (double mean : new double[] {0.001, 0.01, 0.2}) {
      assertThat(of(Counts.poisson(mean)))
          .containsExactly(
              new double[] {
                0.5 * Math.expm1(mean), Math.log(0.5 * Math.exp(mean) / 1.3489795003921634)
              },
              within(1e-6));
    }
  }

  /** The difference of two quantiles is rounded otherwise where they are larger. */
  @Test
  void theSpreadOfOneScaleIsOneCategory() {
    List<PredictiveDistribution> sample = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      sample.add(Normal.of(30 + i / 40.0, 2));
    }
    Feature spread = FeatureLearner.ofPredictions(sample).all().get(1);

    assertThat(((CategoricalFeature) spread).values()).hasSize(1);
    for (double mean : new double[] {-1e6, 0, 33, 64, 1e6}) {
      assertThat(spread.cell(of(Normal.of(mean, 2))[1])).isEqualTo(1);
      assertThat(spread.cell(of(Normal.of(mean, 2.01))[1])).isEqualTo(2);
    }
  }

  /** Profiles of earlier versions have values with all their digits. */
  @Test
  void aSpreadThatWasNotRoundedIsTheSameCategory() {
    Feature spread = new CategoricalFeature("log spread", Math.log(2), Math.log(3));

    assertThat(spread.cell(of(Normal.of(33, 2))[1])).isEqualTo(1);
    assertThat(spread.cell(of(Normal.of(33, 3))[1])).isEqualTo(2);
    assertThat(spread.cell(of(Normal.of(33, 2.5))[1])).isEqualTo(3);
    assertThat(new CategoricalFeature("id", 0.693147).cell(Math.log(2))).isEqualTo(2);
  }

  @Test
  void isFiniteWhereThePredictionIsCertain() {
    assertThat(of(Categorical.of(0, 1))).containsExactly(745);
    assertThat(of(Categorical.of(1, 0))).containsExactly(-745);
    assertThat(of(Ensemble.of(0, 0, 0))).containsExactly(0, -745);
    assertThat(of(Counts.of(7, 1))[0]).isEqualTo(7);
    assertThat(of(Ensemble.of(-1e308, 0, 1e308))).doesNotContain(Double.POSITIVE_INFINITY);
  }

  @Test
  void watchesThePredictedClassAsACategory() {
    List<Categorical> sample = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      double[] p = new double[200];
      Arrays.fill(p, 0.5 / 200);
      p[i % 60] += 0.5;
      sample.add(Categorical.of(p));
    }
    Features features = FeatureLearner.ofPredictions(sample);

    assertThat(features.all()).extracting(Feature::name).contains("predicted class");
    assertThat(features.all().get(1)).isInstanceOf(CategoricalFeature.class);
    assertThat(features.all().get(1).cells()).isEqualTo(52);
  }
}
