package io.evenkeel.app.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.app.codec.BinaryForm;
import io.evenkeel.app.state.DoublesCodec;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.schemas.internal.PaneCase;
import io.evenkeel.schemas.internal.PaneSketch;
import io.evenkeel.schemas.internal.SourceOffsets;
import io.evenkeel.schemas.internal.TargetKind;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MergedPaneTest {
  private static final SketchPlan PLAN =
      SketchPlan.of(
          TargetSpace.classes(2),
          ProfileLearner.learn(
              1, IntStream.range(0, 20).mapToObj(i -> prediction(i)).toList(), 4, 1));
  private static final SketchPlan BEFORE_PROFILE = SketchPlan.of(PLAN.space(), null);

  private static PredictiveDistribution prediction(int i) {
    double p = (i + 0.5) / 20;
    return Categorical.of(1 - p, p);
  }

  private static Target target(int i) {
    return Target.ofClass(i % 3 == 0 ? 1 : 0);
  }

  /** The sums of these cases, of which each second one makes a pair with the one before it. */
  private static Sketch sketch(SketchPlan plan, int from, int to) {
    Sketch sketch = plan.empty();
    for (int i = from; i < to; i++) {
      sketch.add(prediction(i), target(i));
      if ((i - from) % 2 == 1) {
        sketch.addPair(prediction(i), target(i), prediction(i - 1), target(i - 1));
      }
    }
    return sketch;
  }

  private static ByteBuffer block(Sketch sketch) {
    return DoublesCodec.toBytes(sketch.toArray());
  }

  private static List<PaneCase> cases(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(
            i ->
                new PaneCase(
                    BinaryForm.bytes(prediction(i)),
                    BinaryForm.bytes(target(i)),
                    "",
                    1.0,
                    ByteBuffer.allocate(0),
                    (i - from) % 2 == 1 ? i - from - 1 : -1))
        .toList();
  }

  private static MergedPane.Published published(
      SketchPlan plan, ByteBuffer sums, List<PaneCase> cases, long predictions) {
    PaneSketch pane =
        new PaneSketch(
            600_000L,
            TargetKind.CLASSES,
            2,
            plan.profile().isPresent() ? 1 : 0,
            predictions,
            1L,
            sums,
            cases,
            ByteBuffer.allocate(0),
            List.of(),
            List.of(),
            new SourceOffsets(0, 0L, 1L, 0L, 1L));
    return new MergedPane.Published(pane, plan, null);
  }

  @Test
  void whatPartitionsPublishAsSumsOrAsCasesAddsUpToTheWhole() {
    MergedPane merged =
        MergedPane.of(
            List.of(
                published(BEFORE_PROFILE, ByteBuffer.allocate(0), cases(0, 2), 3),
                published(PLAN, block(sketch(PLAN, 2, 12)), List.of(), 20),
                published(PLAN, ByteBuffer.allocate(0), cases(12, 15), 5),
                published(PLAN, ByteBuffer.allocate(0), List.of(), 1)));

    Sketch whole = sketch(PLAN, 2, 12);
    whole.merge(sketch(PLAN, 12, 15));
    whole.merge(sketch(BEFORE_PROFILE, 0, 2));
    assertThat(merged.sketch().toArray()).containsExactly(whole.toArray(), within(1e-12));
    assertThat(merged.start()).isEqualTo(600_000);
    assertThat(merged.predictions()).isEqualTo(29);
    assertThat(merged.late()).isEqualTo(4);
    assertThat(merged.parts())
        .extracting(MergedPane.Part::labelled)
        .containsExactly(2L, 10L, 3L, 0L);
  }

  /** Else a verdict would be issued again for a pane that has only grown out of its cases. */
  @Test
  void casesAndTheirSumsAreEqualContent() {
    MergedPane ofCases =
        MergedPane.of(List.of(published(PLAN, ByteBuffer.allocate(0), cases(0, 5), 5)));
    MergedPane ofSums =
        MergedPane.of(List.of(published(PLAN, block(sketch(PLAN, 0, 5)), List.of(), 5)));

    assertThat(ofCases.content()).isEqualTo(ofSums.content());
  }
}
