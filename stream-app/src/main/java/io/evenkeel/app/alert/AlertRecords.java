package io.evenkeel.app.alert;

import io.evenkeel.app.config.AlertSettings;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.verdict.Judgement;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertReason;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Severity;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.internal.AlertMemory;
import io.evenkeel.schemas.internal.AlertPhase;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The events of an alert's life, written for the person they wake. */
public final class AlertRecords {
  /** The rule of what is told of a model's probabilities. */
  public static final String RULE = "miscalibration";

  private AlertRecords() {}

  /**
   * A change from one memory to the next.
   *
   * @param before memory before the window
   * @param after memory after it
   * @param judgement the judgement of the window
   * @param supersedes the verdict that the change takes back; null for a window judged for the
   *     first time
   * @param attribution which segments carry what is told
   */
  public record Change(
      AlertMemory before,
      AlertMemory after,
      Judgement judgement,
      @Nullable String supersedes,
      Attribution attribution) {}

  /** Whether there is something to tell: another state, or more severe than it was. */
  public static boolean isNews(AlertMemory before, AlertMemory after, AlertSettings settings) {
    AlertState state = AlertLife.state(after);
    return state != AlertLife.state(before)
        || (state == AlertState.FIRING && severity(after, settings) != severity(before, settings));
  }

  /** The event of a change. */
  public static Alert of(SeriesKey series, Change change, AlertSettings settings) {
    Verdict verdict = change.judgement().verdict();
    AlertMemory after = change.after();
    boolean over = AlertLife.state(after) == AlertState.RESOLVED;
    AlertMemory told = over ? change.before() : after;
    Instant now = verdict.getWindowEnd();
    Alert.Builder alert = Alert.newBuilder();
    change.judgement().allowance().ifPresent(allowance -> allowance.tell(alert));
    change.attribution().tell(alert);
    return alert
        .setFingerprint(fingerprint(series))
        .setModel(series.model())
        .setVersion(series.version())
        .setSegment(series.segment())
        .setRule(RULE)
        .setState(AlertLife.state(after))
        .setReason(reason(told))
        .setSeverity(severity(told, settings))
        .setStartsAt(Instant.ofEpochMilli(startsAt(told)))
        .setUpdatedAt(now)
        .setEndsAt(over ? now : null)
        .setSummary(AlertWords.summary(series, change))
        .setDescription(AlertWords.description(change, settings))
        .setAlpha(verdict.getTests().getAlpha())
        .setLogE(verdict.getEvidence().getLogEBeyond())
        .setPValue(change.judgement().pValue())
        .setLabelled(change.judgement().standing().evidence().labels())
        .setEffect(verdict.getEvidence().getRecalibrationGain())
        .setEffectParameter(verdict.getEvidence().getEffectParameter())
        .setEffectLower(verdict.getEvidence().getEffectLower())
        .setEffectUpper(verdict.getEvidence().getEffectUpper())
        .setSupersedes(change.supersedes())
        .setRunbook(settings.runbook())
        .setLogDeciding(verdict.getEvidence().getLogDeciding())
        .setLogThreshold(verdict.getEvidence().getLogThreshold())
        .setVerdict(series.verdict(verdict.getWindowStart().toEpochMilli(), verdict.getRevision()))
        .build();
  }

  /**
   * The event that tells of an open alert which segments carry it, as soon as that is known.
   *
   * @param open its newest event, which named none
   */
  public static Alert attributed(Alert open, Attribution attribution) {
    Alert.Builder alert = Alert.newBuilder(open);
    attribution.tell(alert);
    return alert
        .setSummary(open.getSummary() + attribution.inShort())
        .setDescription(attribution.into(open.getDescription()))
        .setSupersedes(null)
        .setRepeated(false)
        .build();
  }

  /**
   * The event that ends an alert whose series is judged no more.
   *
   * @param open its newest event
   * @param why in words
   */
  public static Alert ended(Alert open, Instant at, String why) {
    SeriesKey series = new SeriesKey(open.getModel(), open.getVersion(), open.getSegment());
    return Alert.newBuilder(open)
        .setState(AlertState.RESOLVED)
        .setUpdatedAt(at)
        .setEndsAt(at)
        .setSummary(series.inWords() + ": " + why)
        .setDescription("Told before: " + open.getSummary())
        .setSegmentsCompared(null)
        .setSegmentsStandingOut(null)
        .setSegmentsLabelled(null)
        .setSegmentsLogE(null)
        .setOthersLogE(null)
        .setSupersedes(null)
        .setRepeated(false)
        .build();
  }

  /** The identity of a problem: made from what it is about, never from when or how strongly. */
  public static String fingerprint(SeriesKey series) {
    return fingerprint(series, RULE);
  }

  static String fingerprint(SeriesKey series, String rule) {
    String identity = series.key() + '|' + rule;
    return UUID.nameUUIDFromBytes(identity.getBytes(StandardCharsets.UTF_8)).toString();
  }

  /**
   * How much it matters: by the size of the effect, never by its significance. Missing data hide a
   * problem, and leave it as severe as it was.
   */
  public static Severity severity(AlertMemory memory, AlertSettings settings) {
    return memory.getState() != AlertPhase.QUIET && memory.getEffect() >= settings.criticalFrom()
        ? Severity.CRITICAL
        : Severity.WARNING;
  }

  private static AlertReason reason(AlertMemory told) {
    return told.getNoData() ? AlertReason.NO_DATA : AlertReason.valueOf(told.getReason());
  }

  /** Missing data belong to the life of the problem that they hide. */
  private static long startsAt(AlertMemory told) {
    return told.getState() == AlertPhase.QUIET ? told.getDataThrough() : told.getStartsAt();
  }
}
