package io.evenkeel.core.expected;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.moments.ExpectedScoreMoments;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExpectedLossTest {
  private static final ExpectedScoreMoments MOMENTS =
      new ExpectedScoreMoments(TargetSpace.classes(2));
  private static final CheckedWindows CHECKED = new CheckedWindows(20, 20);
  private static final int LOG_LOSS = 0;
  private static final int ERROR = 2;

  /** Predictions p of class 1, of which so many out of ten came true. */
  private static double[] rows(int count, double p, int ofTen) {
    double[] block = new double[MOMENTS.length()];
    var accumulator = MOMENTS.accumulator(block, 0);
    for (int i = 0; i < count; i++) {
      accumulator.add(Categorical.of(1 - p, p), Target.ofClass(i % 10 < ofTen ? 1 : 0), 1);
    }
    return block;
  }

  private static double[] sum(double[] one, double[] other) {
    double[] sum = one.clone();
    for (int i = 0; i < sum.length; i++) {
      sum[i] += other[i];
    }
    return sum;
  }

  private static List<ExpectedLoss> of(double[] labelled, double[] window, CheckedWindows checks) {
    return ExpectedLoss.of(MOMENTS, labelled, window, Collections.nCopies(3, checks));
  }

  private static Optional<Abstention> abstention(
      double[] labelled, double[] window, CheckedWindows checks) {
    return of(labelled, window, checks).get(ERROR).abstention();
  }

  @Test
  void goesByTheResidualsOfTheCellWhereItHasManyLabels() {
    double[] labelled = sum(rows(4000, 0.8, 6), rows(4000, 0.2, 2));

    List<ExpectedLoss> losses = of(labelled, rows(200, 0.8, 0), CHECKED);

    assertThat(losses.get(ERROR).abstention()).isEmpty();
    assertThat(losses.get(ERROR).estimate()).isCloseTo(0.4, within(0.002));
    assertThat(losses.get(LOG_LOSS).estimate())
        .isCloseTo(-0.6 * Math.log(0.8) - 0.4 * Math.log(0.2), within(0.01));
    assertThat(losses.get(ERROR).before()).isCloseTo(0.3, within(1e-12));
  }

  @Test
  void hasTheErrorOfTheLabelsOfTheWindowWhereTheMapIsKnown() {
    List<ExpectedLoss> losses = of(rows(100_000, 0.8, 6), rows(200, 0.8, 0), CHECKED);

    assertThat(losses.get(ERROR).standardError())
        .isCloseTo(Math.sqrt(0.4 * 0.6 / 200), within(0.0005));
  }

  @Test
  void isLessCertainWhereLabelsHaveNotSeenThePredictions() {
    double[] labelled = sum(rows(4000, 0.8, 6), rows(4000, 0.2, 2));

    ExpectedLoss seen = of(labelled, rows(1000, 0.8, 0), CHECKED).get(ERROR);
    ExpectedLoss unseen = of(labelled, rows(1000, 0.6, 0), CHECKED).get(ERROR);

    assertThat(unseen.standardError()).isGreaterThan(1.5 * seen.standardError());
  }

  @Test
  void isWiderWhereEarlierEstimatesMissed() {
    double[] labelled = rows(4000, 0.8, 6);
    double[] window = rows(1000, 0.8, 0);

    ExpectedLoss before = of(labelled, window, new CheckedWindows(38, 38)).get(ERROR);
    ExpectedLoss after = of(labelled, window, new CheckedWindows(38, 158)).get(ERROR);

    double ratio =
        (after.interval().upper() - after.estimate())
            / (before.interval().upper() - before.estimate());
    assertThat(ratio).isCloseTo(2, within(1e-9));
    assertThat(new CheckedWindows(38, 0).excess()).isEqualTo(1);
  }

  @Test
  void saysNothingWithoutLabels() {
    ExpectedLoss loss = of(new double[MOMENTS.length()], rows(200, 0.8, 0), CHECKED).get(ERROR);

    assertThat(loss.abstention()).contains(Abstention.FEW_LABELS);
    assertThat(loss.estimate()).isNaN();
  }

  @Test
  void saysNothingWithFewLabelsOrFewErrors() {
    assertThat(abstention(rows(990, 0.8, 6), rows(200, 0.8, 0), CHECKED))
        .contains(Abstention.FEW_LABELS);
    assertThat(abstention(rows(1000, 0.8, 6), rows(200, 0.8, 0), CHECKED)).isEmpty();
    assertThat(abstention(rows(4000, 0.99, 10), rows(200, 0.99, 0), CHECKED))
        .contains(Abstention.FEW_LABELS);
  }

  @Test
  void saysNothingOutsideOfWhatLabelsHaveSeen() {
    double[] labelled = rows(4000, 0.8, 6);

    double[] window = sum(rows(200, 0.8, 0), rows(20, 0.2, 0));
    assertThat(abstention(labelled, window, CHECKED)).isEmpty();
    assertThat(abstention(labelled, sum(window, rows(10, 0.2, 0)), CHECKED))
        .contains(Abstention.OUTSIDE);
  }

  @Test
  void saysNothingBeforeEightWindowsWereChecked() {
    assertThat(abstention(rows(4000, 0.8, 6), rows(200, 0.8, 0), new CheckedWindows(7, 7)))
        .contains(Abstention.FEW_CHECKS);
    assertThat(abstention(rows(4000, 0.8, 6), rows(200, 0.8, 0), new CheckedWindows(8, 8)))
        .isEmpty();
  }

  @Test
  void saysNothingWhereEarlierEstimatesWereFarOff() {
    assertThat(abstention(rows(4000, 0.8, 6), rows(200, 0.8, 0), new CheckedWindows(20, 200)))
        .contains(Abstention.UNPREDICTABLE);
  }

  @Test
  void saysNothingThatIsWiderThanItself() {
    assertThat(abstention(rows(4000, 0.8, 6), rows(10, 0.8, 0), CHECKED)).contains(Abstention.WIDE);
  }

  @Test
  void callsAShiftHarmfulOrHarmlessByTheWholeInterval() {
    double[] labelled = sum(rows(4000, 0.8, 6), rows(4000, 0.2, 2));
    ExpectedLoss worse = of(labelled, rows(1000, 0.8, 0), CHECKED).get(ERROR);
    ExpectedLoss better = of(labelled, rows(1000, 0.2, 0), CHECKED).get(ERROR);

    assertThat(worse.effect(0.02)).isEqualTo(ExpectedLoss.Effect.HARMFUL);
    assertThat(better.effect(0.02)).isEqualTo(ExpectedLoss.Effect.HARMLESS);
    assertThat(worse.effect(0.1)).isEqualTo(ExpectedLoss.Effect.OPEN);
  }

  @Test
  void foretellsTheCrpsOfNumbers() {
    ExpectedScoreMoments moments = new ExpectedScoreMoments(TargetSpace.reals(1));
    double[] labelled = new double[moments.length()];
    var accumulator = moments.accumulator(labelled, 0);
    for (int i = 0; i < 2000; i++) {
      accumulator.add(Normal.of(0, 1), Target.of(i % 2 == 0 ? 2 : -2), 1);
    }

    ExpectedLoss loss = ExpectedLoss.of(moments, labelled, labelled, List.of(CHECKED)).get(0);

    assertThat(loss.abstention()).isEmpty();
    assertThat(loss.estimate()).isCloseTo(loss.before(), within(1e-3));
    assertThat(loss.before()).isGreaterThan(1.4);
  }
}
