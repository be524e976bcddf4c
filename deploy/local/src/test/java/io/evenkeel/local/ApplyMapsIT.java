package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.evenkeel.app.codec.PredictionCodec;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.recalibrate.LearnedMap;
import io.evenkeel.app.recalibrate.MapJson;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.runtime.MapsApplication;
import io.evenkeel.app.runtime.TopicSetup;
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.ClassShift;
import io.evenkeel.core.recalibration.RecalibrationMap;
import io.evenkeel.core.recalibration.Temperature;
import io.evenkeel.core.score.Interval;
import io.evenkeel.local.broker.EmbeddedKafka;
import io.evenkeel.schemas.Prediction;
import io.evenkeel.schemas.PublishedMap;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** The command that applies published maps, on a broker. */
class ApplyMapsIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Categorical P = Categorical.of(0.1, 0.9);

  @TempDir private Path directory;

  private final Shell shell = new Shell();

  @Test
  void recalibratesWhatComesOnceInItsPartitionAcrossARestart() throws Exception {
    try (EmbeddedKafka kafka = EmbeddedKafka.start(directory.resolve("broker"))) {
      Map<String, String> settings = BrokerSettings.of(kafka, directory, "apply-maps");
      assertThat(shell.run(settings, "apply-maps")).isEqualTo(3);
      assertThat(shell.err())
          .contains("evenkeel.predictions is missing", "evenkeel.recalibrated is missing")
          .contains("create it with 'evenkeel apply-maps --create-topics'");
      assertThat(shell.run(settings, "topics", "--partitions=2")).as(shell.err()).isZero();
      AppConfig config = AppConfig.of(settings);
      create(config);
      try (KafkaProducer<String, byte[]> producer =
          new KafkaProducer<>(
              KafkaProperties.clients(config), new StringSerializer(), new ByteArraySerializer())) {
        predict(producer, config, "before", 0);
        send(producer, config.topics().recalibrations(), 0, "churn|3|", bytes(config, map()));
        try (MapsApplication application = MapsApplication.start(config)) {
          predict(producer, config, "a", 0);
          predict(producer, config, "b", 1);
          assertThat(read(config, 2)).containsExactly("a in 0: 0.75", "b in 1: 0.75");
          assertThat(application.health().live()).isTrue();
        }
        predict(producer, config, "c", 1);
        try (MapsApplication application = MapsApplication.start(config)) {
          assertThat(read(config, 3))
              .containsExactly("a in 0: 0.75", "b in 1: 0.75", "c in 1: 0.75");
          assertThat(application.health().live()).isTrue();
        }
        predict(producer, config, "d", 0);
        LearnedMap ofFile = learned(new ClassShift(1, -Math.log(9)));
        try (MapsApplication application = MapsApplication.start(config, "", List.of(ofFile))) {
          assertThat(read(config, 4)).hasSize(4).endsWith("d in 0: 0.50");
          assertThat(application.health().live()).isTrue();
        }
      }
    }
  }

  @Test
  void saysWhatItDoesNotWriteAsRecordsOrItsPlaceWereDeleted() throws Exception {
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    Logger logger = (Logger) LoggerFactory.getLogger(MapsApplication.class);
    try (EmbeddedKafka kafka = EmbeddedKafka.start(directory.resolve("broker"))) {
      log.start();
      logger.addAppender(log);
      Map<String, String> settings =
          new HashMap<>(BrokerSettings.of(kafka, directory, "apply-gaps"));
      settings.put("kafka.session.timeout.ms", "6000");
      assertThat(shell.run(settings, "topics", "--partitions=2")).as(shell.err()).isZero();
      AppConfig config = AppConfig.of(settings);
      create(config);
      try (Admin admin = Admin.create(KafkaProperties.clients(config));
          KafkaProducer<String, byte[]> producer =
              new KafkaProducer<>(
                  KafkaProperties.clients(config),
                  new StringSerializer(),
                  new ByteArraySerializer())) {
        run(config, 0);
        send(producer, config.topics().predictions(), 0, "a", new byte[1]);
        run(config, 1);
        assertThat(log.list).noneMatch(event -> event.getMessage().startsWith("event=unread"));

        send(producer, config.topics().predictions(), 0, "b", new byte[1]);
        TopicPartition first = new TopicPartition(config.topics().predictions(), 0);
        admin.deleteRecords(Map.of(first, RecordsToDelete.beforeOffset(2))).all().get();
        run(config, 1);
        assertThat(unread(log))
            .containsExactly(
                "event=unread evenkeel.predictions-0: offsets 1 to 1 were deleted before they were"
                    + " read. Let the topic keep records for longer than the application may be"
                    + " stopped");

        List<String> group = List.of(config.mapsApplicationId());
        await()
            .atMost(PATIENCE)
            .ignoreExceptionsInstanceOf(ExecutionException.class)
            .until(() -> admin.deleteConsumerGroups(group).all().get() == null);
        run(config, 1);
        assertThat(unread(log))
            .hasSize(2)
            .last()
            .asString()
            .startsWith(
                "event=unread evenkeel.predictions: brokers do not know where "
                    + config.mapsApplicationId()
                    + " stopped, although evenkeel.recalibrated has records.");
      }
    } finally {
      logger.detachAppender(log);
    }
  }

  /** Runs until so many records are written. */
  private static void run(AppConfig config, int count) {
    try (MapsApplication application = MapsApplication.start(config)) {
      assertThat(records(config, count)).hasSize(count);
      assertThat(application.health().live()).isTrue();
    }
  }

  private static List<String> unread(ListAppender<ILoggingEvent> log) {
    return log.list.stream()
        .map(ILoggingEvent::getFormattedMessage)
        .filter(message -> message.startsWith("event=unread"))
        .toList();
  }

  /** No serializer makes records of that size smaller. */
  @Test
  void passesTheLargestRecordsOfTheTopicOfPredictions() throws Exception {
    try (EmbeddedKafka kafka = EmbeddedKafka.start(directory.resolve("broker"))) {
      Map<String, String> settings = BrokerSettings.of(kafka, directory, "apply-large");
      assertThat(shell.run(settings, "topics", "--partitions=2")).as(shell.err()).isZero();
      AppConfig config = AppConfig.of(settings);
      create(config);
      byte[] large = new byte[1_048_400];
      new Random(1).nextBytes(large);
      try (KafkaProducer<String, byte[]> producer =
              new KafkaProducer<>(
                  KafkaProperties.clients(config),
                  new StringSerializer(),
                  new ByteArraySerializer());
          MapsApplication application = MapsApplication.start(config)) {
        send(producer, config.topics().predictions(), 0, "large", large);
        send(producer, config.topics().recalibrations(), 0, "churn|3|", bytes(config, map()));
        predict(producer, config, "a", 1);

        assertThat(records(config, 2))
            .extracting(ConsumerRecord::key)
            .containsExactlyInAnyOrder("large", "a");
        assertThat(application.health().live()).isTrue();
      }
    }
  }

  @Test
  void refusesATopicThatHasNoRoomForItsHeaders() throws Exception {
    try (EmbeddedKafka kafka = EmbeddedKafka.start(directory.resolve("broker"))) {
      Map<String, String> settings = BrokerSettings.of(kafka, directory, "apply-narrow");
      assertThat(shell.run(settings, "topics", "--partitions=2")).as(shell.err()).isZero();
      AppConfig config = AppConfig.of(settings);
      try (Admin admin = Admin.create(KafkaProperties.clients(config))) {
        Topics.create(admin, new NewTopic(config.topics().recalibrated(), 2, (short) 1));
      }

      assertThat(shell.run(settings, "apply-maps")).isEqualTo(3);
      assertThat(shell.err())
          .contains("topic evenkeel.recalibrated has max.message.bytes = 1048588; topic")
          .contains("set it to 1052684 or more");
    }
  }

  private static void create(AppConfig config) {
    try (TopicSetup setup = TopicSetup.connectMaps(config)) {
      setup.create(7, (short) 1);
    }
  }

  private static LearnedMap learned(RecalibrationMap map) {
    return new LearnedMap(
        "churn",
        TargetSpace.classes(2),
        List.of(),
        500,
        Instant.EPOCH,
        Instant.EPOCH,
        0.1,
        new Interval(0.05, 0.15),
        map);
  }

  private static PublishedMap map() {
    return PublishedMap.newBuilder()
        .setModel("churn")
        .setVersion("3")
        .setSegment("")
        .setMap(MapJson.write(learned(new Temperature(2))))
        .setWords("over-confident: temperature 2")
        .setUpdatedAt(Instant.EPOCH)
        .setLaterLabels(0)
        .setLogEvidence(3.1)
        .build();
  }

  private static byte[] bytes(AppConfig config, SpecificRecord record) {
    String topic =
        record instanceof Prediction
            ? config.topics().predictions()
            : config.topics().recalibrations();
    return AvroSerdes.of(config.serde(), config.topics()).serializer().serialize(topic, record);
  }

  /** Where no partitioner of Java's would send all of them. */
  private static void predict(
      KafkaProducer<String, byte[]> producer, AppConfig config, String id, int partition)
      throws Exception {
    Prediction prediction =
        PredictionCodec.encode(
            new PredictionEvent(
                id, "churn", "3", 1_700_000_000_000L, Map.of(), Map.of("age", 41.0), P));
    send(producer, config.topics().predictions(), partition, id, bytes(config, prediction));
  }

  private static void send(
      KafkaProducer<String, byte[]> producer, String topic, int partition, String key, byte[] value)
      throws Exception {
    producer.send(new ProducerRecord<>(topic, partition, key, value)).get();
  }

  /** Their keys, partitions and probabilities. */
  private static List<String> read(AppConfig config, int count) {
    String topic = config.topics().recalibrated();
    var values = AvroSerdes.of(config.serde(), config.topics()).deserializer();
    return records(config, count).stream()
        .map(
            record -> {
              assertThat(record.headers().lastHeader("evenkeel-map").value())
                  .isEqualTo("applied".getBytes(StandardCharsets.UTF_8));
              Prediction prediction = (Prediction) values.deserialize(topic, record.value());
              double p = prediction.getDistribution().getCategorical().get(1);
              return "%s in %d: %.2f".formatted(record.key(), record.partition(), p);
            })
        .sorted()
        .toList();
  }

  /** Committed records, until so many are there. */
  private static List<ConsumerRecord<String, byte[]>> records(AppConfig config, int count) {
    Map<String, Object> properties = new HashMap<>(KafkaProperties.clients(config));
    properties.put("isolation.level", "read_committed");
    properties.put("auto.offset.reset", "earliest");
    String topic = config.topics().recalibrated();
    List<ConsumerRecord<String, byte[]>> found = new ArrayList<>();
    try (KafkaConsumer<String, byte[]> consumer =
        new KafkaConsumer<>(properties, new StringDeserializer(), new ByteArrayDeserializer())) {
      consumer.assign(
          IntStream.range(0, 2).mapToObj(part -> new TopicPartition(topic, part)).toList());
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      while (found.size() < count && System.nanoTime() < deadline) {
        consumer.poll(Duration.ofMillis(200)).forEach(found::add);
      }
    }
    return found;
  }
}
