package io.evenkeel.app.judge;

import io.evenkeel.app.alert.Unmappable;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.recalibrate.LearnedMap;
import io.evenkeel.app.recalibrate.MapJson;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.verdict.Judgement;
import io.evenkeel.app.wording.Numbers;
import io.evenkeel.core.evidence.MapProof;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.LocationScale;
import io.evenkeel.core.recalibration.NormalRegression;
import io.evenkeel.core.recalibration.RecalibrationMap;
import io.evenkeel.core.score.Interval;
import io.evenkeel.schemas.PublishedMap;
import io.evenkeel.schemas.Verdict;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The published map of one series during one look: mutable. It is the one that the labels have
 * proven, as long as they may be a fair sample of the outcomes.
 */
final class SeriesMap {
  /** In place of the map that is published, where that is not known. */
  static final long UNKNOWN = -1;

  /** Why a map is not used while the alert of that rule is open. */
  static final String SELECTION =
      "labels are no fair sample, as the alert of the rule selection says";

  /** How the words begin of a record that withdraws a map. */
  private static final String NONE = "no map: ";

  private final SeriesKey series;
  private final ModelSettings settings;
  private long inForce;

  /**
   * The map as it stands.
   *
   * @param inForce the map that is published, by {@link MapProof#changes}; 0 while none is; or
   *     {@link #UNKNOWN}, so that the next step says what is to be published
   */
  SeriesMap(SeriesKey series, ModelSettings settings, long inForce) {
    this.series = series;
    this.settings = settings;
    this.inForce = inForce;
  }

  /** The map that is published, by {@link MapProof#changes}; 0 while none is. */
  long inForce() {
    return inForce;
  }

  /** What the proven maps would have saved, in a sentence; empty while none is published. */
  Optional<String> inWords(Supplier<MapProof> proof) {
    if (inForce == 0) {
      return Optional.empty();
    }
    MapProof.Later later = proof.get().later();
    String saved =
        later
            .interval()
            .filter(gain -> gain.lower() > 0)
            .map(
                gain ->
                    String.format(
                        Locale.ROOT,
                        "; on %,d later labels such maps would have saved %s nats per label (%s to %s)%s",
                        Math.round(later.labels()),
                        Numbers.plain(later.gain()),
                        Numbers.plain(gain.lower()),
                        Numbers.plain(gain.upper()),
                        proof.get().used().map(SeriesMap::against).orElse("")))
            .orElse("");
    return Optional.of("A proven map is published (evenkeel recalibrations)" + saved + ".");
  }

  /** Ranks, by which the size of the fault is counted, give an ensemble no density. */
  private static String against(MapProof.Used used) {
    return used.map() instanceof NormalRegression
        ? ", counted against normal distributions with the means and variances of the members"
        : "";
  }

  /**
   * What is known at the end of a pane that counts.
   *
   * @param at end of the pane, milliseconds since 1970
   * @param proof of the panes up to then
   * @param newest the judgement of the newest window, made when it is needed
   * @param isSelection whether an alert says that labels are a selection
   */
  record Step(long at, MapProof proof, Supplier<Judgement> newest, boolean isSelection) {}

  /**
   * What is to be published at the end of a pane; none if what is published holds.
   *
   * @param panes those that are kept, up to the end of the pane
   */
  Optional<PublishedMap> step(Step step, Collection<MergedPane> panes) {
    Optional<MapProof.Used> used = step.proof.used();
    String doubt = used.isEmpty() ? "" : doubt(step);
    boolean isUsed = used.isPresent() && doubt.isEmpty() && !isTooEarly(step);
    long next = isUsed ? step.proof.changes() : 0;
    if (next == inForce) {
      return Optional.empty();
    }
    if (next == 0) {
      inForce = 0;
      return Optional.of(record(step, null, doubt.isEmpty() ? notNeeded(step.proof) : doubt));
    }
    return used.flatMap(
            map -> space(panes, settings, map.map()).map(space -> learned(map, space, step)))
        .map(
            learned -> {
              inForce = next;
              return record(step, learned, learned.map().describe());
            });
  }

  private static String notNeeded(MapProof proof) {
    return proof.panes() < MapProof.LEAST_PANES
        ? "the proof begins again, as predictions are of another kind or a setting has changed"
        : "the newest labels do not need one";
  }

  /** Why a map is not to be used though labels speak for it; empty if it is. */
  private String doubt(Step step) {
    if (step.isSelection) {
      return SELECTION;
    }
    if (step.newest.get().lacksLabels()) {
      return "many predictions have no label, so that labels may be no fair sample";
    }
    return "";
  }

  /**
   * Labels that depend on their neighbours prove less than they seem to, and where hardly enough
   * have come the map would be withdrawn with the next pane: there is no first map.
   */
  private boolean isTooEarly(Step step) {
    return inForce == 0
        && (step.newest.get().neighboursDepend() || !step.newest.get().hasLabelsToSpare());
  }

  private LearnedMap learned(MapProof.Used used, TargetSpace space, Step step) {
    return new LearnedMap(
        series.model(),
        space,
        List.of(),
        (int) Math.min(Integer.MAX_VALUE, Math.round(used.labels())),
        Instant.ofEpochMilli(step.proof.since()),
        Instant.ofEpochMilli(step.at),
        used.gain(),
        used.gains(),
        used.map());
  }

  /**
   * What withdraws the map of a series for a reason that is not in its labels: it rests on none,
   * and no verdict goes with it.
   *
   * @param at event time, milliseconds since 1970
   * @param why in words
   */
  static PublishedMap withdrawn(SeriesKey series, long at, String why) {
    return PublishedMap.newBuilder()
        .setModel(series.model())
        .setVersion(series.version())
        .setSegment(series.segment())
        .setMap(null)
        .setWords(NONE + why)
        .setUpdatedAt(Instant.ofEpochMilli(at))
        .setLaterLabels(0)
        .setLogEvidence(0)
        .setSince(Instant.ofEpochMilli(at))
        .build();
  }

  private PublishedMap record(Step step, @Nullable LearnedMap learned, String words) {
    MapProof.Later later = step.proof.later();
    Optional<Interval> interval = later.interval();
    Verdict verdict = step.newest.get().verdict();
    return PublishedMap.newBuilder()
        .setModel(series.model())
        .setVersion(series.version())
        .setSegment(series.segment())
        .setMap(learned == null ? null : MapJson.write(learned))
        .setWords(learned == null ? NONE + words : words)
        .setUpdatedAt(Instant.ofEpochMilli(step.at))
        .setLaterLabels(Math.round(later.labels()))
        .setGain(later.labels() > 0 ? later.gain() : null)
        .setGainLower(interval.map(Interval::lower).orElse(null))
        .setGainUpper(interval.map(Interval::upper).orElse(null))
        .setLogEvidence(step.proof.logEValue())
        .setSince(Instant.ofEpochMilli(step.proof.panes() == 0 ? step.at : step.proof.since()))
        .setVerdict(series.verdict(verdict.getWindowStart().toEpochMilli(), verdict.getRevision()))
        .build();
  }

  /**
   * The space of the targets if a map can be applied to the newest predictions; none of other
   * predictions, and of what a setting judges in place of the targets that they predict.
   */
  static Optional<TargetSpace> space(
      Collection<MergedPane> panes, ModelSettings settings, RecalibrationMap map) {
    List<PredictiveDistribution> predictions = newest(panes, settings);
    if (predictions.isEmpty() || !settings.calibration().isCanonical()) {
      return Optional.empty();
    }
    TargetSpace space = predictions.get(0).space();
    boolean applies =
        space.kind() == TargetSpace.Kind.CLASSES
            || predictions.stream()
                .allMatch(
                    map instanceof NormalRegression regression
                        ? regression::isFor
                        : LocationScale::suits);
    return applies ? Optional.of(space) : Optional.empty();
  }

  /**
   * Why no alert can have a map of such predictions; none if one can. The profile knows them before
   * panes are complete and send some; without one nothing is known.
   *
   * @param panes all that are kept
   */
  static Optional<Unmappable> unmappable(Collection<MergedPane> panes, ModelSettings settings) {
    if (!settings.calibration().isCanonical()) {
      return Optional.of(Unmappable.EVENT);
    }
    return panes.isEmpty()
        ? Optional.empty()
        : MergedPane.plan(panes).profile().stream()
            .flatMap(profile -> profile.locations().stream())
            .flatMap(location -> Unmappable.of(location.prediction()).stream())
            .findFirst();
  }

  /** Some of the newest predictions: all are of one kind, and to look through all panes costs. */
  private static List<PredictiveDistribution> newest(
      Collection<MergedPane> panes, ModelSettings settings) {
    return panes.stream()
        .reduce(
            (earlier, later) ->
                later.parts().stream().allMatch(part -> part.observations().isEmpty())
                    ? earlier
                    : later)
        .map(pane -> Reservoir.predictions(List.of(pane), settings.profile()))
        .orElse(List.of());
  }
}
