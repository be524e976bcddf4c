package io.evenkeel.app.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.RecalibrationGrid;
import io.evenkeel.core.sequential.Evidence;
import io.evenkeel.schemas.internal.SeriesState;
import java.util.List;
import org.junit.jupiter.api.Test;

class SettledTest {
  private static final TargetSpace BINARY = TargetSpace.classes(2);
  private static final RecalibrationGrid GRID = RecalibrationGrid.of(BINARY);

  private final MergedPane first = pane(0, 0.9, 3, 1);
  private final MergedPane second = pane(10, 0.7, 2, 4);

  private static MergedPane pane(long start, double p, int ones, int zeros) {
    Sketch sketch = SketchPlan.of(BINARY, null).empty();
    for (int i = 0; i < ones + zeros; i++) {
      sketch.add(Categorical.of(1 - p, p), new ClassLabel(i < ones ? 1 : 0));
    }
    return new MergedPane(start, ones + zeros, 0, sketch, null, List.of());
  }

  private static Evidence evidence(SeriesState state, long since, MergedPane... panes) {
    return Settled.evidence(state, since, List.of(panes), GRID);
  }

  @Test
  void countsASettledPaneAsMuchAsOneThatIsKept() {
    SeriesState initial = SeriesJudge.initial();
    Evidence kept = evidence(initial, 0, first, second);

    Evidence settled = evidence(Settled.settle(initial, first, 0), 0, second);

    assertThat(settled.labels()).isEqualTo(kept.labels()).isEqualTo(10);
    assertThat(settled.logEValue()).isCloseTo(kept.logEValue(), within(1e-12));
  }

  @Test
  void addsUpSettledPanes() {
    SeriesState initial = SeriesJudge.initial();
    Evidence kept = evidence(initial, 0, first, second);

    SeriesState both = Settled.settle(Settled.settle(initial, first, 0), second, 0);

    assertThat(evidence(both, 0).labels()).isEqualTo(10);
    assertThat(evidence(both, 0).logEValue()).isCloseTo(kept.logEValue(), within(1e-12));
  }

  @Test
  void countsNothingFromBeforeTheEvidenceStartedAnew() {
    SeriesState settled = Settled.settle(SeriesJudge.initial(), first, 0);

    assertThat(evidence(settled, 10, first, second).labels()).isEqualTo(6);
    assertThat(Settled.settle(settled, first, 10)).isEqualTo(settled);
  }

  @Test
  void keepsTheFormerEvidenceUntilAPaneOfTheNewOneIsSettled() {
    SeriesState settled = Settled.settle(SeriesJudge.initial(), first, 0);

    assertThat(evidence(settled, 0).labels()).isEqualTo(4);
    SeriesState anew = Settled.settle(settled, second, 10);
    assertThat(evidence(anew, 10).labels()).isEqualTo(6);
    assertThat(evidence(anew, 0).labels()).isZero();
  }

  @Test
  void keepsTargetsThatWereHeldImpossibleApart() {
    SeriesState settled = Settled.settle(SeriesJudge.initial(), pane(0, 1, 2, 1), 0);

    assertThat(evidence(settled, 0).impossible()).isEqualTo(1);
    assertThat(evidence(settled, 0).labels()).isEqualTo(3);
  }
}
