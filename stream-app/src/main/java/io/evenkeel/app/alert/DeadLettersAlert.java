package io.evenkeel.app.alert;

import io.evenkeel.app.codec.Reason;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.config.RuleLevel;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.wording.Numbers;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertChange;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Severity;
import io.evenkeel.schemas.internal.EventCounts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The alert of a model many of whose events cannot be used, in whatever version: where these say
 * none can be known. Its times are of the wall clock, as bad events need not have any.
 */
public final class DeadLettersAlert {
  /** The reasons of events that are as they should be, and came too late. */
  private static final Set<String> LATE =
      Stream.of(Reason.LATE_PREDICTION, Reason.LATE_LABEL, Reason.UNMATCHED_LABEL)
          .map(Reason::code)
          .collect(Collectors.toUnmodifiableSet());

  private DeadLettersAlert() {}

  /** The number of events that could not be used. */
  public static long refused(EventCounts events) {
    return events.getRefused().values().stream().mapToLong(Long::longValue).sum();
  }

  /** The alert that fires. */
  public static Alert began(
      String model, EventCounts events, ModelSettings settings, String topic, Instant now) {
    boolean pages = settings.alert().rules().level(Rule.DEAD_LETTERS) == RuleLevel.PAGE;
    String fingerprint = fingerprint(model);
    return Alert.newBuilder()
        .setFingerprint(fingerprint)
        .setModel(model)
        .setVersion("")
        .setSegment("")
        .setRule(Rule.DEAD_LETTERS.key())
        .setState(AlertState.FIRING)
        .setChange(AlertChange.BEGAN)
        .setSeverity(pages ? Severity.WARNING : Severity.INFO)
        .setStartsAt(now)
        .setRaisedAt(now)
        .setUpdatedAt(now)
        .setSummary("%s: events cannot be used: %s".formatted(model, inWords(events)))
        .setDescription(
            "Reasons: "
                + reasons(events).stream()
                    .map(reason -> reason.getKey() + " " + reason.getValue())
                    .collect(Collectors.joining(", "))
                + ".\nDo: "
                + remedies(events)
                + " The topic "
                + topic
                + " keeps them.\n"
                + AlertWords.silence(AlertRecords.id(fingerprint)))
        .setCases(refused(events))
        .setRunbook(settings.alert().runbook())
        .build();
  }

  /**
   * The alert that goes on, with what it says by now; it is news if the settings give it another
   * severity.
   *
   * @param open its newest event
   * @param now what it says if it fires now
   */
  public static Alert goesOn(Alert open, Alert now) {
    boolean isNews = now.getSeverity() != open.getSeverity();
    return Alert.newBuilder(now)
        .setChange(isNews ? AlertChange.CHANGED : open.getChange())
        .setStartsAt(open.getStartsAt())
        .setRaisedAt(open.getRaisedAt())
        .setRepeated(!isNews)
        .build();
  }

  /**
   * The alert that ends.
   *
   * @param open its newest event
   */
  public static Alert ended(Alert open, EventCounts events, Instant now) {
    return Alert.newBuilder(open)
        .setState(AlertState.RESOLVED)
        .setChange(AlertChange.ENDED)
        .setUpdatedAt(now)
        .setEndsAt(now)
        .setSummary(open.getModel() + ": dead letters are few again: " + inWords(events))
        .setDescription("The alert said before: " + open.getSummary())
        .setCases(refused(events))
        .setRepeated(false)
        .build();
  }

  /** What is wrong with an event can be seen in it, unless it came too late. */
  private static String remedies(EventCounts events) {
    Set<String> reasons = events.getRefused().keySet();
    List<String> remedies = new ArrayList<>();
    if (!LATE.containsAll(reasons)) {
      remedies.add(
          "mend the producer of these events. evenkeel check --last 1000 says what is wrong with"
              + " each.");
    }
    if (!Collections.disjoint(LATE, reasons)) {
      remedies.add(
          "send late events sooner, or make labels.wait, window.grace or monitor.idle-timeout longer:"
              + " they came after their panes were closed.");
    }
    return String.join(" And ", remedies);
  }

  /** The identity of the alert of a model. */
  public static String fingerprint(String model) {
    return AlertRecords.fingerprint(SeriesKey.whole(model, ""), Rule.DEAD_LETTERS);
  }

  private static String inWords(EventCounts events) {
    return "in the last hour "
        + Numbers.of(refused(events), "dead letter")
        + ", "
        + Numbers.of(events.getPredictions(), "prediction")
        + (events.getLabels() == 0 ? "" : " and " + Numbers.of(events.getLabels(), "label"))
        + " taken in";
  }

  private static List<Map.Entry<String, Long>> reasons(EventCounts events) {
    return events.getRefused().entrySet().stream()
        .sorted(
            Map.Entry.<String, Long>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry::getKey, Comparator.naturalOrder()))
        .toList();
  }
}
