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
import io.evenkeel.local.cluster.LocalCluster;
import io.evenkeel.local.market.MarketForecasts;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictStatus;
import java.nio.file.Path;
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

  private final Deque<AutoCloseable> started = new ArrayDeque<>();
  private final AppConfig config;
  private final Application application;
  private final Sink sink;

  /**
   * Starts all of it, and returns when all events are judged and stored.
   *
   * @param folder of all its files
   */
  static Pipeline start(Path folder) throws InterruptedException {
    return new Pipeline(folder);
  }

  private Pipeline(Path folder) throws InterruptedException {
    try {
      LocalCluster cluster = push(LocalCluster.start(folder.resolve("cluster")));
      config = config(cluster);
      cluster.prepare(config, 2);
      application = push(Application.start(config));
      sink = push(Sink.start(config, folder.resolve("connect")));
      replay();
    } catch (InterruptedException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private <T extends AutoCloseable> T push(T resource) {
    started.push(resource);
    return resource;
  }

  AppConfig config() {
    return config;
  }

  Application application() {
    return application;
  }

  ConnectWorker connect() {
    return sink.worker();
  }

  Connection database() throws SQLException {
    Postgres database = sink.database();
    return DriverManager.getConnection(database.url(), database.user(), database.password());
  }

  /** As who dashboards ask. */
  Connection reader() throws SQLException {
    Postgres database = sink.database();
    return DriverManager.getConnection(database.url(), Sink.READER, database.password());
  }

  private static AppConfig config(LocalCluster cluster) {
    Map<String, String> settings = new HashMap<>(cluster.settings());
    settings.put("http.port", "0");
    settings.put("monitor.emit-interval", "500ms");
    settings.put("monitor.unknown-models", "false");
    settings.put("monitor.sinks.connect-evenkeel-verdicts", "evenkeel.verdicts");
    settings.put("models.btc-ewma.labels.min", "30");
    settings.put("models.btc-floor.labels.min", "30");
    settings.put("models.btc-move.classes", "still,moves");
    settings.put("defaults.window.size", "4h");
    settings.put("defaults.window.advance", "4h");
    settings.put("defaults.labels.wait", "2m");
    return AppConfig.of(settings);
  }

  private void replay() throws InterruptedException {
    Set<ExpectedCounts.Window> finished = ConcurrentHashMap.newKeySet();
    try (TopicFollower<?> follower =
            new TopicFollower<>(
                KafkaProperties.clients(config),
                List.of(config.topics().verdicts()),
                AvroSerdes.of(config.serde(), config.topics()).deserializer(),
                verdict -> keepFinal(finished, (Verdict) verdict));
        var producer = ReplayProducer.of(KafkaProperties.clients(config), config.serde())) {
      follower.start();
      sendGarbage();
      Replayer replayer = new Replayer(producer, config.topics(), InstantSource.system());
      replayer.play(SOURCE, Pace.FULL_SPEED, time -> {});
      replayer.end(config::model);
      Set<ExpectedCounts.Window> expected = ExpectedCounts.of(SOURCE, config::model).keySet();
      Awaitility.await().atMost(PATIENCE).until(() -> finished.equals(expected));
      sink.awaitFinal(expected.size(), PATIENCE);
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
      for (String topic : List.of(config.topics().predictions(), config.topics().metrics())) {
        var unused = producer.send(new ProducerRecord<>(topic, "x", new byte[] {1, 2, 3}));
      }
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
