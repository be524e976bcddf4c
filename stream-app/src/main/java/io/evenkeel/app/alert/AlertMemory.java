package io.evenkeel.app.alert;

import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Severity;

/**
 * Where the alert of one rule of one series stands, as its newest event says.
 *
 * @param phase where it is in its life
 * @param severity of the problem; meaningless while it is quiet
 * @param startsAt since when the problem lasts, milliseconds since 1970; 0 while it is quiet
 * @param raisedAt end of the pane that raised it, milliseconds since 1970; 0 while it is quiet
 * @param version counts the changes of the problem itself: another fault, another name
 * @param missingSince since when data have been missing, milliseconds since 1970; 0 unless they
 *     have been missing for so long that the state of the problem is unknown
 * @param heldSince from when on it counts as pending, milliseconds since 1970: end of the pane that
 *     raised it, or of the first with data again; 0 while it is quiet
 */
public record AlertMemory(
    Phase phase,
    Severity severity,
    long startsAt,
    long raisedAt,
    int version,
    long missingSince,
    long heldSince) {
  /** The memory of a rule that has no problem. */
  public static final AlertMemory QUIET =
      new AlertMemory(Phase.QUIET, Severity.UNKNOWN, 0, 0, 0, 0, 0);

  /** The state in which others see the alert. */
  public AlertState state() {
    if (isMissing()) {
      return AlertState.NO_DATA;
    }
    return switch (phase) {
      case QUIET -> AlertState.RESOLVED;
      case PENDING -> AlertState.PENDING;
      case FIRING -> AlertState.FIRING;
    };
  }

  /** Whether others see an alert that is not over. */
  public boolean isOpen() {
    return state() != AlertState.RESOLVED;
  }

  /** Whether data have been missing for so long that the state of the problem is unknown. */
  public boolean isMissing() {
    return missingSince > 0;
  }

  /** The same with data missing since a time, milliseconds since 1970; 0: not missing. */
  public AlertMemory withMissing(long since) {
    return new AlertMemory(phase, severity, startsAt, raisedAt, version, since, heldSince);
  }
}
