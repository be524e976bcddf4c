package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.replay.EventSource;
import io.evenkeel.app.replay.ExpectedCounts.Window;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.runtime.Reset;
import io.evenkeel.app.runtime.TopicSetup;
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.local.broker.EmbeddedKafka;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertChange;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.PublishedMap;
import io.evenkeel.schemas.Severity;
import io.evenkeel.schemas.Verdict;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
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
              "empty them before the start, by 'select evenkeel_empty()'",
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

  @Test
  void endsWhatIsInForceWhereTheOutputsStay() throws Exception {
    try (EmbeddedKafka kafka = EmbeddedKafka.start(directory.resolve("broker"))) {
      Map<String, String> settings = settings(kafka);
      AppConfig config = AppConfig.of(settings);
      try (TopicSetup topics = TopicSetup.connect(config)) {
        topics.create(2, (short) 1);
      }
      String alerts = config.topics().alerts();
      for (Rule rule : List.of(Rule.MISCALIBRATION, Rule.DEAD_LETTERS, Rule.COMPARISON)) {
        publish(config, alerts, rule.key() + "-fingerprint", alert(rule));
      }
      publish(config, config.topics().recalibrations(), "churn|3|", map());

      assertThat(shell.run(settings, "reset")).as(shell.err()).isZero();
      assertThat(shell.out())
          .contains(
              "would resolve 2 open alerts of evenkeel.alerts",
              "would delete 1 map of evenkeel.recalibrations");
      assertThat(shell.run(settings, "reset", "--execute")).as(shell.err()).isZero();

      assertThat(shell.run(settings, "alerts")).as(shell.err()).isZero();
      assertThat(shell.out()).contains("comparis").hasLineCount(2);
      assertThat(shell.run(settings, "alerts", "--all")).as(shell.err()).isZero();
      assertThat(shell.out())
          .containsPattern("miscalib  RESOLVED .*churn 3: the state of the monitor was reset")
          .hasLineCount(4);
      assertThat(shell.run(settings, "recalibrations")).as(shell.err()).isZero();
      assertThat(shell.out()).isEqualToIgnoringNewLines("No published maps.");
      assertThat(shell.run(settings, "reset")).as(shell.err()).isZero();
      assertThat(shell.out()).doesNotContain("open alert", " map of");
    }
  }

  private static void publish(AppConfig config, String topic, String key, SpecificRecord record)
      throws Exception {
    byte[] bytes = AvroSerdes.of(config.serde()).serializer().serialize(topic, record);
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(
            KafkaProperties.clients(config), new StringSerializer(), new ByteArraySerializer())) {
      producer.send(new ProducerRecord<>(topic, key, bytes)).get();
    }
  }

  private static Alert alert(Rule rule) {
    return Alert.newBuilder()
        .setFingerprint(rule.key() + "-fingerprint")
        .setModel("churn")
        .setVersion("3")
        .setSegment("")
        .setRule(rule.key())
        .setState(AlertState.FIRING)
        .setChange(AlertChange.BEGAN)
        .setSeverity(Severity.WARNING)
        .setStartsAt(Instant.EPOCH)
        .setRaisedAt(Instant.EPOCH)
        .setUpdatedAt(Instant.EPOCH)
        .setSummary("churn 3: " + rule.key())
        .setDescription("")
        .setCases(0)
        .build();
  }

  private static PublishedMap map() {
    return PublishedMap.newBuilder()
        .setModel("churn")
        .setVersion("3")
        .setSegment("")
        .setMap("{\"format\": 1}")
        .setWords("words")
        .setUpdatedAt(Instant.EPOCH)
        .setLaterLabels(10)
        .setLogEvidence(3)
        .build();
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
      verdicts.awaitAll(SOURCE, config);
      await().until(() -> application.health().ready());
      assertThat(shell.run(settings, "reset", "--wait=1s", "--execute")).isEqualTo(3);
      assertThat(shell.err())
          .contains("evenkeel still runs. Waiting up to 1s", "the application evenkeel runs");
      return new TreeMap<>(verdicts.verdicts());
    }
  }

  private Map<String, String> settings(EmbeddedKafka kafka) {
    Map<String, String> settings = BrokerSettings.of(kafka, directory, "reset");
    settings.put("kafka.session.timeout.ms", "6000");
    settings.put("monitor.emit-interval", "500ms");
    settings.put("defaults.window.size", "10m");
    settings.put("defaults.window.advance", "10m");
    settings.put("defaults.labels.wait", "5m");
    return settings;
  }
}
