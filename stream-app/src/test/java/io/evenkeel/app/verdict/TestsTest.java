package io.evenkeel.app.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.hypothesis.TestResult;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.RecalibrationGrid;
import io.evenkeel.core.recalibration.Tolerance;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TestsTest {
  private static final TargetSpace SPACE = TargetSpace.classes(2);

  /** Of which 16 locations say that it is far from calibrated. */
  private static Tests rejecting(boolean isRelearned) {
    return new Tests(
        SPACE,
        Optional.empty(),
        Optional.empty(),
        Optional.of(new TestResult(500, 1e-90, 16, 128, false)),
        isRelearned,
        Optional.empty());
  }

  /** What a reference showed at the locations of the profile says nothing of others. */
  @Test
  void locationsOfAWindowDoNotTellWhetherItIsWorseThanAReference() {
    RecalibrationGrid grid = SketchPlan.of(SPACE, null).grid();
    Tolerance reference =
        Tolerance.within(0.02).orAsIn(grid, new double[grid.size()], 1, 0.01, 0.001);

    assertThat(rejecting(false).correctedPValue(reference)).isLessThan(1e-6);
    assertThat(rejecting(true).correctedPValue(reference)).isEqualTo(1);
    assertThat(rejecting(true).correctedPValue(Tolerance.within(0.02))).isLessThan(1e-6);
  }
}
