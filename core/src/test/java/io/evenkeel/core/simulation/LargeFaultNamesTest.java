package io.evenkeel.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.evenkeel.core.evidence.CalibrationMonitor;
import io.evenkeel.core.evidence.CalibrationMonitor.Transition;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.recalibration.RecalibrationFamily;
import io.evenkeel.core.recalibration.RecalibrationFamily.Parameter;
import io.evenkeel.core.simulation.SimulatedFault.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Faults far beyond the grid are called what they are, although another in it explains more. */
class LargeFaultNamesTest {
  private static final int LABELS = 300;
  private static final int PANES = 20;

  private static List<Arguments> faults() {
    List<Arguments> faults = new ArrayList<>();
    for (double shift : new double[] {1, -1.5, 2, 3, -4, 6}) {
      faults.add(arguments(Kind.NORMAL.with(Parameter.LOCATION, shift)));
    }
    for (double scale : new double[] {0.1, 3, 8}) {
      faults.add(arguments(Kind.NORMAL.with(Parameter.SCALE, scale)));
    }
    for (double logOdds : new double[] {-2, 1.5, 2, 3}) {
      faults.add(arguments(Kind.RARE.with(Parameter.CLASS_LOG_ODDS, logOdds)));
    }
    for (double temperature : new double[] {0.2, 3, 20}) {
      faults.add(arguments(Kind.RARE.with(Parameter.TEMPERATURE, temperature)));
    }
    faults.add(arguments(Kind.TEN_CLASSES.with(Parameter.CLASS_LOG_ODDS, 5)));
    faults.add(arguments(Kind.TEN_CLASSES.with(Parameter.TEMPERATURE, 20)));
    return faults;
  }

  @ParameterizedTest
  @MethodSource("faults")
  void areThoseOfTheFaultInStreamAndFile(SimulatedFault fault) {
    SketchPlan plan = SketchPlan.of(fault.kind().space(), null);
    CalibrationMonitor monitor = Lives.monitor(plan);
    Stream stream = fault.stream(1);
    Sketch file = plan.empty();
    List<Transition> transitions = new ArrayList<>();
    for (int i = 0; i < PANES; i++) {
      Sketch pane = plan.empty();
      stream.next(LABELS).forEach(o -> pane.add(o.prediction(), o.target()));
      transitions.add(monitor.add(pane, i * FaultLife.PANE, Lives.THRESHOLD));
      file.merge(pane);
    }

    RecalibrationFamily ofStream = monitor.fault().orElseThrow().deviation().orElseThrow().family();
    RecalibrationFamily ofFile = file.evidence().family().orElseThrow();
    assertThat(ofStream.parameter()).isEqualTo(fault.parameter());
    assertThat(ofFile.parameter()).isEqualTo(fault.parameter());
    assertThat(transitions).containsOnlyOnce(Transition.BEGAN).doesNotContain(Transition.CHANGED);
  }
}
