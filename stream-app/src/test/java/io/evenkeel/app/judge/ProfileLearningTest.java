package io.evenkeel.app.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.BinaryForm;
import io.evenkeel.app.config.ProfileSettings;
import io.evenkeel.app.config.WindowSettings;
import io.evenkeel.app.state.DoublesCodec;
import io.evenkeel.app.state.PaneGrid;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.core.moments.BottomK;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.schemas.internal.PaneSketch;
import io.evenkeel.schemas.internal.Profile;
import io.evenkeel.schemas.internal.SampledPrediction;
import io.evenkeel.schemas.internal.SourceOffsets;
import io.evenkeel.schemas.internal.TargetKind;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ProfileLearningTest {
  private static final SketchPlan PLAN = SketchPlan.of(TargetSpace.classes(2), null);
  private static final ProfileSettings SETTINGS = new ProfileSettings(60, 8, 40, 1);
  private static final PaneGrid PANES = PaneGrid.of(WindowSettings.defaults());

  /** A pane of 50 predictions and one of 100, as so many source partitions have seen them. */
  private static Profile learned(int partitions) {
    TreeMap<Long, MergedPane> panes = new TreeMap<>();
    panes.put(0L, pane(0, 0, 50, partitions));
    panes.put(PANES.endOf(0), pane(PANES.endOf(0), 50, 150, partitions));
    return Objects.requireNonNull(
        ProfileLearning.learn(
            SeriesKey.whole("churn", ""),
            panes,
            new ProfileLearning.Cut(PANES, SETTINGS, 0),
            Long.MAX_VALUE,
            null));
  }

  private static MergedPane pane(long start, int from, int until, int partitions) {
    List<MergedPane.Published> published = new ArrayList<>();
    for (int partition = 0; partition < partitions; partition++) {
      BottomK<SampledPrediction> sample = new BottomK<>(SETTINGS.reservoir(), SETTINGS.seed());
      long predictions = 0;
      for (int i = from; i < until; i++) {
        if (i % partitions == partition) {
          predictions++;
          sample.add("id-" + i, sampled(i));
        }
      }
      PaneSketch part = sketch(start, predictions, sample.items());
      published.add(new MergedPane.Published(part, PLAN, null));
    }
    return MergedPane.of(published);
  }

  private static SampledPrediction sampled(int i) {
    double p = (i + 0.5) / 150;
    return new SampledPrediction("id-" + i, BinaryForm.bytes(Categorical.of(p, 1 - p)), Map.of());
  }

  private static PaneSketch sketch(long start, long predictions, List<SampledPrediction> sample) {
    return new PaneSketch(
        start,
        TargetKind.CLASSES,
        2,
        0,
        predictions,
        0L,
        DoublesCodec.toBytes(PLAN.empty().toArray()),
        List.of(),
        ByteBuffer.allocate(0),
        new ArrayList<>(sample),
        List.of(),
        new SourceOffsets(0, 0L, 0L, 0L, 0L));
  }

  /** A pane of more predictions than a partition keeps must not weigh more with more of them. */
  @Test
  void theSamePredictionsTeachTheSameWhateverTheNumberOfPartitions() {
    Profile one = learned(1);

    assertThat(one.getProfile()).isEqualTo(1);
    for (int partitions : List.of(2, 3, 4, 10)) {
      assertThat(learned(partitions)).isEqualTo(one);
    }
  }
}
