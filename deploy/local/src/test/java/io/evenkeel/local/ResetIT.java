package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.replay.EventSource;
import io.evenkeel.app.replay.ExpectedCounts;
import io.evenkeel.app.replay.ExpectedCounts.Window;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.app.runtime.Reset;
import io.evenkeel.app.runtime.TopicSetup;
import io.evenkeel.local.broker.EmbeddedKafka;
import io.evenkeel.schemas.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application that was reset judges the same events again as it did at first. */
class ResetIT {
  private static final int CASES = 4000;
  private static final EventSource SOURCE = Replay.biased(CASES);

  @TempDir private Path directory;

  private final Shell shell = new Shell();

  @Test
  void forgetsEverythingAndComesToTheSameVerdicts() {
    try (EmbeddedKafka kafka = EmbeddedKafka.start(directory.resolve("broker"))) {
      Map<String, String> settings = settings(kafka);
      AppConfig config = AppConfig.of(settings);
      try (TopicSetup topics = TopicSetup.connect(config)) {
        topics.create(2, (short) 1);
      }
      Replay.all(SOURCE, config);

      SortedMap<Window, Verdict> first = judge(config, settings);
      assertThat(shell.run(settings, "reset", "--outputs")).isZero();
      assertThat(shell.out())
          .contains(
              "would delete the internal topic evenkeel-observations-changelog",
              "would delete the internal topic evenkeel-partials-by-series-repartition",
              "would empty the topic evenkeel.profiles",
              "would empty the topic evenkeel.verdicts",
              "would empty the topic evenkeel.recalibrations",
              "would forget the consumer group evenkeel",
              "would read again from the beginning: offsets by partition"
                  + " {evenkeel.labels={0=0, 1=0}, evenkeel.predictions={0=0, 1=0}}",
              "would delete the state in " + directory.resolve("state"),
              "Nothing was done")
          .doesNotContain("evenkeel.predictions (", "evenkeel.silences");
      assertThat(directory.resolve("state/evenkeel")).exists();

      interrupt(config);
      assertThatThrownBy(() -> Application.start(config))
          .hasMessageContaining("a reset of the application was begun and not finished");

      assertThat(shell.run(settings, "reset", "--outputs", "--execute")).as(shell.err()).isZero();
      assertThat(shell.out()).contains("done: delete the internal topic").doesNotContain("would");
      assertThat(directory.resolve("state/evenkeel")).doesNotExist();

      FinalVerdicts.assertSame(judge(config, settings), first);
    }
  }

  /** A reset that ends when it has deleted one of the internal topics. */
  private static void interrupt(AppConfig config) {
    try (Reset reset = Reset.connect(config)) {
      for (Reset.Step step : reset.plan(null, true)) {
        step.action().run();
        if (step.description().startsWith("delete the internal topic")) {
          return;
        }
      }
    }
  }

  private SortedMap<Window, Verdict> judge(AppConfig config, Map<String, String> settings) {
    try (Application application = Application.start(config);
        FinalVerdicts verdicts = new FinalVerdicts(config)) {
      assertThat(verdicts.verdicts()).isEmpty();
      await()
          .atMost(Duration.ofMinutes(2))
          .untilAsserted(
              () ->
                  assertThat(verdicts.counts())
                      .isEqualTo(ExpectedCounts.of(SOURCE, config::model)));
      await().until(() -> application.health().ready());
      assertThat(shell.run(settings, "reset", "--wait=0s", "--execute")).isEqualTo(3);
      assertThat(shell.err()).contains("the application evenkeel runs");
      return new TreeMap<>(verdicts.verdicts());
    }
  }

  private Map<String, String> settings(EmbeddedKafka kafka) {
    Map<String, String> settings = BrokerSettings.of(kafka, directory, "reset");
    settings.put("kafka.session.timeout.ms", "6000");
    settings.put("monitor.emit-interval", "200ms");
    settings.put("defaults.window.size", "10m");
    settings.put("defaults.window.advance", "10m");
    settings.put("defaults.labels.wait", "5m");
    return settings;
  }
}
