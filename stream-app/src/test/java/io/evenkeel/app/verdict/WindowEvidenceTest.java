package io.evenkeel.app.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.RecalibrationGrid;
import io.evenkeel.core.recalibration.Tolerance;
import io.evenkeel.core.sequential.Evidence;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class WindowEvidenceTest {
  private static final RecalibrationGrid GRID = RecalibrationGrid.of(TargetSpace.classes(2));

  /** Evidence in which every recalibration has gained the same. */
  private static Evidence evidence(double logRatio, int impossible) {
    double[] sums = new double[GRID.size()];
    Arrays.fill(sums, logRatio);
    return Evidence.of(GRID, sums, 10, impossible);
  }

  @Test
  void rejectsFromOneOverAlphaOn() {
    assertThat(WindowEvidence.rejects(evidence(Math.log(101), 0), Tolerance.within(0), 0.01))
        .isTrue();
    assertThat(WindowEvidence.rejects(evidence(Math.log(99), 0), Tolerance.within(0), 0.01))
        .isFalse();
  }

  /** They are in the log-ratios, as far as labels can be trusted. */
  @Test
  void isNotWokenByTheNumberOfTargetsHeldImpossible() {
    assertThat(WindowEvidence.rejects(evidence(0, 3), Tolerance.within(0), 0.01)).isFalse();
  }
}
