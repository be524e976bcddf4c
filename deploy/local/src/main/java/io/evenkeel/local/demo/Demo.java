package io.evenkeel.local.demo;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ConfigReader;
import io.evenkeel.app.follow.TopicFollower;
import io.evenkeel.app.replay.EventSource;
import io.evenkeel.app.replay.Pace;
import io.evenkeel.app.replay.ReplayProducer;
import io.evenkeel.app.replay.Replayer;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.local.cluster.LocalCluster;
import io.evenkeel.local.process.TemporaryFolder;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertChange;
import io.evenkeel.schemas.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;

/** Replays the forecasts of a market to an application, and shows what it says of them. */
final class Demo {
  private static final int PARTITIONS = 2;
  private static final Duration PATIENCE_FOR_VERDICTS = Duration.ofMinutes(5);
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  private final Screen screen;
  private final TemporaryFolder folder;
  private final double speed;
  private final Stop stop;
  private final Surroundings surroundings;
  private final boolean stays;
  private final DemoForecasts forecasts = DemoForecasts.ofAWeek();
  private final VerdictTable verdicts = new VerdictTable();

  /**
   * @param speed how many times faster than in reality time passes
   * @param stays whether it goes on until it is stopped, so that the page can be looked at
   */
  Demo(
      Stop stop,
      Screen screen,
      TemporaryFolder folder,
      double speed,
      Surroundings surroundings,
      boolean stays) {
    this.stop = stop;
    this.screen = screen;
    this.folder = folder;
    this.speed = speed;
    this.surroundings = surroundings;
    this.stays = stays;
  }

  void run() throws InterruptedException {
    screen.progress(() -> "Starting a broker and a schema registry in " + folder.path());
    try (LocalCluster cluster = LocalCluster.start(folder.path())) {
      AppConfig config = config(cluster);
      cluster.prepare(config, PARTITIONS);
      try (Application application = Application.start(config);
          TopicFollower<?> follower = follower(config);
          Surroundings around = surroundings) {
        follower.start();
        screen.say(introduction(application.status()));
        try {
          around.start(config, application.status(), folder.path(), screen::say);
          replay(config);
          if (!stop.requested()) {
            around.show(verdicts.size(), screen::say);
            stay(application.status());
          }
        } finally {
          // An interrupt asks for the end, and has been heard; closing is not to be interrupted.
          Thread.interrupted();
        }
      }
    }
  }

  private AppConfig config(LocalCluster cluster) {
    Map<String, String> settings = new HashMap<>(cluster.settings());
    settings.put("http.port", "0");
    settings.putAll(surroundings.settings());
    return new ConfigReader().file(demoYaml()).options(settings).read();
  }

  private Path demoYaml() {
    Path file = folder.resolve("demo.yaml");
    try (InputStream yaml = Demo.class.getResourceAsStream("demo.yaml")) {
      Files.copy(Objects.requireNonNull(yaml, "demo.yaml is on the class path"), file);
    } catch (IOException e) {
      throw new UncheckedIOException("the configuration cannot be written to " + file, e);
    }
    return file;
  }

  private TopicFollower<?> follower(AppConfig config) {
    return new TopicFollower<>(
        KafkaProperties.clients(config),
        List.of(config.topics().alerts(), config.topics().verdicts()),
        AvroSerdes.of(config.serde(), config.topics()).deserializer(),
        this::show);
  }

  private void show(Object record) {
    if (record instanceof Alert alert) {
      if (isNews(alert)) {
        screen.say(AlertText.of(alert));
        verdicts.add(alert);
      }
    } else if (record instanceof Verdict verdict) {
      verdicts.add(verdict);
    }
  }

  private String introduction(URI page) {
    return """
        @|bold Status page: %s|@
        Four models are watched for a week of event time. Three of them forecast the real price
        of bitcoin a minute ahead. The fourth, %s, is right until %s UTC and
        over-confident from then on.
        """
        .formatted(page, DemoForecasts.BREAKING, minute(forecasts.change()));
  }

  private void stay(URI page) throws InterruptedException {
    if (stays) {
      screen.say("@|bold The status page stays at " + page + " until Ctrl-C ends the demo.|@");
      Thread.currentThread().join();
    }
  }

  /** Not that an alert lasts, nor that its numbers have changed: the page shows these. */
  private static boolean isNews(Alert alert) {
    return !alert.getRepeated() && alert.getChange() != AlertChange.CHANGED;
  }

  private void replay(AppConfig config) throws InterruptedException {
    try (Producer<String, SpecificRecord> producer =
        ReplayProducer.of(KafkaProperties.clients(config), config.serde())) {
      Replayer replayer = new Replayer(producer, config.topics(), InstantSource.system());
      replayer.play(
          EventSource.of(() -> forecasts.cases().stream()),
          Pace.scaled(speed, InstantSource.system()),
          time -> tellProgress(time, replayer));
      Thread.interrupted();
      if (!stop.requested()) {
        end(config, replayer);
      }
    }
    screen.endProgress();
    screen.say(verdicts.text());
  }

  /** Closes all windows and waits for the final verdicts on them. */
  private void end(AppConfig config, Replayer replayer) throws InterruptedException {
    Map<String, Instant> lastWindows = new HashMap<>();
    for (String model : DemoForecasts.models()) {
      long size = config.model(model).window().size().toMillis();
      long last = forecasts.end().toEpochMilli() / size * size;
      lastWindows.put(model, Instant.ofEpochMilli(last));
    }
    replayer.end(config::model);
    long deadline = System.nanoTime() + PATIENCE_FOR_VERDICTS.toNanos();
    while (!verdicts.await(lastWindows, BETWEEN_LOOKS)) {
      if (System.nanoTime() > deadline) {
        screen.say(
            "Some verdicts did not come within " + PATIENCE_FOR_VERDICTS.toSeconds() + " s.");
        return;
      }
      screen.progress(
          () -> "All events are sent; " + verdicts.size() + " verdicts are final, some to come");
    }
  }

  private void tellProgress(long time, Replayer replayer) {
    screen.progress(() -> progress(Instant.ofEpochMilli(time), replayer));
    if (stop.requested()) {
      // The first interrupt may have been lost in a client on the way.
      Thread.currentThread().interrupt();
    }
  }

  private String progress(Instant time, Replayer replayer) {
    Duration all = Duration.between(forecasts.start(), forecasts.end());
    return String.format(
        Locale.ROOT,
        "%3d %%  %s UTC  %d events sent, %d verdicts final",
        100 * Duration.between(forecasts.start(), time).toMillis() / all.toMillis(),
        minute(time),
        replayer.sent().events(),
        verdicts.size());
  }

  private static String minute(Instant time) {
    return time.toString().substring(0, 16).replace('T', ' ');
  }
}
