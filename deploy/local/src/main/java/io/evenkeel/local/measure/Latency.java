package io.evenkeel.local.measure;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.follow.TopicFollower;
import io.evenkeel.app.replay.DelayLaw;
import io.evenkeel.app.replay.EventSource;
import io.evenkeel.app.replay.Pace;
import io.evenkeel.app.replay.ReplayProducer;
import io.evenkeel.app.replay.Replayer;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.runtime.TopicSetup;
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.app.simulate.Arrivals;
import io.evenkeel.app.simulate.LabelTiming;
import io.evenkeel.app.simulate.Preset;
import io.evenkeel.app.simulate.Simulation;
import io.evenkeel.local.broker.EmbeddedKafka;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * How old a provisional verdict is when it can be read: the time since the newest label that it
 * counts was due to be sent. Labels come in the order of their predictions, so their number in the
 * verdict says which one that was. A producer that falls behind counts as latency.
 */
final class Latency {
  private static final int PARTITIONS = 4;
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration EVERY = Duration.ofMillis(100);
  private static final Duration LABEL_AFTER = Duration.ofMinutes(1);
  private static final Duration WAIT = Duration.ofDays(1);

  /** What comes before that, while code is compiled and the profile learned, does not count. */
  private static final double COUNTED_FROM = 1 / 3.0;

  private final Path folder;
  private final Duration length;
  private final Queue<Long> nanos = new ConcurrentLinkedQueue<>();

  /**
   * A measurement that is not made yet.
   *
   * @param folder of all its files
   * @param length how long it takes
   */
  Latency(Path folder, Duration length) {
    this.folder = folder;
    this.length = length;
  }

  /**
   * Ages of verdicts, in seconds.
   *
   * @param verdicts number of them
   * @param median age
   * @param largest age
   */
  record Result(int verdicts, double median, double largest) {}

  /** Makes it with so many predictions a second, and as many labels. */
  Result run(int rate) throws InterruptedException {
    Path here = folder.resolve("latency-" + rate);
    try (EmbeddedKafka kafka = EmbeddedKafka.start(here.resolve("broker"))) {
      AppConfig config = MeasuredSettings.of(kafka, here, "latency", WAIT);
      try (TopicSetup topics = TopicSetup.connect(config)) {
        topics.create(PARTITIONS, (short) 1);
      }
      double speed = rate * EVERY.toMillis() * 1e-3;
      Application application = Application.start(config);
      long began = System.nanoTime();
      try (application;
          TopicFollower<?> verdicts = follower(config, began, speed)) {
        verdicts.start();
        send(config, rate, delivery -> await(due(began, nanos(delivery), speed)));
      }
    }
    return result();
  }

  private TopicFollower<?> follower(AppConfig config, long began, double speed) {
    return new TopicFollower<>(
        KafkaProperties.clients(config),
        List.of(config.topics().verdicts()),
        AvroSerdes.of(config.serde(), config.topics()).deserializer(),
        record -> {
          if (record instanceof Verdict verdict
              && verdict.getStatus() != VerdictStatus.FINAL
              && verdict.getLabelled() > 0) {
            long due = due(began, newestLabel(verdict), speed);
            if (due - began > length.toNanos() * COUNTED_FROM) {
              nanos.add(System.nanoTime() - due);
            }
          }
        });
  }

  /** When the newest label of a verdict was sent, nanoseconds of event time since the start. */
  private static double newestLabel(Verdict verdict) {
    long start = Math.max(0, verdict.getWindowStart().toEpochMilli() - START.toEpochMilli());
    long first = Math.floorDiv(start + EVERY.toMillis() - 1, EVERY.toMillis());
    long madeAt = (first + verdict.getLabelled() - 1) * EVERY.toMillis();
    return (madeAt + LABEL_AFTER.toMillis()) * 1e6;
  }

  private static double nanos(long time) {
    return (time - START.toEpochMilli()) * 1e6;
  }

  private static long due(long began, double eventTime, double speed) {
    return began + (long) (eventTime / speed);
  }

  private static void await(long due) {
    for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private void send(AppConfig config, int rate, Pace pace) {
    Simulation preset = Preset.CALIBRATED.simulation();
    Arrivals arrivals = new Arrivals(rate * length.toSeconds(), START, EVERY, length);
    LabelTiming labels = new LabelTiming(DelayLaw.fixed(LABEL_AFTER), 0, 1);
    Simulation simulation =
        new Simulation(preset.model(), preset.law(), arrivals, labels, preset.seed());
    try (var producer = ReplayProducer.of(KafkaProperties.clients(config), config.serde())) {
      new Replayer(producer, config.topics(), InstantSource.system())
          .play(EventSource.of(simulation), pace, time -> {});
    }
  }

  private Result result() {
    double[] sorted = nanos.stream().mapToDouble(age -> age * 1e-9).sorted().toArray();
    if (sorted.length == 0) {
      throw new IllegalStateException("no provisional verdict came");
    }
    return new Result(sorted.length, sorted[sorted.length / 2], sorted[sorted.length - 1]);
  }
}
