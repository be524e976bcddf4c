package io.evenkeel.app.evaluate;

import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.recalibrate.LabelledRows;
import io.evenkeel.app.recalibrate.MapTrial;
import io.evenkeel.app.replay.Case;
import io.evenkeel.app.replay.CaseKeys;
import io.evenkeel.app.state.PaneGrid;
import io.evenkeel.core.hypothesis.EValues;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.profile.FeatureQuarters;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.score.LabelNoise;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Mutable: the statistics of a model and its segments, from a second pass over its rows. */
final class ModelStatistics {
  private final String model;
  private final Profile profile;
  private final SketchPlan sketches;
  private final NamedKernel kernel;
  private final Plan plan;
  private final ModelSettings settings;
  private final PaneGrid panes;
  private final SeriesStatistics whole;
  private final Map<String, SeriesStatistics> segments = new TreeMap<>();
  private final @Nullable ChunkStatistics chunks;
  private final @Nullable LabelledRows labelled;
  private final @Nullable WaitingStatistics waiting;
  private final RowCounts rows;
  private final CaseKeys keys = new CaseKeys();
  private final long segmentsLeftOut;
  private long labels;

  ModelStatistics(String model, ModelScan scan, RowCounts rows, Plan plan, ModelSettings settings) {
    this.model = model;
    this.plan = plan;
    this.settings = settings;
    this.panes = PaneGrid.of(settings.window());
    this.rows = rows;
    profile = scan.profile();
    LabelNoise noise = new LabelNoise(settings.evidence().labelNoise());
    sketches = SketchPlan.of(profile.space(), profile, noise);
    kernel = scan.kernel(profile);
    segmentsLeftOut = scan.segmentsLeftOut();
    whole = series(scan, plan.sample());
    labelled = plan.recalibrate() ? new LabelledRows(plan.sample(), plan.seed(), "") : null;
    chunks = plan.chunking().map(by -> new ChunkStatistics(by, sketches, scan, plan)).orElse(null);
    waiting = WaitingStatistics.of(profile.space(), scan.span()).orElse(null);
    for (String segment : scan.largestSegments()) {
      int size = Math.min(Plan.TEST_SAMPLE, plan.sample());
      segments.put(segment, series(scan, size));
    }
  }

  private SeriesStatistics series(ModelScan scan, int size) {
    return new SeriesStatistics(sketches, kernel.kernel(), scan.hasWaiting(), size, plan.seed());
  }

  String model() {
    return model;
  }

  SeriesStatistics whole() {
    return whole;
  }

  Profile profile() {
    return profile;
  }

  /** The ids of its labelled rows, without "MODEL:" before them. */
  CaseKeys keys() {
    return keys;
  }

  /** How it is judged. */
  Plan plan() {
    return plan;
  }

  void add(Case row) {
    PredictionEvent prediction = row.prediction();
    rows.addPrediction(row.prediction().id(), !row.labels().isEmpty());
    if (row.labels().isEmpty()) {
      forEachSeries(prediction, series -> series.addWaiting(prediction.distribution()));
      if (chunks != null) {
        chunks.addWaiting(prediction);
      }
      if (waiting != null) {
        waiting.addWaiting(prediction.distribution(), prediction.madeAt());
      }
      return;
    }
    String id = sharedId(prediction);
    long ofId = keys.add(id);
    Observation observation = observation(row, labels++);
    String key = CaseKeys.key(id, ofId);
    forEachSeries(prediction, series -> series.add(id, key, observation));
    if (labelled != null) {
      labelled.add(row, CaseKeys.key(prediction.id(), ofId));
    }
    if (waiting != null) {
      waiting.add(observation);
    }
    if (chunks != null) {
      chunks.add(prediction, id, observation);
    }
  }

  /**
   * What a row with a label says.
   *
   * @param number how many such rows are before it
   */
  Observation observation(Case row, long number) {
    PredictionEvent prediction = row.prediction();
    return new Observation(
        prediction.distribution(),
        prediction.target(row.labels().get(row.labels().size() - 1).target(), List.of()),
        plan.overlap()
            .of(
                sharedId(prediction),
                prediction.cluster().outcome(settings.labels().rowsPerOutcome())),
        FeatureQuarters.cells(profile.features(), prediction.features()),
        plan.overlap().isSome() ? panes.startOf(prediction.madeAt()) / panes.length() : 0,
        new Place(prediction.madeAt(), number));
  }

  private void forEachSeries(PredictionEvent prediction, Consumer<SeriesStatistics> action) {
    action.accept(whole);
    for (String segment : ModelScan.segments(prediction)) {
      SeriesStatistics statistics = segments.get(segment);
      if (statistics != null) {
        action.accept(statistics);
      }
    }
  }

  /** The id without "MODEL:" before it: that of the case that several models predict. */
  static String sharedId(PredictionEvent prediction) {
    String prefix = prediction.model() + ":";
    return prediction.id().startsWith(prefix)
        ? prediction.id().substring(prefix.length())
        : prediction.id();
  }

  ModelReport report(Progress progress) {
    progress.at(model + ", tests", 0);
    SeriesReport ofAll = SeriesReport.of("", whole, plan, plan.rejectsFrom());
    List<ChunkReport> ofChunks = chunks == null ? List.of() : chunks.reports(ofAll.finding());
    return new ModelReport(
        model,
        plan.calibration(),
        kernel,
        rows,
        ofAll,
        ofSegments(progress),
        ofChunks,
        chunks == null ? List.of() : chunks.shifts(),
        recalibration(progress),
        Optional.ofNullable(waiting).map(WaitingStatistics::report),
        segmentsLeftOut);
  }

  private Optional<MapTrial> recalibration(Progress progress) {
    if (labelled == null) {
      return Optional.empty();
    }
    return labelled.observations().size() == 0
        ? Optional.empty()
        : Optional.of(MapTrial.of(labelled, progress.ofMaps(model)));
  }

  /** Of many calibrated segments some have a large e-value by chance: e-BH allows for that. */
  private List<SeriesReport> ofSegments(Progress progress) {
    double[] logE =
        segments.values().stream().mapToDouble(one -> one.logE(plan.tolerance())).toArray();
    double rejectsFrom = EValues.discoveredFrom(logE, plan.alpha());
    List<SeriesReport> reports = new ArrayList<>();
    for (Map.Entry<String, SeriesStatistics> segment : segments.entrySet()) {
      reports.add(SeriesReport.of(segment.getKey(), segment.getValue(), plan, rejectsFrom));
      progress.at(model + ", tests of segments", reports.size());
    }
    return reports;
  }
}
