package io.evenkeel.core.expected;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MapWatchTest {
  private static final int RUNS = 1000;

  private static double events(SplittableRandom random, double labels, double rate) {
    double events = 0;
    for (int i = 0; i < labels; i++) {
      events += random.nextDouble() < rate ? 1 : 0;
    }
    return events;
  }

  private static boolean changes(SplittableRandom random, int seen, int now, double rate) {
    return new MapWatch(500)
        .add(
            new double[] {seen},
            new double[] {events(random, seen, 0.3)},
            new double[] {now},
            new double[] {events(random, now, rate)});
  }

  /** Predictions shift to where few labels are known. */
  @ParameterizedTest
  @CsvSource({"30, 3000", "100, 1000", "100, 3000", "300, 3000"})
  void aWaveOfLabelsInACellOfFewIsNoChange(int seen, int now) {
    SplittableRandom random = new SplittableRandom(seen + now);
    int changes = 0;
    for (int i = 0; i < RUNS; i++) {
      changes += changes(random, seen, now, 0.3) ? 1 : 0;
    }

    assertThat(changes).isLessThan(RUNS / 100);
  }

  @Test
  void aWaveOfOtherLabelsIsAChange() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 100; i++) {
      assertThat(changes(random, 1000, 1000, 0.45)).isTrue();
    }
  }
}
