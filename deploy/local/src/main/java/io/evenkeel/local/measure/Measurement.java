package io.evenkeel.local.measure;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.replay.EventSource;
import io.evenkeel.app.replay.Pace;
import io.evenkeel.app.replay.ReplayProducer;
import io.evenkeel.app.replay.Replayer;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.runtime.TopicSetup;
import io.evenkeel.app.simulate.Arrivals;
import io.evenkeel.app.simulate.Preset;
import io.evenkeel.app.simulate.Simulation;
import io.evenkeel.local.broker.EmbeddedKafka;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;

/**
 * One measurement: a simulated model with a prediction a second and its label a minute later. All
 * predictions stay pending, so that state grows with them. The first events warm the process up and
 * let a profile be learned; the others count.
 */
final class Measurement {
  private static final int BROKER = 1;

  /** Predictions of which a profile is learned; what is pending then is counted again with it. */
  private static final long LEARNING = 5000;

  /** So long that no pane closes. */
  private static final Duration WAIT = Duration.ofDays(365);

  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final Duration STEP = Duration.ofMillis(100);

  private final Path folder;
  private final long warmUp;
  private final long counted;

  /**
   * A measurement that is not made yet.
   *
   * @param folder of all its files
   * @param warmUp predictions that do not count
   * @param counted predictions that count
   */
  Measurement(Path folder, long warmUp, long counted) {
    this.folder = folder;
    this.warmUp = warmUp;
    this.counted = counted;
  }

  /**
   * What was measured.
   *
   * @param nanos processor time of the stream threads and their producers per event
   * @param predictions pending at the end
   * @param panes of the one series at the end
   * @param stores bytes on disk by store
   * @param topics bytes on the broker by topic
   */
  record Result(
      double nanos,
      long predictions,
      long panes,
      Map<String, Long> stores,
      Map<String, Long> topics) {}

  /** Makes it. */
  Result run() throws IOException, InterruptedException {
    try (EmbeddedKafka kafka = EmbeddedKafka.start(folder.resolve("broker"))) {
      AppConfig config = MeasuredSettings.of(kafka, folder, "measured", WAIT);
      try (TopicSetup topics = TopicSetup.connect(config)) {
        topics.create(2, (short) 1);
      }
      double nanos = process(config);
      try (Admin admin = Admin.create(KafkaProperties.clients(config))) {
        long seconds = LEARNING + warmUp + counted;
        return new Result(
            nanos,
            seconds,
            seconds / Duration.ofMinutes(10).toSeconds(),
            Sizes.ofStores(folder.resolve("state")),
            Sizes.ofTopics(admin, BROKER));
      }
    }
  }

  private double process(AppConfig config) throws IOException {
    try (Application application = Application.start(config);
        LearnedProfile profile = new LearnedProfile(config)) {
      send(config, 0, LEARNING);
      await(profile::isLearned);
      send(config, LEARNING, warmUp);
      await(() -> joined(application) >= LEARNING + warmUp);
      ThreadUse before = ThreadUse.ofStreams();
      send(config, LEARNING + warmUp, counted);
      await(() -> joined(application) >= LEARNING + warmUp + counted);
      return (double) ThreadUse.ofStreams().since(before).nanos() / (2 * counted);
    }
  }

  private void send(AppConfig config, long from, long count) {
    Simulation preset = Preset.CALIBRATED.simulation();
    Arrivals once = preset.arrivals();
    Arrivals all =
        new Arrivals(LEARNING + warmUp + counted, once.start(), once.every(), once.changeAfter());
    Simulation simulation =
        new Simulation(preset.model(), preset.law(), all, preset.labels(), preset.seed());
    EventSource part = EventSource.of(() -> simulation.cases().skip(from).limit(count));
    try (var producer = ReplayProducer.of(KafkaProperties.clients(config), config.serde())) {
      new Replayer(producer, config.topics(), InstantSource.system())
          .play(part, Pace.FULL_SPEED, time -> {});
    }
  }

  private static double joined(Application application) {
    return ReadMetrics.of(application, "evenkeel_joined_total");
  }

  private static void await(BooleanSupplier done) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!done.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException("the events were not processed within " + PATIENCE);
      }
      LockSupport.parkNanos(STEP.toNanos());
    }
  }
}
