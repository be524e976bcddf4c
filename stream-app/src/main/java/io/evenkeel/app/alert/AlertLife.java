package io.evenkeel.app.alert;

import io.evenkeel.app.config.RuleLevel;
import io.evenkeel.schemas.AlertChange;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Severity;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The life of an alert, the same for all rules: quiet while there is no problem, pending for {@code
 * alert.hold} when there is one, then firing for as long as there is. Whether there is a problem is
 * for the rule to say, on evidence.
 *
 * @param level what the rule does
 * @param hold event time for which it is pending, from the return of data that were missing
 */
public record AlertLife(RuleLevel level, Duration hold) {

  /**
   * What to remember after another pane.
   *
   * @param problem what the rule finds; null if nothing
   * @param at end of the pane, milliseconds since 1970
   */
  public AlertMemory next(AlertMemory before, @Nullable Problem problem, long at) {
    if (level == RuleLevel.OFF) {
      return AlertMemory.QUIET;
    }
    if (problem == null) {
      return AlertMemory.QUIET.withMissing(before.missingSince());
    }
    long heldSince = heldSince(before, at);
    boolean fires = before.phase() == Phase.FIRING || at - heldSince >= hold.toMillis();
    return new AlertMemory(
        fires ? Phase.FIRING : Phase.PENDING,
        severity(before, problem),
        problem.since().at(),
        raisedAt(before, at),
        problem.version(),
        before.missingSince(),
        heldSince);
  }

  /** Without data a problem does not last: it is held anew when they come back. */
  private static long heldSince(AlertMemory before, long at) {
    return before.phase() == Phase.QUIET || before.isMissing() ? at : before.heldSince();
  }

  /** A problem that missing data may have hidden goes on with the alert that said so. */
  private static long raisedAt(AlertMemory before, long at) {
    if (before.phase() != Phase.QUIET) {
      return before.raisedAt();
    }
    return before.isMissing() ? before.missingSince() : at;
  }

  /** While one problem lasts it does not become less severe, so that noise changes nothing. */
  private Severity severity(AlertMemory before, Problem problem) {
    if (level == RuleLevel.INFORM) {
      return Severity.INFO;
    }
    boolean same = before.phase() != Phase.QUIET && before.version() == problem.version();
    return same && before.severity() != Severity.UNKNOWN
        ? Collections.max(List.of(before.severity(), problem.severity()))
        : problem.severity();
  }

  /**
   * What changed from one memory to the next.
   *
   * @param problem what the rule finds now; null if nothing
   * @return null if nothing changed that others should hear of
   */
  public static @Nullable AlertChange change(
      AlertMemory before, AlertMemory after, @Nullable Problem problem) {
    AlertState state = after.state();
    if (state == before.state()) {
      boolean other = after.version() != before.version();
      return state == AlertState.FIRING && (other || after.severity() != before.severity())
          ? AlertChange.CHANGED
          : null;
    }
    if (state == AlertState.NO_DATA) {
      return AlertChange.DATA_MISSING;
    }
    if (before.state() == AlertState.NO_DATA) {
      return AlertChange.DATA_BACK;
    }
    if (state == AlertState.RESOLVED) {
      return AlertChange.ENDED;
    }
    return problem != null && problem.reopened() ? AlertChange.REOPENED : AlertChange.BEGAN;
  }
}
