package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.evenkeel.app.codec.LabelCodec;
import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionCodec;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.app.compare.Plan;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.runtime.ComparisonApplication;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.local.broker.EmbeddedKafka;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Better;
import io.evenkeel.schemas.Comparison;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command that compares two versions, on a broker, with three partitions. */
class CompareIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Plan PLAN = new Plan(0.01, Duration.ofHours(1));
  private static final long MADE = 1_700_000_000_000L;

  @TempDir private Path directory;

  private final Shell shell = new Shell();
  private final SplittableRandom random = new SplittableRandom(5);
  private int sent;
  private double sum;

  @Test
  void findsThatAShadowIsWorseAndGoesOnAfterARestart() throws Exception {
    try (EmbeddedKafka kafka = EmbeddedKafka.start(directory.resolve("broker"))) {
      Map<String, String> settings = BrokerSettings.of(kafka, directory, "compare");
      assertThat(shell.run(settings, "topics", "--partitions=3")).as(shell.err()).isZero();
      refusesOtherPartitions(settings);
      Map<String, String> shadow = new HashMap<>(settings);
      shadow.put("topics.challenger", "shadow");
      AppConfig config = AppConfig.of(shadow);
      Thread command =
          new Thread(
              () -> new Shell().run(settings, "compare", "--with", "shadow", "--create-topics"));
      command.start();
      try (KafkaProducer<String, byte[]> producer =
          new KafkaProducer<>(
              KafkaProperties.clients(config), new StringSerializer(), new ByteArraySerializer())) {
        awaitTopic(config);
        send(producer, config, 300);
        Comparison first = comparison(config);
        assertThat(first.getBetter()).isEqualTo(Better.CHAMPION);
        assertThat(first.getUpper()).isNegative();
        Alert alert = newest(config, config.topics().alerts(), Alert.class, any -> true);
        assertThat(alert.getState()).isEqualTo(AlertState.FIRING);
        assertThat(alert.getSummary()).startsWith("churn: challenger 2 is worse than 1: Brier");
        command.interrupt();
        command.join(PATIENCE.toMillis());
        assertThat(command.isAlive()).isFalse();

        send(producer, config, 100);
        try (ComparisonApplication application = ComparisonApplication.start(config, PLAN)) {
          assertThat(comparison(config).getN()).isEqualTo(400);
          assertThat(application.health().live()).isTrue();
        }
      }
      assertThat(shell.run(settings, "alerts")).isZero();
      assertThat(shell.out()).contains("FIRING", "challenger 2 is worse than 1");
    }
  }

  private void refusesOtherPartitions(Map<String, String> settings) throws Exception {
    assertThat(shell.run(settings, "compare", "--with=narrow")).isEqualTo(3);
    assertThat(shell.err())
        .contains("topic narrow is missing", "topic evenkeel.comparisons is missing")
        .contains("create it with 'evenkeel compare --create-topics'");
    AppConfig config = AppConfig.of(settings);
    try (Admin admin = Admin.create(KafkaProperties.clients(config))) {
      Topics.create(admin, new NewTopic("narrow", 2, (short) 1));
    }
    assertThat(shell.run(settings, "compare", "--with=narrow")).isEqualTo(3);
    assertThat(shell.err())
        .contains("topic evenkeel.predictions has 3 and topic narrow has 2 and topic")
        .contains("they are joined by partition and need the same number");
    assertThat(shell.run(settings, "compare", "--with=shadow", "--alpha=2")).isEqualTo(2);
    assertThat(shell.err()).contains("alpha must lie above 0 and below 1, got 2.0");
    assertThat(shell.run(settings, "compare", "--with=evenkeel.labels")).isNotZero();
    assertThat(shell.err()).contains("is the name of two topics");
  }

  private static void awaitTopic(AppConfig config) {
    try (Admin admin = Admin.create(KafkaProperties.clients(config))) {
      await()
          .atMost(PATIENCE)
          .until(() -> admin.listTopics().names().get().contains(config.topics().comparisons()));
    }
  }

  /** Cases whose champion knows their probability; the challenger is over-confident. */
  private void send(KafkaProducer<String, byte[]> producer, AppConfig config, int count)
      throws Exception {
    List<ProducerRecord<String, byte[]>> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String id = "case-" + sent++;
      double p = 0.1 + 0.8 * random.nextDouble();
      double q = p < 0.5 ? 0.02 : 0.98;
      int y = random.nextDouble() < p ? 1 : 0;
      sum += 2 * (p - y) * (p - y) - 2 * (q - y) * (q - y);
      add(records, config, config.topics().predictions(), id, prediction(id, "1", p));
      add(records, config, "shadow", id, prediction(id, "2", q));
      LabelEvent label = new LabelEvent(id, MADE + 60_000, 0, new RawTarget.Index(y));
      add(records, config, config.topics().labels(), id, LabelCodec.encode(label));
      add(records, config, config.topics().labels(), id, LabelCodec.encode(label));
    }
    records.add(new ProducerRecord<>("shadow", "case-0", new byte[] {1, 2, 3}));
    List<Future<RecordMetadata>> answers = new ArrayList<>();
    while (!records.isEmpty()) {
      answers.add(producer.send(records.remove(random.nextInt(records.size()))));
    }
    for (Future<RecordMetadata> answer : answers) {
      answer.get();
    }
  }

  private static SpecificRecord prediction(String id, String version, double p) {
    return PredictionCodec.encode(
        new PredictionEvent(
            id, "churn", version, MADE, Map.of(), Map.of(), Categorical.of(1 - p, p)));
  }

  private static void add(
      List<ProducerRecord<String, byte[]>> records,
      AppConfig config,
      String topic,
      String id,
      SpecificRecord record) {
    byte[] bytes =
        AvroSerdes.of(config.serde(), config.topics()).serializer().serialize(topic, record);
    records.add(new ProducerRecord<>(topic, id, bytes));
  }

  /** The one that has counted all cases that were sent, each once. */
  private Comparison comparison(AppConfig config) {
    Comparison all =
        newest(config, config.topics().comparisons(), Comparison.class, one -> one.getN() >= sent);
    assertThat(all.getN()).isEqualTo(sent);
    assertThat(all.getDifference()).isCloseTo(sum / sent, within(1e-12));
    return all;
  }

  /** The first committed record of a topic that is such. */
  private static <R> R newest(
      AppConfig config, String topic, Class<R> type, Predicate<R> condition) {
    Map<String, Object> properties = new HashMap<>(KafkaProperties.clients(config));
    properties.put("isolation.level", "read_committed");
    properties.put("auto.offset.reset", "earliest");
    var values = AvroSerdes.of(config.serde(), config.topics()).deserializer();
    try (KafkaConsumer<String, byte[]> consumer =
        new KafkaConsumer<>(properties, new StringDeserializer(), new ByteArrayDeserializer())) {
      consumer.assign(List.of(new TopicPartition(topic, 0)));
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      while (System.nanoTime() < deadline) {
        for (ConsumerRecord<String, byte[]> record : consumer.poll(Duration.ofMillis(200))) {
          R value = type.cast(values.deserialize(topic, record.value()));
          if (condition.test(value)) {
            return value;
          }
        }
      }
    }
    throw new AssertionError("no such record in " + topic);
  }
}
