package io.evenkeel.stack;

import io.evenkeel.app.config.AppConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A PostgreSQL that Kafka Connect keeps equal to the topics of an application, as deploy/connect
 * says.
 */
public final class Sink implements AutoCloseable {
  /** The user of the database who may read its tables and nothing else; of the same password. */
  public static final String READER = "evenkeel_reader";

  private static final String WRITER = "evenkeel_writer";

  private final Postgres database;
  private final ConnectWorker worker;

  private Sink(Postgres database, ConnectWorker worker) {
    this.database = database;
    this.worker = worker;
  }

  /**
   * Starts both and returns when the tables are there and the connectors are taken.
   *
   * @param config of the application, with topics of the default names
   * @param directory of the worker's files; created when absent
   * @throws IllegalStateException if one of them does not start; then neither runs
   */
  public static Sink start(AppConfig config, Path directory) throws InterruptedException {
    Postgres database = Postgres.start();
    try {
      database.run(Resources.read("connect/tables.sql"));
      database.run(
          Resources.read("connect/passwords.sql"),
          Map.of(
              "EVENKEEL_DB_WRITER_PASSWORD",
              database.password(),
              "EVENKEEL_DB_READER_PASSWORD",
              database.password()));
      return new Sink(database, worker(config, database, directory));
    } catch (InterruptedException | RuntimeException e) {
      database.close();
      throw e;
    }
  }

  /** Where the rows are. */
  public Postgres database() {
    return database;
  }

  /** What writes them. */
  public ConnectWorker worker() {
    return worker;
  }

  /**
   * Waits until the database holds final verdicts.
   *
   * @param verdicts how many at least
   * @throws IllegalStateException if a connector failed, or they do not come in time
   */
  public void awaitFinal(int verdicts, Duration patience) throws InterruptedException {
    worker.await("write " + verdicts + " final verdicts", () -> finals() >= verdicts, patience);
  }

  @Override
  public void close() {
    worker.close();
    database.close();
  }

  private int finals() throws InterruptedException {
    if (!worker.failures().isEmpty()) {
      throw new IllegalStateException("a connector failed: " + worker.failures());
    }
    String count = "select count(*) from verdicts where status = 'FINAL'";
    return Integer.parseInt(database.run(count, "--tuples-only").strip());
  }

  private static ConnectWorker worker(AppConfig config, Postgres database, Path directory)
      throws InterruptedException {
    ConnectWorker worker =
        ConnectWorker.start(
            Resources.read("connect/worker.properties"), environment(config, database), directory);
    try {
      for (String connector : List.of("verdicts", "metrics", "alerts", "recalibrations")) {
        worker.add(Resources.read("connect/" + connector + ".json"));
      }
      return worker;
    } catch (InterruptedException | RuntimeException e) {
      worker.close();
      throw e;
    }
  }

  private static Map<String, String> environment(AppConfig config, Postgres database) {
    return Map.of(
        "KAFKA_BOOTSTRAP_SERVERS",
        config.kafka().getOrDefault("bootstrap.servers", ""),
        "APICURIO_REGISTRY_URL",
        registry(config),
        "EVENKEEL_DB_URL",
        database.url(),
        "EVENKEEL_DB_USER",
        WRITER,
        "EVENKEEL_DB_PASSWORD",
        database.password());
  }

  /** Apicurio's converter speaks its own interface, beside the Confluent-compatible one. */
  private static String registry(AppConfig config) {
    String url = config.serde().properties().getOrDefault("schema.registry.url", "");
    return url.replace("/apis/ccompat/v7", "/apis/registry/v2");
  }
}
