package io.evenkeel.app.observe;

import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.config.ProfileSettings;
import io.evenkeel.app.state.Labelled;
import io.evenkeel.app.state.PaneCases;
import io.evenkeel.app.state.Sums;
import io.evenkeel.core.moments.BottomK;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.schemas.internal.PaneCase;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The sums over the labelled predictions of open panes, with samples of these: mutable, kept in a
 * store. Of many series most panes have a few labels. They have no sums, which would be ten times
 * as large as the predictions: those are kept anyway, until their pane is closed.
 */
final class LabelSums {
  private final KeyValueStore<String, Sums> store;
  private final KeyValueStore<String, Observation> observations;
  private final Function<String, ModelSettings> settings;
  private final CaseSums ofCase = new CaseSums();

  /**
   * The sums in a store.
   *
   * @param observations by the ids of their predictions
   * @param settings of a model, by its name
   */
  LabelSums(
      KeyValueStore<String, Sums> store,
      KeyValueStore<String, Observation> observations,
      Function<String, ModelSettings> settings) {
    this.store = store;
    this.observations = observations;
    this.settings = settings;
  }

  /** The sums of an open pane. */
  Sums of(PaneKey key) {
    return Objects.requireNonNull(store.get(key.key()), "an open pane has sums");
  }

  /** Keeps the sums of a pane; null where it is no longer open. */
  void put(PaneKey key, @Nullable Sums sums) {
    store.put(key.key(), sums);
  }

  /** The sample of the labelled predictions of a pane: each id is an item, too. */
  BottomK<String> sample(PaneKey key, Sums sums) {
    ProfileSettings profile = settings.apply(key.series().model()).profile();
    return sums.sample(profile.reservoir(), profile.seed());
  }

  /**
   * Adds a labelled prediction to the sums of a pane, and its pair if the partner is labelled too.
   *
   * @param id of the prediction
   * @return the sums, which are not put yet
   */
  Sums add(PaneKey key, SketchPlan plan, String id, Labelled seen, @Nullable Labelled partner) {
    Sums sums = of(key);
    if (sums.hasRoom() && isSmall(id, plan)) {
      // What cannot be added fails now, and not when the pane is published.
      ofCase.of(plan, seen);
      sums.list(id);
      return sums;
    }
    Sketch sketch = sketch(key, plan, sums);
    if (seen.ofSeveral()) {
      sketch.merge(ofCase.of(plan, seen));
    } else {
      seen.add(sketch);
    }
    seen.addPair(sketch, partner);
    return sums;
  }

  /** Whether as many predictions of this size as may be listed are smaller than their sums. */
  private boolean isSmall(String id, SketchPlan plan) {
    Observation one = observations.get(id);
    return one != null
        && Sums.MOST_LISTED * one.distribution().remaining() < Double.BYTES * plan.length();
  }

  /**
   * Takes back what was added to the sums of a pane, and puts them; whether what they have of
   * others is as good as without it.
   */
  boolean remove(
      PaneKey key, SketchPlan plan, String id, Labelled seen, @Nullable Labelled partner) {
    Sums sums = of(key);
    boolean areGood = sums.unlist(id) || seen.remove(sketch(key, plan, sums), partner);
    sums.hurry();
    put(key, sums);
    return areGood;
  }

  private Sketch sketch(PaneKey key, SketchPlan plan, Sums sums) {
    if (!sums.areMade()) {
      sums.make(PaneCases.sketch(plan, cases(key, sums)).toArray());
    }
    return sums.sketch(plan);
  }

  /**
   * The labelled predictions that a pane counts without a block, none if it has one. A pair is that
   * of the second of the two, as when they are added one after the other.
   */
  List<PaneCase> cases(PaneKey key, Sums sums) {
    List<PaneCase> cases = new ArrayList<>();
    List<String> ids = new ArrayList<>();
    for (String id : sums.listed()) {
      Observation one = observations.get(id);
      ByteBuffer target = one == null ? null : one.target();
      if (one != null && target != null) {
        String partner = one.partners().get(one.segments().indexOf(key.series().segment()));
        cases.add(
            new PaneCase(
                one.distribution(),
                target,
                one.outcome().id(),
                one.outcome().weight(),
                ByteBuffer.wrap(one.quarters()),
                partner == null ? -1 : ids.indexOf(partner)));
        ids.add(id);
      }
    }
    return cases;
  }
}
