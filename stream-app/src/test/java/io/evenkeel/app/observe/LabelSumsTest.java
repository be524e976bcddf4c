package io.evenkeel.app.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.app.codec.BinaryForm;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.state.Labelled;
import io.evenkeel.app.state.MapStore;
import io.evenkeel.app.state.PaneCases;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.state.Sums;
import io.evenkeel.core.moments.Outcome;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.ProfileLearner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LabelSumsTest {
  private static final PaneKey PANE = new PaneKey(new SeriesKey("m", "", "a=1"), 0);
  private static final List<String> SEGMENTS = List.of("", "a=1");

  private final MapStore<Observation> observations = new MapStore<>("observations");
  private final LabelSums sums =
      new LabelSums(new MapStore<>("sketches"), observations, AppConfig.of(Map.of())::model);
  private final SketchPlan plan =
      SketchPlan.of(
          TargetSpace.reals(1),
          ProfileLearner.learn(
              1, IntStream.range(0, 9).mapToObj(i -> Normal.of(i / 9.0, 1)).toList(), 3, 1));

  @BeforeEach
  void begin() {
    sums.put(PANE, Sums.unmade(0));
  }

  private static PredictiveDistribution prediction(int i) {
    return Normal.of(0.1 * i, 1 + 0.05 * i);
  }

  /** Each even one is the first of a pair. */
  private static @Nullable String partner(int i) {
    return "id-" + (i ^ 1);
  }

  private Labelled labelled(int i, double target) {
    return labelled(i, prediction(i), target);
  }

  private Labelled labelled(int i, PredictiveDistribution prediction, double target) {
    Outcome outcome = new Outcome("week-" + i, 0.8 + 0.01 * i);
    PredictionEvent event =
        new PredictionEvent("id-" + i, "m", "", 5, Map.of("a", "1"), Map.of(), prediction);
    List<@Nullable String> partners = new ArrayList<>();
    partners.add(null);
    partners.add(partner(i));
    observations.put(
        "id-" + i,
        Observation.of(event, SEGMENTS, BinaryForm.bytes(prediction), outcome, 0)
            .counted(0, new byte[0], Map.of())
            .paired(partners)
            .labelled(0, BinaryForm.bytes(Target.of(target)), i));
    return new Labelled(prediction, Target.of(target), outcome, new byte[0], true);
  }

  private void add(int i, Labelled seen, @Nullable Labelled partner) {
    sums.put(PANE, sums.add(PANE, plan, "id-" + i, seen, partner));
  }

  /** Adds so many, of which the target of each is its number. */
  private List<Labelled> add(int number) {
    List<Labelled> all = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      Labelled seen = labelled(i, i);
      add(i, seen, i % 2 == 1 ? all.get(i - 1) : null);
      all.add(seen);
    }
    return all;
  }

  private Sketch published() {
    Sums now = sums.of(PANE);
    return now.areMade() ? plan.read(now.block()) : PaneCases.sketch(plan, sums.cases(PANE, now));
  }

  private Sketch expected(List<Labelled> all) {
    Sketch sketch = plan.empty();
    for (int i = 0; i < all.size(); i++) {
      all.get(i).add(sketch);
      all.get(i).addPair(sketch, i % 2 == 1 ? all.get(i - 1) : null);
    }
    return sketch;
  }

  @Test
  void fewLabelsAreKeptAsTheirCases() {
    List<Labelled> all = add(Sums.MOST_LISTED);

    assertThat(sums.of(PANE).areMade()).isFalse();
    assertThat(published().toArray()).containsExactly(expected(all).toArray());
    assertThat(published().pairs()).isEqualTo(expected(all).pairs()).isPositive();
  }

  @Test
  void moreLabelsAreAddedUp() {
    List<Labelled> all = add(Sums.MOST_LISTED + 2);

    assertThat(sums.of(PANE).areMade()).isTrue();
    assertThat(sums.cases(PANE, sums.of(PANE))).isEmpty();
    assertThat(published().toArray()).containsExactly(expected(all).toArray(), within(1e-12));
    assertThat(published().pairs()).isEqualTo(expected(all).pairs()).isPositive();
  }

  @Test
  void aCorrectedLabelLeavesNoTrace() {
    List<Labelled> all = new ArrayList<>(add(4));
    Labelled wrong = labelled(4, 1e36);
    add(4, wrong, null);

    assertThat(sums.remove(PANE, plan, "id-4", wrong, null)).isTrue();
    Labelled right = labelled(4, 4);
    add(4, right, null);

    all.add(right);
    assertThat(published().toArray()).containsExactly(expected(all).toArray());
  }

  @Test
  void theFirstOfAPairMayBeCorrectedAfterTheSecond() {
    List<Labelled> all = new ArrayList<>(add(2));

    sums.remove(PANE, plan, "id-0", all.get(0), all.get(1));
    Labelled right = labelled(0, -3);
    add(0, right, all.get(1));

    assertThat(published().toArray())
        .containsExactly(expected(List.of(right, all.get(1))).toArray(), within(1e-12));
  }

  @Test
  void aLabelIsTakenBackFromTheSumsOfMany() {
    List<Labelled> all = add(Sums.MOST_LISTED + 1);

    sums.remove(PANE, plan, "id-" + Sums.MOST_LISTED, all.get(Sums.MOST_LISTED), null);

    assertThat(published().toArray())
        .containsExactly(expected(all.subList(0, Sums.MOST_LISTED)).toArray(), within(1e-12));
  }

  /** Eight of them would be larger than their sums. */
  @Test
  void largePredictionsAreAddedUpAtOnce() {
    Ensemble large = Ensemble.of(IntStream.range(0, 2000).mapToDouble(i -> i).toArray());
    Labelled seen = labelled(0, large, 5);

    add(0, seen, null);

    assertThat(sums.of(PANE).areMade()).isTrue();
    assertThat(published().labelled()).isEqualTo(1);
  }

  /** Else nothing could be published of the pane. */
  @Test
  void whatCannotBeAddedFailsWhenItComes() {
    Labelled fits = labelled(0, 1);
    Labelled other =
        new Labelled(fits.prediction(), Target.ofClass(0), fits.outcome(), new byte[0], true);

    assertThatThrownBy(() -> add(0, other, null)).isInstanceOf(IllegalArgumentException.class);

    assertThat(Objects.requireNonNull(sums.of(PANE)).listed()).isEmpty();
  }
}
