package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.replay.EventSource;
import io.evenkeel.app.replay.ExpectedCounts;
import io.evenkeel.app.replay.ExpectedCounts.Window;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.app.runtime.TopicSetup;
import io.evenkeel.local.broker.EmbeddedKafka;
import io.evenkeel.schemas.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * No record stops the application: whatever comes to a broker with default settings, valid or not,
 * becomes one dead letter or what is said here, and the final verdicts of another model are those
 * of a run without it.
 *
 * <p>{@code -Devenkeel.fuzz.events=50000} sends so many predictions with changed bytes, and as many
 * labels.
 */
class OneRecordIT {
  private static final EventSource TAME = Replay.biased(5_000);
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final int CHANGED = Integer.getInteger("evenkeel.fuzz.events", 1_000);

  @TempDir private static Path directory;
  private static EmbeddedKafka kafka;
  private static SortedMap<Window, Verdict> undisturbed;

  @BeforeAll
  static void judgeWithoutThem() {
    kafka = EmbeddedKafka.start(directory.resolve("broker"));
    undisturbed = judge("undisturbed", records -> {});
  }

  @AfterAll
  static void stop() {
    kafka.close();
  }

  /** What is sent before the tame events. */
  private interface Sending {
    void to(HostileRecords records);
  }

  @Test
  void recordsThatAreRefusedChangeNothing() {
    assertUnchanged("refused", HostileRecords::refused);
  }

  @Test
  void modelsOfUnusualSizeChangeNothing() {
    assertUnchanged("large", HostileRecords::large);
  }

  @Test
  void extremeNumbersChangeNothing() {
    assertUnchanged("extreme", HostileRecords::extreme);
  }

  @Test
  void changedBytesChangeNothing() {
    assertUnchanged("changed", records -> records.changed(CHANGED));
  }

  private static void assertUnchanged(String id, Sending sending) {
    FinalVerdicts.assertSameBesideOthers(judge(id, sending), undisturbed);
  }

  private static SortedMap<Window, Verdict> judge(String id, Sending sending) {
    Map<String, String> settings = BrokerSettings.apart(kafka, directory.resolve(id), id);
    settings.put("monitor.emit-interval", "500ms");
    settings.put("defaults.window.size", "10m");
    settings.put("defaults.window.advance", "10m");
    settings.put("defaults.labels.wait", "30m");
    settings.put("defaults.profile.sample", "64");
    // Changed bytes make many models, and the tame one comes last.
    settings.put("limits.models", "100000");
    AppConfig config = AppConfig.of(settings);
    try (TopicSetup topics = TopicSetup.connect(config)) {
      topics.create(2, (short) 1);
    }
    Map<Window, ExpectedCounts.Count> expected = ExpectedCounts.of(TAME, config::model);
    try (Application application = Application.start(config);
        FinalVerdicts verdicts = new FinalVerdicts(config);
        HostileRecords records = new HostileRecords(config)) {
      sending.to(records);
      Replay.all(TAME, config);
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                assertThat(application.health().live()).isTrue();
                assertThat(verdicts.counts().entrySet()).containsAll(expected.entrySet());
              });
      records.assertDeadLetters();
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> assertThat(records.judged()).filteredOn(m -> !verdicts.judged(m)).isEmpty());
      await().until(() -> application.health().ready());
      SortedMap<Window, Verdict> tame = new TreeMap<>(verdicts.verdicts());
      tame.keySet().retainAll(expected.keySet());
      return tame;
    }
  }
}
