package io.evenkeel.app.alert;

import io.evenkeel.app.config.AlertSettings;
import io.evenkeel.app.verdict.Judgement;
import io.evenkeel.schemas.AlertReason;
import io.evenkeel.schemas.internal.AlertMemory;
import io.evenkeel.schemas.internal.AlertPhase;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The life of the alert of one series, window by window.
 *
 * <p>It fires at once when the evidence of the series passes 1/α, and when a test rejects in m of
 * the last n windows. Windows that overlap share their data, so of these only every first that does
 * not overlap the one before is counted. It is resolved after r windows in a row in which nothing
 * rejects. A window with too few labels changes nothing.
 */
public final class AlertLife {
  /** The memory of a series that has never given reason for an alert. */
  public static final AlertMemory QUIET =
      new AlertMemory(AlertPhase.QUIET, AlertReason.UNKNOWN.name(), 0L, List.of(), 0L, 0);

  private AlertLife() {}

  /**
   * What to remember after the next final window.
   *
   * @param memory what was remembered before it
   * @param windowLength length of windows, milliseconds
   */
  public static AlertMemory next(
      AlertMemory memory, Judgement judgement, AlertSettings settings, long windowLength) {
    if (!judgement.conclusive()) {
      return memory;
    }
    return memory.getState() == AlertPhase.FIRING
        ? whileFiring(memory, judgement, settings)
        : whileNotFiring(memory, judgement, settings, windowLength);
  }

  private static AlertMemory whileFiring(
      AlertMemory memory, Judgement judgement, AlertSettings settings) {
    if (end(judgement) < memory.getCountedThrough()) {
      // Provisional evidence fired ahead of this window, which says nothing of what came after it.
      return memory;
    }
    boolean bad =
        judgement.rejectedByTests() || judgement.rejectedByWindow() || judgement.rejectedBySeries();
    int quiet = bad ? 0 : memory.getQuiet() + 1;
    return quiet >= settings.resolveAfter()
        ? AlertMemory.newBuilder(QUIET).setCountedThrough(end(judgement)).build()
        : AlertMemory.newBuilder(memory).setQuiet(quiet).build();
  }

  private static AlertMemory whileNotFiring(
      AlertMemory memory, Judgement judgement, AlertSettings settings, long windowLength) {
    if (judgement.rejectedBySeries()) {
      return firing(memory, judgement, AlertReason.EVIDENCE);
    }
    if (end(judgement) - windowLength < memory.getCountedThrough()) {
      return memory;
    }
    List<Boolean> breaches = new ArrayList<>(memory.getBreaches());
    breaches.add(judgement.rejectedByTests());
    List<Boolean> last =
        breaches.subList(Math.max(0, breaches.size() - settings.windows()), breaches.size());
    int rejected = Collections.frequency(last, true);
    if (rejected >= settings.breaches()) {
      return firing(memory, judgement, AlertReason.WINDOW_TESTS);
    }
    boolean begins = memory.getState() == AlertPhase.QUIET && rejected > 0;
    return AlertMemory.newBuilder(memory)
        .setState(rejected > 0 ? AlertPhase.PENDING : AlertPhase.QUIET)
        .setReason((rejected > 0 ? AlertReason.WINDOW_TESTS : AlertReason.UNKNOWN).name())
        .setStartsAt(begins ? end(judgement) : memory.getStartsAt())
        .setBreaches(List.copyOf(last))
        .setCountedThrough(end(judgement))
        .build();
  }

  private static AlertMemory firing(AlertMemory memory, Judgement judgement, AlertReason reason) {
    long since = memory.getState() == AlertPhase.PENDING ? memory.getStartsAt() : end(judgement);
    return new AlertMemory(AlertPhase.FIRING, reason.name(), since, List.of(), end(judgement), 0);
  }

  private static long end(Judgement judgement) {
    return judgement.verdict().getWindowEnd().toEpochMilli();
  }
}
