package io.evenkeel.app.backtest;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Severity;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The alerts of a backtest, of all rules and series, in the order in which they began: what is
 * expected of them is one text, a line each, and nothing else may have been raised.
 *
 * <pre>
 * WARNING  churn  miscalibration   2026-01-02T06:00 .. 2026-01-02T09:00  open
 * NO_DATA  churn  miscalibration   2026-02-01 .. 2026-02-03              2026-03-01 .. 2026-03-03
 * </pre>
 *
 * <p>The first word is the worst severity while it fired, or NO_DATA. Then come the series, the
 * rule, and the times within which it was raised and was over, both inclusive; a day stands for the
 * whole of it.
 */
final class ExpectedAlerts {
  private ExpectedAlerts() {}

  /** An alert from its first FIRING or NO_DATA to its end; mutable. */
  private static final class Episode {
    private final Alert first;
    private final Instant from;
    private Severity worst = Severity.INFO;
    private boolean fired;
    private Instant until = Instant.MAX;

    private Episode(DatedAlert change) {
      first = change.alert();
      from = change.at();
    }

    private void follow(Alert alert) {
      if (alert.getState() == AlertState.FIRING) {
        fired = true;
        worst = alert.getSeverity().compareTo(worst) > 0 ? alert.getSeverity() : worst;
      }
    }

    private String name() {
      String segment = first.getSegment();
      return first.getModel() + (segment.isEmpty() ? "" : "[" + segment + "]");
    }

    private boolean isAs(String[] words) {
      List<String> plain = List.of(words).stream().filter(word -> !word.equals("..")).toList();
      return plain.get(0).equals(fired ? worst.name() : "NO_DATA")
          && plain.get(1).equals(name())
          && plain.get(2).equals(first.getRule())
          && isWithin(from, plain.get(3), plain.get(4))
          && (plain.get(5).equals("open")
              ? until.equals(Instant.MAX)
              : isWithin(until, plain.get(5), plain.get(6)));
    }

    private static boolean isWithin(Instant at, String from, String to) {
      return !at.isBefore(instant(from, 0)) && !at.isAfter(instant(to, 1));
    }

    private static Instant instant(String text, int daysLater) {
      return text.contains("T")
          ? Instant.parse(text + ":00Z")
          : LocalDate.parse(text).plusDays(daysLater).atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    @Override
    public String toString() {
      return String.join(
          "  ",
          fired ? worst.name() : "NO_DATA",
          name(),
          first.getRule(),
          from.toString(),
          until.equals(Instant.MAX) ? "open" : until.toString(),
          first.getSummary());
    }
  }

  private static List<Episode> episodes(Result result) {
    Map<String, Episode> open = new HashMap<>();
    List<Episode> all = new ArrayList<>();
    for (DatedAlert change : result.changes()) {
      Alert alert = change.alert();
      String fingerprint = alert.getFingerprint();
      switch (alert.getState()) {
        case FIRING, NO_DATA ->
            open.computeIfAbsent(
                    fingerprint,
                    any -> {
                      all.add(new Episode(change));
                      return all.get(all.size() - 1);
                    })
                .follow(alert);
        case RESOLVED -> {
          Episode over = open.remove(fingerprint);
          if (over != null) {
            over.until = change.at();
          }
        }
        default -> {}
      }
    }
    return all;
  }

  /** Checks that these alerts were raised and no others. */
  static void assertAlerts(Result result, String expected) {
    List<Episode> episodes = episodes(result);
    List<String> lines = expected.lines().filter(line -> !line.isBlank()).toList();
    String raised = episodes.stream().map(Episode::toString).collect(Collectors.joining("\n"));
    assertThat(episodes.size()).as("of%n%s", raised).isEqualTo(lines.size());
    for (int i = 0; i < lines.size(); i++) {
      assertThat(episodes.get(i).isAs(lines.get(i).strip().split("\\s+")))
          .as("'%s' in%n%s", lines.get(i).strip(), raised)
          .isTrue();
    }
  }
}
