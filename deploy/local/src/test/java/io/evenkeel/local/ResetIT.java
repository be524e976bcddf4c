package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evenkeel.app.cli.App;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.replay.EventSource;
import io.evenkeel.app.replay.ExpectedCounts;
import io.evenkeel.app.replay.ExpectedCounts.Window;
import io.evenkeel.app.replay.Pace;
import io.evenkeel.app.replay.ReplayProducer;
import io.evenkeel.app.replay.Replayer;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.runtime.TopicSetup;
import io.evenkeel.app.simulate.Arrivals;
import io.evenkeel.app.simulate.Preset;
import io.evenkeel.app.simulate.Simulation;
import io.evenkeel.local.broker.EmbeddedKafka;
import io.evenkeel.schemas.Verdict;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application that was reset judges the same events again as it did at first. */
class ResetIT {
  private static final int CASES = 4000;
  private static final EventSource SOURCE = EventSource.of(simulation());

  @TempDir private Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void forgetsEverythingAndComesToTheSameVerdicts() {
    try (EmbeddedKafka kafka = EmbeddedKafka.start(directory.resolve("broker"))) {
      Map<String, String> settings = settings(kafka);
      AppConfig config = AppConfig.of(settings);
      try (TopicSetup topics = TopicSetup.connect(config)) {
        topics.create(2, (short) 1);
      }
      replay(config);

      SortedMap<Window, Verdict> first = judge(config, settings);
      assertThat(reset(settings, "--outputs")).isZero();
      assertThat(out.toString())
          .contains(
              "would delete the internal topic evenkeel-observations-changelog",
              "would delete the internal topic evenkeel-partials-by-series-repartition",
              "would empty the topic evenkeel.profiles",
              "would empty the topic evenkeel.verdicts",
              "would forget the consumer group evenkeel",
              "would read again from the beginning: offsets by partition"
                  + " {evenkeel.labels={0=0, 1=0}, evenkeel.predictions={0=0, 1=0}}",
              "would delete the state in " + directory.resolve("state"),
              "Nothing was done")
          .doesNotContain("evenkeel.predictions (", "evenkeel.silences");
      assertThat(directory.resolve("state/evenkeel")).exists();

      assertThat(reset(settings, "--outputs", "--execute")).as(err.toString()).isZero();
      assertThat(out.toString())
          .contains("done: delete the internal topic")
          .doesNotContain("would");
      assertThat(directory.resolve("state/evenkeel")).doesNotExist();

      FinalVerdicts.assertSame(judge(config, settings), first);
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
      assertThat(application.health().ready()).isTrue();
      assertThat(reset(settings, "--wait=0s", "--execute")).isEqualTo(3);
      assertThat(err.toString()).contains("the application evenkeel runs");
      return new TreeMap<>(verdicts.verdicts());
    }
  }

  private int reset(Map<String, String> settings, String... options) {
    out.getBuffer().setLength(0);
    List<String> arguments = new ArrayList<>(List.of("reset"));
    arguments.addAll(List.of(options));
    settings.forEach((path, value) -> arguments.add("-D" + path + "=" + value));
    return App.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments.toArray(String[]::new));
  }

  private Map<String, String> settings(EmbeddedKafka kafka) {
    return Map.of(
        "kafka.bootstrap.servers",
        kafka.bootstrapServers(),
        "kafka.session.timeout.ms",
        "6000",
        "kafka.state.dir",
        directory.resolve("state").toString(),
        "serde.properties.schema.registry.url",
        "mock://reset",
        "http.port",
        "0",
        "monitor.emit-interval",
        "200ms",
        "defaults.window.size",
        "10m",
        "defaults.window.advance",
        "10m",
        "defaults.labels.wait",
        "5m");
  }

  private static Simulation simulation() {
    Simulation biased = Preset.BIASED.simulation();
    Arrivals all = biased.arrivals();
    Arrivals some = new Arrivals(CASES, all.start(), all.every(), Duration.ofMinutes(30));
    return new Simulation(biased.model(), biased.law(), some, biased.labels(), biased.seed());
  }

  private static void replay(AppConfig config) {
    try (var producer = ReplayProducer.of(KafkaProperties.clients(config), config.serde())) {
      Replayer replayer = new Replayer(producer, config.topics(), InstantSource.system());
      replayer.play(SOURCE, Pace.FULL_SPEED, time -> {});
      replayer.end(config::model);
    }
  }
}
