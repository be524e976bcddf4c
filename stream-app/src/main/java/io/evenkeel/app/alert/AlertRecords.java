package io.evenkeel.app.alert;

import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.verdict.Judgement;
import io.evenkeel.app.verdict.WindowEvidence;
import io.evenkeel.app.verdict.Words;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertReason;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.internal.AlertMemory;
import io.evenkeel.schemas.internal.AlertPhase;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;

/** The events of an alert's life, written for the person they wake. */
public final class AlertRecords {
  /** The only rule so far. */
  public static final String RULE = "miscalibration";

  private AlertRecords() {}

  /**
   * The event of a change from one memory to the next.
   *
   * @param before memory before the window
   * @param after memory after it, in another phase
   */
  public static Alert of(
      SeriesKey series, AlertMemory before, AlertMemory after, Judgement judgement) {
    Verdict verdict = judgement.verdict();
    boolean over = after.getState() == AlertPhase.QUIET;
    AlertMemory told = over ? before : after;
    Instant now = verdict.getWindowEnd();
    return Alert.newBuilder()
        .setFingerprint(fingerprint(series))
        .setModel(series.model())
        .setVersion(series.version())
        .setSegment(series.segment())
        .setRule(RULE)
        .setState(state(after))
        .setReason(AlertReason.valueOf(told.getReason()))
        .setStartsAt(Instant.ofEpochMilli(told.getStartsAt()))
        .setUpdatedAt(now)
        .setEndsAt(over ? now : null)
        .setSummary(summary(series, before, after, judgement))
        .setDescription(description(judgement))
        .setAlpha(verdict.getAlpha())
        .setLogE(verdict.getLogESeries())
        .setPValue(judgement.pValue())
        .setLabelled(judgement.evidence().labels())
        .build();
  }

  /** The identity of a problem: made from what it is about, never from when or how strongly. */
  public static String fingerprint(SeriesKey series) {
    String identity = series.key() + '|' + RULE;
    return UUID.nameUUIDFromBytes(identity.getBytes(StandardCharsets.UTF_8)).toString();
  }

  private static AlertState state(AlertMemory memory) {
    return switch (memory.getState()) {
      case QUIET -> AlertState.RESOLVED;
      case PENDING -> AlertState.PENDING;
      case FIRING -> AlertState.FIRING;
    };
  }

  private static String summary(
      SeriesKey series, AlertMemory before, AlertMemory after, Judgement judgement) {
    String model = series.inWords();
    return switch (after.getState()) {
      case FIRING ->
          model
              + ": the probabilities do not mean what they say: "
              + Words.fault(judgement.evidence());
      case PENDING ->
          model
              + ": a window was rejected, not yet enough to alert: "
              + Words.fault(judgement.evidence());
      case QUIET ->
          before.getState() == AlertPhase.FIRING
              ? model + ": calibrated again"
              : model + ": the rejected window was not followed by others";
    };
  }

  private static String description(Judgement judgement) {
    Verdict verdict = judgement.verdict();
    double logE = WindowEvidence.logE(judgement.evidence());
    return String.format(
        Locale.ROOT,
        "Window %s to %s: %d of %d predictions labelled. "
            + "The evidence of %d labels is an e-value of %s (alert at %.0f); "
            + "the smallest p-value of the window, corrected, is %s (level %s). "
            + "%s",
        verdict.getWindowStart(),
        verdict.getWindowEnd(),
        verdict.getLabelled(),
        verdict.getPredictions(),
        judgement.evidence().labels(),
        Words.eValue(logE),
        1 / verdict.getAlpha(),
        Words.pValue(judgement.pValue()),
        verdict.getAlpha(),
        verdict.getSummary());
  }
}
