package io.evenkeel.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.evidence.CalibrationMonitor;
import io.evenkeel.core.evidence.CalibrationMonitor.Transition;
import io.evenkeel.core.evidence.Fault;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.profile.ProfileLearner;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class BetNamesTest {
  private static final int LABELS = 100;

  /** A shift of all log-odds explains a part of it, and would be a wrong name with a small size. */
  @Test
  void tellWhereTheCurveIsWrongAlthoughARecalibrationExplainsAPartOfIt() {
    Supplier<Observation> stream = BlindSpot.MIDDLE_TENTH.from(Lives.random(1));
    List<PredictiveDistribution> sample =
        HardStream.next(stream, 256).stream().map(Observation::prediction).toList();
    SketchPlan plan =
        SketchPlan.of(BlindSpot.MIDDLE_TENTH.space(), ProfileLearner.learn(1, sample, 32, 1));
    CalibrationMonitor monitor = Lives.monitor(plan);
    int panes = 0;
    Transition last = Transition.NONE;
    while (last == Transition.NONE) {
      Sketch pane = plan.empty();
      Sketches.addAll(pane, HardStream.next(stream, LABELS));
      last = monitor.add(pane, panes++ * FaultLife.PANE, Lives.THRESHOLD);
    }

    Fault fault = monitor.fault().orElseThrow();
    assertThat(fault.deviation()).isEmpty();
    assertThat(fault.otherwise()).contains("comes more often", "40 %");
  }
}
