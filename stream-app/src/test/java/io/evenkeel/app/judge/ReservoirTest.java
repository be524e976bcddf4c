package io.evenkeel.app.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.BinaryForm;
import io.evenkeel.app.config.ProfileSettings;
import io.evenkeel.app.state.DoublesCodec;
import io.evenkeel.app.verdict.Quadratic;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.schemas.internal.PaneSketch;
import io.evenkeel.schemas.internal.SampledObservation;
import io.evenkeel.schemas.internal.SourceOffsets;
import io.evenkeel.schemas.internal.TargetKind;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReservoirTest {
  private static final int SIZE = 8;
  private static final ProfileSettings SETTINGS = new ProfileSettings(16, 4, SIZE, 7);
  private static final SketchPlan PLAN = plan();

  private static PredictiveDistribution prediction(int i) {
    double p = 0.1 + 0.8 * (i % 10) / 10;
    return Categorical.of(1 - p, p);
  }

  private static Target target(int i) {
    return Target.ofClass(i % 2);
  }

  private static SketchPlan plan() {
    List<PredictiveDistribution> sample = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      sample.add(prediction(i));
    }
    Profile profile = ProfileLearner.learn(1, sample, 4, 1);
    return SketchPlan.of(profile.space(), profile);
  }

  /** What a partition saw: labelled predictions, and those of them that it sent along. */
  private static MergedPane part(long start, SketchPlan plan, List<Integer> seen, boolean sends) {
    return part(start, plan, seen, sends, i -> "");
  }

  private static MergedPane part(
      long start, SketchPlan plan, List<Integer> seen, boolean sends, IntFunction<String> outcome) {
    return part(start, plan, seen, sends, outcome, ReservoirTest::target);
  }

  private static MergedPane part(
      long start,
      SketchPlan plan,
      List<Integer> seen,
      boolean sends,
      IntFunction<String> outcome,
      IntFunction<Target> target) {
    return pane(published(start, plan, seen, sends, outcome, target));
  }

  private static MergedPane pane(MergedPane.Published... ofPartitions) {
    return MergedPane.of(List.of(ofPartitions));
  }

  private static MergedPane.Published published(List<Integer> seen, boolean sends) {
    return published(0, PLAN, seen, sends, i -> "", ReservoirTest::target);
  }

  private static MergedPane.Published published(
      long start,
      SketchPlan plan,
      List<Integer> seen,
      boolean sends,
      IntFunction<String> outcome,
      IntFunction<Target> target) {
    Sketch sketch = plan.empty();
    List<SampledObservation> sampled = new ArrayList<>();
    for (int i : seen) {
      sketch.add(prediction(i), target.apply(i));
      sampled.add(
          new SampledObservation(
              "id-" + i,
              BinaryForm.bytes(prediction(i)),
              BinaryForm.bytes(target.apply(i)),
              outcome.apply(i)));
    }
    PaneSketch pane =
        new PaneSketch(
            start,
            TargetKind.CLASSES,
            2,
            plan.profile().isPresent() ? 1 : 0,
            (long) seen.size(),
            0L,
            DoublesCodec.toBytes(sketch.toArray()),
            List.of(),
            ByteBuffer.allocate(0),
            List.of(),
            sends ? sampled : List.of(),
            new SourceOffsets(0, 0L, 0L, 0L, 0L));
    return new MergedPane.Published(pane, plan, null);
  }

  private static List<Integer> range(int from, int to) {
    List<Integer> range = new ArrayList<>();
    for (int i = from; i < to; i++) {
      range.add(i);
    }
    return range;
  }

  private static Optional<Quadratic> quadratic(MergedPane... window) {
    return Reservoir.quadratic(List.of(window), "m||0", SETTINGS);
  }

  @Test
  void theSampleIsTheSameHoweverTheLabelsAreSpreadOverPartitionsAndPanes() {
    Optional<Quadratic> whole = quadratic(part(0, PLAN, range(0, 30), true));
    MergedPane.Published first = published(range(0, 11), true);
    MergedPane.Published second = published(range(11, 20), true);
    MergedPane later = part(10, PLAN, range(20, 30), true);

    assertThat(whole).map(Quadratic::n).hasValue(SIZE);
    assertThat(quadratic(pane(first, second), later)).isEqualTo(whole);
    assertThat(quadratic(later, pane(second, first))).isEqualTo(whole);
  }

  @Test
  void ofRowsThatShareAnOutcomeOneCounts() {
    MergedPane two = part(0, PLAN, range(0, 8), true, i -> i < 6 ? "match" : "");
    MergedPane same = part(10, PLAN, range(8, 9), true, i -> "match");

    assertThat(quadratic(two)).map(Quadratic::n).hasValue(3);
    assertThat(quadratic(two, same)).map(Quadratic::n).isNotEmpty();
  }

  @Test
  void aSampleThatMissesAPartitionIsNone() {
    MergedPane.Published sent = published(range(0, 10), true);
    MergedPane.Published withheld = published(range(10, 20), false);
    MergedPane.Published unlabelled = published(List.of(), false);

    assertThat(quadratic(pane(sent, withheld))).isEmpty();
    assertThat(quadratic(pane(sent, unlabelled))).isPresent();
  }

  private static Optional<Sketch> relearned(MergedPane... window) {
    return Reservoir.relearned(List.of(window), SETTINGS);
  }

  /** Predictions and targets of the test locations that the sums were made with. */
  private static List<ByteBuffer> locations(Sketch sketch) {
    return sketch.plan().profile().orElseThrow().locations().stream()
        .flatMap(
            location ->
                Stream.of(
                    BinaryForm.bytes(location.prediction()), BinaryForm.bytes(location.target())))
        .toList();
  }

  @Test
  void aProfileOfTheSampleIsTheSameHoweverItIsSpreadAndWhateverItsLabels() {
    Sketch whole = relearned(part(0, PLAN, range(0, 30), true)).orElseThrow();
    MergedPane.Published first = published(range(0, 11), true);
    MergedPane.Published second = published(range(11, 30), true);

    assertThat(whole.labelled()).isEqualTo(SIZE);
    assertThat(relearned(pane(second, first)).orElseThrow().toArray()).isEqualTo(whole.toArray());
    Sketch others =
        relearned(part(0, PLAN, range(0, 30), true, i -> "", i -> target(i + 1))).orElseThrow();
    assertThat(locations(others)).isEqualTo(locations(whole)).hasSize(8);
    assertThat(others.toArray()).isNotEqualTo(whole.toArray());
  }

  @Test
  void aSampleThatIsIncompleteOrEmptyHasNoProfileOfItsOwn() {
    MergedPane.Published withheld = published(range(10, 20), false);

    assertThat(relearned(pane(published(range(0, 10), true), withheld))).isEmpty();
    assertThat(relearned(part(0, PLAN, List.of(), false))).isEmpty();
    assertThat(relearned(part(0, SketchPlan.of(PLAN.space(), null), range(0, 10), false)))
        .isEmpty();
    assertThat(relearned()).isEmpty();
  }

  @Test
  void panesFromBeforeTheProfileAreLeftOut() {
    MergedPane learning = part(0, SketchPlan.of(PLAN.space(), null), range(0, 10), false);
    MergedPane judged = part(10, PLAN, range(10, 20), true);

    assertThat(quadratic(learning)).isEmpty();
    assertThat(quadratic(learning, judged)).isEqualTo(quadratic(judged));
  }

  @Test
  void aWindowWithoutPanesHasNone() {
    assertThat(quadratic()).isEmpty();
  }
}
