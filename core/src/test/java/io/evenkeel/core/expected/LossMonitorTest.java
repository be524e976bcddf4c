package io.evenkeel.core.expected;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.moments.ExpectedScoreMoments;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LossMonitorTest {
  private static final ExpectedScoreMoments MOMENTS =
      new ExpectedScoreMoments(TargetSpace.classes(2));

  /** 250 predictions of 0.7, of which so many out of ten came true. */
  private static double[] pane(int ofTen) {
    double[] block = new double[MOMENTS.length()];
    var accumulator = MOMENTS.accumulator(block, 0);
    for (int i = 0; i < 250; i++) {
      accumulator.add(Categorical.of(0.3, 0.7), Target.ofClass(i % 10 < ofTen ? 1 : 0), 1);
    }
    return block;
  }

  private static Optional<Abstention> abstention(LossMonitor.Expectation expectation) {
    return expectation.losses().get(0).abstention();
  }

  /** A monitor that has checked the windows that it has foretold, after so many panes. */
  private static LossMonitor after(int panes) {
    LossMonitor monitor = new LossMonitor(MOMENTS);
    for (int i = 0; i < panes; i++) {
      next(monitor, 6);
    }
    return monitor;
  }

  private static boolean next(LossMonitor monitor, int ofTen) {
    monitor.check(monitor.expect(pane(ofTen)), pane(ofTen), pane(ofTen));
    return monitor.learn(pane(ofTen));
  }

  @Test
  void speaksOnceItHasLabelsAndChecks() {
    assertThat(abstention(after(3).expect(pane(6)))).contains(Abstention.FEW_LABELS);
    assertThat(abstention(after(11).expect(pane(6)))).contains(Abstention.FEW_CHECKS);
    assertThat(abstention(after(12).expect(pane(6)))).isEmpty();
  }

  @Test
  void withdrawsWhatItSaysWhenLabelsChange() {
    LossMonitor monitor = after(12);

    int panes = 1;
    while (!next(monitor, 8)) {
      panes++;
    }

    assertThat(panes).isLessThanOrEqualTo(2);
    assertThat(abstention(monitor.expect(pane(8)))).contains(Abstention.CHANGED);
  }

  /** Half of them predictions of 0.7, half of 0.3, as often right or too sure. */
  private static double[] twoSided(int ofTen) {
    double[] block = pane(ofTen);
    var accumulator = MOMENTS.accumulator(block, 0);
    for (int i = 0; i < 250; i++) {
      accumulator.add(Categorical.of(0.7, 0.3), Target.ofClass(i % 10 < ofTen ? 0 : 1), 1);
    }
    return block;
  }

  @Test
  void withdrawsWhatItSaysWhenPredictionsBecomeTooSureOnBothSides() {
    LossMonitor monitor = new LossMonitor(MOMENTS);
    for (int i = 0; i < 4; i++) {
      assertThat(monitor.learn(twoSided(7))).isFalse();
    }

    assertThat(monitor.learn(twoSided(5))).isTrue();
  }

  /** Standard normal predictions of numbers around 0, with one more target. */
  private static double[] numbers(ExpectedScoreMoments moments, double deviation, double target) {
    double[] block = new double[moments.length()];
    var accumulator = moments.accumulator(block, 0);
    for (int i = 0; i < 250; i++) {
      accumulator.add(Normal.of(0, deviation), Target.of((i % 10 - 4.5) / 3 * deviation), 1);
    }
    accumulator.add(Normal.of(0, deviation), Target.of(target), 1);
    return block;
  }

  @Test
  void oneTargetThatIsTooLargeForItsSquareDoesNotSilenceIt() {
    ExpectedScoreMoments moments = new ExpectedScoreMoments(TargetSpace.reals(1));
    LossMonitor monitor = new LossMonitor(moments);
    for (int i = 0; i < 20; i++) {
      double[] pane = numbers(moments, 1, i == 6 || i == 15 ? Double.MAX_VALUE : 0);
      monitor.check(monitor.expect(pane), pane, pane);
      monitor.learn(pane);
    }

    double[] next = numbers(moments, 1, 0);
    assertThat(abstention(monitor.expect(next))).isEmpty();
    assertThat(monitor.coverage().get(0).said()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e2, 1e4, 1e6, 1e100})
  void oneWrongLabelMovesItByAStandardErrorOrSo(double wrong) {
    ExpectedScoreMoments moments = new ExpectedScoreMoments(TargetSpace.reals(1));
    LossMonitor clean = new LossMonitor(moments);
    LossMonitor monitor = new LossMonitor(moments);
    for (int i = 0; i < 40; i++) {
      double[] pane = numbers(moments, 1, 0);
      clean.check(clean.expect(pane), pane, pane);
      clean.learn(pane);
      double[] same = i == 15 ? numbers(moments, 1, wrong) : pane;
      monitor.check(monitor.expect(pane), same, same);
      monitor.learn(same);
    }

    double[] next = numbers(moments, 1, 0);
    ExpectedLoss expected = clean.expect(next).losses().get(0);
    ExpectedLoss moved = monitor.expect(next).losses().get(0);
    assertThat(moved.abstention()).isEmpty();
    assertThat(moved.estimate()).isCloseTo(expected.estimate(), within(expected.standardError()));
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e4, 1e6, 1e100})
  void oneWrongLabelAmongTheFirstDoesNotSilenceIt(double wrong) {
    ExpectedScoreMoments moments = new ExpectedScoreMoments(TargetSpace.reals(1));
    LossMonitor monitor = new LossMonitor(moments);
    for (int i = 0; i < 40; i++) {
      double[] pane = numbers(moments, 1, i == 2 ? wrong : 0);
      monitor.check(monitor.expect(pane), pane, pane);
      monitor.learn(pane);
    }

    double[] next = numbers(moments, 1, 0);
    ExpectedLoss moved = monitor.expect(next).losses().get(0);
    double actual = moments.labelledCells(next, 0, 0).mean();
    assertThat(moved.abstention()).isEmpty();
    assertThat(moved.estimate()).isCloseTo(actual, within(2 * moved.standardError()));
  }

  /** Predictions that expect scores a hundred times as large, and labels that agree. */
  @Test
  void learnsLargerScoresThatStay() {
    ExpectedScoreMoments moments = new ExpectedScoreMoments(TargetSpace.reals(1));
    LossMonitor monitor = new LossMonitor(moments);
    for (int i = 0; i < 60; i++) {
      double[] pane = numbers(moments, i < 20 ? 1 : 100, 0);
      monitor.check(monitor.expect(pane), pane, pane);
      monitor.learn(pane);
    }

    double[] next = numbers(moments, 100, 0);
    ExpectedLoss loss = monitor.expect(next).losses().get(0);
    double actual = moments.labelledCells(next, 0, 0).mean();
    assertThat(loss.abstention()).isEmpty();
    assertThat(loss.estimate()).isCloseTo(actual, within(loss.standardError()));
  }

  @Test
  void nothingIsSaidWhereNumbersOverflow() {
    ExpectedScoreMoments moments = new ExpectedScoreMoments(TargetSpace.reals(1));
    for (double deviation : new double[] {1e-150, 1e150}) {
      LossMonitor monitor = new LossMonitor(moments);
      for (int i = 0; i < 20; i++) {
        double[] pane = numbers(moments, deviation, 0);
        monitor.check(monitor.expect(pane), pane, pane);
        monitor.learn(pane);
      }

      LossMonitor.Expectation expectation = monitor.expect(numbers(moments, deviation, 0));
      assertThat(abstention(expectation)).contains(Abstention.UNPREDICTABLE);
      double[] state = expectation.toArray();
      assertThat(LossMonitor.Expectation.of(moments, state).toArray()).isEqualTo(state);
    }
  }

  @Test
  void learnsAnewAfterAChange() {
    LossMonitor monitor = after(12);
    while (!next(monitor, 8)) {
      // until it is seen
    }
    for (int i = 0; i < 4; i++) {
      assertThat(abstention(monitor.expect(pane(8)))).contains(Abstention.CHANGED);
      next(monitor, 8);
    }
    assertThat(abstention(monitor.expect(pane(8)))).contains(Abstention.FEW_CHECKS);
    for (int i = 0; i < 8; i++) {
      next(monitor, 8);
    }

    ExpectedLoss loss = monitor.expect(pane(8)).losses().get(2);
    assertThat(loss.abstention()).isEmpty();
    assertThat(loss.interval().contains(0.2)).isTrue();
    assertThat(loss.interval().contains(0.4)).isFalse();
  }

  @Test
  void doesNotCheckWhatItSaidBeforeAChange() {
    LossMonitor monitor = after(12);
    LossMonitor.Expectation old = monitor.expect(pane(8));
    while (!next(monitor, 8)) {
      // until it is seen
    }
    LossMonitor other = after(12);
    while (!next(other, 8)) {
      // until it is seen
    }

    monitor.check(old, pane(8), pane(8));
    for (int i = 0; i < 12; i++) {
      next(monitor, 8);
      next(other, 8);
    }

    assertThat(monitor.expect(pane(8)).losses()).isEqualTo(other.expect(pane(8)).losses());
  }

  @Test
  void doesNotTakeAShiftOfPredictionsForAChange() {
    LossMonitor monitor = after(12);
    double[] shifted = new double[MOMENTS.length()];
    var accumulator = MOMENTS.accumulator(shifted, 0);
    for (int i = 0; i < 250; i++) {
      accumulator.add(Categorical.of(0.9, 0.1), Target.ofClass(i % 10 < 1 ? 1 : 0), 1);
    }

    assertThat(monitor.learn(shifted)).isFalse();
    assertThat(monitor.learn(shifted)).isFalse();
  }

  @Test
  void standsWhereItStoodWhenReadFromItsNumbers() {
    LossMonitor monitor = after(20);
    LossMonitor read = LossMonitor.of(MOMENTS, 500, monitor.toArray());
    LossMonitor.Expectation expected = monitor.expect(pane(6));

    assertThat(read.toArray()).isEqualTo(monitor.toArray());
    assertThat(read.expect(pane(6))).isEqualTo(expected);
    assertThat(LossMonitor.Expectation.of(MOMENTS, expected.toArray())).isEqualTo(expected);
    for (int i = 0; i < 3; i++) {
      assertThat(next(read, 8)).isEqualTo(next(monitor, 8));
    }
    assertThat(read.coverage()).isEqualTo(monitor.coverage());
  }

  @Test
  void refusesNumbersOfAnotherKindOfTarget() {
    double[] numbers = new LossMonitor(new ExpectedScoreMoments(TargetSpace.reals(1))).toArray();

    assertThatThrownBy(() -> LossMonitor.of(MOMENTS, 500, numbers))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("got " + numbers.length);
  }

  @Test
  void countsIntervalsThatAChangeMadeWrong() {
    LossMonitor monitor = after(20);
    Coverage before = monitor.coverage().get(0);
    LossMonitor.Expectation old = monitor.expect(pane(6));
    while (!monitor.learn(pane(2))) {
      // until the change is seen
    }

    monitor.check(old, pane(2), pane(2));

    assertThat(before.said()).isEqualTo(before.covered()).isPositive();
    assertThat(monitor.coverage().get(0))
        .isEqualTo(new Coverage(before.said() + 1, before.covered()));
  }

  @Test
  void takesPredictionsWithoutALabelForThoseWithOneInTheirCell() {
    LossMonitor half = after(20);
    LossMonitor whole = after(20);
    double[] all = twoSided(6);
    double[] labels = pane(6);
    double[] others = all.clone();
    Arrays.setAll(others, i -> all[i] - labels[i]);
    double[] fewer = labels.clone();
    Arrays.setAll(fewer, i -> labels[i] + others[i] / 10);

    half.check(half.expect(all), all, fewer);
    whole.check(whole.expect(all), all, all);

    assertThat(half.toArray()).containsExactly(whole.toArray(), within(1e-9));
  }
}
