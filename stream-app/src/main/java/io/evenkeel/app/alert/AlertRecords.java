package io.evenkeel.app.alert;

import io.evenkeel.app.config.AlertSettings;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.config.RuleLevel;
import io.evenkeel.app.recalibrate.LearnedMap;
import io.evenkeel.app.recalibrate.MapJson;
import io.evenkeel.app.state.SegmentName;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.verdict.BudgetShare;
import io.evenkeel.app.verdict.Judgement;
import io.evenkeel.app.wording.SizeWords.OpenEnd;
import io.evenkeel.core.recalibration.MapChain;
import io.evenkeel.core.recalibration.RecalibrationMap;
import io.evenkeel.core.recalibration.SegmentMap;
import io.evenkeel.core.score.Interval;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertChange;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Severity;
import io.evenkeel.schemas.Verdict;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The events of an alert's life, written for the person who reads them. */
public final class AlertRecords {
  private AlertRecords() {}

  /**
   * A change from one memory to the next.
   *
   * @param rule of the alert
   * @param before memory before the pane
   * @param after memory after it
   * @param kind what happened
   * @param problem what the rule finds; null if nothing
   * @param at end of the pane, milliseconds since 1970
   * @param newest the judgement of the newest window
   * @param supersedes the verdict that the change withdraws; null if it withdraws none
   * @param budgetShare the false alarms that the rule may raise
   * @param attribution which segments carry the problem
   * @param others the rules whose alerts are open beside it, or whose problem is as new
   */
  public record Change(
      Rule rule,
      AlertMemory before,
      AlertMemory after,
      AlertChange kind,
      @Nullable Problem problem,
      long at,
      Judgement newest,
      @Nullable String supersedes,
      BudgetShare budgetShare,
      Attribution attribution,
      Set<Rule> others) {

    /** Copies the set. */
    public Change {
      others = Set.copyOf(others);
    }

    /** The memory that says what the alert is about: that before it ended. */
    AlertMemory subject() {
      return isOver() ? before : after;
    }

    /** When the problem began, or data went missing that hide whether there is one. */
    private long startsAt() {
      return subject().phase() == Phase.QUIET ? subject().missingSince() : subject().startsAt();
    }

    private long raisedAt() {
      return subject().phase() == Phase.QUIET ? subject().missingSince() : subject().raisedAt();
    }

    /** Whether data are missing before a problem was there for long enough to fire. */
    private boolean isHeldWithoutData() {
      return after.isMissing() && after.phase() == Phase.PENDING;
    }

    /** Whether the alert is over. */
    boolean isOver() {
      return after.state() == AlertState.RESOLVED;
    }
  }

  /** The event of a change. */
  public static Alert of(SeriesKey series, Change change, AlertSettings settings) {
    Verdict verdict = change.newest().verdict();
    String fingerprint = fingerprint(series, change.rule());
    Alert.Builder alert =
        Alert.newBuilder()
            .setFingerprint(fingerprint)
            .setModel(series.model())
            .setVersion(series.version())
            .setSegment(series.segment())
            .setRule(change.rule().key())
            .setState(change.after().state())
            .setChange(change.kind())
            .setSeverity(severity(change, settings))
            .setStartsAt(Instant.ofEpochMilli(change.startsAt()))
            .setRaisedAt(Instant.ofEpochMilli(change.raisedAt()))
            .setUpdatedAt(Instant.ofEpochMilli(change.at()))
            .setEndsAt(change.isOver() ? Instant.ofEpochMilli(change.at()) : null)
            .setSummary(AlertWords.summary(series, change))
            .setDescription(AlertWords.description(change, id(fingerprint), settings))
            .setCases(0)
            .setSupersedes(change.supersedes())
            .setRunbook(settings.runbook())
            .setVerdict(
                series.verdict(verdict.getWindowStart().toEpochMilli(), verdict.getRevision()));
    change.attribution().tell(alert);
    if (change.problem() != null && !change.isHeldWithoutData()) {
      describe(alert, change.problem(), change.budgetShare());
      alert.setMap(map(series, change, change.problem()));
    }
    alert.setNoMap(alert.getMap() == null ? NoMap.why(series, change) : null);
    return alert.build();
  }

  /** Missing data have no evidence to go by: somebody should look today. */
  private static Severity severity(Change change, AlertSettings settings) {
    Severity known = change.subject().severity();
    if (known != Severity.UNKNOWN && !change.isHeldWithoutData()) {
      return known;
    }
    return settings.rules().level(change.rule()) == RuleLevel.PAGE
        ? Severity.WARNING
        : Severity.INFO;
  }

  private static void describe(Alert.Builder alert, Problem problem, BudgetShare budgetShare) {
    alert
        .setStartsEarliest(Instant.ofEpochMilli(problem.since().earliest()))
        .setStartsLatest(Instant.ofEpochMilli(problem.since().latest()))
        .setCases(problem.cases())
        .setNames(problem.names());
    if (Double.isFinite(problem.logThreshold())) {
      alert
          .setLogEvidence(problem.logEvidence())
          .setLogThreshold(problem.logThreshold())
          .setFalseAlarms(budgetShare.falseAlarms())
          .setFalseAlarmsPeriod(budgetShare.period());
    }
    problem
        .effect()
        .ifPresent(
            size -> {
              Interval interval = size.interval();
              alert
                  .setEffectParameter(size.parameter())
                  .setEffect(size.estimate())
                  .setEffectLower(interval.lower())
                  .setEffectUpper(interval.upper())
                  .setEffectOpen(size.open() == OpenEnd.NONE ? null : size.open().name())
                  .setGain(known(size.loss()))
                  .setGainAtLeast(known(size.lossAtLeast()))
                  .setCost(size.cost().map(Problem.Cost::estimate).orElse(null))
                  .setCostAtLeast(size.cost().map(Problem.Cost::atLeast).orElse(null));
            });
  }

  /** The map that would mend the predictions, learned from the cases since the change. */
  private static @Nullable String map(SeriesKey series, Change change, Problem problem) {
    return AlertWords.remedy(change)
        .filter(remedy -> !series.segment().equals(SegmentName.OTHERS))
        .map(
            remedy ->
                new LearnedMap(
                    series.model(),
                    remedy.space(),
                    List.of(),
                    Math.toIntExact(Math.min(problem.cases(), Integer.MAX_VALUE)),
                    Instant.ofEpochMilli(problem.since().at()),
                    Instant.ofEpochMilli(change.at()),
                    remedy.gain(),
                    remedy.gains(),
                    inSegment(series.segment(), remedy.map())))
        .map(MapJson::write)
        .orElse(null);
  }

  /** The map that leaves predictions outside the segment as they are. */
  private static RecalibrationMap inSegment(String segment, RecalibrationMap map) {
    RecalibrationMap inside = map;
    for (Map.Entry<String, String> part : SegmentName.parts(segment).entrySet()) {
      inside = new SegmentMap(part.getKey(), Map.of(part.getValue(), inside), MapChain.IDENTITY);
    }
    return inside;
  }

  private static @Nullable Double known(double value) {
    return Double.isNaN(value) ? null : value;
  }

  /**
   * The event that adds to an open alert which segments carry it, as soon as that is known.
   *
   * @param open its newest event, which named none
   */
  public static Alert attributed(Alert open, Attribution attribution) {
    Alert.Builder alert = Alert.newBuilder(open);
    attribution.tell(alert);
    return alert
        .setChange(AlertChange.CHANGED)
        .setSummary(open.getSummary() + attribution.inShort())
        .setDescription(attribution.into(open.getDescription()))
        .setSupersedes(null)
        .setRepeated(false)
        .build();
  }

  /**
   * The newest event of an alert, with what it says by now.
   *
   * @param open the newest event
   * @param now what the alert says by now, of the same state
   */
  public static Alert renewed(Alert open, Alert now) {
    return Alert.newBuilder(now)
        .setChange(open.getChange())
        .setVerdict(open.getVerdict())
        .setSupersedes(open.getSupersedes())
        .setSilencedBy(open.getSilencedBy())
        .setInhibitedBy(open.getInhibitedBy())
        .setInhibitedUntil(open.getInhibitedUntil())
        .setRepeated(false)
        .build();
  }

  /**
   * The event that ends an alert whose series is judged no more.
   *
   * @param open its newest event
   * @param at when; if the alert has said something of a later time, then: rules that need no
   *     labels are ahead of the others
   * @param why in words
   */
  public static Alert retired(Alert open, Instant at, String why) {
    Instant end = at.isAfter(open.getUpdatedAt()) ? at : open.getUpdatedAt();
    SeriesKey series = new SeriesKey(open.getModel(), open.getVersion(), open.getSegment());
    return Alert.newBuilder(open)
        .setState(AlertState.RESOLVED)
        .setChange(AlertChange.RETIRED)
        .setUpdatedAt(end)
        .setEndsAt(end)
        .setSummary(series.inWords() + ": " + why)
        .setDescription("The alert said before: " + open.getSummary())
        .setMap(null)
        .setNoMap(null)
        .setSegmentsCompared(null)
        .setSegmentsStandingOut(null)
        .setSegmentsLabelled(null)
        .setSegmentsLogE(null)
        .setOthersLogE(null)
        .setSupersedes(null)
        .setRepeated(false)
        .build();
  }

  /** What people type of an identity: its first eight digits, or all of a foreign one. */
  public static String id(String fingerprint) {
    return fingerprint.substring(0, Math.min(8, fingerprint.length()));
  }

  /** The identity of a problem: made from what it is about, never from when or how strongly. */
  public static String fingerprint(SeriesKey series, Rule rule) {
    return fingerprint(series.key(), rule);
  }

  /** The same of what is known by a key of its own. */
  static String fingerprint(String key, Rule rule) {
    String identity = key + '|' + rule.key();
    return UUID.nameUUIDFromBytes(identity.getBytes(StandardCharsets.UTF_8)).toString();
  }
}
