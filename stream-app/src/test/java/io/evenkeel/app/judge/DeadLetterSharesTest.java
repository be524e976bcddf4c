package io.evenkeel.app.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.alert.Silences;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.state.MapStore;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertChange;
import io.evenkeel.schemas.Severity;
import io.evenkeel.schemas.internal.EventCounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class DeadLetterSharesTest {
  private static final AppConfig CONFIG = AppConfig.of(Map.of());
  private static final long MINUTE = Duration.ofMinutes(1).toMillis();
  private static final long START = 1_000 * MINUTE;

  private final MapStore<Alert> alerts = new MapStore<>("alerts");
  private final List<Alert> sent = new ArrayList<>();

  private AlertPublisher publisher(AppConfig config) {
    return new AlertPublisher(
        alerts,
        config,
        new Metrics(),
        new Silences(new MapStore<>("silences")),
        new Inhibitions(new MapStore<>("open"), config),
        sent::add);
  }

  private DeadLetterShares started(long now) {
    return started(now, CONFIG);
  }

  private DeadLetterShares started(long now, AppConfig config) {
    return new DeadLetterShares(config, publisher(config), now);
  }

  private List<AlertChange> changes() {
    return sent.stream().map(Alert::getChange).toList();
  }

  private static EventCounts counts(long since, long predictions, long refused) {
    return new EventCounts(since, predictions, Map.of("wrong_space", refused), 0L);
  }

  /** Raises an alert a minute after the start. */
  private DeadLetterShares raised() {
    DeadLetterShares shares = started(START);
    shares.hear("m", 0, counts(START, 100, 20), START);
    shares.look(START + MINUTE);
    assertThat(changes()).containsExactly(AlertChange.BEGAN);
    return shares;
  }

  @Test
  void waitsForAllPartitionsToSayWhatTheyCount() {
    DeadLetterShares shares = started(START);
    shares.hear("m", 0, counts(START, 100, 20), START);
    shares.look(START + MINUTE - 1);
    shares.hear("m", 1, counts(START, 1000, 0), START);
    shares.look(START + MINUTE);

    assertThat(changes()).isEmpty();
  }

  @Test
  void endsWhenAsManyEventsAsCanRaiseItHaveHalfTheShare() {
    DeadLetterShares shares = raised();
    shares.hear("m", 0, counts(START, 180, 4), START);
    shares.look(START + 2 * MINUTE);
    assertThat(changes()).hasSize(1);
    shares.hear("m", 0, counts(START, 196, 4), START);
    shares.look(START + 3 * MINUTE);

    assertThat(changes()).containsExactly(AlertChange.BEGAN, AlertChange.ENDED);
  }

  /** As long as counting has just begun, that nothing was refused says nothing. */
  @Test
  void isOpenForAnHourAfterARestart() {
    raised();
    long restart = START + 5 * MINUTE;
    DeadLetterShares shares = started(restart);
    shares.look(restart + 59 * MINUTE);
    assertThat(changes()).hasSize(1);
    shares.look(restart + 60 * MINUTE);

    assertThat(changes()).containsExactly(AlertChange.BEGAN, AlertChange.ENDED);
  }

  /** The same when another instance has taken over what counts. */
  @Test
  void isOpenForAnHourAfterCountingBegan() {
    DeadLetterShares shares = raised();
    long restart = START + 70 * MINUTE;
    shares.hear("m", 0, counts(restart, 20, 0), restart);
    shares.look(restart + 59 * MINUTE);
    assertThat(changes()).hasSize(1);
    shares.hear("m", 0, counts(restart, 30, 0), restart + 60 * MINUTE);
    shares.look(restart + 60 * MINUTE);

    assertThat(changes()).containsExactly(AlertChange.BEGAN, AlertChange.ENDED);
  }

  @Test
  void saysTheCountsAndReasonsOfTheLastHourWhenItIsSentAgain() {
    DeadLetterShares shares = raised();
    long later = START + 100 * MINUTE;
    EventCounts others = new EventCounts(START, 900L, Map.of("late_label", 50_000L), 0L);
    shares.hear("m", 0, others, later);
    shares.look(later);
    Alert open = Objects.requireNonNull(alerts.get(sent.get(0).getFingerprint()));

    assertThat(sent).hasSize(1);
    assertThat(open.getSummary()).contains("50,000 dead letters, 900 predictions");
    assertThat(open.getDescription()).contains("late_label 50000").doesNotContain("wrong_space");
    assertThat(open.getRaisedAt()).isEqualTo(sent.get(0).getRaisedAt());
    assertThat(open.getChange()).isEqualTo(AlertChange.BEGAN);
  }

  @Test
  void followsAChangeOfItsLevel() {
    AppConfig informs = AppConfig.of(Map.of("defaults.alert.dead-letters", "inform"));
    DeadLetterShares shares = started(START, informs);
    shares.hear("m", 0, counts(START, 100, 20), START);
    shares.look(START + MINUTE);
    long restart = START + 5 * MINUTE;
    DeadLetterShares pages =
        started(restart, AppConfig.of(Map.of("defaults.alert.dead-letters", "page")));
    pages.hear("m", 0, counts(restart, 100, 20), restart);
    pages.look(restart + MINUTE);
    pages.look(restart + 2 * MINUTE);

    assertThat(changes()).containsExactly(AlertChange.BEGAN, AlertChange.CHANGED);
    assertThat(sent)
        .extracting(Alert::getSeverity)
        .containsExactly(Severity.INFO, Severity.WARNING);
    assertThat(sent.get(1).getRaisedAt()).isEqualTo(sent.get(0).getRaisedAt());
  }

  @Test
  void endsWhenTheRuleIsTurnedOff() {
    raised();
    long restart = START + 5 * MINUTE;
    DeadLetterShares shares =
        started(restart, AppConfig.of(Map.of("defaults.alert.dead-letters", "off")));
    shares.look(restart + MINUTE);

    assertThat(changes()).containsExactly(AlertChange.BEGAN, AlertChange.RETIRED);
    assertThat(sent.get(1).getSummary()).isEqualTo("m: the rule dead-letters is off");
  }

  /** The alert is about the model: one of its series may have the same name, without a version. */
  @Test
  void outlivesASeriesWithoutAVersion() {
    raised();
    publisher(CONFIG).end(SeriesKey.whole("m", ""), START, "no predictions came for a week", START);

    assertThat(changes()).containsExactly(AlertChange.BEGAN);
  }

  /** A partition that nobody serves any more says nothing, and not for ever what it said last. */
  @Test
  void forgetsWhatAPartitionSaidAnHourAgo() {
    DeadLetterShares shares = raised();
    shares.look(START + 59 * MINUTE);
    assertThat(changes()).hasSize(1);
    shares.look(START + 60 * MINUTE);

    assertThat(changes()).containsExactly(AlertChange.BEGAN, AlertChange.ENDED);
  }

  /** At night labels come alone. */
  @Test
  void countsTheLabelsThatWereTakenIn() {
    DeadLetterShares shares = started(START, AppConfig.of(Map.of()));
    shares.hear("m", 0, new EventCounts(START, 0L, Map.of("late_label", 10L), 10_000L), START);
    shares.look(START + MINUTE);

    assertThat(sent).isEmpty();
  }
}
