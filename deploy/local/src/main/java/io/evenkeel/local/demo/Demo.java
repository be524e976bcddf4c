package io.evenkeel.local.demo;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ConfigReader;
import io.evenkeel.app.follow.TopicFollower;
import io.evenkeel.app.replay.Case;
import io.evenkeel.app.replay.EventSource;
import io.evenkeel.app.replay.Pace;
import io.evenkeel.app.replay.ReplayProducer;
import io.evenkeel.app.replay.Replayer;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.local.LocalCluster;
import io.evenkeel.local.TemporaryFolder;
import io.evenkeel.local.market.MarketForecasts;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;

/** Replays the forecasts of a market to an application, and tells what it says of them. */
final class Demo {
  private static final int PARTITIONS = 2;
  private static final Duration PATIENCE_FOR_VERDICTS = Duration.ofMinutes(5);

  private final Screen screen;
  private final TemporaryFolder folder;
  private final double speed;
  private final Stop stop;
  private final Surroundings surroundings;
  private final VerdictTable verdicts = new VerdictTable();

  Demo(Stop stop, Screen screen, TemporaryFolder folder, double speed, Surroundings surroundings) {
    this.stop = stop;
    this.screen = screen;
    this.folder = folder;
    this.speed = speed;
    this.surroundings = surroundings;
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
        screen.say("Status page: " + application.status());
        try {
          around.start(config, application.status(), folder.path(), screen::say);
          replay(config);
          if (!stop.requested()) {
            around.show(verdicts.size(), screen::say);
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
        this::tell);
  }

  private void tell(Object record) {
    if (record instanceof Alert alert) {
      screen.say(AlertText.of(alert));
      verdicts.add(alert);
    } else if (record instanceof Verdict verdict) {
      verdicts.add(verdict);
    }
  }

  private void replay(AppConfig config) throws InterruptedException {
    List<Case> cases = MarketForecasts.bitstamp().cases().toList();
    try (Producer<String, SpecificRecord> producer =
        ReplayProducer.of(KafkaProperties.clients(config), config.serde())) {
      Replayer replayer = new Replayer(producer, config.topics(), InstantSource.system());
      replayer.play(
          EventSource.of(cases::stream),
          Pace.scaled(speed, InstantSource.system()),
          time -> tellProgress(cases, time, replayer));
      Thread.interrupted();
      if (!stop.requested()) {
        end(config, replayer, madeAt(cases, cases.size() - 1));
      }
    }
    screen.endProgress();
    screen.say(verdicts.text());
  }

  /** Closes all windows and waits for the final verdicts on them. */
  private void end(AppConfig config, Replayer replayer, Instant last) throws InterruptedException {
    Map<String, Instant> lastWindows = new HashMap<>();
    for (String model : MarketForecasts.models()) {
      long size = config.model(model).window().size().toMillis();
      lastWindows.put(model, Instant.ofEpochMilli(last.toEpochMilli() / size * size));
    }
    replayer.end(config::model);
    if (!verdicts.await(lastWindows, PATIENCE_FOR_VERDICTS)) {
      screen.say("Some verdicts did not come within " + PATIENCE_FOR_VERDICTS.toSeconds() + " s.");
    }
  }

  private void tellProgress(List<Case> cases, long time, Replayer replayer) {
    screen.progress(() -> progress(cases, time, replayer));
    if (stop.requested()) {
      // The first interrupt may have been lost in a client on the way.
      Thread.currentThread().interrupt();
    }
  }

  private String progress(List<Case> cases, long time, Replayer replayer) {
    long first = madeAt(cases, 0).toEpochMilli();
    long last = madeAt(cases, cases.size() - 1).toEpochMilli();
    return String.format(
        Locale.ROOT,
        "%3d %%  %s  %d events sent, %d verdicts final",
        100 * (time - first) / (last - first),
        Instant.ofEpochMilli(time).truncatedTo(ChronoUnit.MINUTES),
        replayer.sent().events(),
        verdicts.size());
  }

  private static Instant madeAt(List<Case> cases, int index) {
    return Instant.ofEpochMilli(cases.get(index).prediction().madeAt());
  }
}
