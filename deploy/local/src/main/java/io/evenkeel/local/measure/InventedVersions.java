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
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * What a model whose every prediction has a version of its own costs another one: both have as many
 * predictions in the same partitions, in turn.
 */
final class InventedVersions {
  private static final String HONEST = "honest";
  private static final int HEAP_MIB = 512;
  private static final int PARTITIONS = 4;

  /** Predictions of each model. */
  static final int EACH = 20_000;

  private static final Duration SPAN = Duration.ofHours(4);
  private static final Duration PATIENCE = Duration.ofMinutes(15);

  private final Path folder;

  /**
   * A measurement that is not made yet.
   *
   * @param folder of all its files
   */
  InventedVersions(Path folder) {
    this.folder = folder;
  }

  /** How many versions the other model has. */
  enum Invention {
    /** One, as a model should have. */
    NONE("one version"),
    /** As many as predictions, most of which are beyond the limit. */
    EACH_ITS_OWN("each prediction its own");

    private final String words;

    Invention(String words) {
      this.words = words;
    }

    /** In words. */
    String words() {
      return words;
    }
  }

  /**
   * What was measured.
   *
   * @param seconds from the first event until all final verdicts of the honest model were there
   * @param nanos processor time of the whole process until then per event, its start included
   * @param memory bytes of the process at most, as the system counts them (resident set)
   * @param wrong windows of the honest model with wrong counts
   */
  record Result(double seconds, double nanos, long memory, int wrong) {}

  /**
   * Makes it.
   *
   * @throws IllegalStateException if the verdicts do not come within a quarter of an hour
   */
  Result run(Invention invention) throws InterruptedException {
    Path files = folder.resolve(invention.name());
    try (LocalCluster cluster = LocalCluster.start(files)) {
      Map<String, String> settings = new HashMap<>(cluster.settings());
      settings.putAll(
          Map.of(
              "application-id", "invented-versions",
              "kafka.auto.offset.reset", "earliest",
              "defaults.window.size", "10m",
              "defaults.labels.wait", "10m"));
      AppConfig config = AppConfig.of(settings);
      cluster.prepare(config, PARTITIONS);
      EventSource events = events(invention);
      Map<Window, Count> expected = new TreeMap<>(ExpectedCounts.of(events, config::model));
      expected.keySet().removeIf(window -> !isCompared(window));
      try (ChildMonitor monitor = ChildMonitor.start(settings, HEAP_MIB, files.resolve("monitor"));
          FinalCounts counts = new FinalCounts(config, expected, InventedVersions::isCompared);
          var producer = ReplayProducer.of(KafkaProperties.clients(config), config.serde())) {
        long began = System.nanoTime();
        new Replayer(producer, config.topics(), InstantSource.system())
            .play(events, Pace.FULL_SPEED, time -> {});
        monitor.await("judge the windows of the honest model", counts::complete, PATIENCE);
        return new Result(
            (System.nanoTime() - began) * 1e-9,
            (double) monitor.processorTime().toNanos() / (4 * EACH),
            monitor.memory(),
            counts.wrong());
      }
    }
  }

  /** Whether it is one of the honest model that closes before the last event. */
  private static boolean isCompared(Window window) {
    Instant start = Preset.CALIBRATED.simulation().arrivals().start();
    return window.model().equals(HONEST)
        && window.start().isBefore(start.plus(SPAN.multipliedBy(3).dividedBy(4)));
  }

  private static EventSource events(Invention invention) {
    Simulation preset = Preset.CALIBRATED.simulation();
    int all = 2 * EACH;
    Arrivals arrivals = new Arrivals(all, preset.arrivals().start(), SPAN.dividedBy(all), SPAN);
    Simulation simulation =
        new Simulation(preset.model(), preset.law(), arrivals, preset.labels(), preset.seed());
    return EventSource.of(
        () -> {
          var numbers = LongStream.range(0, all).iterator();
          Stream<Case> cases = simulation.cases();
          return cases.map(one -> of(one, numbers.nextLong(), invention));
        });
  }

  /** In turn one of each model. */
  private static Case of(Case one, long number, Invention invention) {
    PredictionEvent prediction = one.prediction();
    boolean isHonest = number % 2 == 0;
    String invented = invention == Invention.NONE ? "1" : "request-" + number;
    return new Case(
        new PredictionEvent(
            prediction.id(),
            isHonest ? HONEST : "inventive",
            isHonest ? "1" : invented,
            prediction.madeAt(),
            prediction.segments(),
            prediction.features(),
            prediction.distribution()),
        one.labels());
  }
}
