package io.evenkeel.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.Tolerance;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChangeDetectorTest {
  private static final SketchPlan PLAN = SketchPlan.of(TargetSpace.reals(1), null);
  private static final Bets BETS = new Bets(PLAN, Overlap.NONE);

  private static ChangeDetector detector() {
    return new ChangeDetector(PLAN.grid(), Tolerance.within(0), BETS);
  }

  /** A pane that no recalibration explains. */
  private static void add(ChangeDetector detector, double logFactorOfLastBet) {
    double[] logRatios = new double[PLAN.grid().size()];
    Arrays.fill(logRatios, -50);
    List<Played> played = new ArrayList<>(BETS.none());
    played.set(played.size() - 1, new Played(logFactorOfLastBet, logFactorOfLastBet));
    detector.add(100, logRatios, played);
  }

  @Test
  void keepsWhatABetHasWonWhereThePaneHasNothingToBetOn() {
    ChangeDetector dense = detector();
    ChangeDetector sparse = detector();
    for (int pane = 0; pane < 10; pane++) {
      add(dense, 2);
      add(sparse, 2);
      add(sparse, 0);
    }

    assertThat(sparse.logValue()).isGreaterThan(10).isCloseTo(dense.logValue(), within(1e-9));
    assertThat(sparse.bestBet()).isEqualTo(BETS.size() - 1);
  }

  @Test
  void countsNoPanesBeforeABetIsMade() {
    ChangeDetector detector = detector();
    for (int pane = 0; pane < 1000; pane++) {
      add(detector, 0);
    }

    assertThat(detector.logValue()).isNegative();
    assertThat(detector.isOfBets()).isFalse();
  }
}
