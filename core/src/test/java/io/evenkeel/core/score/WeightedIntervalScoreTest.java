package io.evenkeel.core.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WeightedIntervalScoreTest {
  /** The ends of the eleven intervals, and the median. */
  private static final double[] LEVELS = {
    0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75,
    0.8, 0.85, 0.9, 0.95, 0.975, 0.99
  };

  /** Bracher et al. 2021, Section 2.2: twice the mean check score of the ends and the median. */
  @ParameterizedTest
  @ValueSource(doubles = {-4, 0.3, 1, 2.5, 40})
  void isTwiceTheMeanCheckScore(double y) {
    RealVector target = (RealVector) Target.of(y);
    Normal normal = Normal.of(1, 2);
    Ensemble ensemble = Ensemble.of(-1, 0, 0.5, 2, 7);

    assertThat(WeightedIntervalScore.of(normal, target))
        .isCloseTo(2 * CheckScore.mean(normal, target, LEVELS), within(1e-12));
    assertThat(WeightedIntervalScore.of(ensemble, target))
        .isCloseTo(2 * CheckScore.mean(ensemble, target, LEVELS), within(1e-12));
  }
}
