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

import io.evenkeel.core.evidence.CalibrationMonitor;
import io.evenkeel.core.evidence.Deviation;
import io.evenkeel.core.evidence.Fault;
import io.evenkeel.core.sequential.Evidence;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The life of faults that the grid finds, in panes of 20 or 100 labels (120 or 600 an hour).
 * Streams begin with a calm day; the fault then lasts for 30 days, or is repaired after three.
 */
@Tag("simulation")
class FaultLifeSimulationTest {
  private static final int REPAIR = 4 * Lives.DAY;

  /** What is asked of a fault: the largest median of labels to its detection, at 20 a pane. */
  private record Bar(SimulatedFault fault, double labels) {}

  private static List<Bar> faults() {
    double none = Double.POSITIVE_INFINITY;
    return List.of(
        new Bar(BINARY.with(CLASS_LOG_ODDS, 0.2), 5000),
        new Bar(BINARY.with(CLASS_LOG_ODDS, 0.5), 800),
        new Bar(BINARY.with(CLASS_LOG_ODDS, 1), 250),
        new Bar(BINARY.with(TEMPERATURE, 0.8), none),
        new Bar(BINARY.with(TEMPERATURE, 0.6), none),
        new Bar(BINARY.with(TEMPERATURE, 1.25), none),
        new Bar(NORMAL.with(LOCATION, 0.2), 900),
        new Bar(NORMAL.with(SCALE, 1.3), 260),
        new Bar(RARE.with(CLASS_LOG_ODDS, 0.5), 3500),
        new Bar(RARE.with(CLASS_LOG_ODDS, 1), none),
        new Bar(TEN_CLASSES.with(TEMPERATURE, 1.25), none),
        new Bar(TEN_CLASSES.with(CLASS_LOG_ODDS, 1), none));
  }

  @Test
  void keepsFaultsOpenUntilTheyAreGone() {
    Table table =
        new Table(
            "fault_life",
            "law",
            "fault",
            "labels_per_hour",
            "nats_per_label",
            "found",
            "labels_median",
            "labels_90",
            "found_within_detectable",
            "open",
            "alerts",
            "falsely_ended",
            "upper_95",
            "since_covers",
            "gain_to_true",
            "named",
            "repaired_to_found_median",
            "repaired_to_found_90",
            "never_ended");
    int alerts = 0;
    int ends = 0;
    for (Bar bar : faults()) {
      for (int labels : new int[] {20, 100}) {
        Cell cell = new Cell(bar.fault, labels);
        table.add(cell.row());
        cell.check(labels == 20 ? bar.labels : Double.POSITIVE_INFINITY);
        alerts += cell.outcomes.alerts();
        ends += cell.outcomes.falselyEnded();
      }
    }
    assertThat(ends / (double) alerts).isLessThanOrEqualTo(0.02);
  }

  /** Many streams with one fault: mutable. */
  private static final class Cell {
    private static final int STREAMS = 200 * Lives.TIMES;

    /** Of a fault of the size that the labels are said to show, and its standard error. */
    private static final double POWER = 0.8;

    private static final double POWER_ERROR = Math.sqrt(POWER * (1 - POWER) / STREAMS);

    private final SimulatedFault fault;
    private final int labels;
    private final double nats;
    private final Outcomes outcomes;
    private final List<Double> gains = new ArrayList<>();
    private int covered;
    private int named;

    Cell(SimulatedFault fault, int labels) {
      this.fault = fault;
      this.labels = labels;
      this.nats = fault.nats();
      this.outcomes = new Outcomes(labels);
      FaultLife.Phase calm =
          new FaultLife.Phase(Lives.pool(fault.kind().calibrated(), labels, 1), Lives.DAY);
      List<Evidence> faulty = Lives.pool(fault, labels, 2);
      Lives.of(fault, STREAMS, 1, calm, new FaultLife.Phase(faulty, Lives.MONTH))
          .forEach(this::constant);
      Lives.of(
              fault,
              STREAMS / 2,
              100_000,
              calm,
              new FaultLife.Phase(faulty, REPAIR - Lives.DAY),
              new FaultLife.Phase(calm.pool(), 20 * Lives.DAY))
          .forEach(life -> outcomes.repaired(life, REPAIR));
    }

    private void constant(FaultLife life) {
      outcomes
          .constant(life, Lives.DAY + Lives.MONTH)
          .ifPresent(found -> told(life.foundAt(found)));
    }

    private void told(Fault told) {
      long truth = Lives.DAY * FaultLife.PANE;
      boolean covers = told.since().earliest() <= truth && truth <= told.since().latest();
      covered += covers ? 1 : 0;
      Deviation deviation = told.deviation().orElseThrow();
      gains.add(deviation.gain() / nats);
      named += deviation.family().parameter() == fault.parameter() ? 1 : 0;
    }

    /** The share found within the labels that should show it with 80 % power. */
    private double power() {
      double enough = CalibrationMonitor.detectableGain(1, Lives.THRESHOLD) / nats;
      return outcomes.foundWithin(enough + labels);
    }

    Object[] row() {
      return new Object[] {
        fault.kind(),
        fault,
        labels * 6,
        nats,
        outcomes.found(),
        outcomes.delay(0.5),
        outcomes.delay(0.9),
        power(),
        outcomes.open(),
        outcomes.alerts(),
        outcomes.falselyEnded(),
        outcomes.upperOfFalselyEnded(),
        covered / (double) gains.size(),
        Lives.quantile(gains, 0.5),
        named / (double) gains.size(),
        outcomes.repairedToFound(0.5),
        outcomes.repairedToFound(0.9),
        outcomes.neverEnded()
      };
    }

    void check(double bar) {
      String what = fault.kind() + " " + fault + ", " + labels + " labels a pane";
      assertThat(outcomes.delay(0.5)).as(what).isLessThanOrEqualTo(bar);
      assertThat(outcomes.open()).as(what).isGreaterThanOrEqualTo(0.99);
      assertThat(outcomes.falselyEnded() / (double) outcomes.alerts())
          .as(what)
          .isLessThanOrEqualTo(0.03);
      assertThat(covered / (double) gains.size()).as(what).isGreaterThanOrEqualTo(0.95);
      assertThat(Lives.quantile(gains, 0.5)).as(what).isBetween(0.85, 1.15);
      assertThat(outcomes.repairedToFound(0.5)).as(what).isLessThanOrEqualTo(2);
      assertThat(outcomes.repairedToFound(0.9)).as(what).isLessThanOrEqualTo(3.5);
      assertThat(outcomes.neverEnded()).as(what).isZero();
      assertThat(power()).as(what).isGreaterThanOrEqualTo(POWER - 2 * POWER_ERROR);
    }
  }
}
