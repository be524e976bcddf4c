package io.evenkeel.app.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.dataset.Dataset;
import io.evenkeel.app.replay.Event;
import io.evenkeel.app.replay.EventSource;
import io.evenkeel.app.simulate.Arrivals;
import io.evenkeel.app.simulate.Preset;
import io.evenkeel.app.simulate.Simulation;
import io.evenkeel.app.topology.AlarmScores.Run;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;

/**
 * The whole monitor, at its defaults but for windows and the wait for labels, on streams whose
 * faults are known: its scores beside those of who always and who never raises an alarm. An alarm
 * counts from when it is sent, which the wait for labels delays, and not from the window that it is
 * about.
 */
@Tag("simulation")
class MonitorScoresTest {
  private static final Path ROOT = Path.of(System.getProperty("evenkeel.root", ".."));
  private static final Path DATA = Path.of(System.getProperty("evenkeel.data", "missing"));
  private static final int SEEDS = 10;
  private static final Arrivals ARRIVALS =
      new Arrivals(
          20_000,
          Instant.parse("2025-03-01T00:00:00Z"),
          Duration.ofSeconds(1),
          Duration.ofSeconds(10_000));

  /** The simulations in which the probabilities cease to mean what they say half-way. */
  private static final Map<Preset, Boolean> FAULTY =
      Map.of(
          Preset.CALIBRATED, false,
          Preset.OVERCONFIDENT, true,
          Preset.SLIGHTLY_OVERCONFIDENT, true,
          Preset.COVARIATE_SHIFT, false,
          Preset.BIASED, true,
          Preset.TOO_NARROW, true,
          Preset.SLOW_LABELS, true,
          Preset.INFORMATIVE_DELAYS, false);

  /**
   * What is known of the published forecasts: since when, by their own documentation and tests
   * independent of ours, they are not calibrated; nothing if they are all along.
   */
  private static final Map<String, OptionalLong> KNOWN =
      Map.of(
          "fte_mlb", OptionalLong.empty(),
          "fte_soccer", OptionalLong.empty(),
          "cifar10_raw", OptionalLong.of(0),
          "cifar10_scaled", OptionalLong.of(0),
          "census_employment", since("2016-01-01T00:00:00Z"),
          "flusight_ensemble", OptionalLong.of(0),
          "uw_srft_raw", OptionalLong.of(0));

  private final List<String> lines = new ArrayList<>();
  private final Map<String, Double> delays = new LinkedHashMap<>();
  @TempDir private Path directory;

  private static OptionalLong since(String time) {
    return OptionalLong.of(Instant.parse(time).toEpochMilli());
  }

  @Test
  void findsSimulatedFaultsSoonAndCriesWolfSeldom() throws IOException {
    List<Run> all = new ArrayList<>();
    for (Preset preset : Preset.values()) {
      List<Run> runs = new ArrayList<>();
      for (int seed = 1; seed <= SEEDS; seed++) {
        runs.add(simulated(preset, seed));
      }
      note(preset.toString(), "monitor", runs);
      all.addAll(runs);
    }
    compare("simulated", all, 0);
  }

  private Run simulated(Preset preset, int seed) {
    Simulation named = preset.simulation();
    Simulation simulation =
        new Simulation("simulated", named.law(), ARRIVALS, named.labels(), 1000L + seed);
    Map<String, String> settings = new HashMap<>();
    settings.put("defaults.window.size", "10m");
    settings.put("defaults.window.advance", "5m");
    settings.put(
        "defaults.labels.wait",
        Set.of(Preset.SLOW_LABELS, Preset.INFORMATIVE_DELAYS).contains(preset) ? "2h" : "5m");
    Watched watched = watch(EventSource.of(simulation), settings);
    long change = ARRIVALS.start().plus(ARRIVALS.changeAfter()).toEpochMilli();
    boolean faulty = FAULTY.getOrDefault(preset, false);
    OptionalLong fault = faulty ? OptionalLong.of(change) : OptionalLong.empty();
    return Objects.requireNonNull(watched.runs(model -> fault).get("simulated"));
  }

  @Test
  void findsTheFaultsOfPublishedForecastsAndLeavesTheOthersAlone() throws IOException {
    assumeTrue(Files.isDirectory(DATA), "skipped: " + DATA + " is absent; set -Devenkeel.data=DIR");
    List<Run> all = new ArrayList<>();
    for (String name :
        List.of(
            "fte_mlb",
            "fte_soccer",
            "cifar10_vgg16",
            "census_ma_employment",
            "flusight_ensemble",
            "uw_srft")) {
      Dataset dataset = Dataset.read(ROOT.resolve("deploy/datasets/" + name + ".yaml"));
      EventSource source = EventSource.of(dataset.cases(DATA.resolve(name)));
      Map<String, Run> runs = watch(source, withoutSegments(dataset)).runs(KNOWN::get);
      runs.forEach((model, run) -> note(model, "monitor", List.of(run)));
      all.addAll(runs.values());
    }
    // Missed: the classifier after scaling, off by 4 standard errors in three of ten classes.
    compare("published", all, 1);
  }

  private static Map<String, String> withoutSegments(Dataset dataset) {
    Map<String, String> settings = new HashMap<>(dataset.settings());
    settings.keySet().removeIf(path -> path.endsWith(".segments"));
    return settings;
  }

  private void compare(String suite, List<Run> runs, int mostMissed) throws IOException {
    note(suite, "monitor", runs);
    note(suite, "always fire", runs.stream().map(MonitorScoresTest::always).toList());
    note(suite, "never fire", runs.stream().map(MonitorScoresTest::never).toList());
    List<String> table = new ArrayList<>();
    table.add(
        "stream,detector,runs,healthy_windows,false_alarms,windows_between_false_alarms,faults,"
            + "missed,median_delay_windows,mean_delay_windows,mean_time_ratio");
    table.addAll(lines);
    table.forEach(System.out::println);
    Path folder = Files.createDirectories(Path.of("target", "simulation"));
    Files.write(folder.resolve("monitor_scores_" + suite + ".csv"), table);
    draw(folder.resolve("monitor_scores_" + suite + ".png"), suite + " streams");
    AlarmScores monitor = AlarmScores.of(runs);
    AlarmScores always = AlarmScores.of(runs.stream().map(MonitorScoresTest::always).toList());
    assertThat(monitor.faults() - monitor.delays().size()).isLessThanOrEqualTo(mostMissed);
    assertThat(monitor.meanTimeRatio()).isGreaterThan(10 * always.meanTimeRatio());
  }

  /** The median delay of each stream with a fault that was found. */
  private void draw(Path file, String title) throws IOException {
    System.setProperty("java.awt.headless", "true");
    CategoryChart chart =
        new CategoryChartBuilder()
            .width(800)
            .height(420)
            .title(title)
            .yAxisTitle("windows from fault to alert")
            .build();
    chart.getStyler().setLegendVisible(false);
    chart.getStyler().setXAxisLabelRotation(30);
    chart.addSeries("median delay", List.copyOf(delays.keySet()), List.copyOf(delays.values()));
    ImageIO.write(BitmapEncoder.getBufferedImage(chart), "png", file.toFile());
  }

  private static Run always(Run run) {
    List<Long> everyWindow =
        LongStream.iterate(
                run.start() + run.window(), at -> at <= run.end(), at -> at + run.window())
            .boxed()
            .toList();
    return new Run(run.start(), run.end(), run.fault(), run.window(), everyWindow);
  }

  private static Run never(Run run) {
    return new Run(run.start(), run.end(), run.fault(), run.window(), List.of());
  }

  private void note(String stream, String detector, List<Run> runs) {
    AlarmScores scores = AlarmScores.of(runs);
    if (!scores.delays().isEmpty() && detector.equals("monitor")) {
      delays.put(stream, scores.medianDelay());
    }
    lines.add(
        String.format(
            Locale.ROOT,
            "%s,%s,%d,%.0f,%d,%.1f,%d,%.3f,%.2f,%.2f,%.1f",
            stream,
            detector,
            runs.size(),
            scores.healthyWindows(),
            scores.falseAlarms(),
            scores.meanTimeBetweenFalseAlarms(),
            scores.faults(),
            scores.missed(),
            scores.medianDelay(),
            scores.meanDelay(),
            scores.meanTimeRatio()));
  }

  /** When each model was watched, and when it raised alarms. */
  private record Watched(
      AppConfig config,
      Map<String, Long> starts,
      Map<String, Long> ends,
      Map<String, List<Long>> alarms) {

    Map<String, Run> runs(Function<String, @Nullable OptionalLong> fault) {
      Map<String, Run> runs = new TreeMap<>();
      starts.forEach(
          (model, start) -> {
            OptionalLong since = fault.apply(model);
            if (since != null) {
              runs.put(
                  model,
                  new Run(
                      start,
                      Objects.requireNonNull(ends.get(model)),
                      since.stream().map(at -> Math.max(at, start)).findFirst(),
                      config.model(model).window().size().toMillis(),
                      alarms.getOrDefault(model, List.of())));
            }
          });
      return runs;
    }
  }

  /** Plays the events through the topology, with a look at its alerts twice a pane. */
  private Watched watch(EventSource source, Map<String, String> settings) {
    AppConfig config = AppConfig.of(settings);
    Watched watched = new Watched(config, new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
    Set<String> firing = new HashSet<>();
    Path state = directory.resolve("state-" + System.nanoTime());
    try (TopologyHarness app = new TopologyHarness(config, state);
        Stream<Event> events = source.events()) {
      // The harness starts its clock in 2026, when some of the published forecasts begin.
      app.pass(Duration.ofDays(366));
      long looked = 0;
      for (Event event : (Iterable<Event>) events::iterator) {
        if (event instanceof Event.Predicted prediction) {
          app.predict(prediction.value());
          watched.starts.putIfAbsent(event.model(), event.time());
          watched.ends.put(event.model(), event.time());
        } else if (event instanceof Event.Labelled label) {
          app.label(label.value());
        }
        ModelSettings model = config.model(event.model());
        if (event.delivery() - looked >= model.window().advance().toMillis() / 2) {
          looked = event.delivery();
          look(app, looked, firing, watched);
        }
      }
      end(app, watched, firing);
    }
    return watched;
  }

  private static void end(TopologyHarness app, Watched watched, Set<String> firing) {
    for (String model : watched.starts.keySet()) {
      ModelSettings settings = watched.config.model(model);
      long end =
          Objects.requireNonNull(watched.ends.get(model))
              + settings.window().size().toMillis()
              + settings.window().advance().toMillis()
              + settings.window().grace().toMillis()
              + settings.labels().maxWait().toMillis();
      watched.ends.put(model, end);
      app.heartbeat(model, Instant.ofEpochMilli(end));
    }
    look(app, watched.ends.values().stream().max(Long::compare).orElseThrow(), firing, watched);
  }

  private static void look(TopologyHarness app, long now, Set<String> firing, Watched watched) {
    app.settle();
    for (Alert alert : app.alerts()) {
      boolean fires = alert.getState() == AlertState.FIRING;
      if (fires && firing.add(alert.getFingerprint()) && alert.getSegment().isEmpty()) {
        watched.alarms.computeIfAbsent(alert.getModel(), model -> new ArrayList<>()).add(now);
      } else if (!fires) {
        firing.remove(alert.getFingerprint());
      }
    }
    app.alerts().clear();
    app.verdicts().clear();
    app.metrics();
  }
}
