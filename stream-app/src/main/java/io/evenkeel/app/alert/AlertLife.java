package io.evenkeel.app.alert;

import io.evenkeel.app.config.AlertSettings;
import io.evenkeel.core.sequential.Lond;
import io.evenkeel.schemas.AlertReason;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.internal.AlertMemory;
import io.evenkeel.schemas.internal.AlertPhase;
import io.evenkeel.schemas.internal.IssuedVerdict;
import io.evenkeel.schemas.internal.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The life of the alert of one series, window by window.
 *
 * <p>It fires when the evidence of the series passes 1/α, and when a test rejects in m of the last
 * n windows. Windows that overlap share their data, so of these only every first that does not
 * overlap the one before is counted. What a rejection is, is said by the level α, or where {@code
 * alert.false-discoveries} is set by {@link Lond} over the windows counted so far. It is pending
 * for {@code alert.hold} before it fires, and for {@code alert.cooldown} after it was resolved. It
 * is resolved after r windows in a row in which nothing rejects. A window with too few labels
 * changes nothing.
 *
 * <p>When labels have been missing for {@code alert.no-data-after} nobody can say whether there is
 * a problem: {@link AlertState#NO_DATA} hides what the alert was before, which comes back with the
 * labels. A segment that nobody waits for, because its alert is quiet, may be silent. Missing
 * labels never resolve an alert, however long; that nobody predicts any more does, see {@link
 * #ended}.
 *
 * @param settings m, n, r and the times
 * @param windowLength length of windows, milliseconds
 * @param whole whether the series is the whole model and no segment
 * @param noDataAfter event time after which missing labels are worth telling, milliseconds; 0:
 *     never
 */
public record AlertLife(
    AlertSettings settings, long windowLength, boolean whole, long noDataAfter) {
  /** The memory of a series that has never given reason for an alert. */
  public static final AlertMemory QUIET =
      AlertMemory.newBuilder()
          .setState(AlertPhase.QUIET)
          .setReason(AlertReason.UNKNOWN.name())
          .setStartsAt(0)
          .setBreaches(List.of())
          .setCountedThrough(0)
          .setQuiet(0)
          .setResolvedAt(0)
          .setEffect(0)
          .setDataThrough(0)
          .setNoData(false)
          .setTests(0)
          .setRejections(0)
          .build();

  /** The state in which others see the alert. */
  public static AlertState state(AlertMemory memory) {
    if (memory.getNoData()) {
      return AlertState.NO_DATA;
    }
    return switch (memory.getState()) {
      case QUIET -> AlertState.RESOLVED;
      case PENDING -> AlertState.PENDING;
      case FIRING -> AlertState.FIRING;
    };
  }

  /**
   * What to remember after all of these windows.
   *
   * @param memory what was remembered before the first one
   * @param windows in the order of their ends; those without an outcome are passed over
   */
  public AlertMemory replay(AlertMemory memory, Iterable<IssuedVerdict> windows) {
    AlertMemory now = memory;
    for (IssuedVerdict window : windows) {
      Outcome outcome = window.getOutcome();
      if (outcome != null) {
        now = next(now, outcome, window);
      }
    }
    return now;
  }

  /** What to remember of a series that ended, retired or forgotten, at the given time. */
  public static AlertMemory ended(long at) {
    return AlertMemory.newBuilder(QUIET).setCountedThrough(at).setResolvedAt(at).build();
  }

  private AlertMemory next(AlertMemory memory, Outcome outcome, IssuedVerdict window) {
    long end = window.getWindowEnd();
    if (outcome == Outcome.NO_DATA) {
      return missing(memory, end);
    }
    AlertMemory seen = AlertMemory.newBuilder(memory).setDataThrough(end).setNoData(false).build();
    if (outcome == Outcome.TOO_FEW) {
      return seen;
    }
    return seen.getState() == AlertPhase.FIRING
        ? whileFiring(seen, outcome, window)
        : whileNotFiring(seen, outcome, window);
  }

  private AlertMemory missing(AlertMemory memory, long end) {
    long since = memory.getDataThrough() == 0 ? end - windowLength : memory.getDataThrough();
    boolean awaited = whole || memory.getState() != AlertPhase.QUIET;
    return AlertMemory.newBuilder(memory)
        .setDataThrough(since)
        .setNoData(memory.getNoData() || (awaited && noDataAfter > 0 && end - since >= noDataAfter))
        .build();
  }

  private AlertMemory whileFiring(AlertMemory memory, Outcome outcome, IssuedVerdict window) {
    boolean quiet = outcome == Outcome.QUIET;
    int inRow = quiet ? memory.getQuiet() + 1 : 0;
    if (inRow >= settings.resolveAfter()) {
      long end = window.getWindowEnd();
      return AlertMemory.newBuilder(QUIET)
          .setCountedThrough(end)
          .setResolvedAt(end)
          .setDataThrough(end)
          .setTests(memory.getTests())
          .setRejections(memory.getRejections())
          .build();
    }
    double effect = quiet ? 0 : window.getEffect();
    return AlertMemory.newBuilder(memory)
        .setQuiet(inRow)
        .setEffect(Math.max(memory.getEffect(), effect))
        .build();
  }

  private AlertMemory whileNotFiring(AlertMemory memory, Outcome outcome, IssuedVerdict window) {
    long end = window.getWindowEnd();
    if (outcome == Outcome.SERIES) {
      return due(memory, AlertReason.EVIDENCE, window, List.of());
    }
    if (end - windowLength < memory.getCountedThrough()) {
      return memory;
    }
    boolean rejects = rejects(memory, outcome, window);
    AlertMemory tested =
        AlertMemory.newBuilder(memory)
            .setTests(memory.getTests() + 1)
            .setRejections(memory.getRejections() + (rejects ? 1 : 0))
            .build();
    List<Boolean> breaches = new ArrayList<>(memory.getBreaches());
    breaches.add(rejects);
    List<Boolean> last =
        breaches.subList(Math.max(0, breaches.size() - settings.windows()), breaches.size());
    int rejected = Collections.frequency(last, true);
    if (rejected >= settings.breaches()) {
      return due(tested, AlertReason.WINDOW_TESTS, window, last);
    }
    return rejected > 0
        ? pending(tested, AlertReason.WINDOW_TESTS, window, last)
        : AlertMemory.newBuilder(tested)
            .setState(AlertPhase.QUIET)
            .setReason(AlertReason.UNKNOWN.name())
            .setBreaches(List.of())
            .setCountedThrough(end)
            .setEffect(0)
            .build();
  }

  private boolean rejects(AlertMemory memory, Outcome outcome, IssuedVerdict window) {
    OptionalDouble rate = settings.falseDiscoveries();
    return rate.isEmpty()
        ? outcome == Outcome.TESTS
        : window.getPValue()
            <= new Lond(rate.getAsDouble()).level(memory.getTests(), memory.getRejections());
  }

  /** Fires, unless it must be held longer or was resolved only just now. */
  private AlertMemory due(
      AlertMemory memory, AlertReason reason, IssuedVerdict window, List<Boolean> breaches) {
    AlertMemory pending = pending(memory, reason, window, breaches);
    long end = window.getWindowEnd();
    boolean held = end - pending.getStartsAt() >= settings.hold().toMillis();
    boolean cooled =
        memory.getResolvedAt() == 0
            || end >= memory.getResolvedAt() + settings.cooldown().toMillis();
    return held && cooled
        ? AlertMemory.newBuilder(pending)
            .setState(AlertPhase.FIRING)
            .setBreaches(List.of())
            .setQuiet(0)
            .build()
        : pending;
  }

  private static AlertMemory pending(
      AlertMemory memory, AlertReason reason, IssuedVerdict window, List<Boolean> breaches) {
    long end = window.getWindowEnd();
    return AlertMemory.newBuilder(memory)
        .setState(AlertPhase.PENDING)
        .setReason(reason.name())
        .setStartsAt(memory.getState() == AlertPhase.PENDING ? memory.getStartsAt() : end)
        .setBreaches(List.copyOf(breaches))
        .setCountedThrough(end)
        .setEffect(Math.max(memory.getEffect(), window.getEffect()))
        .build();
  }
}
