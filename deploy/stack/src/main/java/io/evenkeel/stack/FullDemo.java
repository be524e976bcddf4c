package io.evenkeel.stack;

import io.evenkeel.app.alertmanager.AlertmanagerBridge;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.TopicNames;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.local.demo.Surroundings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What {@code --full} adds to the demo, as far as this machine has the programs: Kafka Connect that
 * fills PostgreSQL, Prometheus, and Alertmanager with the bridge to it.
 */
public final class FullDemo implements Surroundings {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration RESEND = Duration.ofSeconds(15);
  private static final String NEWEST =
      """
      select window_start, model, labelled, finding,
        round(evidence_log_e_series / ln(10)) as log10_e_value
        from verdicts where status = 'FINAL' order by window_start desc, model limit 6;""";

  private final Deque<AutoCloseable> started = new ArrayDeque<>();
  private final List<String> places = new ArrayList<>();
  private @Nullable Sink sink;

  /** The consumer groups of the connectors: metrics show how far each has read. */
  @Override
  public Map<String, String> settings() {
    TopicNames topics = TopicNames.defaults();
    return Part.POSTGRESQL.present()
        ? Map.of(
            "monitor.sinks.connect-evenkeel-verdicts", topics.verdicts(),
            "monitor.sinks.connect-evenkeel-metrics", topics.metrics(),
            "monitor.sinks.connect-evenkeel-alerts", topics.alerts(),
            "monitor.sinks.connect-evenkeel-recalibrations", topics.recalibrations())
        : Map.of();
  }

  @Override
  public void start(AppConfig config, URI status, Path folder, Consumer<String> say)
      throws InterruptedException {
    tellMissing(say);
    List<URI> alertmanagers = new ArrayList<>();
    if (Part.ALERTMANAGER.present()) {
      WebProgram alertmanager = push(WebProgram.alertmanager(folder.resolve("alertmanager")));
      push(bridge(config, alertmanager.url()));
      alertmanagers.add(alertmanager.url());
      places.add("Alertmanager  " + alertmanager.url());
    }
    URI prometheus = null;
    if (Part.PROMETHEUS.present()) {
      prometheus =
          push(WebProgram.prometheus(status, alertmanagers, folder.resolve("prometheus"))).url();
      places.add("Prometheus    " + prometheus);
    }
    if (Part.POSTGRESQL.present()) {
      sink = push(Sink.start(config, folder.resolve("connect")));
      places.addAll(places(sink.database(), prometheus));
    }
  }

  @Override
  public void show(int verdicts, Consumer<String> say) throws InterruptedException {
    if (sink != null) {
      sink.awaitFinal(verdicts, PATIENCE);
      say.accept(NEWEST + "\n" + sink.database().run(NEWEST).stripTrailing() + "\n");
    }
    places.forEach(say);
    say.accept("All of it runs until Ctrl-C.");
    Thread.currentThread().join();
  }

  @Override
  public void close() {
    IllegalStateException failed = new IllegalStateException("what was started does not stop");
    while (!started.isEmpty()) {
      try {
        started.pop().close();
      } catch (Exception e) {
        failed.addSuppressed(e);
      }
    }
    if (failed.getSuppressed().length > 0) {
      throw failed;
    }
  }

  private <T extends AutoCloseable> T push(T resource) {
    started.push(resource);
    return resource;
  }

  /** The database, and what Grafana needs in its environment to show the dashboards. */
  private static List<String> places(Postgres database, @Nullable URI prometheus) {
    return List.of(
        "PostgreSQL    %s (user %s, password %s)"
            .formatted(database.url(), database.user(), database.password()),
        "Grafana       with deploy/grafana and these variables, where you have it:",
        "              EVENKEEL_DB_HOST=%s EVENKEEL_DB_NAME=%s EVENKEEL_DB_SSLMODE=disable"
            .formatted(database.address(), database.database()),
        "              EVENKEEL_DB_USER=%s EVENKEEL_DB_PASSWORD=%s EVENKEEL_PROMETHEUS_URL=%s"
            .formatted(Sink.READER, database.password(), prometheus == null ? "" : prometheus));
  }

  private static AutoCloseable bridge(AppConfig config, URI alertmanager) {
    AppConfig bridged =
        config.withAlertmanager(config.alertmanager().to(List.of(alertmanager.toString()), RESEND));
    AlertmanagerBridge bridge =
        new AlertmanagerBridge(
            bridged,
            KafkaProperties.clients(bridged),
            AvroSerdes.of(bridged.serde(), bridged.topics()).deserializer(),
            new Metrics());
    bridge.start();
    return bridge;
  }

  private static void tellMissing(Consumer<String> say) {
    List<Part> missing = Arrays.stream(Part.values()).filter(part -> !part.present()).toList();
    for (Part part : missing) {
      say.accept("Without " + part + ": this machine lacks " + String.join(", ", part.missing()));
    }
    if (!missing.isEmpty()) {
      say.accept(
          "To have all of it, on Debian or Ubuntu: apt-get install "
              + missing.stream().map(Part::debian).collect(Collectors.joining(" ")));
    }
  }
}
