package io.evenkeel.app.observe;

import io.evenkeel.app.state.Labelled;
import io.evenkeel.app.state.Profiles;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.state.Sums;
import io.evenkeel.core.drift.DriftPlan;
import io.evenkeel.core.drift.Feature;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sums over the cases of open panes from which drift is found: mutable, kept in a store.
 * Without a profile there are none.
 */
final class DriftSums {
  private static final Logger LOGGER = LoggerFactory.getLogger(DriftSums.class);
  private static final double[] NONE = {};

  /** The log names a feature once, and not without end: names are remembered for that. */
  static final int MOST_NAMED = 10_000;

  /** A line of the log names so many. */
  private static final int MOST_OF_A_LINE = 50;

  private final KeyValueStore<String, Sums> store;
  private final Profiles profiles;
  private final Set<String> named = new HashSet<>();

  private final CaseBlock ofPrediction = new CaseBlock();
  private final CaseBlock ofLabel = new CaseBlock();

  DriftSums(KeyValueStore<String, Sums> store, Profiles profiles) {
    this.store = store;
    this.profiles = profiles;
  }

  /**
   * Counts a prediction.
   *
   * @param profile version of the profile that the sums of the pane are made with
   * @param lastLabel number of the last label that sums which begin now need not count
   */
  void predicted(PaneKey key, int profile, Predicted seen, long lastLabel) {
    DriftPlan plan = plan(key, profile);
    if (plan != null) {
      Sums sums = store.get(key.key());
      if (sums == null) {
        sums = Sums.empty(plan.length(), lastLabel);
        nameOthers(key.series(), plan, seen.features());
      }
      if (seen.ofSeveral()) {
        ofPrediction.add(
            sums.block(), plan, seen, block -> plan.add(block, seen.prediction(), seen.features()));
      } else {
        plan.add(sums.block(), seen.prediction(), seen.features());
      }
      sums.hurry();
      store.put(key.key(), sums);
    }
  }

  /** The number of features that were named in the log. */
  int named() {
    return named.size();
  }

  /** Says once of each feature that it is not watched, if the first prediction of a pane has it. */
  private void nameOthers(SeriesKey series, DriftPlan plan, Map<String, Double> features) {
    Set<String> others = new TreeSet<>(features.keySet());
    plan.features().all().stream().map(Feature::name).forEach(others::remove);
    others.removeIf(
        name -> named.size() >= MOST_NAMED || !named.add(series.modelKey() + '|' + name));
    if (!others.isEmpty()) {
      LOGGER.warn(
          "event=features-not-watched model={} version={} count={} features={} reason=\"they are not in its profile:"
              + " none of the predictions that it was learned from had them, or"
              + " drift.features-limit were before them\"",
          series.model(),
          series.version(),
          others.size(),
          others.stream().limit(MOST_OF_A_LINE).toList());
    }
  }

  /**
   * Counts the label of a prediction that was counted.
   *
   * @param number of the label
   */
  void labelled(PaneKey key, int profile, Labelled seen, long number) {
    Sums sums = label(key, profile, seen, 1);
    if (sums != null) {
      sums.count(number);
      store.put(key.key(), sums);
    }
  }

  /** Takes back what {@link #labelled} counted. */
  void takeBack(PaneKey key, int profile, Labelled seen) {
    Sums sums = label(key, profile, seen, -1);
    if (sums != null) {
      sums.hurry();
      store.put(key.key(), sums);
    }
  }

  /** Takes back all labels of a pane. */
  void clearLabels(PaneKey key, int profile) {
    Sums sums = store.get(key.key());
    DriftPlan plan = plan(key, profile);
    if (sums != null && plan != null) {
      plan.clearLabels(sums.block());
      sums.hurry();
      store.put(key.key(), sums);
    }
  }

  private @Nullable Sums label(PaneKey key, int profile, Labelled seen, double weight) {
    DriftPlan plan = plan(key, profile);
    if (plan == null) {
      return null;
    }
    Sums known = store.get(key.key());
    Sums sums = known == null ? Sums.empty(plan.length(), 0) : known;
    if (seen.ofSeveral() && weight == 1) {
      ofLabel.add(
          sums.block(),
          plan,
          seen,
          block -> plan.label(block, seen.prediction(), seen.target(), 1));
    } else {
      plan.label(sums.block(), seen.prediction(), seen.target(), weight);
    }
    return sums;
  }

  /** Number of the last label that the sums of a pane count; the largest there is without sums. */
  long counted(PaneKey key) {
    Sums sums = store.get(key.key());
    return sums == null ? Long.MAX_VALUE : sums.counted();
  }

  /** Writes the sums of a pane next, if there are any. */
  void hurry(PaneKey key) {
    Sums sums = store.get(key.key());
    if (sums != null) {
      sums.hurry();
      store.put(key.key(), sums);
    }
  }

  private @Nullable DriftPlan plan(PaneKey key, int profile) {
    return profiles.drift(key.modelKey(), profile);
  }

  /** The block of the {@link DriftPlan} of a pane; empty without a profile. */
  double[] of(PaneKey key) {
    Sums sums = store.get(key.key());
    return sums == null ? NONE : sums.block();
  }

  /** Forgets what was counted of a pane. */
  void forget(PaneKey key) {
    // Unlike delete, this does not read what is there.
    store.put(key.key(), null);
  }
}
