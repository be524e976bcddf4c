package io.evenkeel.local.measure;

import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.replay.Case;
import io.evenkeel.app.replay.EventSource;
import io.evenkeel.app.replay.ExpectedCounts;
import io.evenkeel.app.replay.ExpectedCounts.Count;
import io.evenkeel.app.replay.ExpectedCounts.Window;
import io.evenkeel.app.replay.Pace;
import io.evenkeel.app.replay.ReplayProducer;
import io.evenkeel.app.replay.Replayer;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.simulate.Arrivals;
import io.evenkeel.app.simulate.Preset;
import io.evenkeel.app.simulate.Simulation;
import io.evenkeel.local.cluster.LocalCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Whether 1 GiB is enough for many series over many partitions: the application runs as a process
 * of its own, as in the image, and counts to the end what it is sent. Predictions of an hour are
 * all pending together before the first window closes.
 */
final class ManySeries {
  /** 42 % of 1 GiB, as the image takes of its memory. */
  static final int HEAP_MIB = 430;

  static final int PARTITIONS = 24;

  /** Of a hundred models, each as a whole and by 99 segments. */
  static final int SERIES = 10_000;

  private static final int MODELS = 100;
  private static final int SEGMENTS = SERIES / MODELS - 1;
  private static final Duration SPAN = Duration.ofHours(1);
  private static final Duration PATIENCE = Duration.ofMinutes(15);
  private static final Duration EVERY = Duration.ofSeconds(10);

  private final Path folder;
  private final long predictions;

  /**
   * A measurement that is not made yet.
   *
   * @param folder of all its files
   * @param predictions each of which has a label
   */
  ManySeries(Path folder, long predictions) {
    this.folder = folder;
    this.predictions = predictions;
  }

  /**
   * What was measured.
   *
   * @param memory bytes of the process at most, as the system counts them (resident set)
   * @param heap bytes of the heap that a collection leaves, when all predictions are pending
   * @param stores bytes outside of the heap that the stores take then
   * @param nanos processor time of the whole process per event, start and verdicts included
   * @param rate events per second, from the first to be read to the last
   * @param judged seconds from then until all final verdicts were there
   * @param right windows with final verdicts that have the right counts
   * @param wrong those that have wrong ones
   * @param expected windows with final verdicts that there have to be
   */
  record Result(
      long memory,
      long heap,
      double stores,
      double nanos,
      double rate,
      double judged,
      long right,
      int wrong,
      int expected) {}

  /**
   * How far it has come.
   *
   * @param seconds since the first event was sent
   * @param joined predictions with their labels
   * @param judged windows with a final verdict
   * @param memory bytes of the process at most so far
   */
  record Sample(double seconds, double joined, long judged, long memory) {}

  /**
   * Makes it.
   *
   * @param each takes how far it has come, every ten seconds
   * @throws IllegalStateException if the application ended, or did not come to the end within half
   *     an hour
   */
  Result run(Consumer<Sample> each) throws InterruptedException {
    try (LocalCluster cluster = LocalCluster.start(folder)) {
      Map<String, String> settings = new HashMap<>(cluster.settings());
      settings.putAll(
          Map.of(
              "application-id", "many-series",
              "kafka.auto.offset.reset", "earliest",
              "defaults.segments", "site",
              "defaults.window.size", "1h",
              "defaults.window.advance", "30m",
              "defaults.labels.wait", "1d"));
      AppConfig config = AppConfig.of(settings);
      cluster.prepare(config, PARTITIONS);
      SortedMap<Window, Count> expected = ExpectedCounts.of(events(), config::model);
      try (ChildMonitor monitor =
              ChildMonitor.start(settings, HEAP_MIB, folder.resolve("monitor"));
          FinalCounts counts = new FinalCounts(config, expected);
          var producer = ReplayProducer.of(KafkaProperties.clients(config), config.serde())) {
        Replayer replayer = new Replayer(producer, config.topics(), InstantSource.system());
        Sampling sampling = new Sampling(monitor, counts, System.nanoTime(), each);
        return measure(sampling, replayer, config);
      }
    }
  }

  /** What is asked again and again while it runs. */
  private record Sampling(
      ChildMonitor monitor, FinalCounts counts, long began, Consumer<Sample> each) {

    private double seconds() {
      return (System.nanoTime() - began) * 1e-9;
    }

    /** How far it is after ten seconds more: metrics of so many series are megabytes. */
    private Sample next() throws InterruptedException {
      TimeUnit.NANOSECONDS.sleep(EVERY.toNanos());
      double joined = monitor.metric("evenkeel_joined_total");
      Sample sample = new Sample(seconds(), joined, counts.seen(), monitor.memory());
      each.accept(sample);
      return sample;
    }
  }

  private Result measure(Sampling sampling, Replayer replayer, AppConfig config)
      throws InterruptedException {
    ChildMonitor monitor = sampling.monitor;
    FinalCounts counts = sampling.counts;
    replayer.play(events(), Pace.FULL_SPEED, time -> {});
    monitor.await(
        "join all predictions with their labels",
        () -> sampling.next().joined() >= predictions,
        PATIENCE);
    double read = sampling.seconds();
    long heap = monitor.heap();
    double stores = monitor.metric("evenkeel_state_memory_bytes");
    long ending = System.nanoTime();
    replayer.end(config::model);
    monitor.await(
        "judge all windows",
        () -> {
          sampling.next();
          return counts.complete();
        },
        PATIENCE);
    double judged = (System.nanoTime() - ending) * 1e-9;
    return new Result(
        monitor.memory(),
        heap,
        stores,
        (double) monitor.processorTime().toNanos() / (2 * predictions),
        2 * predictions / read,
        judged,
        counts.right(),
        counts.wrong(),
        counts.expected());
  }

  private EventSource events() {
    Simulation preset = Preset.CALIBRATED.simulation();
    Arrivals arrivals =
        new Arrivals(predictions, preset.arrivals().start(), SPAN.dividedBy(predictions), SPAN);
    Simulation simulation =
        new Simulation(preset.model(), preset.law(), arrivals, preset.labels(), preset.seed());
    return EventSource.of(
        () -> {
          var numbers = LongStream.range(0, predictions).iterator();
          Stream<Case> cases = simulation.cases();
          return cases.map(one -> inSeries(one, numbers.nextLong()));
        });
  }

  /** In turn one of each model, and one of each segment of a model. */
  private static Case inSeries(Case one, long number) {
    PredictionEvent prediction = one.prediction();
    return new Case(
        new PredictionEvent(
            prediction.id(),
            "model-" + number % MODELS,
            prediction.version(),
            prediction.madeAt(),
            Map.of("site", "s" + number / MODELS % SEGMENTS),
            prediction.features(),
            prediction.distribution()),
        one.labels());
  }
}
