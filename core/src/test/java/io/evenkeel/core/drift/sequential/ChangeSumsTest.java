package io.evenkeel.core.drift.sequential;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ChangeSumsTest {
  private static final double WON = 3;
  private static final double[] REFERENCE = {0, 30, 10};
  private static final Odds ODDS =
      new Odds(
          new CellBets(new double[][] {{0, 0, 0.5}}, new double[] {0}),
          REFERENCE,
          new double[] {0, -1, 1},
          1);

  @Test
  void countsWhatEachStepHasAndWhatItsReferenceHas() {
    ChangeSums sums = new ChangeSums(REFERENCE.length);
    sums.add(0, new double[] {0, 2, 2}, new double[] {-1}, ODDS);
    sums.add(1, new double[] {0, 1, 3}, new double[] {WON}, ODDS);
    sums.add(2, new double[] {4, 0, 4}, new double[] {WON}, ODDS);

    ChangeSums.Counted since = ChangeSums.read(3, new Cursor(sums.toArray())).since(0);
    assertThat(since.counts()).containsExactly(4, 1, 7);
    assertThat(since.reference()).containsExactly(0, 9, 3);
  }

  @Test
  void readsTheStateOfBeforeReferencesWereKept() {
    double[] former = {1, 0, 5, WON, 5, 2, 1, 5, -2, 0, 1, 3};

    ChangeSums sums = ChangeSums.read(3, new Cursor(former));
    assertThat(sums.since(0).counts()).containsExactly(0, 1, 3);
    assertThat(sums.since(0).reference()).containsExactly(0, 0, 0);

    sums.add(6, new double[] {0, 0, 4}, new double[] {WON}, ODDS);
    assertThat(sums.since(0).counts()).containsExactly(0, 1, 7);
    assertThat(sums.since(0).reference()).containsExactly(0, 3, 1);
  }
}
