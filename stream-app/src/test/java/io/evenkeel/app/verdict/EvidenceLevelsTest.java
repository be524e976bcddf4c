package io.evenkeel.app.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.evidence.CalibrationMonitor;
import io.evenkeel.core.evidence.EvidenceKind;
import io.evenkeel.core.evidence.Overlap;
import io.evenkeel.core.evidence.SeriesEvidence;
import io.evenkeel.core.moments.Outcome;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.Tolerance;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EvidenceLevelsTest {
  private static final SketchPlan PLAN = SketchPlan.of(TargetSpace.classes(2), null);

  /** Panes of predictions of .9 for a class that comes half of the time. */
  private static SeriesEvidence wrong(Overlap overlap) {
    SeriesEvidence series = SeriesEvidence.empty(PLAN, 0);
    for (int pane = 0; pane < 6; pane++) {
      Sketch sketch = PLAN.empty();
      for (int row = 0; row < 20; row++) {
        Outcome outcome = overlap.of(pane + "/" + row, Outcome.OWN);
        sketch.add(Categorical.of(0.9, 0.1), Target.ofClass(row % 2), outcome);
      }
      series.add(sketch);
    }
    return series;
  }

  /** Half of the weight is on the grid, and no bets are made where panes overlap. */
  @Test
  void kindsOfEvidenceMixToTheEValueOfTheSeriesWhereHorizonsOverlap() {
    Overlap overlap = new Overlap(4);
    SeriesEvidence series = wrong(overlap);
    CalibrationMonitor faults = CalibrationMonitor.empty(PLAN, Tolerance.within(0), 0);

    Map<EvidenceKind, Double> kinds = EvidenceLevels.byKind(series, overlap);

    double mixed = (Math.exp(kinds.getOrDefault(EvidenceKind.GRID, Double.NaN)) + 1 / Math.E) / 2;
    assertThat(kinds.get(EvidenceKind.NOISE)).isEqualTo(-1);
    assertThat(EvidenceLevels.of(series, faults, 10, overlap).logE())
        .isGreaterThan(3)
        .isCloseTo(Math.log(mixed), within(1e-9));
  }

  @Test
  void costNothingWithoutALag() {
    SeriesEvidence series = wrong(Overlap.NONE);

    assertThat(EvidenceLevels.byKind(series, Overlap.NONE)).isEqualTo(series.logEValues());
  }
}
