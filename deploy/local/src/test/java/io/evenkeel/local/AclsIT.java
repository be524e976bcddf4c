package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.evenkeel.app.compare.Plan;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.app.runtime.ComparisonApplication;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.runtime.MapsApplication;
import io.evenkeel.app.runtime.TopicSetup;
import io.evenkeel.schemas.Alert;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * With what 'describe acls' prints, and nothing else, every task works at brokers that deny all
 * else, whose users show certificates or know passwords; and no user can do another's task.
 */
class AclsIT {
  private static final String TOKEN = "correct-horse-battery";

  @TempDir private Path directory;

  private final Shell shell = new Shell();
  private final CountDownLatch told = new CountDownLatch(1);
  private HttpServer alertmanager;

  @BeforeEach
  void listen() throws Exception {
    alertmanager = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    alertmanager.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
          told.countDown();
        });
    alertmanager.start();
  }

  @AfterEach
  void stopListening() {
    alertmanager.stop(0);
  }

  private Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>();
    settings.put("http.port", "0");
    settings.put("kafka.state.dir", directory.resolve("state").toString());
    settings.put("kafka.session.timeout.ms", "6000");
    settings.put("serde.properties.schema.registry.url", "mock://acls");
    settings.put("alertmanager.urls", "http://127.0.0.1:" + alertmanager.getAddress().getPort());
    settings.put("monitor.emit-interval", "500ms");
    settings.put("monitor.idle-timeout", "2s");
    settings.put("defaults.window.size", "1h");
    settings.put("defaults.window.advance", "1h");
    settings.put("defaults.labels.wait", "10m");
    settings.put("defaults.profile.sample", "64");
    return settings;
  }

  @Test
  void everyTaskWorksWithItsRightsAndNoOther() throws Exception {
    try (SecureKafka kafka = SecureKafka.start(directory);
        Admin admin = Admin.create(kafka.administrator())) {
      SecureKafka.register(
          admin, List.of("creator", "evenkeel", "applier", "comparer", "support", "worker", "ops"));
      Map<String, String> settings = settings();
      Map<String, String> creator = kafka.named("creator", settings);
      Map<String, String> shop = kafka.certified(settings);
      Map<String, String> evenkeel = kafka.named("evenkeel", settings);
      Map<String, String> applier = kafka.named("applier", settings);
      Map<String, String> comparer = kafka.named("comparer", settings);
      comparer.put("topics.challenger", "evenkeel.recalibrated");
      Map<String, String> support = kafka.named("support", settings);
      Map<String, String> worker = kafka.named("worker", settings);
      Map<String, String> ops = kafka.named("ops", settings);
      allow(admin, creator, "User:creator", "topics");
      allow(admin, shop, SecureKafka.CERTIFIED, "produce", "silence", "recalibrations");
      allow(admin, evenkeel, "User:evenkeel", "run");
      allow(admin, applier, "User:applier", "apply-maps");
      allow(admin, comparer, "User:comparer", "compare");
      allow(admin, support, "User:support", "check", "explain");
      allow(admin, worker, "User:worker", "connect");
      allow(admin, ops, "User:ops", "reset", "skip");

      Topics.create(admin, cramped());
      succeeds(creator, "topics", "--partitions=1");
      assertThat(shell.out()).contains("raised max.message.bytes of evenkeel.dead-letters");
      succeeds(creator, "topics", "--check");
      Alert alert;
      createRecalibrated(applier);
      createComparisons(comparer);
      try (MapsApplication maps = MapsApplication.start(AppConfig.of(applier));
          ComparisonApplication comparison =
              ComparisonApplication.start(
                  AppConfig.of(comparer), new Plan(0.01, Duration.ofHours(1)))) {
        succeeds(shop, "simulate", "biased", "--count=4000", "--every=10s");
        // Numbers are not compared.
        succeeds(shop, "simulate", "calibrated", "--count=200", "--every=10s");
        awaitRecords(admin, "evenkeel.recalibrated");
        awaitRecords(admin, "evenkeel.comparisons");
        assertThat(maps.health().live()).isTrue();
        assertThat(comparison.health().live()).isTrue();
      }
      Map<String, String> closed = new HashMap<>(evenkeel);
      closed.put("http.token", TOKEN);
      try (Application application = Application.start(AppConfig.of(closed));
          FinalVerdicts verdicts = new FinalVerdicts(AppConfig.of(support))) {
        alert = verdicts.firing();
        assertThat(told.await(1, TimeUnit.MINUTES)).isTrue();
        assertThat(application.health().live()).isTrue();
        answers(application, alert, 502, "do not let this application write silences");
        allow(admin, closed, "User:evenkeel", "run");
        answers(application, alert, 201, "silence_id");
      }
      succeeds(shop, "alerts");
      succeeds(shop, "recalibrations");
      succeeds(shop, "silence", "add", alert.getFingerprint(), "--for=4h", "--comment=known");
      succeeds(shop, "silence", "list");
      succeeds(support, "check");
      succeeds(support, "explain", alert.getFingerprint(), "--at=" + alert.getUpdatedAt());
      assertThat(shell.run(support, "explain", "--map=none")).isEqualTo(2);
      assertThat(shell.err()).contains("no map in evenkeel.recalibrations has the key 'none'");
      sink(worker);

      refused(shop, "check");
      refused(evenkeel, "reset", "--execute");
      refused(support, "apply-maps");
      refused(support, "compare");
      refused(applier, "check");
      refused(applier, "compare", "--with=evenkeel.recalibrated");
      refused(comparer, "apply-maps");
      refused(support, "silence", "list");
      refused(comparer, "recalibrations");
      refused(support, "topics");
      refused(support, "reset", "--execute");
      refused(creator, "explain", alert.getFingerprint());
      refused(comparer, "explain", "--map=none");

      RecordMetadata sent = send(shop);
      succeeds(ops, "skip", "evenkeel.labels-0@" + sent.offset(), "--execute");
      succeeds(ops, "reset", "--execute");
      succeeds(ops, "reset", "--outputs", "--execute");
    }
  }

  /** Silences an alert over HTTP, until the answer is that: brokers and page hear things later. */
  private static void answers(Application application, Alert alert, int code, String text) {
    String form =
        "{\"alert\":\"%s\",\"for\":\"1h\",\"created_by\":\"Ada\"}"
            .formatted(alert.getFingerprint());
    HttpRequest request =
        HttpRequest.newBuilder(application.status().resolve("api/silences"))
            .header("Authorization", "Bearer " + TOKEN)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(form))
            .build();
    await()
        .pollInterval(Duration.ofSeconds(2)) // more than thirty in a minute are refused
        .pollDelay(Duration.ZERO)
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(
            () -> {
              HttpResponse<String> answer =
                  HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
              assertThat(answer.statusCode()).as(answer.body()).isEqualTo(code);
              assertThat(answer.body()).contains(text);
            });
  }

  private static void createRecalibrated(Map<String, String> settings) {
    try (TopicSetup setup = TopicSetup.connectMaps(AppConfig.of(settings))) {
      setup.create(7, (short) 1);
    }
  }

  private static void createComparisons(Map<String, String> settings) {
    try (TopicSetup setup = TopicSetup.connectComparison(AppConfig.of(settings))) {
      setup.create(7, (short) 1);
    }
  }

  private static void awaitRecords(Admin admin, String topic) {
    TopicPartition partition = new TopicPartition(topic, 0);
    await()
        .atMost(Duration.ofMinutes(1))
        .until(
            () ->
                admin
                        .listOffsets(Map.of(partition, OffsetSpec.latest()))
                        .partitionResult(partition)
                        .get()
                        .offset()
                    > 0);
  }

  /** A topic that the application writes, too small for what it may write. */
  private static NewTopic cramped() {
    return new NewTopic("evenkeel.dead-letters", 1, (short) 1)
        .configs(Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, "1000000"));
  }

  private void succeeds(Map<String, String> settings, String... command) {
    int code = shell.run(settings, command);
    assertThat(code).as("%s: %s%s", List.of(command), shell.err(), shell.out()).isZero();
  }

  private void refused(Map<String, String> settings, String... command) {
    assertThat(shell.run(settings, command)).as("%s", List.of(command)).isNotZero();
    assertThat(shell.err()).containsPattern("(?i)authoriz|may not|refused");
  }

  /** Does what the printed commands would. */
  private void allow(Admin admin, Map<String, String> settings, String principal, String... tasks)
      throws Exception {
    List<String> command = new ArrayList<>(List.of("describe", "acls", "--principal", principal));
    command.addAll(List.of(tasks));
    succeeds(settings, command.toArray(String[]::new));
    List<AclBinding> bindings = new ArrayList<>();
    shell
        .out()
        .lines()
        .filter(line -> line.startsWith("kafka-acls"))
        .forEach(line -> bindings.addAll(bindings(line)));
    admin.createAcls(bindings).all().get();
  }

  private static List<AclBinding> bindings(String command) {
    List<String> words =
        Arrays.stream(command.split(" ")).map(word -> word.replace("'", "")).toList();
    List<AclOperation> operations = new ArrayList<>();
    List<ResourcePattern> resources = new ArrayList<>();
    PatternType pattern = PatternType.LITERAL;
    String principal = "";
    for (int i = 0; i + 1 < words.size(); i++) {
      String value = words.get(i + 1);
      switch (words.get(i)) {
        case "--allow-principal" -> principal = value;
        case "--operation" -> operations.add(operation(value));
        case "--resource-pattern-type" ->
            pattern = PatternType.fromString(value.toUpperCase(Locale.ROOT));
        case "--topic" -> resources.add(new ResourcePattern(ResourceType.TOPIC, value, pattern));
        case "--group" -> resources.add(new ResourcePattern(ResourceType.GROUP, value, pattern));
        case "--transactional-id" ->
            resources.add(new ResourcePattern(ResourceType.TRANSACTIONAL_ID, value, pattern));
        default -> {}
      }
    }
    List<AclBinding> bindings = new ArrayList<>();
    for (ResourcePattern resource : resources) {
      for (AclOperation operation : operations) {
        bindings.add(
            new AclBinding(
                resource,
                new AccessControlEntry(principal, "*", operation, AclPermissionType.ALLOW)));
      }
    }
    return bindings;
  }

  private static AclOperation operation(String name) {
    return Arrays.stream(AclOperation.values())
        .filter(each -> each.name().replace("_", "").equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow();
  }

  /** Sends a record that no one can read. */
  private static RecordMetadata send(Map<String, String> settings) throws Exception {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            KafkaProperties.clients(AppConfig.of(settings)),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      return producer.send(new ProducerRecord<>("evenkeel.labels", new byte[1], new byte[1])).get();
    }
  }

  /** Reads as the connector of verdicts does. */
  private static void sink(Map<String, String> settings) {
    Map<String, Object> properties = KafkaProperties.clients(AppConfig.of(settings));
    properties.put("group.id", "connect-evenkeel-verdicts");
    properties.put("auto.offset.reset", "earliest");
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      consumer.subscribe(List.of("evenkeel.verdicts"));
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> !consumer.poll(Duration.ofMillis(200)).isEmpty());
      consumer.commitSync();
    }
  }
}
