package io.evenkeel.app.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.evidence.SeriesEvidence;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.schemas.internal.SeriesState;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SettledTest {
  private static final double TOLERANCE = 0.05;

  private final MergedPane first = pane(0, 0.9, 3, 1);
  private final MergedPane second = pane(10, 0.7, 2, 4);

  private static MergedPane pane(long start, double p, int ones, int zeros) {
    Sketch sketch = SketchPlan.of(TargetSpace.classes(2), null).empty();
    for (int i = 0; i < ones + zeros; i++) {
      sketch.add(Categorical.of(1 - p, p), new ClassLabel(i < ones ? 1 : 0));
    }
    return new MergedPane(start, ones + zeros, 0, sketch, null, List.of());
  }

  /** The evidence from a time on, of what is settled and of the panes that are kept. */
  private static SeriesEvidence evidence(SeriesState state, long since, MergedPane... panes) {
    TreeMap<Long, MergedPane> kept = new TreeMap<>();
    for (MergedPane pane : panes) {
      kept.put(pane.start(), pane);
    }
    return new EvidenceWalk(kept, TOLERANCE).of(state, since, 20);
  }

  private static SeriesState settle(SeriesState state, MergedPane pane, long since) {
    return Settled.settle(state, pane, since, TOLERANCE);
  }

  @Test
  void countsASettledPaneAsMuchAsOneThatIsKept() {
    SeriesState initial = SeriesJudge.initial();
    SeriesEvidence kept = evidence(initial, 0, first, second);

    SeriesEvidence settled = evidence(settle(initial, first, 0), 0, second);

    assertThat(settled.evidence().labels()).isEqualTo(kept.evidence().labels()).isEqualTo(10);
    assertThat(settled.logEValue()).isCloseTo(kept.logEValue(), within(1e-12));
    assertThat(settled.logEValueBeyond()).isCloseTo(kept.logEValueBeyond(), within(1e-12));
  }

  @Test
  void countsNothingFromBeforeTheEvidenceStartedAnew() {
    SeriesState settled = settle(SeriesJudge.initial(), first, 0);

    assertThat(evidence(settled, 10, first, second).evidence().labels()).isEqualTo(6);
    assertThat(settle(settled, first, 10)).isEqualTo(settled);
  }

  @Test
  void keepsTheFormerEvidenceUntilAPaneOfTheNewOneIsSettled() {
    SeriesState settled = settle(SeriesJudge.initial(), first, 0);
    assertThat(evidence(settled, 0, second).evidence().labels()).isEqualTo(10);

    SeriesState anew = settle(settled, second, 10);

    MergedPane later = pane(20, 0.5, 1, 1);
    assertThat(evidence(anew, 10, later).evidence().labels()).isEqualTo(6);
    assertThat(evidence(anew, 0, later).evidence().labels()).isZero();
  }

  @Test
  void startsAnewWhereWhatIsSettledIsOfAnotherKind() {
    SeriesState settled = settle(SeriesJudge.initial(), first, 0);
    Sketch sketch = SketchPlan.of(TargetSpace.classes(5), null).empty();
    sketch.add(Categorical.of(0.2, 0.2, 0.2, 0.2, 0.2), new ClassLabel(4));

    MergedPane other = new MergedPane(10, 1, 0, sketch, null, List.of());

    assertThat(evidence(settled, 0, other).evidence().labels()).isEqualTo(1);
  }

  @Test
  void goesOnFromPaneToPaneAndAnewWhereTheEvidenceDoes() {
    TreeMap<Long, MergedPane> kept = new TreeMap<>();
    kept.put(0L, first);
    kept.put(10L, second);
    EvidenceWalk walk = new EvidenceWalk(kept, TOLERANCE);
    SeriesState initial = SeriesJudge.initial();

    assertThat(walk.of(initial, 0, 10).evidence().labels()).isEqualTo(4);
    assertThat(walk.of(initial, 0, 20).evidence().labels()).isEqualTo(10);
    assertThat(walk.of(initial, 10, 20).evidence().labels()).isEqualTo(6);
    assertThat(walk.of(initial, 0, 10).evidence().labels()).isEqualTo(4);
  }
}
