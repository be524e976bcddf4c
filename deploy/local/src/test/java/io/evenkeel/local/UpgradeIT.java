package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.replay.ReplayProducer;
import io.evenkeel.app.replay.Replayer;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.local.broker.EmbeddedKafka;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a version left in the middle of a stream is read by this one, which comes to the counts that
 * are in the events; or the start says what to do, and this does it.
 *
 * <p>A release that raises the format of the state puts what it writes, by the main method of
 * {@link StateFixture}, in the place of that of the format before.
 */
class UpgradeIT {
  private static final Path FIXTURES = Path.of("src/test/resources/state");
  private static final Instant ALL_CLOSED = Instant.parse("2026-02-01T00:00:00Z");

  @TempDir private Path directory;

  private final Shell shell = new Shell();

  @Test
  void theStateOfThisFormatIsRead() {
    try (EmbeddedKafka kafka = unpack("17.zip")) {
      assertCountsAll(StateFixture.settings(kafka, directory));
    }
  }

  /** As a container's is, unless it has a volume. */
  @Test
  void theChangelogsOfThisFormatAreRead() throws Exception {
    try (EmbeddedKafka kafka = unpack("17.zip")) {
      Utils.delete(directory.resolve("state").toFile());

      assertCountsAll(StateFixture.settings(kafka, directory));
    }
  }

  @Test
  void theStateOfVersionsWithoutAFormatIsRefused() {
    try (EmbeddedKafka kafka = unpack("04761c7.zip")) {
      Map<String, String> settings = StateFixture.settings(kafka, directory);

      assertThat(shell.run(settings, "run")).isEqualTo(3);

      assertThat(shell.err()).contains("was written by an older version", "run 'evenkeel reset'");
      assertCountsAllAfterReset(settings);
    }
  }

  /** Theirs do not say in which form they are. */
  @Test
  void theChangelogsOfFormatsBeforeTheirNamesSayItAreRefused() throws Exception {
    try (EmbeddedKafka kafka = unpack("16.zip")) {
      Map<String, String> settings = StateFixture.settings(kafka, directory);
      Utils.delete(directory.resolve("state").toFile());

      assertThat(shell.run(settings, "run", "--accept-loss")).isEqualTo(3);

      assertThat(shell.err())
          .contains("the topic upgrade-members-changelog was written by an older version")
          .contains("run 'evenkeel reset'");
      assertCountsAllAfterReset(settings);
    }
  }

  /** The broker that a version left, with the topics that only later ones need. */
  private EmbeddedKafka unpack(String fixture) {
    StateFixture.unpack(FIXTURES.resolve(fixture), directory);
    EmbeddedKafka kafka = EmbeddedKafka.start(directory.resolve("broker"));
    Map<String, String> settings = StateFixture.settings(kafka, directory);
    assertThat(shell.run(settings, "topics", "--partitions=1")).as(shell.err()).isZero();
    return kafka;
  }

  private void assertCountsAllAfterReset(Map<String, String> settings) {
    assertThat(shell.run(settings, "reset", "--outputs", "--execute")).as(shell.err()).isZero();
    assertCountsAll(settings);
  }

  private void assertCountsAll(Map<String, String> settings) {
    AppConfig config = AppConfig.of(settings);
    try (Application application = Application.start(config);
        FinalVerdicts verdicts = new FinalVerdicts(config);
        var producer = ReplayProducer.of(KafkaProperties.clients(config), config.serde())) {
      StateFixture.sendTheRest(config);
      new Replayer(producer, config.topics(), InstantSource.system())
          .beat(Map.of(StateFixture.MODEL, ALL_CLOSED));
      verdicts.awaitAll(StateFixture.SOURCE, config);
      assertThat(verdicts.alerts()).noneMatch(alert -> alert.getRule().equals("monitor-failed"));
      assertThat(application.health().live()).isTrue();
    }
  }
}
