package io.evenkeel.app.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.evenkeel.app.alert.Silences;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.state.MapStore;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.PublishedMap;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SeriesOutputTest {
  private static final AppConfig CONFIG = AppConfig.of(Map.of());
  private static final SeriesKey SERIES = new SeriesKey("churn", "3", "plan=a|b");

  private final List<Map.Entry<String, Object>> sent = new ArrayList<>();
  private final List<Alert> alerts = new ArrayList<>();
  private final SeriesOutput output =
      new SeriesOutput(
          new Metrics(),
          new AlertPublisher(
              new MapStore<>("alerts"),
              CONFIG,
              new Metrics(),
              new Silences(new MapStore<>("silences")),
              new Inhibitions(new MapStore<>("open"), CONFIG),
              alerts::add),
          (key, value) -> sent.add(Map.entry(key, value)));

  @Test
  void sendsAMapUnderTheKeyOfItsSeriesOnceItIsToBeSent() {
    PublishedMap map =
        PublishedMap.newBuilder()
            .setModel(SERIES.model())
            .setVersion(SERIES.version())
            .setSegment(SERIES.segment())
            .setWords("temperature 1.8")
            .setUpdatedAt(Instant.EPOCH)
            .setLaterLabels(0)
            .setLogEvidence(3.1)
            .build();

    List<Runnable> sending = output.sending(List.of(map), 0);
    assertThat(sent).isEmpty();
    sending.forEach(Runnable::run);

    assertThat(sent).containsExactly(Map.entry(SERIES.key(), map));
  }

  /** Rules that wait for labels and those that do not go through a backlog one after the other. */
  @Test
  void theFirstOfTheAlertsOfAShiftIsSentAfterABacklogToo() {
    Alert later = InhibitionsTest.firing(SERIES, Rule.LABEL_SHIFT, 2);
    Alert first =
        Alert.newBuilder(InhibitionsTest.firing(SERIES, Rule.PREDICTION_DRIFT, 2))
            .setUpdatedAt(later.getUpdatedAt().minusSeconds(3600))
            .build();

    output.sending(List.of(later, first), 0).forEach(Runnable::run);

    assertThat(alerts)
        .extracting(Alert::getRule, Alert::getInhibitedBy)
        .containsExactly(
            tuple(first.getRule(), null), tuple(later.getRule(), first.getFingerprint()));
  }

  @Test
  void aForgottenSeriesLeavesNothingInCompactedTopics() {
    output.forget(SERIES);

    assertThat(sent)
        .containsExactlyInAnyOrder(
            Map.entry(SERIES.key(), Tombstone.SERIES),
            Map.entry(SERIES.key(), Tombstone.RECALIBRATION));
  }
}
