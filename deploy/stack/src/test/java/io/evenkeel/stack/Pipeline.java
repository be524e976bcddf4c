package io.evenkeel.stack;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.follow.TopicFollower;
import io.evenkeel.app.replay.EventSource;
import io.evenkeel.app.replay.ExpectedCounts;
import io.evenkeel.app.replay.Pace;
import io.evenkeel.app.replay.ReplayProducer;
import io.evenkeel.app.replay.Replayer;
import io.evenkeel.app.replay.Trouble;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.local.LocalCluster;
import io.evenkeel.local.TemporaryFolder;
import io.evenkeel.local.market.MarketForecasts;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;

/**
 * A week of forecasts of the market, some of them sent twice, some wrong and one unreadable, judged
 * by the application and put into PostgreSQL by Kafka Connect.
 */
final class Pipeline implements AutoCloseable {
  static final Path DEPLOY =
      Path.of(System.getProperty("evenkeel.root", "../..")).resolve("deploy");

  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final EventSource SOURCE =
      EventSource.of(MarketForecasts.bitstamp())
          .with(new Trouble(7, Duration.ZERO, 0.01, 0, 0, 0.01));

  private final TemporaryFolder folder = TemporaryFolder.create("evenkeel-stack-");
  private final Deque<AutoCloseable> started = new ArrayDeque<>();
  private final LocalCluster cluster;
  private final AppConfig config;
  private final Application application;
  private final Postgres postgres;
  private final ConnectWorker connect;

  static Pipeline start() {
    try {
      return new Pipeline();
    } catch (IOException | InterruptedException | SQLException e) {
      throw new IllegalStateException("the pipeline does not start", e);
    }
  }

  private Pipeline() throws IOException, InterruptedException, SQLException {
    makeReachable(folder.path());
    started.push(folder);
    try {
      cluster = push(LocalCluster.start(folder.path().resolve("cluster")));
      postgres = push(Postgres.start(folder.path().resolve("postgres")));
      config = config(cluster);
      cluster.prepare(config, 2);
      application = push(Application.start(config));
      connect =
          push(
              ConnectWorker.start(
                  DEPLOY.resolve("connect/worker.properties"),
                  environment(),
                  folder.path().resolve("connect")));
      sink();
      replay();
    } catch (IOException | InterruptedException | SQLException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private <T extends AutoCloseable> T push(T resource) {
    started.push(resource);
    return resource;
  }

  private Map<String, String> environment() {
    return Map.of(
        "KAFKA_BOOTSTRAP_SERVERS", config.kafka().getOrDefault("bootstrap.servers", ""),
        "APICURIO_REGISTRY_URL", registry(),
        "EVENKEEL_DB_URL", postgres.url(),
        "EVENKEEL_DB_USER", postgres.user(),
        "EVENKEEL_DB_PASSWORD", "unused");
  }

  AppConfig config() {
    return config;
  }

  Application application() {
    return application;
  }

  ConnectWorker connect() {
    return connect;
  }

  Connection database() throws SQLException {
    return DriverManager.getConnection(postgres.url(), postgres.user(), "");
  }

  /** Apicurio's converter speaks its own interface, beside the Confluent-compatible one. */
  private String registry() {
    String url = config.serde().properties().getOrDefault("schema.registry.url", "");
    return url.replace("/apis/ccompat/v7", "/apis/registry/v2");
  }

  private static void makeReachable(Path folder) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static AppConfig config(LocalCluster cluster) {
    Map<String, String> settings = new HashMap<>(cluster.settings());
    settings.put("http.port", "0");
    settings.put("monitor.emit-interval", "200ms");
    settings.put("monitor.unknown-models", "false");
    settings.put("models.btc-ewma.labels.min", "30");
    settings.put("models.btc-floor.labels.min", "30");
    settings.put("models.btc-move.classes", "still,moves");
    settings.put("defaults.window.size", "4h");
    settings.put("defaults.window.advance", "4h");
    settings.put("defaults.labels.wait", "2m");
    return AppConfig.of(settings);
  }

  private void sink() throws IOException, InterruptedException, SQLException {
    try (Connection database = database();
        var statement = database.createStatement()) {
      statement.execute(Files.readString(DEPLOY.resolve("connect/tables.sql")));
    }
    for (String connector : List.of("verdicts", "metrics", "alerts")) {
      connect.add(Files.readString(DEPLOY.resolve("connect/" + connector + ".json")));
    }
  }

  private void replay() {
    Set<ExpectedCounts.Window> finished = ConcurrentHashMap.newKeySet();
    try (TopicFollower<?> follower =
            new TopicFollower<>(
                KafkaProperties.clients(config),
                List.of(config.topics().verdicts()),
                AvroSerdes.of(config.serde()).deserializer(),
                verdict -> keepFinal(finished, (Verdict) verdict));
        var producer = ReplayProducer.of(KafkaProperties.clients(config), config.serde())) {
      follower.start();
      sendGarbage();
      Replayer replayer = new Replayer(producer, config.topics(), InstantSource.system());
      replayer.play(SOURCE, Pace.FULL_SPEED, time -> {});
      replayer.end(config::model);
      Set<ExpectedCounts.Window> expected = ExpectedCounts.of(SOURCE, config::model).keySet();
      Awaitility.await().atMost(PATIENCE).until(() -> finished.equals(expected));
      Awaitility.await().atMost(PATIENCE).until(() -> sunk() == expected.size());
    }
  }

  /** The number of final verdicts in the database. */
  private int sunk() throws IOException, InterruptedException, SQLException {
    if (!connect.failures().isEmpty()) {
      throw new IllegalStateException("a connector failed: " + connect.failures());
    }
    try (Connection database = database();
        var rows =
            database
                .createStatement()
                .executeQuery("select count(*) from verdicts where status = 'FINAL'")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private static void keepFinal(Set<ExpectedCounts.Window> finished, Verdict verdict) {
    if (verdict.getStatus() == VerdictStatus.FINAL) {
      finished.add(
          new ExpectedCounts.Window(
              verdict.getModel(),
              verdict.getVersion(),
              verdict.getSegment(),
              verdict.getWindowStart()));
    }
  }

  private void sendGarbage() {
    try (var producer =
        new KafkaProducer<>(
            KafkaProperties.clients(config), new StringSerializer(), new ByteArraySerializer())) {
      var unused =
          producer.send(
              new ProducerRecord<>(config.topics().predictions(), "x", new byte[] {1, 2, 3}));
    }
  }

  /** Stops what was started, the last first. */
  @Override
  public void close() {
    while (!started.isEmpty()) {
      try {
        started.pop().close();
      } catch (Exception e) {
        throw new IllegalStateException("the pipeline does not stop", e);
      }
    }
  }
}
