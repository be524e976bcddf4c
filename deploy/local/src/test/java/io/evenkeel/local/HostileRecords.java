package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.follow.CommittedConsumer;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.app.topology.DeadLetters;
import io.evenkeel.schemas.Distribution;
import io.evenkeel.schemas.Ensemble;
import io.evenkeel.schemas.Label;
import io.evenkeel.schemas.Laplace;
import io.evenkeel.schemas.MultivariateNormal;
import io.evenkeel.schemas.Normal;
import io.evenkeel.schemas.Prediction;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/** Sends what an application should not fall over, and knows what is to become of it. */
@SuppressWarnings("FutureReturnValueIgnored") // flushing waits for all of them
final class HostileRecords implements AutoCloseable {
  private static final String RECURSIVE =
      """
      {"type": "record", "name": "Label", "namespace": "io.evenkeel.schemas", "fields": [
        {"name": "more", "type": ["null", {"type": "record", "name": "More", "fields": [
          {"name": "more", "type": ["null", "More"]}]}]}]}
      """;

  private final AppConfig config;
  private final Serializer<Object> avro;
  private final KafkaProducer<byte[], byte[]> producer;
  private final List<Exception> refused = Collections.synchronizedList(new ArrayList<>());
  private final long now = System.currentTimeMillis();
  private final SplittableRandom random = new SplittableRandom(1);
  private final Map<String, Integer> deadLetters = new TreeMap<>();
  private final List<String> judged = new ArrayList<>();
  private boolean foreseen = true;

  HostileRecords(AppConfig config) {
    this.config = config;
    avro = AvroSerdes.of(config.serde(), config.topics()).serializer();
    producer = producer(config, Map.of());
  }

  private static KafkaProducer<byte[], byte[]> producer(
      AppConfig config, Map<String, Object> further) {
    Map<String, Object> properties = new HashMap<>(KafkaProperties.clients(config));
    properties.putAll(further);
    return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** Models of which there must be a verdict. */
  List<String> judged() {
    return judged;
  }

  // --- records that cannot be used

  void refused() {
    fromTheFuture();
    unreadable();
    overLimits();
    garbageInOtherTopics();
    producer.flush();
  }

  private void fromTheFuture() {
    for (Duration ahead :
        List.of(Duration.ofMinutes(61), Duration.ofDays(1), Duration.ofDays(3650))) {
      Instant time = Instant.ofEpochMilli(now).plus(ahead);
      predict(prediction("future-" + ahead, "future", binary()).setMadeAt(time).build());
      label(new Label("future-" + ahead, time, 0, 1));
    }
    expect("from_the_future", 6);
  }

  private void unreadable() {
    byte[] label = avro.serialize(config.topics().labels(), new Label("a", Instant.EPOCH, 0, 1));
    byte[] longNumber = Arrays.copyOf(label, 16);
    Arrays.fill(longNumber, 5, 15, (byte) 0xff);
    send(config.topics().labels(), "a", longNumber);
    Schema recursive = new Schema.Parser().parse(RECURSIVE);
    byte[] nested =
        Arrays.copyOf(
            avro.serialize(
                "recursive", new GenericRecordBuilder(recursive).set("more", null).build()),
            300_000);
    Arrays.fill(nested, 5, nested.length, (byte) 2);
    send(config.topics().labels(), "a", nested);
    int[] sizes = {0, 1, 2, 10, 1_000, 100_000, 999_999};
    Arrays.stream(sizes).forEach(this::sendGarbage);
    send(config.topics().predictions(), "nothing", null);
    send(
        config.topics().predictions(), null, avro(config.topics().predictions(), event("keyless")));
    send(config.topics().predictions(), "another", avro(config.topics().predictions(), event("a")));
    expect("unreadable", 3 + sizes.length);
    expect("wrong_key", 2);
  }

  private Prediction event(String id) {
    return prediction(id, "keys", binary()).build();
  }

  private void sendGarbage(int size) {
    byte[] garbage = new byte[size];
    random.nextBytes(garbage);
    send(config.topics().predictions(), "garbage", garbage);
  }

  private void overLimits() {
    int[] sizes =
        IntStream.concat(
                IntStream.iterate(1_040_000, size -> size < 1_048_000, size -> size + 1_000),
                IntStream.of(1_048_000, 1_048_200, 1_048_400))
            .toArray();
    Arrays.stream(sizes).forEach(this::sendGarbage);
    sendFiveMegabytes();
    String id = "y".repeat(500_000);
    label(new Label(id, at(0), 0, 1));
    predict(prediction("many-classes", "many-classes", classes(20_000)).build());
    for (int i = 0; i < 300; i++) {
      String version = "request-" + i;
      Prediction event = prediction(version, "versions", binary()).setVersion(version).build();
      String topic = config.topics().predictions();
      producer.send(new ProducerRecord<>(topic, 0, bytes(version), avro(topic, event)), this::sent);
    }
    expect("over_limit", sizes.length + 3 + 100);
  }

  /** Brokers bound what is packed, not what is in it. */
  private void sendFiveMegabytes() {
    try (var packing =
        producer(config, Map.of("max.request.size", 8 << 20, "compression.type", "lz4"))) {
      packing.send(
          new ProducerRecord<>(config.topics().predictions(), bytes("large"), new byte[5_000_000]),
          this::sent);
    }
  }

  private void sent(RecordMetadata where, @Nullable Exception failure) {
    if (failure != null) {
      refused.add(failure);
    }
  }

  private void garbageInOtherTopics() {
    for (String topic :
        List.of(
            config.topics().profiles(),
            config.topics().series(),
            config.topics().alerts(),
            config.topics().silences())) {
      send(topic, "nobody|", new byte[] {1, 2, 3});
      send(topic, "nobody|", new byte[0]);
    }
  }

  // --- models that are larger than usual

  void large() {
    stream("classes-1200", 60, i -> classes(1_200), i -> i);
    stream("classes-5000", 30, i -> classes(5_000), i -> i);
    stream("members-1000", 60, i -> ensemble(1_000), i -> random.nextDouble());
    stream("dimension-50", 60, i -> normals(50), i -> List.copyOf(numbers(50)));
    for (int i = 0; i < 300; i++) {
      Map<String, Double> features = new HashMap<>();
      IntStream.range(0, 400)
          .forEach(k -> features.put("feature_number_" + k, random.nextDouble()));
      predict(prediction("f-" + i, "features-400", normal(0, 1)).setFeatures(features).build());
      label(new Label("f-" + i, at(1), 0, random.nextDouble()));
    }
    judged.add("features-400");
    producer.flush();
  }

  // --- numbers that are finite, and no more

  void extreme() {
    around("label-1e200", normal(0, 1), 1e200);
    around("label-1e154", normal(0, 1), 2e154);
    around("sd-1e-160", normal(0, 1e-160), 0.5);
    around("mean-1e308", normal(1e308, 1), 0.5);
    around("laplace-1e308", laplace(0, 1e308), 0.5);
    around("members-1e308", ensembleOf(1e308, -1e308), 0.5);
    around("largest", normal(-Double.MAX_VALUE, Double.MAX_VALUE), Double.MAX_VALUE);
    expect("invalid_distribution", 1); // Its variance is not finite.
    around("smallest", normal(Double.MIN_VALUE, Double.MIN_NORMAL), Double.MIN_VALUE);
    expect("invalid_distribution", 1); // Its variance is 0 in a double.
    around("sd-1.6e-162", normal(Double.MIN_VALUE, 1.6e-162), Double.MIN_VALUE);
    producer.flush();
  }

  /**
   * A stream of a model, with one prediction and label in its middle that are not like the others.
   */
  private void around(String model, Distribution odd, double oddLabel) {
    boolean laplace = odd.getLaplace() != null;
    boolean ensemble = odd.getEnsemble() != null;
    stream(
        model,
        300,
        i ->
            i == 100
                ? odd
                : laplace ? laplace(0, 1) : ensemble ? ensembleOf(-1.0, 0.0, 1.0) : normal(0, 1),
        i -> i == 100 ? oddLabel : random.nextDouble());
  }

  private void stream(
      String model, int n, IntFunction<Distribution> distribution, IntFunction<Object> target) {
    for (int i = 0; i < n; i++) {
      String id = model + "-" + i;
      predict(prediction(id, model, distribution.apply(i)).setMadeAt(at(4 * i)).build());
      label(new Label(id, at(4 * i + 1), 0, target.apply(i)));
    }
    judged.add(model);
  }

  /** Changed bytes of so many predictions and labels: each decides what becomes of the record. */
  void changed(int n) {
    ByteChanges changes = new ByteChanges(random);
    for (int i = 0; i < n; i++) {
      String id = "changed-" + i;
      Prediction.Builder event =
          i % 2 == 0
              ? prediction(id, "changed-classes", binary())
              : prediction(id, "changed-numbers", normal(0, 1));
      String topic = config.topics().predictions();
      send(topic, id, changes.of(avro(topic, event.setMadeAt(at(i % 6_000)).build())));
      topic = config.topics().labels();
      Object target = i % 2 == 0 ? 1 : 0.5;
      send(topic, id, changes.of(avro(topic, new Label(id, at(i % 6_000 + 1), 0, target))));
    }
    foreseen = false;
    producer.flush();
  }

  // --- what is to become of them

  private void expect(String reason, int letters) {
    deadLetters.merge(reason, letters, Integer::sum);
  }

  /** Each record that cannot be used is one dead letter, and all of them can be read. */
  void assertDeadLetters() {
    producer.flush();
    assertThat(refused).isEmpty();
    List<ConsumerRecord<String, byte[]>> letters = new ArrayList<>();
    try (KafkaConsumer<String, byte[]> consumer =
        CommittedConsumer.of(
            KafkaProperties.clients(config), "earliest", new ByteArrayDeserializer())) {
      String topic = config.topics().deadLetters();
      var both = List.of(new TopicPartition(topic, 0), new TopicPartition(topic, 1));
      consumer.assign(both);
      consumer.seekToBeginning(both);
      await()
          .atMost(Duration.ofMinutes(1))
          .untilAsserted(
              () -> {
                consumer.poll(Duration.ofSeconds(1)).forEach(letters::add);
                Map<TopicPartition, Long> ends = consumer.endOffsets(both);
                both.forEach(p -> assertThat(consumer.position(p)).isEqualTo(ends.get(p)));
                assertOutcomes(letters);
              });
    }
  }

  private void assertOutcomes(List<ConsumerRecord<String, byte[]>> letters) {
    Map<String, Integer> found = new TreeMap<>();
    letters.forEach(letter -> found.merge(header(letter, DeadLetters.REASON), 1, Integer::sum));
    if (foreseen) {
      assertThat(found).isEqualTo(deadLetters);
      return;
    }
    assertThat(found).containsKey("unreadable").doesNotContainKey(DeadLetters.INTERNAL_ERROR);
    assertThat(letters)
        .extracting(
            letter ->
                List.of(
                    header(letter, DeadLetters.TOPIC),
                    header(letter, DeadLetters.PARTITION),
                    header(letter, DeadLetters.OFFSET)))
        .doesNotHaveDuplicates();
  }

  private static String header(ConsumerRecord<String, byte[]> letter, String name) {
    return new String(letter.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }

  // --- events

  private Instant at(int second) {
    return Instant.ofEpochMilli(now).minus(Duration.ofHours(2)).plusSeconds(second);
  }

  private Prediction.Builder prediction(String id, String model, Distribution distribution) {
    return Prediction.newBuilder()
        .setPredictionId(id)
        .setModel(model)
        .setVersion("")
        .setMadeAt(at(0))
        .setDistribution(distribution);
  }

  private static Distribution binary() {
    return Distribution.newBuilder().setCategorical(List.of(0.5, 0.5)).build();
  }

  private Distribution classes(int m) {
    double[] weights = random.doubles(m).map(u -> -Math.log(1 - u)).toArray();
    double sum = DoubleStream.of(weights).sum();
    return Distribution.newBuilder()
        .setCategorical(DoubleStream.of(weights).map(w -> w / sum).boxed().toList())
        .build();
  }

  private static Distribution normal(double mean, double deviation) {
    return Distribution.newBuilder().setNormal(new Normal(mean, deviation)).build();
  }

  private static Distribution laplace(double location, double scale) {
    return Distribution.newBuilder().setLaplace(new Laplace(location, scale)).build();
  }

  private Distribution ensemble(int n) {
    return Distribution.newBuilder().setEnsemble(new Ensemble(numbers(n), 1)).build();
  }

  private static Distribution ensembleOf(Double... members) {
    return Distribution.newBuilder().setEnsemble(new Ensemble(List.of(members), 1)).build();
  }

  private Distribution normals(int d) {
    List<Double> covariance = new ArrayList<>();
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        covariance.add(i == j ? 1 : 0.1);
      }
    }
    return Distribution.newBuilder()
        .setMultivariateNormal(new MultivariateNormal(numbers(d), covariance))
        .build();
  }

  private List<Double> numbers(int n) {
    return random.doubles(n).boxed().toList();
  }

  private void predict(Prediction event) {
    String topic = config.topics().predictions();
    send(topic, event.getPredictionId(), avro(topic, event));
  }

  private void label(Label event) {
    String topic = config.topics().labels();
    send(topic, event.getPredictionId(), avro(topic, event));
  }

  private byte[] avro(String topic, Object record) {
    return avro.serialize(topic, record);
  }

  private void send(String topic, @Nullable String key, byte @Nullable [] value) {
    producer.send(new ProducerRecord<>(topic, key == null ? null : bytes(key), value), this::sent);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    producer.close();
    avro.close();
  }
}
