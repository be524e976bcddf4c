package io.evenkeel.local.measure;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.replay.DelayLaw;
import io.evenkeel.app.replay.EventSource;
import io.evenkeel.app.replay.Pace;
import io.evenkeel.app.replay.ReplayProducer;
import io.evenkeel.app.replay.Replayer;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.runtime.TopicSetup;
import io.evenkeel.app.simulate.Arrivals;
import io.evenkeel.app.simulate.LabelTiming;
import io.evenkeel.app.simulate.Preset;
import io.evenkeel.app.simulate.Simulation;
import io.evenkeel.local.broker.EmbeddedKafka;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * How long the application takes to start while many predictions wait for their labels: with the
 * state that it left, and when it has to read all of it back from the changelogs.
 */
final class Restart {
  private static final int PARTITIONS = 4;
  private static final Duration WAIT = Duration.ofDays(30);
  private static final Duration PATIENCE = Duration.ofMinutes(20);
  private static final Duration STEP = Duration.ofMillis(20);

  private final Path folder;
  private final long predictions;

  /**
   * A measurement that is not made yet.
   *
   * @param folder of all its files
   * @param predictions that wait for their labels
   */
  Restart(Path folder, long predictions) {
    this.folder = folder;
    this.predictions = predictions;
  }

  /**
   * Seconds from the start until the application is ready.
   *
   * @param kept with its state
   * @param lost without it
   * @param bytes of the stores that were read back
   */
  record Result(double kept, double lost, long bytes) {}

  /** Makes it. */
  Result run() throws InterruptedException {
    try (EmbeddedKafka kafka = EmbeddedKafka.start(folder.resolve("broker"))) {
      AppConfig config = MeasuredSettings.of(kafka, folder, "restarts", WAIT);
      try (TopicSetup topics = TopicSetup.connect(config)) {
        topics.create(PARTITIONS, (short) 1);
      }
      try (Application application = Application.start(config)) {
        send(config);
        await(() -> ReadMetrics.of(application, "evenkeel_predictions_total") >= predictions);
      }
      double kept = start(config);
      Path elsewhere = folder.resolve("elsewhere");
      double lost = start(MeasuredSettings.of(kafka, elsewhere, "restarts", WAIT));
      long bytes =
          Sizes.ofStores(elsewhere.resolve("state")).values().stream().mapToLong(b -> b).sum();
      return new Result(kept, lost, bytes);
    }
  }

  private void send(AppConfig config) {
    Simulation preset = Preset.CALIBRATED.simulation();
    Arrivals once = preset.arrivals();
    Arrivals arrivals =
        new Arrivals(predictions, once.start(), Duration.ofSeconds(1), once.changeAfter());
    LabelTiming never = new LabelTiming(DelayLaw.fixed(Duration.ZERO), 1, 1);
    Simulation simulation =
        new Simulation(preset.model(), preset.law(), arrivals, never, preset.seed());
    try (var producer = ReplayProducer.of(KafkaProperties.clients(config), config.serde())) {
      new Replayer(producer, config.topics(), InstantSource.system())
          .play(EventSource.of(simulation), Pace.FULL_SPEED, time -> {});
    }
  }

  private static double start(AppConfig config) throws InterruptedException {
    long began = System.nanoTime();
    try (Application application = Application.start(config)) {
      await(() -> application.health().ready());
      return (System.nanoTime() - began) * 1e-9;
    }
  }

  private static void await(BooleanSupplier done) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!done.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("the application was not there within " + PATIENCE);
      }
      TimeUnit.NANOSECONDS.sleep(STEP.toNanos());
    }
  }
}
