package io.evenkeel.app.evaluate;

import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.replay.Case;
import io.evenkeel.app.replay.CaseKeys;
import io.evenkeel.app.state.ProfileRecords;
import io.evenkeel.app.state.SegmentName;
import io.evenkeel.core.drift.DriftPlan;
import io.evenkeel.core.moments.BottomK;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.profile.FeatureQuarters;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.ProfileLearner;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Mutable: what must be known of a model before its labels are looked at, from a first pass over
 * its rows: a uniform sample of all predictions, from which the profile is learned, and which
 * segments there are.
 */
final class ModelScan {
  /**
   * So many different segments are counted at once. When there are more, each loses a row, and
   * those without any are forgotten, so that each with more than a ten-thousandth of all rows and
   * attributes is among them in the end, wherever it first appears (Misra and Gries 1982).
   */
  private static final int MAX_COUNTED = 10_000;

  private final Plan plan;
  private final BottomK<Sampled> predictions;
  private final Map<String, Long> segments = new HashMap<>();
  private final @Nullable BottomK<PredictiveDistribution> paired;
  private final CaseKeys keys = new CaseKeys();
  private final boolean isTimed;
  private boolean hasWaiting;
  private boolean isOverfull;
  private WaitingSpan span = WaitingSpan.NONE;

  private record Sampled(PredictiveDistribution distribution, Map<String, Double> features) {}

  /**
   * A scan of no rows yet.
   *
   * @param isTimed whether the times of the rows are real ones, not made up from their order
   */
  ModelScan(Plan plan, boolean isTimed) {
    this.plan = plan;
    this.isTimed = isTimed;
    predictions = new BottomK<>(Plan.PROFILE_SAMPLE, plan.seed());
    paired = plan.kernel().isOfMedian() ? new BottomK<>(KernelChoice.PAIRED, plan.seed()) : null;
  }

  void add(Case row) {
    PredictionEvent prediction = row.prediction();
    String key = CaseKeys.key(prediction.id(), keys.add(prediction.id()));
    predictions.add(key, new Sampled(prediction.distribution(), prediction.features()));
    if (paired != null) {
      paired.add(key, prediction.distribution());
    }
    hasWaiting |= row.labels().isEmpty();
    if (isTimed) {
      span = span.with(prediction.madeAt(), !row.labels().isEmpty());
    }
    if (!row.labels().isEmpty()) {
      for (String segment : segments(prediction)) {
        segments.merge(segment, 1L, Long::sum);
        if (segments.size() > MAX_COUNTED) {
          segments.replaceAll((name, rows) -> rows - 1);
          segments.values().removeIf(rows -> rows == 0);
          isOverfull = true;
        }
      }
    }
  }

  /** The segments of a prediction, such as season=2016. */
  static List<String> segments(PredictionEvent prediction) {
    List<String> segments = new ArrayList<>();
    prediction.segments().forEach((name, value) -> segments.add(SegmentName.of(name, value)));
    return segments;
  }

  boolean isEmpty() {
    return predictions.size() == 0;
  }

  /** Whether any prediction has no label. */
  boolean hasWaiting() {
    return hasWaiting;
  }

  /** When predictions were made; none of rows without a time. */
  WaitingSpan span() {
    return span;
  }

  Profile profile() {
    List<Sampled> sample = predictions.items();
    return ProfileLearner.learn(
            1, sample.stream().map(Sampled::distribution).toList(), Plan.LOCATIONS, plan.seed())
        .withFeatures(
            FeatureQuarters.learn(
                sample.stream().map(Sampled::features).toList(), FeatureQuarters.MOST));
  }

  /** How rows are summed up to compare them with those of a reference. */
  DriftPlan drift(Profile profile) {
    List<Sampled> sample = predictions.items();
    return DriftPlan.learn(
        ProfileRecords.embedding(profile),
        sample.stream().map(Sampled::distribution).toList(),
        sample.stream().map(Sampled::features).toList(),
        Plan.FEATURES,
        plan.seed());
  }

  /** The kernel of the SKCE. */
  NamedKernel kernel(Profile profile) {
    return plan.kernel().of(profile, paired == null ? List.of() : paired.items());
  }

  /** Those with the most labels; of equally many, the first by name. */
  Set<String> largestSegments() {
    return segments.entrySet().stream()
        .sorted(
            Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(plan.segments())
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  /** The number of segments that are not judged, or fewer, if there are too many to count. */
  long segmentsLeftOut() {
    return Math.max(0, (isOverfull ? MAX_COUNTED + 1 : segments.size()) - plan.segments());
  }
}
