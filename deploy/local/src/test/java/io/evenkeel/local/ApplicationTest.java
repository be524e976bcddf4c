package io.evenkeel.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.runtime.StartException;
import io.evenkeel.app.runtime.StreamsRuntime;
import io.evenkeel.app.runtime.TopicSetup;
import io.evenkeel.local.broker.EmbeddedKafka;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.errors.MissingSourceTopicException;
import org.apache.kafka.streams.kstream.Consumed;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApplicationTest {
  @TempDir private static Path directory;
  private static EmbeddedKafka kafka;

  private final Shell shell = new Shell();

  @BeforeAll
  static void start() {
    kafka = EmbeddedKafka.start(directory.resolve("broker"));
  }

  @AfterAll
  static void stop() {
    kafka.close();
  }

  private static Map<String, String> settings(String id) {
    Map<String, String> settings = BrokerSettings.apart(kafka, directory, id);
    settings.put("kafka.num.stream.threads", "1");
    return settings;
  }

  private static void create(String topic, int partitions, String policy) throws Exception {
    create(topic, partitions, Map.of("cleanup.policy", policy));
  }

  private static void create(String topic, int partitions, Map<String, String> configs)
      throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      Topics.create(admin, new NewTopic(topic, partitions, (short) 1).configs(configs));
    }
  }

  private static String get(Application application, String path) {
    try (InputStream body = application.status().resolve(path).toURL().openStream()) {
      return new String(body.readAllBytes(), UTF_8);
    } catch (IOException e) {
      return e.toString();
    }
  }

  @Test
  void getsReadyAndServesItsOwnAndKafkasMetricsUntilClosed() throws Exception {
    Map<String, String> settings = settings("ready");
    assertThat(shell.run(settings, "topics", "--partitions=2")).isZero();

    URI status;
    try (Application application = Application.start(AppConfig.of(settings))) {
      status = application.status();
      await()
          .atMost(Duration.ofMinutes(1))
          .untilAsserted(
              () -> assertThat(get(application, "/health/ready")).isEqualTo("RUNNING\n"));

      assertThat(application.health().live()).isTrue();
      String metrics = get(application, "/metrics");
      assertThat(metrics).contains("evenkeel_partials_total 0.0", "kafka_stream_");
      assertThat(undescribed(metrics)).isEmpty();
    }

    assertThatThrownBy(() -> status.toURL().openStream().close())
        .isInstanceOf(ConnectException.class);
    // Else the next start waits until the brokers miss this one.
    assertThat(members("ready")).isEmpty();
  }

  private static Collection<MemberDescription> members(String group) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      return admin.describeConsumerGroups(List.of(group)).all().get().values().stream()
          .flatMap(found -> found.members().stream())
          .toList();
    }
  }

  /** Metrics without a help text, which promtool refuses. */
  private static Set<String> undescribed(String metrics) {
    return metrics
        .lines()
        .filter(line -> line.matches("# HELP \\S+\\s*"))
        .collect(Collectors.toSet());
  }

  @Test
  void createsMissingTopicsAndFindsThemTheNextTime() {
    Map<String, String> settings = settings("create");

    assertThat(shell.run(settings, "topics", "--partitions=3", "--replication-factor=1")).isZero();
    assertThat(shell.out())
        .contains(
            "created create.predictions: 3 partitions, cleanup.policy=delete",
            "created create.profiles: 1 partition, cleanup.policy=compact",
            "created create.labels: 3 partitions, cleanup.policy=delete",
            "created create.alerts: 1 partition, cleanup.policy=compact")
        .doesNotContain("found");

    assertThat(shell.run(settings, "topics")).isZero();
    assertThat(shell.out()).doesNotContain("created").contains("found create.alerts: 1 ");
    assertThat(shell.out().lines()).hasSize(10);
  }

  /** What a producer sends to a partition without a leader may be lost (KAFKA-15591). */
  @Test
  void createsTopicsThatCanBeWrittenAtOnce() throws Exception {
    AppConfig config = AppConfig.of(settings("at-once"));
    Map<String, Object> impatient =
        Map.of("bootstrap.servers", kafka.bootstrapServers(), AdminClientConfig.RETRIES_CONFIG, 0);

    try (TopicSetup setup = TopicSetup.connect(config);
        Admin admin = Admin.create(impatient)) {
      admin.listTopics().names().get();
      List<NewTopic> created = setup.create(8, (short) 1);

      Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
      for (NewTopic topic : created) {
        for (int i = 0; i < topic.numPartitions(); i++) {
          ends.put(new TopicPartition(topic.name(), i), OffsetSpec.latest());
        }
      }
      assertThat(admin.listOffsets(ends).all().get()).hasSameSizeAs(ends).hasSize(45);
    }
  }

  @Test
  void createsLabelsWithAsManyPartitionsAsPredictionsHave() throws Exception {
    create("match.predictions", 5, "delete");

    assertThat(shell.run(settings("match"), "topics", "--partitions=2")).as(shell.err()).isZero();

    assertThat(shell.out()).contains("created match.labels: 5 partitions");
  }

  @Test
  void createsNothingWhenItOnlyChecks() {
    assertThat(shell.run(settings("check"), "topics", "--check")).isEqualTo(3);

    assertThat(shell.out()).isEmpty();
    assertThat(shell.err().lines())
        .hasSize(10)
        .first()
        .isEqualTo(
            "evenkeel: topic check.predictions is missing; create it with 'evenkeel topics'");
  }

  @Test
  void doesNotStartWithoutItsTopics() {
    assertThat(shell.run(settings("missing"), "run")).isEqualTo(3);
    assertThat(shell.err()).startsWith("evenkeel: topic missing.predictions is missing; ");
  }

  @Test
  void doesNotStartWhenLabelsCannotBeJoined() throws Exception {
    create("apart.predictions", 2, "delete");
    create("apart.labels", 3, "delete");

    assertThat(shell.run(settings("apart"), "run", "--create-topics")).isEqualTo(3);
    assertThat(shell.err())
        .isEqualToIgnoringNewLines(
            "evenkeel: topic apart.predictions has 2 and topic apart.labels has 3 partitions; they"
                + " are joined by partition and need the same number: delete one of them and create it again");
  }

  @Test
  void doesNotStartWhenProfilesWouldBeLost() throws Exception {
    create("lossy.profiles", 1, "delete");
    AppConfig config = AppConfig.of(settings("lossy"));

    try (TopicSetup setup = TopicSetup.connect(config)) {
      setup.create(1, (short) 1);
      assertThatThrownBy(setup::check)
          .isInstanceOf(StartException.class)
          .hasMessage(
              "topic lossy.profiles has cleanup.policy = delete and would lose what is still"
                  + " valid; set it to compact");
    }
  }

  @Test
  void doesNotStartWhereALargeDeadLetterWouldBeRefusedUntilTopicsMadeRoom() throws Exception {
    create("narrow.dead-letters", 1, Map.of("max.message.bytes", "1000000"));
    AppConfig config = AppConfig.of(settings("narrow"));

    try (TopicSetup setup = TopicSetup.connect(config)) {
      setup.create(1, (short) 1);
      assertThatThrownBy(() -> Application.start(config))
          .isInstanceOf(StartException.class)
          .hasMessage(
              "topic narrow.dead-letters has max.message.bytes = 1000000, and a larger record"
                  + " would stop the application; run 'evenkeel topics', which raises it to"
                  + " 1048576 if it has the right to alter topics");

      setup.makeRoom();

      assertThat(TopicSetup.cramped(setup.find())).isEmpty();
    }
    try (Application application = Application.start(config)) {
      assertThat(application.health().live()).isTrue();
    }
  }

  @Test
  void stopsWithTheErrorThatNoHandlerTook() {
    StreamsBuilder builder = new StreamsBuilder();
    builder.stream("stops.missing", Consumed.with(Serdes.String(), Serdes.String()));
    AppConfig config = AppConfig.of(settings("stops"));

    try (StreamsRuntime runtime =
        new StreamsRuntime(
            builder.build(), KafkaProperties.streams(config, Map.of()), new Metrics(), 0)) {
      runtime.start();

      assertThatThrownBy(runtime::await)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageStartingWith("stopped by an error: ")
          .hasCauseInstanceOf(MissingSourceTopicException.class);
      assertThat(runtime.health().live()).isFalse();
    }
  }

  @Test
  void saysThatARefusedTopicCouldNotBeCreated() {
    assertThat(shell.run(settings("refused"), "topics", "--replication-factor=3")).isEqualTo(3);
    assertThat(shell.err())
        .startsWith(
            "evenkeel: the brokers at "
                + kafka.bootstrapServers()
                + " refused to create topic refused.");
  }
}
