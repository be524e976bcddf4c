package io.evenkeel.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.app.topology.DeadLetters;
import io.evenkeel.local.broker.EmbeddedKafka;
import io.evenkeel.local.process.Loopback;
import java.io.IOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the application knows is its own, whole and there; or it does not start and says so. Each
 * test has a broker of its own, whose topics it may delete or widen.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES) // a run that should be refused would not end
class StateIT {
  private static final int CASES = 500;
  private static final String PARTIALS = "-partials-by-series-repartition";

  @TempDir private static Path directory;

  @SuppressWarnings("NullAway.Init")
  private static EmbeddedKafka kafka;

  @SuppressWarnings("NullAway.Init")
  private static Admin admin;

  private final Shell shell = new Shell();

  @BeforeAll
  static void start() {
    kafka = EmbeddedKafka.start(directory.resolve("broker"));
    admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()));
  }

  @AfterAll
  static void stop() {
    admin.close();
    kafka.close();
  }

  private Map<String, String> settings(EmbeddedKafka broker, String id) {
    Map<String, String> settings = BrokerSettings.apart(broker, directory, id);
    settings.put("kafka.num.stream.threads", "1");
    settings.put("kafka.session.timeout.ms", "6000");
    settings.put("monitor.emit-interval", "500ms");
    settings.put("defaults.window.size", "10m");
    settings.put("defaults.labels.wait", "5m");
    return settings;
  }

  /** An application that has read its events, told its second stage of them and was stopped. */
  private Map<String, String> read(String id) {
    Map<String, String> settings = settings(kafka, id);
    assertThat(shell.run(settings, "topics", "--partitions=2")).isZero();
    AppConfig config = AppConfig.of(settings);
    Replay.all(Replay.biased(CASES), config);
    try (Application application = Application.start(config)) {
      await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> readOf(id) >= CASES && haveBeenPublished(id + PARTIALS));
      assertThat(application.health().live()).isTrue();
    }
    return settings;
  }

  private boolean haveBeenPublished(String topic) throws Exception {
    TopicPartition first = new TopicPartition(topic, 0);
    return admin
            .listOffsets(Map.of(first, OffsetSpec.latest()))
            .partitionResult(first)
            .get()
            .offset()
        > 0;
  }

  private long readOf(String id) throws Exception {
    long read = 0;
    for (var entry :
        admin.listConsumerGroupOffsets(id).partitionsToOffsetAndMetadata().get().entrySet()) {
      OffsetAndMetadata offset = entry.getValue();
      read +=
          offset != null && entry.getKey().topic().equals(id + ".predictions")
              ? offset.offset()
              : 0;
    }
    return read;
  }

  @Test
  void theStateOfAnotherClusterIsRefused() {
    Map<String, String> settings = read("cluster");

    try (EmbeddedKafka other = EmbeddedKafka.start(directory.resolve("other"))) {
      settings.put("kafka.bootstrap.servers", other.bootstrapServers());
      assertThat(shell.run(settings, "topics", "--partitions=2")).isZero();
      assertThat(shell.run(settings, "run")).isEqualTo(3);
    }

    assertThat(shell.err())
        .startsWith("evenkeel: the state in " + directory.resolve("state/cluster"))
        .contains("cluster.id", "move the folder away");
  }

  @Test
  void stateWithoutAMarkIsOfAnOlderVersion() throws Exception {
    Map<String, String> settings = read("older");
    Files.delete(directory.resolve("state/older/evenkeel.properties"));

    assertThat(shell.run(settings, "run")).isEqualTo(3);
    assertThat(shell.err()).contains("was written by an older version", "run 'evenkeel reset'");

    assertThat(shell.run(settings, "reset", "--execute")).as(shell.err()).isZero();
    try (Application application = Application.start(AppConfig.of(settings))) {
      await().atMost(Duration.ofMinutes(1)).until(() -> application.health().ready());
    }
  }

  @Test
  void changelogsOfAnotherVersionAreRefused() throws Exception {
    Map<String, String> settings = settings(kafka, "other");
    assertThat(shell.run(settings, "topics", "--partitions=2")).isZero();
    for (String store : List.of("members", "members-99", "members-9-of-others")) {
      Topics.create(admin, new NewTopic("other-" + store + "-changelog", 2, (short) 1));
    }

    assertThat(shell.run(settings, "run", "--accept-loss")).isEqualTo(3);
    assertThat(shell.err())
        .contains("the topic other-members-99-changelog was written by a later version (format 99")
        .contains("run 'evenkeel reset'");

    assertThat(shell.run(settings, "reset", "--execute")).as(shell.err()).isZero();
    assertThat(admin.listTopics().names().get())
        .doesNotContain("other-members-changelog", "other-members-99-changelog")
        .contains("other-members-9-of-others-changelog");
    try (Application application = Application.start(AppConfig.of(settings))) {
      await().atMost(Duration.ofMinutes(1)).until(() -> application.health().ready());
    }
  }

  @Test
  void changelogsThatAreGoneAreNoticed() throws Exception {
    Map<String, String> settings = read("lost");
    List<String> changelogs = List.of("lost-clocks-changelog", "lost-samples-changelog");
    admin.deleteTopics(changelogs).all().get();
    await().until(() -> Collections.disjoint(admin.listTopics().names().get(), changelogs));

    assertThat(shell.run(settings, "run")).isEqualTo(3);
    assertThat(shell.err())
        .contains("what it knew of them is gone: " + changelogs + " are missing or empty")
        .contains("'evenkeel reset'", "--accept-loss");

    admin
        .createTopics(changelogs.stream().map(topic -> new NewTopic(topic, 2, (short) 1)).toList())
        .all()
        .get();
    await().until(() -> admin.listTopics().names().get().containsAll(changelogs));
    assertThat(shell.run(settings, "run")).as("created again").isEqualTo(3);
    assertThat(shell.err()).contains("[lost-clocks-changelog] is missing or empty");

    try (Application application = Application.start(AppConfig.of(settings), true)) {
      await().atMost(Duration.ofMinutes(1)).until(() -> application.health().ready());
    }
  }

  /** Brokers forget the offsets of a group that has been stopped for a week. */
  @Test
  void aPlaceThatBrokersHaveForgottenIsNoticed() throws Exception {
    Map<String, String> settings = read("forgotten");
    await()
        .ignoreExceptions()
        .until(() -> admin.deleteConsumerGroups(List.of("forgotten")).all().get() == null);

    assertThat(shell.run(settings, "run")).isEqualTo(3);
    assertThat(shell.err())
        .contains("brokers have forgotten where the application forgotten stopped")
        .contains("'evenkeel reset'", "--accept-loss");

    assertThat(shell.run(settings, "reset", "--execute")).as(shell.err()).isZero();
    try (Application application = Application.start(AppConfig.of(settings))) {
      await().atMost(Duration.ofMinutes(1)).until(() -> application.health().ready());
    }
  }

  private int partitions(String topic) throws Exception {
    var found = admin.describeTopics(List.of(topic)).allTopicNames().get();
    return Objects.requireNonNull(found.get(topic)).partitions().size();
  }

  @Test
  void addedPartitionsAreNoticed() throws Exception {
    Map<String, String> settings = read("added");
    for (String topic : List.of("added.predictions", "added.labels")) {
      admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(3))).all().get();
      await().until(() -> partitions(topic) == 3);
    }

    assertThat(shell.run(settings, "run")).isEqualTo(3);
    assertThat(shell.err())
        .startsWith(
            "evenkeel: the topics added.predictions and added.labels have 3 partitions, and the"
                + " internal topics")
        .contains("added-observations-changelog=2", "evenkeel reset");
  }

  @Test
  void topicsThatMayOneDayLoseSomethingAreNamed() throws Exception {
    Map<String, String> brief = Map.of("retention.ms", "60000");
    Topics.create(admin, new NewTopic("brief.labels", 1, (short) 1).configs(brief));

    assertThat(shell.run(settings(kafka, "brief"), "topics", "--partitions=1")).isZero();

    assertThat(shell.out().lines())
        .filteredOn(line -> line.startsWith("advice: "))
        .singleElement()
        .asString()
        .startsWith("advice: topic brief.labels has retention.ms = 60000: records may be gone");
  }

  @Test
  void damagedFilesAreMovedAwayAndRestored() throws Exception {
    Map<String, String> settings = read("damaged");
    Path task = damage(directory.resolve("state/damaged"));
    Path log = directory.resolve("damaged.log");
    // The port must be free again for the second start.
    String address = Loopback.freeAddresses(1).get(0);
    settings.put("http.port", address.substring(address.indexOf(':') + 1));

    try (ChildApplication application = ChildApplication.start(settings, log)) {
      await()
          .atMost(Duration.ofMinutes(2))
          .untilAsserted(
              () -> assertThat(Files.readString(log)).contains("is damaged", "it is moved to "));
      await()
          .atMost(Duration.ofMinutes(2))
          .ignoreException(ConnectException.class)
          .until(() -> status(URI.create("http://" + address + "/health/ready")) == 200);
      assertThat(application.isAlive()).isTrue();
    }
    assertThat(directory.resolve("state/damaged.damaged").resolve(task)).isDirectory();
    assertThat(directory.resolve("state/damaged").resolve(task)).isDirectory();
  }

  private static int status(URI uri) throws IOException {
    return ((HttpURLConnection) uri.toURL().openConnection()).getResponseCode();
  }

  /** Overwrites what RocksDB knows of a store; the folder of the task. */
  private static Path damage(Path state) throws IOException {
    try (Stream<Path> files = Files.walk(state)) {
      Path manifest =
          files
              .filter(file -> file.toString().contains("/rocksdb/clocks/MANIFEST"))
              .findFirst()
              .orElseThrow();
      Files.write(manifest, new byte[1000]);
      return state.relativize(manifest).getName(0);
    }
  }

  @Test
  void aRecordIsSkippedAndKept() throws Exception {
    Map<String, String> settings = settings(kafka, "skips");
    assertThat(shell.run(settings, "topics", "--partitions=2")).isZero();
    AppConfig config = AppConfig.of(settings);
    Replay.all(Replay.biased(CASES), config);

    assertThat(shell.run(settings, "skip", "skips.alerts-0@0")).isEqualTo(2);
    assertThat(shell.err()).contains("is no record of skips.predictions or skips.labels");
    assertThat(shell.run(settings, "skip", "skips.predictions-0@999999")).isEqualTo(3);
    assertThat(shell.run(settings, "skip", "17")).isEqualTo(2);
    assertThat(shell.run(settings, "skip", "skips.predictions-0@3")).isZero();
    assertThat(shell.out())
        .contains("would write the record skips.predictions-0@3, of ", "Nothing was done");
    assertThat(shell.run(settings, "skip", "skips.predictions-0@3", "--execute")).isZero();
    assertThat(shell.run(settings, "skip", "skips.predictions-0@5", "--execute")).isZero();

    try (Application application = Application.start(config)) {
      await().atMost(Duration.ofMinutes(2)).until(() -> readOf("skips") >= CASES);
      assertThat(shell.run(settings, "skip", "skips.labels-0@3", "--wait=0s")).isEqualTo(3);
      assertThat(shell.err()).contains("the application skips runs");
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> metric(application, "evenkeel_predictions_total") == CASES - 2);
    }
    assertThat(shell.run(settings, "skip", "skips.predictions-0@3")).isEqualTo(3);
    assertThat(shell.err()).contains("has been passed already");
    assertThat(deadLetters("skips"))
        .extracting(
            letter -> header(letter, DeadLetters.REASON),
            letter -> header(letter, DeadLetters.OFFSET))
        .containsExactlyInAnyOrder(tuple("skipped", "3"), tuple("skipped", "5"));
    assertThat(deadLetters("skips")).allSatisfy(letter -> assertThat(letter.value()).isNotEmpty());
  }

  private static String header(ConsumerRecord<byte[], byte[]> letter, String name) {
    return new String(letter.headers().lastHeader(name).value(), UTF_8);
  }

  private List<ConsumerRecord<byte[], byte[]>> deadLetters(String id) {
    List<ConsumerRecord<byte[], byte[]>> letters = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", kafka.bootstrapServers()),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          List.of(
              new TopicPartition(id + ".dead-letters", 0),
              new TopicPartition(id + ".dead-letters", 1));
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (partitions.stream()
          .anyMatch(one -> consumer.position(one) < ends.getOrDefault(one, 0L))) {
        consumer.poll(Duration.ofSeconds(1)).forEach(letters::add);
      }
    }
    return letters;
  }

  private static double metric(Application application, String name) throws IOException {
    try (var body = application.status().resolve("/metrics").toURL().openStream()) {
      return new String(body.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> line.startsWith(name))
          .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
          .sum();
    }
  }
}
