package io.evenkeel.core.simulation;

import static io.evenkeel.core.recalibration.RecalibrationFamily.Parameter.CLASS_LOG_ODDS;
import static io.evenkeel.core.recalibration.RecalibrationFamily.Parameter.LOCATION;
import static io.evenkeel.core.recalibration.RecalibrationFamily.Parameter.SCALE;
import static io.evenkeel.core.recalibration.RecalibrationFamily.Parameter.TEMPERATURE;
import static io.evenkeel.core.simulation.SimulatedFault.Kind.BINARY;
import static io.evenkeel.core.simulation.SimulatedFault.Kind.NORMAL;
import static io.evenkeel.core.simulation.SimulatedFault.Kind.RARE;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.sequential.Evidence;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The life of faults that change, and of those that come and go. */
@Tag("simulation")
class FaultChangeSimulationTest {
  private static final int REPAIR = 4 * Lives.DAY;

  /** A fault of three days, then another for ten. */
  private record Change(
      String name, SimulatedFault first, SimulatedFault second, double closings, double open) {}

  private static List<Change> changes() {
    return List.of(
        new Change(
            "grows", BINARY.with(CLASS_LOG_ODDS, 0.3), BINARY.with(CLASS_LOG_ODDS, 1), 0.15, 0),
        new Change(
            "kind", BINARY.with(CLASS_LOG_ODDS, 0.5), BINARY.with(TEMPERATURE, 0.6), 0.15, 0),
        new Change(
            "side", BINARY.with(CLASS_LOG_ODDS, 0.5), BINARY.with(CLASS_LOG_ODDS, -0.5), 0.15, 0),
        new Change("kind", NORMAL.with(LOCATION, 0.4), NORMAL.with(SCALE, 1.3), 0.15, 0),
        new Change("kind", RARE.with(CLASS_LOG_ODDS, 1), RARE.with(TEMPERATURE, 1.25), 0.5, 0),
        new Change(
            "half", BINARY.with(CLASS_LOG_ODDS, 0.5), BINARY.with(CLASS_LOG_ODDS, 0.25), 9, 0.88),
        new Change(
            "quarter", BINARY.with(CLASS_LOG_ODDS, 1), BINARY.with(CLASS_LOG_ODDS, 0.25), 9, 0.88),
        new Change("third", NORMAL.with(LOCATION, 0.4), NORMAL.with(LOCATION, 0.15), 9, 0.88),
        // Rare events are too few to tell a half from nothing in time: 0.88 is missed here.
        new Change("half", RARE.with(CLASS_LOG_ODDS, 1), RARE.with(CLASS_LOG_ODDS, 0.4), 9, 0.8));
  }

  @Test
  void followsFaultsThatChange() {
    Table table =
        new Table(
            "fault_changes",
            "law",
            "change",
            "first",
            "second",
            "alerts",
            "closings_per_alert",
            "told_as_changed",
            "open");
    for (Change change : changes()) {
      SimulatedFault first = change.first;
      List<Evidence> calm = Lives.pool(first.kind().calibrated(), 20, 1);
      int end = REPAIR + 10 * Lives.DAY;
      double open = 0;
      int closings = 0;
      int changed = 0;
      int alerts = 0;
      for (FaultLife life :
          Lives.of(
              first,
              100 * Lives.TIMES,
              200_000,
              new FaultLife.Phase(calm, Lives.DAY),
              new FaultLife.Phase(Lives.pool(first, 20, 2), REPAIR - Lives.DAY),
              new FaultLife.Phase(Lives.pool(change.second, 20, 3), end - REPAIR))) {
        if (life.isOpen(REPAIR - 1)) {
          alerts++;
          open += life.openShare(REPAIR, end);
          closings += life.ends(REPAIR, end);
          changed += life.changes(REPAIR, end);
        }
      }
      table.add(
          first.kind(),
          change.name,
          first,
          change.second,
          alerts,
          closings / (double) alerts,
          changed / (double) alerts,
          open / alerts);
      assertThat(closings / (double) alerts).as("%s", change).isLessThanOrEqualTo(change.closings);
      assertThat(open / alerts).as("%s", change).isGreaterThanOrEqualTo(change.open);
    }
  }

  /** Six hours of a fault on each of 14 days, and then none: one alert, not 14. */
  @Test
  void takesAFaultThatComesAndGoesForOne() {
    Table table =
        new Table(
            "fault_intermittent",
            "law",
            "fault",
            "finds_per_day",
            "open",
            "hours_open_after_median");
    for (SimulatedFault fault :
        List.of(
            BINARY.with(CLASS_LOG_ODDS, 1),
            NORMAL.with(SCALE, 1.3),
            BINARY.with(CLASS_LOG_ODDS, 0.5))) {
      List<Evidence> calm = Lives.pool(fault.kind().calibrated(), 20, 1);
      List<Evidence> faulty = Lives.pool(fault, 20, 2);
      FaultLife.Phase[] phases = new FaultLife.Phase[29];
      for (int i = 0; i < phases.length; i++) {
        boolean isOn = i % 2 == 1;
        phases[i] =
            new FaultLife.Phase(isOn ? faulty : calm, isOn ? Lives.DAY / 4 : Lives.DAY * 3 / 4);
      }
      phases[28] = new FaultLife.Phase(calm, 10 * Lives.DAY);
      int end = 14 * Lives.DAY;
      double finds = 0;
      double open = 0;
      List<Double> after = new ArrayList<>();
      List<FaultLife> lives = Lives.of(fault, 100 * Lives.TIMES, 300_000, phases);
      for (FaultLife life : lives) {
        finds += life.finds(0, end) / 14.0;
        open += life.openShare(life.found(0, end).orElse(0), end);
        after.add(life.untilClosed(end).orElse(10 * Lives.DAY) / 6.0);
      }
      double perDay = finds / lives.size();
      table.add(fault.kind(), fault, perDay, open / lives.size(), Lives.quantile(after, 0.5));
      if (fault.value() >= 1) {
        assertThat(perDay).as("%s", fault).isLessThanOrEqualTo(0.25);
        assertThat(open / lives.size()).as("%s", fault).isGreaterThanOrEqualTo(0.9);
        assertThat(Lives.quantile(after, 0.5)).as("%s", fault).isLessThanOrEqualTo(48);
      }
    }
  }
}
