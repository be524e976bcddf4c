package io.evenkeel.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Normal;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class MedianHeuristicTest {

  @Test
  void isTheMiddleDistanceOfAllPairs() {
    // 1, 3, 2
    assertThat(median(0, 1, 3)).isCloseTo(2, within(1e-15));
    // 1, 3, 7, 2, 6, 4
    assertThat(median(0, 1, 3, 7)).isCloseTo(3.5, within(1e-15));
  }

  @Test
  void passesOverDistancesOfZeroIfTheyAreTheMedian() {
    assertThat(median(2, 2, 2, 2, 5)).isCloseTo(3, within(1e-15));
  }

  @Test
  void isOneIfAllPredictionsAreTheSame() {
    assertThat(median(2, 2, 2)).isEqualTo(1);
    assertThat(median(2)).isEqualTo(1);
    assertThat(median()).isEqualTo(1);
  }

  private static double median(double... means) {
    List<Normal> sample = Arrays.stream(means).mapToObj(mean -> Normal.of(mean, 1)).toList();
    return MedianHeuristic.of(Distance.WASSERSTEIN_2, sample);
  }
}
