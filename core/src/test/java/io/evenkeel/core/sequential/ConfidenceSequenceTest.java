package io.evenkeel.core.sequential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class ConfidenceSequenceTest {
  private static final double ALPHA = 0.1;
  private static final double MEAN = 0.2;
  private static final List<Supplier<ConfidenceSequence>> SEQUENCES =
      List.of(
          () -> ConfidenceSequence.predictable(1, ALPHA),
          () -> ConfidenceSequence.stitched(1, ALPHA));

  private static ConfidenceSequence after(int n, ConfidenceSequence sequence, long seed) {
    Random random = new Random(seed);
    for (int t = 0; t < n; t++) {
      sequence.add(random.nextDouble() < (1 + MEAN) / 2 ? 1 : -1);
    }
    return sequence;
  }

  /** The intervals shrink by intersection, so the last one tells whether all held. */
  @Test
  void holdsTheMeanAtAllTimes() {
    for (Supplier<ConfidenceSequence> maker : SEQUENCES) {
      int missed = 0;
      for (int run = 0; run < 400; run++) {
        ConfidenceSequence sequence = after(300, maker.get(), run);
        missed += sequence.lower() <= MEAN && MEAN <= sequence.upper() ? 0 : 1;
      }
      assertThat(missed / 400.0).isLessThan(ALPHA + 4 * Math.sqrt(ALPHA * (1 - ALPHA) / 400));
    }
  }

  @Test
  void narrowsAroundTheMean() {
    for (Supplier<ConfidenceSequence> maker : SEQUENCES) {
      ConfidenceSequence sequence = after(20_000, maker.get(), 1);

      assertThat(sequence.upper() - sequence.lower()).isBetween(0.01, 0.15);
      assertThat(sequence.lower()).isGreaterThan(0);
    }
  }

  @Test
  void refusesPayoffsBeyondTheBound() {
    assertThatThrownBy(() -> ConfidenceSequence.stitched(1, ALPHA).add(1.5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1.5");
  }

  @Test
  void refusesALevelOutsideOfZeroAndOne() {
    for (double alpha : new double[] {0, 1, Double.NaN}) {
      String message = "alpha must lie in (0, 1), got " + alpha;
      assertThatThrownBy(() -> ConfidenceSequence.predictable(1, alpha)).hasMessage(message);
      assertThatThrownBy(() -> ConfidenceSequence.stitched(1, alpha)).hasMessage(message);
    }
  }
}
