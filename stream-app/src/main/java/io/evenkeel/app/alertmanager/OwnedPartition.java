package io.evenkeel.app.alertmanager;

/**
 * Mutable: the alerts of a partition, from its beginning on. Until all is read that was there when
 * it was given to this bridge, an alert may look open that is not.
 */
final class OwnedPartition {
  private final long end;
  private final OpenAlerts alerts = new OpenAlerts();
  private boolean complete;

  OwnedPartition(long end) {
    this.end = end;
  }

  /** Its alerts. */
  OpenAlerts alerts() {
    return alerts;
  }

  /** Notes how far it is read. What was over before it was given to this bridge is no news. */
  void readTo(long position) {
    if (!complete && position >= end) {
      complete = true;
      alerts.sent();
    }
  }

  /** Whether all is read that was there when it was given to this bridge. */
  boolean isComplete() {
    return complete;
  }
}
