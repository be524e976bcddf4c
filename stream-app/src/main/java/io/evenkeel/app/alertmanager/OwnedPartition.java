package io.evenkeel.app.alertmanager;

import io.evenkeel.schemas.Alert;
import java.time.Duration;
import java.time.Instant;

/**
 * Mutable: the alerts of a partition, from its beginning on. Until all is read that was there when
 * it was given to this bridge, an alert may look open that is not.
 */
final class OwnedPartition {
  /**
   * Ends that are told once more; Alertmanager itself remembers for five days whom it told what.
   */
  private static final Duration TOLD_AGAIN = Duration.ofDays(1);

  private final long end;
  private final OpenAlerts alerts = new OpenAlerts();
  private long position;
  private boolean complete;
  private boolean news;

  OwnedPartition(long end) {
    this.end = end;
  }

  /** Its alerts. */
  OpenAlerts alerts() {
    return alerts;
  }

  /** Whether there is something to be sent at once, since {@link #sent}. */
  boolean hasNews() {
    return news;
  }

  /** Notes that its news were sent, or are due again. */
  void sent() {
    news = false;
  }

  /**
   * Notes how far it is read.
   *
   * @return whether it was not read {@linkplain #isBeyond beyond}
   */
  boolean readTo(long offset) {
    if (isBeyond(offset)) {
      return false;
    }
    position = offset;
    complete |= offset >= end;
    return true;
  }

  /**
   * Whether it was read beyond an offset. If that is read next, it is of another topic of the same
   * name, as 'evenkeel reset --outputs' makes: a bridge begins with it from its beginning.
   */
  boolean isBeyond(long offset) {
    return position > offset;
  }

  /**
   * Takes the newest state of an alert. What was over long before the partition was given to this
   * bridge is no news. What was over a while before may be: nobody may have told it.
   *
   * @param written when the record was, by the clock of its broker
   */
  void accept(Alert alert, Instant written, Instant now) {
    news |= alerts.accept(alert, now);
    if (!complete && written.isBefore(now.minus(TOLD_AGAIN))) {
      alerts.sent();
    }
  }

  /** The record of an alert was deleted. */
  void forget(String fingerprint, Instant now) {
    news |= alerts.forget(fingerprint, now);
  }

  /** Whether all is read that was there when it was given to this bridge. */
  boolean isComplete() {
    return complete;
  }
}
