package io.evenkeel.app.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.judge.Gaps.Gap;
import org.junit.jupiter.api.Test;

class GapsTest {
  private Gaps gaps = Gaps.NONE;

  /** The usual gap after one of the given length that ended at the time. */
  private long after(long length, long endedAt) {
    gaps = new Gaps(endedAt - length, gaps.longest()).after(endedAt + 1, 1);
    return gaps.usual();
  }

  @Test
  void knowsNoHabitFromOneGap() {
    assertThat(after(7, 100)).isZero();
  }

  @Test
  void takesWhatHappenedTwiceForAHabit() {
    after(7, 100);
    assertThat(after(6, 200 / 3)).isEqualTo(6);
    assertThat(after(1, 110)).isEqualTo(6);
  }

  @Test
  void doesNotTakeOneOutageForAHabit() {
    after(2, 100);
    after(2, 104);
    assertThat(after(15, 119)).isEqualTo(2);
    assertThat(after(500, 700)).isZero();
    assertThat(after(2, 702)).isEqualTo(2);
  }

  @Test
  void forgetsAGapAfterTenTimesItsLength() {
    after(7, 100);
    after(7, 110);
    assertThat(after(1, 170)).isEqualTo(7);
    assertThat(after(1, 171)).isEqualTo(1);
  }

  @Test
  void remembersNoMoreThanTwo() {
    for (int i = 1; i < 100; i++) {
      after(i, 1000 + i);
    }
    assertThat(gaps.longest()).extracting(Gap::length).containsExactly(99L, 98L);
  }

  @Test
  void notesTheGapsBetweenPanes() {
    for (long end : new long[] {1000, 1010, 1110, 1120, 1200}) {
      gaps = gaps.after(end, 10);
    }

    assertThat(gaps.predictedThrough()).isEqualTo(1200);
    assertThat(gaps.longest()).containsExactly(new Gap(90, 1100), new Gap(70, 1190));
  }

  @Test
  void dataHaveBeenMissingSinceTheLastLabelOrTheLastPrediction() {
    Gaps gaps = Gaps.NONE.after(50, 1);

    assertThat(gaps.missingSince(40, true)).isEqualTo(40);
    assertThat(gaps.missingSince(40, false)).isEqualTo(50);
    assertThat(gaps.missingSince(60, false)).isEqualTo(60);
  }
}
