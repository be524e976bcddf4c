package io.evenkeel.app.oncall;

import io.evenkeel.app.alert.AlertRecords;
import io.evenkeel.app.state.PlainText;
import io.evenkeel.app.state.SilenceScope;
import io.evenkeel.app.wording.Times;
import io.evenkeel.core.drift.OtherFeatures;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Silence;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Alerts and silences as lines that people read. */
public final class AlertTable {
  /** So many models that name one feature have hardly found it by chance. */
  private static final int MANY = 3;

  /** So many of their features are told. */
  private static final int FEATURES = 3;

  private AlertTable() {}

  /**
   * Alerts, a line each under a heading: those that fire first, the most severe of them first.
   * Below it says which features alerts of many models name.
   */
  public static String of(List<Alert> alerts) {
    if (alerts.isEmpty()) {
      return "No alerts.%n".formatted();
    }
    String rows =
        alerts.stream()
            .sorted(
                Comparator.comparing((Alert alert) -> alert.getState() != AlertState.FIRING)
                    .thenComparing(Alert::getState)
                    .thenComparing(Alert::getSeverity, Comparator.reverseOrder())
                    .thenComparing(Alert::getSummary))
            .map(AlertTable::row)
            .collect(Collectors.joining());
    return "%-8s  %-8s  %-8s  %s%n%s".formatted("ID", "STATE", "SEVERITY", "ALERT", rows)
        + shared(alerts);
  }

  private static String shared(List<Alert> alerts) {
    SortedMap<String, Set<String>> models = new TreeMap<>();
    for (Alert alert : alerts) {
      if (alert.getState() != AlertState.RESOLVED && alert.getNames() != null) {
        for (String feature : alert.getNames()) {
          models.computeIfAbsent(feature, none -> new HashSet<>()).add(alert.getModel());
        }
      }
    }
    models.remove(OtherFeatures.FEATURE.name());
    return models.entrySet().stream()
        .filter(one -> one.getValue().size() >= MANY)
        .sorted(Comparator.comparing(one -> -one.getValue().size()))
        .limit(FEATURES)
        .map(
            one ->
                String.format(
                    Locale.ROOT,
                    "Alerts of %,d models name the feature %s: see first what they get it from.%n",
                    one.getValue().size(),
                    PlainText.of(one.getKey())))
        .collect(Collectors.joining());
  }

  private static String row(Alert alert) {
    return "%-8s  %-8s  %-8s  %s%s%n"
        .formatted(
            AlertRecords.id(alert.getFingerprint()),
            alert.getState(),
            alert.getSeverity().name().toLowerCase(Locale.ROOT),
            PlainText.of(alert.getSummary()),
            muted(alert));
  }

  private static String muted(Alert alert) {
    if (alert.getSilencedBy() != null) {
      return " (silenced by " + PlainText.of(alert.getSilencedBy()) + ")";
    }
    return alert.getInhibitedBy() == null
        ? ""
        : " (explained by " + AlertRecords.id(alert.getInhibitedBy()) + ")";
  }

  /**
   * A silence that has just begun, and whether it holds for nothing yet, as after a misspelled
   * name.
   *
   * @param alerts the newest state of each, open or not
   */
  public static String ofNewSilence(Silence silence, List<Alert> alerts) {
    boolean isOfSome =
        alerts.stream()
            .filter(alert -> alert.getState() != AlertState.RESOLVED)
            .anyMatch(alert -> SilenceScope.matches(silence, alert));
    return ofSilences(List.of(silence))
        + (isOfSome ? "" : "No open alert matches it now.%n".formatted());
  }

  /** Silences, a line each under a heading, in their order. */
  public static String ofSilences(List<Silence> silences) {
    if (silences.isEmpty()) {
      return "No silences.%n".formatted();
    }
    String rows = silences.stream().map(AlertTable::row).collect(Collectors.joining());
    return "%-8s  %-20s  %-20s  %s%n%s".formatted("ID", "FROM", "UNTIL", "SILENCES", rows);
  }

  private static String row(Silence silence) {
    return "%-8s  %-20s  %-20s  %s%s%n"
        .formatted(
            PlainText.of(silence.getSilenceId()),
            Times.minute(silence.getStartsAt()),
            Times.minute(silence.getEndsAt()),
            PlainText.of(scope(silence)),
            PlainText.of(why(silence)));
  }

  /** What a silence holds for, such as {@code model churn, rule miscalibration, alert ea3de5b6}. */
  private static String scope(Silence silence) {
    String scope =
        Stream.of(
                part("model", silence.getModel()),
                part("version", silence.getVersion()),
                part("segment", silence.getSegment()),
                part("rule", silence.getRule()),
                part("alert", alert(silence)))
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining(", "));
    return scope.isEmpty() ? "everything" : scope;
  }

  private static @Nullable String alert(Silence silence) {
    return silence.getFingerprint() == null ? null : AlertRecords.id(silence.getFingerprint());
  }

  private static String part(String what, @Nullable String value) {
    if (value == null) {
      return "";
    }
    return value.isEmpty() ? "no " + what : what + " " + value;
  }

  private static String why(Silence silence) {
    String by = silence.getCreatedBy().isEmpty() ? "" : " by " + silence.getCreatedBy();
    return by + (silence.getComment().isEmpty() ? "" : ": " + silence.getComment());
  }
}
