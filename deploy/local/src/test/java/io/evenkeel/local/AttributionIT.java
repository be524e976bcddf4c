package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.replay.Case;
import io.evenkeel.app.replay.EventSource;
import io.evenkeel.app.replay.ExpectedCounts;
import io.evenkeel.app.replay.ExpectedCounts.Count;
import io.evenkeel.app.replay.ExpectedCounts.Window;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.app.runtime.TopicSetup;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.local.broker.EmbeddedKafka;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Segments find the whole of their version, however many partitions there are. */
class AttributionIT {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final List<String> COUNTRIES = List.of("DE", "FR", "IT", "PL", "ES");

  /** Of two versions, each says 0.9 always; the first is wrong in DE, the second in IT. */
  private static final EventSource SOURCE =
      EventSource.of(() -> IntStream.range(0, 12_000).mapToObj(AttributionIT::seen));

  @TempDir private Path directory;

  private static Case seen(int i) {
    String country = COUNTRIES.get(i / 2 % COUNTRIES.size());
    String version = i % 2 == 0 ? "1" : "2";
    boolean wrong = country.equals(i % 2 == 0 ? "DE" : "IT");
    Instant at = START.plus(Duration.ofMillis(500L * i));
    int target = new SplittableRandom(i).nextDouble() < (wrong ? 0.4 : 0.9) ? 1 : 0;
    String id = "case-" + i;
    return new Case(
        new PredictionEvent(
            id,
            "churn",
            version,
            at.toEpochMilli(),
            Map.of("country", country),
            Map.of(),
            Categorical.of(0.1, 0.9)),
        List.of(
            new LabelEvent(id, at.plusSeconds(60).toEpochMilli(), 0, new RawTarget.Index(target))));
  }

  private AppConfig config(EmbeddedKafka kafka) {
    Map<String, String> settings = BrokerSettings.of(kafka, directory, "attribution");
    settings.put("monitor.emit-interval", "500ms");
    settings.put("defaults.window.size", "10m");
    settings.put("defaults.window.advance", "10m");
    settings.put("defaults.labels.wait", "5m");
    settings.put("defaults.profile.sample", "100");
    settings.put("defaults.segments", "country");
    return AppConfig.of(settings);
  }

  private static List<Alert> naming(FinalVerdicts verdicts, String version) {
    return verdicts.alerts().stream()
        .filter(alert -> alert.getVersion().equals(version) && alert.getSegment().isEmpty())
        .filter(alert -> alert.getState() == AlertState.FIRING)
        .filter(alert -> alert.getSegmentsStandingOut() != null)
        .filter(alert -> !alert.getSegmentsStandingOut().isEmpty())
        .toList();
  }

  private static void assertNames(List<Alert> alerts, String segment) {
    assertThat(alerts)
        .isNotEmpty()
        .allSatisfy(
            alert -> {
              assertThat(alert.getSegmentsCompared()).isEqualTo(COUNTRIES.size());
              assertThat(alert.getSegmentsStandingOut()).containsExactly(segment);
            });
  }

  @Test
  void alertsOfAModelNameTheSegmentThatIsWrong() {
    try (EmbeddedKafka kafka = EmbeddedKafka.start(directory.resolve("broker"))) {
      AppConfig config = config(kafka);
      try (TopicSetup topics = TopicSetup.connect(config)) {
        topics.create(4, (short) 1);
      }
      try (Application application = Application.start(config);
          FinalVerdicts verdicts = new FinalVerdicts(config)) {
        Replay.all(SOURCE, config);
        Map<Window, Count> expected = ExpectedCounts.of(SOURCE, config::model);
        await()
            .atMost(Duration.ofMinutes(4))
            .untilAsserted(
                () -> {
                  assertThat(verdicts.counts()).isEqualTo(expected);
                  assertNames(naming(verdicts, "1"), "country=DE");
                  assertNames(naming(verdicts, "2"), "country=IT");
                });
        assertThat(application.health().live()).isTrue();
      }
    }
  }
}
