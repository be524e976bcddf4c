package io.evenkeel.local.measure;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.replay.EventSource;
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
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Whether what the application holds stays as it is while it works as fast as it can: a simulated
 * model whose labels come a minute after their predictions, so that panes open, close and are
 * forgotten all the time. Broker and application share the process, and so its heap.
 */
final class Endurance {
  /** Events that may wait. The topics of a broker that keeps little would lose more. */
  private static final long MOST_WAITING = 100_000;

  private static final Duration EVERY = Duration.ofMillis(100);
  private static final Duration WAIT = Duration.ofDays(1);
  private static final Map<String, String> KEEPS_LITTLE =
      Map.of(
          "log.retention.bytes", "268435456",
          "log.segment.bytes", "67108864",
          "log.retention.check.interval.ms", "30000");

  private final Path folder;
  private final AtomicBoolean over = new AtomicBoolean();

  Endurance(Path folder) {
    this.folder = folder;
  }

  /**
   * What the process held.
   *
   * @param events predictions and labels that the application joined until then
   * @param heap bytes of the heap that a collection leaves
   * @param stores bytes outside of the heap that the stores take
   * @param files open ones and sockets, without the broker's files, whose topics grow; 0 where the
   *     system does not say
   * @param threads of the JVM
   */
  record Sample(double events, long heap, double stores, long files, int threads) {}

  /**
   * Runs it.
   *
   * @param step time between two samples
   * @param samples number of them
   * @param each takes each sample as it is made
   */
  void run(Duration step, int samples, Consumer<Sample> each) throws InterruptedException {
    try (EmbeddedKafka kafka = EmbeddedKafka.start(broker(), KEEPS_LITTLE)) {
      AppConfig config = MeasuredSettings.of(kafka, folder, "endures", WAIT);
      try (TopicSetup topics = TopicSetup.connect(config)) {
        topics.create(2, (short) 1);
      }
      try (Application application = Application.start(config)) {
        Thread feeder = new Thread(() -> feed(config, application), "feeder");
        feeder.start();
        try {
          for (int i = 0; i < samples; i++) {
            Thread.sleep(step.toMillis());
            each.accept(sample(application));
          }
        } finally {
          over.set(true);
        }
        feeder.join();
      }
    }
  }

  private void feed(AppConfig config, Application application) {
    Simulation preset = Preset.CALIBRATED.simulation();
    Arrivals once = preset.arrivals();
    Arrivals endless = new Arrivals(Long.MAX_VALUE, once.start(), EVERY, once.changeAfter());
    Simulation simulation =
        new Simulation(preset.model(), preset.law(), endless, preset.labels(), preset.seed());
    EventSource events = EventSource.of(() -> simulation.cases().takeWhile(one -> !over.get()));
    long[] sent = {0};
    try (var producer = ReplayProducer.of(KafkaProperties.clients(config), config.serde())) {
      new Replayer(producer, config.topics(), InstantSource.system())
          .play(
              events,
              time -> {
                if (++sent[0] % 10_000 == 0) {
                  awaitJoined(application, sent[0] / 2 - MOST_WAITING / 2);
                }
              },
              time -> {});
    }
  }

  private void awaitJoined(Application application, long enough) {
    while (!over.get() && ReadMetrics.of(application, "evenkeel_joined_total") < enough) {
      LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
    }
  }

  private Sample sample(Application application) {
    ManagementFactory.getMemoryMXBean().gc();
    return new Sample(
        2 * ReadMetrics.of(application, "evenkeel_joined_total"),
        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
        ReadMetrics.of(application, "evenkeel_state_memory_bytes"),
        openFiles(),
        ManagementFactory.getThreadMXBean().getThreadCount());
  }

  private Path broker() {
    return folder.resolve("broker");
  }

  private long openFiles() {
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
      return descriptors.filter(descriptor -> !isOfBroker(descriptor)).count();
    } catch (IOException e) {
      return 0;
    }
  }

  private boolean isOfBroker(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).startsWith(broker());
    } catch (IOException e) {
      // Closed since it was listed.
      return true;
    }
  }
}
