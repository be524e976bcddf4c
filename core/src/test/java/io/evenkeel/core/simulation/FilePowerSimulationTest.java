package io.evenkeel.core.simulation;

import static io.evenkeel.core.recalibration.RecalibrationFamily.Parameter.CLASS_LOG_ODDS;
import static io.evenkeel.core.recalibration.RecalibrationFamily.Parameter.LOCATION;
import static io.evenkeel.core.recalibration.RecalibrationFamily.Parameter.SCALE;
import static io.evenkeel.core.recalibration.RecalibrationFamily.Parameter.TEMPERATURE;
import static io.evenkeel.core.simulation.SimulatedFault.Kind.BINARY;
import static io.evenkeel.core.simulation.SimulatedFault.Kind.NORMAL;
import static io.evenkeel.core.simulation.SimulatedFault.Kind.RARE;
import static io.evenkeel.core.simulation.SimulatedFault.Kind.TEN_CLASSES;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.evidence.SampleEvidence;
import io.evenkeel.core.recalibration.Tolerance;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How often a file with as many labels as are said to show a fault shows it, at the defaults:
 * tolerance 0.02, level 0.01; and with a tenth of these labels.
 */
@Tag("simulation")
class FilePowerSimulationTest {
  private static final int FILES = 100 * Lives.TIMES;
  private static final double TOLERANCE = 0.02;
  private static final double THRESHOLD = -Math.log(0.01);
  private static final double POWER = 0.8;
  private static final double POWER_ERROR = Math.sqrt(POWER * (1 - POWER) / FILES);
  private static final Table TABLE =
      new Table(
          "file_power", "law", "fault", "nats_per_label", "labels", "found", "found_of_tenth");

  private static List<SimulatedFault> faults() {
    return List.of(
        BINARY.with(CLASS_LOG_ODDS, 0.2),
        BINARY.with(CLASS_LOG_ODDS, 0.5),
        BINARY.with(TEMPERATURE, 0.8),
        BINARY.with(TEMPERATURE, 1.25),
        RARE.with(CLASS_LOG_ODDS, 0.5),
        TEN_CLASSES.with(TEMPERATURE, 1.25),
        TEN_CLASSES.with(CLASS_LOG_ODDS, 0.5),
        NORMAL.with(LOCATION, 0.1),
        NORMAL.with(LOCATION, 0.3),
        NORMAL.with(SCALE, 1.1));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void showsAFaultOfTheSizeThatItsLabelsAreSaidToShow(SimulatedFault fault) {
    double nats = fault.nats();
    int labels = labels(nats, Tolerance.natsOf(TOLERANCE, fault.kind().space()));

    double power = found(fault, labels);
    double ofTenth = found(fault, labels / 10);

    TABLE.add(fault.kind(), fault, nats, labels, power, ofTenth);
    assertThat(power).isGreaterThanOrEqualTo(POWER - 2 * POWER_ERROR);
    assertThat(ofTenth).isLessThan(0.2);
  }

  /** The fewest labels that are said to show a fault. */
  private static int labels(double nats, double tolerable) {
    double root = Math.sqrt(nats) - Math.sqrt(tolerable);
    return (int) Math.ceil(SampleEvidence.detectableGain(1, THRESHOLD, 0) / (root * root));
  }

  private static double found(SimulatedFault fault, int labels) {
    return IntStream.range(0, FILES)
            .parallel()
            .filter(
                file ->
                    SimulatedFile.evidence(fault.stream(file)::next, labels, file).logE(TOLERANCE)
                        >= THRESHOLD)
            .count()
        / (double) FILES;
  }
}
