package io.evenkeel.app.observe;

import io.evenkeel.app.codec.BinaryForm;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.state.Entries;
import io.evenkeel.app.state.Labelled;
import io.evenkeel.core.prediction.PredictiveDistribution;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/**
 * Rebuilds the sums of open panes when the profile comes that they are to be judged with, from all
 * pending predictions, a bounded number at a time: mutable.
 *
 * <p>Each prediction says which profile it was counted with. So the walk may be left and taken up
 * again, after a restart from its beginning: what it has been at is not counted twice, and what
 * comes meanwhile is counted at once, with the new profile. A label that comes for a prediction
 * that the walk has not been at is counted by the walk. A pair is counted with the second of the
 * two.
 */
final class ProfileBackfill {
  /** Entries read in one go for each that may be counted: most may be counted already. */
  private static final int MOST_READ = 4;

  private final AppConfig config;
  private final ObserveState state;
  private final int step;
  private final Isolation isolation;
  private boolean walking;
  private int counted;

  /** Key of the next entry to look at; null at the beginning. */
  private @Nullable String next;

  /**
   * Goes on with what was begun before a restart.
   *
   * @param step the most predictions counted in one go
   */
  ProfileBackfill(AppConfig config, ObserveState state, Isolation isolation, int step) {
    this.isolation = isolation;
    this.config = config;
    this.state = state;
    this.step = step;
    this.walking = !state.panes().renewing().isEmpty();
  }

  /** Begins with the panes of a version of a model whose profile has come. */
  void begin(String modelKey) {
    Set<PaneKey> outdated = state.panes().outdated(modelKey);
    outdated.forEach(state.panes()::renew);
    if (!outdated.isEmpty()) {
      walking = true;
      next = null;
    }
  }

  /**
   * Counts the next predictions.
   *
   * @param now wall-clock time, milliseconds since 1970
   */
  void go(long now) {
    if (!walking) {
      return;
    }
    try (KeyValueIterator<String, Observation> entries = state.observations().range(next, null)) {
      int before = counted;
      for (int read = 0;
          read < MOST_READ * step && counted - before < step && entries.hasNext();
          read++) {
        Entries.next(entries, (id, observation) -> count(id, observation, now), unreadable -> {});
      }
      next = entries.hasNext() ? entries.peekNextKey() : null;
    }
    if (next == null) {
      walking = false;
      state.panes().renewed();
    }
  }

  /** A prediction that cannot be counted is left out of the sums. */
  private void count(String id, Observation observation, long now) {
    String model = observation.model();
    isolation.done(
        model,
        "counting a prediction of " + model + " again",
        now,
        () -> counted += count(id, observation) ? 1 : 0);
  }

  /** Counts a prediction in those of its panes that do not count it yet; whether there are any. */
  private boolean count(String id, Observation observation) {
    int profile = observation.profile();
    byte[] quarters = {};
    List<PaneKey> panes = PaneKey.of(observation, config);
    for (int i = 0; i < panes.size(); i++) {
      PaneKey pane = panes.get(i);
      if (!state.panes().counts(pane, observation)) {
        quarters = state.panes().quarters(pane, observation.features());
        profile = count(pane, id, observation, i, quarters);
      }
    }
    if (profile == observation.profile()) {
      return false;
    }
    state.observations().put(id, observation.counted(profile, quarters, Map.of()));
    return true;
  }

  private int count(
      PaneKey pane, String id, Observation observation, int segment, byte[] quarters) {
    PredictiveDistribution prediction = BinaryForm.distribution(observation.distribution());
    boolean ofSeveral = observation.segments().size() > 1;
    int profile =
        state
            .panes()
            .predictedAgain(pane, new Predicted(prediction, observation.features(), ofSeveral));
    Labelled seen = ObserveState.labelled(observation);
    if (seen != null) {
      Labelled partner = state.partner(observation, segment, pane, Long.MAX_VALUE);
      Labelled again = seen.in(quarters).countedIn(observation.segments().size());
      state.panes().add(pane, id, observation.number(), again, partner);
    }
    return profile;
  }
}
