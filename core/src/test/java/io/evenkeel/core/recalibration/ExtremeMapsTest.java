package io.evenkeel.core.recalibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.Target;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Parameters and predictions as large and as small as they may be. */
class ExtremeMapsTest {

  /** The ratio is that of the probabilities; the most probable of two, of equal ones one half. */
  @Test
  void aTemperatureNearZeroChoosesTheMostProbableClass() {
    for (double temperature : new double[] {1e-300, 1e-17}) {
      Temperature map = new Temperature(temperature);

      assertThat(map.logRatio(Categorical.of(0.5, 0.5), Target.ofClass(0))).isZero();
      assertThat(map.logRatio(Categorical.of(0.3, 0.7), Target.ofClass(1)))
          .isCloseTo(-Math.log(0.7), within(1e-15));
    }
    assertThatThrownBy(() -> new Temperature(Double.MIN_VALUE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("4.9E-324");
  }

  @Test
  void aTemperatureOfOneChangesNothingHoweverFarOff() {
    assertThat(new Temperature(1).logRatio(new Laplace(0, 1e-320), Target.of(1))).isZero();
  }

  /** A target at the mean of a bivariate normal: the density grows by 1/s². */
  @Test
  void aTinyScaleOfSeveralNumbersIsARatioOfDensities() {
    Normal p = Normal.diagonal(new double[] {0, 0}, new double[] {1, 1});

    assertThat(new LocationScale(0, 1e-200).logRatio(p, Target.of(0, 0)))
        .isCloseTo(-2 * Math.log(1e-200), within(1e-12));
  }

  /** The scores of 4 and 6 are 0: all is at the median. */
  @Test
  void aTinyScalePutsAllCountsAtTheMedian() {
    Counts q = (Counts) new LocationScale(0, 1e-300).recalibrate(Counts.poisson(5));

    assertThat(q.probability(5)).isEqualTo(1);
    assertThat(q.probability(4)).isZero();
    assertThat(new LocationScale(-5, 1e-300).logRatio(Ensemble.of(-1, 1), Target.of(0)))
        .isEqualTo(Double.NEGATIVE_INFINITY);
  }

  @Test
  void mapsWhoseLogitsAreNoNumbersSayThatTheirParametersAreTooLarge() {
    List<Double> huge = Collections.nCopies(2, 1.7e308);
    List<Double> opposite = Collections.nCopies(2, -1.7e308);

    for (RecalibrationMap map :
        List.of(
            new VectorScaling(huge, opposite),
            new DirichletCalibration(List.of(huge, huge), opposite))) {
      assertThatThrownBy(() -> map.recalibrate(Categorical.of(0.5, 0.5)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("too large");
    }
  }

  /** E of a u^(a − 1) over the middle third, u^a from 1/3 to 2/3, is a log 2 for small a. */
  @Test
  void aBetaDensityAtTheEndsLeavesAlmostNothingInTheMiddle() {
    Ensemble p = Ensemble.of(-1, 1);
    for (double a : new double[] {1e-6, 1e-9, 1e-12, 1e-300}) {
      assertThat(new PitBeta(a, 1).logRatio(p, Target.of(0)))
          .isCloseTo(Math.log(3 * Math.log(2)) + Math.log(a), within(1e-5));
    }
    assertThatThrownBy(() -> new PitBeta(1e300, 3)).hasMessageContaining("a must lie in");
  }

  @Test
  void aBetaDensityAtTheFirstLevelThereIsStaysANumber() {
    Quantiles p = Quantiles.of(new double[] {Double.MIN_VALUE, 0.5}, new double[] {0, 1});

    assertThat(new PitBeta(1, 1).logRatio(p, Target.of(0))).isCloseTo(0, within(1e-12));
  }

  @Test
  void aScaleOfNextToNothingMakesAPoint() {
    assertThat(new LocationScale(0, 0.1).recalibrate(Normal.of(3, 2e-162)))
        .isEqualTo(Normal.of(3, 0));
  }
}
