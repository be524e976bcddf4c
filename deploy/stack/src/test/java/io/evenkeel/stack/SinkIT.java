package io.evenkeel.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evenkeel.app.codec.Columns;
import io.evenkeel.app.follow.TopicFollower;
import io.evenkeel.app.replay.ReplayProducer;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.schemas.PublishedMap;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the connectors of deploy/connect leave in PostgreSQL. */
@ExtendWith(SharedExtension.class)
class SinkIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Pipeline pipeline;

  SinkIT(Pipeline pipeline) {
    this.pipeline = pipeline;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "verdicts | model, version, segment, window_start",
        "metrics  | model, version, segment, window_start, name",
        "alerts   | fingerprint, raised_at"
      })
  void holdsTheNewestRecordOfEachKeyOfTheTopic(String table, String keys) throws Exception {
    List<String> key = List.of(keys.split(", "));
    Map<List<Object>, Map<String, @Nullable Object>> topic = new ConcurrentHashMap<>();
    try (TopicFollower<?> follower = newest(table, key, topic)) {
      follower.start();

      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                assertThat(pipeline.connect().failures()).isEmpty();
                assertThat(topic).isNotEmpty();
                assertThat(rows(table, key)).isEqualTo(topic);
              });
    }
  }

  @Test
  void holdsTheMapOfASeriesUntilTheSeriesIsForgotten() {
    String topic = pipeline.config().topics().recalibrations();
    Map<String, @Nullable Object> kept = fields(map("kept"));
    kept.put("series", "kept||");
    try (Producer<String, SpecificRecord> producer =
        ReplayProducer.of(KafkaProperties.clients(pipeline.config()), pipeline.config().serde())) {
      send(producer, new ProducerRecord<>(topic, "kept||", map("kept")));
      send(producer, new ProducerRecord<>(topic, "forgotten||", map("forgotten")));
      awaitMaps(
          maps ->
              assertThat(maps)
                  .contains(kept)
                  .anyMatch(map -> "forgotten".equals(map.get("model"))));

      send(producer, new ProducerRecord<>(topic, "forgotten||", null));
      awaitMaps(
          maps ->
              assertThat(maps)
                  .contains(kept)
                  .noneMatch(map -> "forgotten".equals(map.get("model"))));
    }
  }

  private void awaitMaps(Consumer<Collection<Map<String, @Nullable Object>>> check) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              assertThat(pipeline.connect().failures()).isEmpty();
              check.accept(rows("recalibrations", List.of("series")).values());
            });
  }

  private static void send(
      Producer<String, SpecificRecord> producer, ProducerRecord<String, SpecificRecord> record) {
    var unused = producer.send(record);
    producer.flush();
  }

  private static PublishedMap map(String model) {
    return PublishedMap.newBuilder()
        .setModel(model)
        .setVersion("")
        .setSegment("")
        .setMap("{\"format\":1}")
        .setWords("over-confident: temperature 1.65")
        .setUpdatedAt(Instant.parse("2026-01-06T13:30:00Z"))
        .setLaterLabels(5820)
        .setGain(0.06)
        .setLogEvidence(12)
        .build();
  }

  @Test
  void theApplicationSeesHowFarItHasRead() {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(offset("sink_committed"))
                    .isPositive()
                    .isLessThanOrEqualTo(offset("sink_end")));
  }

  private double offset(String name) throws IOException {
    String label = "evenkeel_" + name + "_offset{group=\"connect-evenkeel-verdicts\",";
    try (InputStream answer =
        pipeline.application().status().resolve("metrics").toURL().openStream()) {
      return new String(answer.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> line.startsWith(label))
          .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
          .sum();
    }
  }

  @Test
  void setsAsideWhatItCannotReadAndGoesOn() {
    Map<String, Object> clients = KafkaProperties.clients(pipeline.config());
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(clients, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      TopicPartition letters = new TopicPartition("evenkeel.connect-dead-letters", 0);
      consumer.assign(List.of(letters));
      consumer.seekToBeginning(List.of(letters));
      List<ConsumerRecord<byte[], byte[]>> found = new ArrayList<>();
      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                consumer.poll(Duration.ofMillis(200)).forEach(found::add);
                return !found.isEmpty();
              });

      assertThat(found).hasSize(1);
      assertThat(found.get(0).value()).containsExactly(1, 2, 3);
      assertThat(found.get(0).headers().lastHeader("__connect.errors.topic").value())
          .asString()
          .isEqualTo("evenkeel.metrics");
    }
  }

  @Test
  void forgetsWhatIsOldButNoAlertThatIsNotOver() throws Exception {
    try (Connection database = pipeline.database();
        Statement statement = database.createStatement()) {
      database.setAutoCommit(false);
      statement.execute(
          "update alerts set ends_at = null where starts_at = (select min(starts_at) from alerts)");
      int open = count(statement, "alerts where ends_at is null");

      statement.execute("select evenkeel_forget(now())");

      assertThat(count(statement, "verdicts")).isZero();
      assertThat(count(statement, "metrics")).isZero();
      assertThat(count(statement, "alerts")).isEqualTo(open).isPositive();
      database.rollback();
    }
  }

  @Test
  void forgetsEverythingWhenTheTopicsAreDeleted() throws Exception {
    try (Connection database = pipeline.database();
        Statement statement = database.createStatement()) {
      database.setAutoCommit(false);

      statement.execute("select evenkeel_empty()");

      for (String table : List.of("verdicts", "metrics", "alerts", "recalibrations")) {
        assertThat(count(statement, table)).as(table).isZero();
      }
      database.rollback();
    }
  }

  private static int count(Statement statement, String from) throws SQLException {
    try (ResultSet rows = statement.executeQuery("select count(*) from " + from)) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private TopicFollower<?> newest(
      String topic, List<String> key, Map<List<Object>, Map<String, @Nullable Object>> newest) {
    return new TopicFollower<>(
        KafkaProperties.clients(pipeline.config()),
        List.of("evenkeel." + topic),
        AvroSerdes.of(pipeline.config().serde(), pipeline.config().topics()).deserializer(),
        value -> {
          Map<String, @Nullable Object> fields = fields((SpecificRecord) value);
          newest.put(key(fields, key), fields);
        });
  }

  private static List<Object> key(Map<String, @Nullable Object> fields, List<String> key) {
    return key.stream().<Object>map(name -> String.valueOf(fields.get(name))).toList();
  }

  private static Map<String, @Nullable Object> fields(SpecificRecord record) {
    Map<String, @Nullable Object> fields = new HashMap<>();
    Columns.of(record)
        .forEach(
            (name, value) ->
                fields.put(name, value instanceof Enum<?> symbol ? symbol.name() : value));
    return fields;
  }

  private Map<List<Object>, Map<String, @Nullable Object>> rows(String table, List<String> key)
      throws SQLException {
    Map<List<Object>, Map<String, @Nullable Object>> all = new HashMap<>();
    try (Connection database = pipeline.database();
        Statement statement = database.createStatement();
        ResultSet rows = statement.executeQuery("select * from " + table)) {
      while (rows.next()) {
        Map<String, @Nullable Object> row = new HashMap<>();
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          row.put(rows.getMetaData().getColumnName(i), value(rows.getObject(i)));
        }
        all.put(key(row, key), row);
      }
    }
    return all;
  }

  /** As in the generated classes. */
  private static @Nullable Object value(@Nullable Object column) throws SQLException {
    if (column instanceof Timestamp time) {
      return time.toInstant();
    }
    return column instanceof Array array ? List.of((Object[]) array.getArray()) : column;
  }
}
