package io.evenkeel.app.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.core.evidence.CalibrationMonitor;
import io.evenkeel.core.evidence.Overlap;
import io.evenkeel.core.evidence.SeriesEvidence;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.Tolerance;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictDiagrams;
import io.evenkeel.schemas.VerdictStatus;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VerdictDiagramsTest {

  private static EvidenceLevels levels(SketchPlan plan) {
    Tolerance tolerance = Tolerance.within(0.05);
    return EvidenceLevels.of(
        SeriesEvidence.empty(plan, 0.05),
        CalibrationMonitor.empty(plan, tolerance, 0),
        10,
        Overlap.NONE);
  }

  private static Verdict judge(Sketch sketch) {
    Window window =
        new Window(
            SeriesKey.whole("m", ""),
            0,
            1000,
            sketch.labelled(),
            0,
            sketch,
            levels(SketchPlan.of(sketch.plan().space(), null)),
            Drift.UNKNOWN,
            Optional.empty(),
            Optional.empty(),
            new Provenance(0, 1000, Sources.NONE, ""),
            Optional.empty(),
            Optional.empty());
    return VerdictFactory.judge(window, ModelSettings.defaults(), VerdictStatus.FINAL, 0).verdict();
  }

  @Test
  void tellsTheReliabilityOfTheMostProbableClassBinByBin() {
    Sketch sketch = SketchPlan.of(TargetSpace.classes(2), null).empty();
    sketch.add(Categorical.of(0.9, 0.1), Target.ofClass(0));
    sketch.add(Categorical.of(0.9, 0.1), Target.ofClass(1));
    sketch.add(Categorical.of(0.4, 0.6), Target.ofClass(1));

    Verdict verdict = judge(sketch);

    // Of 15 bins, 0.9 is in [13/15, 14/15) and 0.6 in [9/15, 10/15).
    assertThat(verdict.getDiagrams().getReliabilityCounts())
        .containsExactly(0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 1L, 0L, 0L, 0L, 2L, 0L);
    assertThat(verdict.getDiagrams().getReliabilityConfidences().get(13)).isEqualTo(0.9);
    assertThat(verdict.getDiagrams().getReliabilityFrequencies().get(13)).isEqualTo(0.5);
    assertThat(verdict.getDiagrams().getReliabilityFrequencies().get(9)).isEqualTo(1.0);
    assertThat(verdict.getDiagrams().getReliabilityFrequencies().get(0)).isNaN();
    assertThat(verdict.getDiagrams().getPitCounts()).isNull();
  }

  @Test
  void saysHowOftenARareClassCameWhereItWasPredictedToBeRare() {
    Sketch sketch = SketchPlan.of(TargetSpace.classes(2), null).empty();
    sketch.add(Categorical.of(0.998, 0.002), Target.ofClass(1));
    sketch.add(Categorical.of(0.998, 0.002), Target.ofClass(0));
    sketch.add(Categorical.of(0.98, 0.02), Target.ofClass(0));

    VerdictDiagrams diagrams = judge(sketch).getDiagrams();

    // Of 27 bins, 0.002 is in [0.001, 0.004) and 0.02 in [0.012, 0.03).
    assertThat(diagrams.getEventCounts()).hasSize(27).startsWith(0L, 0L, 0L, 2L, 0L, 1L, 0L);
    assertThat(diagrams.getEventProbabilities().get(3)).isEqualTo(0.002);
    assertThat(diagrams.getEventFrequencies().get(3)).isEqualTo(0.5);
    assertThat(diagrams.getEventFrequencies().get(5)).isEqualTo(0.0);
    assertThat(diagrams.getEventProbabilities().get(0)).isNaN();
    assertThat(diagrams.getEventFrequencies().get(0)).isNaN();
  }

  @Test
  void saysNothingOfClassOneOfMany() {
    Sketch sketch = SketchPlan.of(TargetSpace.classes(3), null).empty();
    sketch.add(Categorical.of(0.9, 0.05, 0.05), Target.ofClass(1));

    assertThat(judge(sketch).getDiagrams().getEventCounts()).isNull();
  }

  @Test
  void tellsWhereTargetsFellInTheirPredictedDistributions() {
    Sketch sketch = SketchPlan.of(TargetSpace.reals(1), null).empty();
    sketch.add(Normal.of(0, 1), Target.of(0.1));
    sketch.add(Normal.of(0, 1), Target.of(9));

    Verdict verdict = judge(sketch);

    // Of 20 bins, F(0.1) = 0.54 is in [0.5, 0.55) and F(9) in the last.
    assertThat(verdict.getDiagrams().getPitCounts()).hasSize(20);
    assertThat(verdict.getDiagrams().getPitCounts().get(10)).isEqualTo(1);
    assertThat(verdict.getDiagrams().getPitCounts().get(19)).isEqualTo(1);
    assertThat(verdict.getDiagrams().getReliabilityCounts()).isNull();
  }

  @Test
  void tellsNoDiagramWithoutLabels() {
    Verdict verdict = judge(SketchPlan.of(TargetSpace.classes(2), null).empty());

    assertThat(verdict.getDiagrams()).isNull();
    assertThat(verdict.getScores()).isNull();
  }
}
