package io.evenkeel.app.topology;

import static io.evenkeel.app.topology.TopologyHarness.MODEL;
import static io.evenkeel.app.topology.TopologyHarness.binary;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.app.judge.VerdictReplay;
import io.evenkeel.app.observe.PartitionReplay;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.internal.Partial;
import io.evenkeel.schemas.internal.Profile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class VerdictReplayTest extends TopologyScenario {
  private static final SeriesKey SERIES = SeriesKey.whole(MODEL, "");

  private final UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(3);
  private final List<PredictionEvent> predictions = new ArrayList<>();
  private final List<LabelEvent> labels = new ArrayList<>();

  /** Predictions of 0.9 or 0.1, one a minute, each with a label that is right so often. */
  private void play(TopologyHarness app, int number, double right) {
    for (int last = predictions.size() + number; predictions.size() < last; ) {
      int n = predictions.size();
      int likely = random.nextInt(2);
      PredictionEvent event =
          new PredictionEvent(
              "id-" + n,
              MODEL,
              "",
              minute(n).toEpochMilli(),
              Map.of(),
              Map.of(),
              binary(likely == 1 ? 0.9 : 0.1));
      int target = random.nextDouble() < right ? likely : 1 - likely;
      LabelEvent label =
          new LabelEvent("id-" + n, minute(n + 1).toEpochMilli(), 0, new RawTarget.Index(target));
      predictions.add(event);
      labels.add(label);
      app.predict(event);
      app.label(label);
    }
  }

  private List<Partial> counted(Map<String, Profile> profiles) {
    PartitionReplay recount =
        new PartitionReplay(config(), SERIES, 0, new PartitionReplay.Known(profiles, Map.of()));
    for (int i = 0; i < predictions.size(); i++) {
      recount.predicted(predictions.get(i), i);
    }
    for (int i = 0; i < labels.size(); i++) {
      recount.labelled(labels.get(i), i);
    }
    List<Partial> partials = new ArrayList<>();
    recount.partials().forEach(partials::add);
    return partials;
  }

  /** The evidence then starts after panes that the verdict rests on for its comparisons. */
  @Test
  void aVerdictAfterAFaultThatEndedIsMadeAgain() {
    TopologyHarness app = start();
    play(app, 300, 0.6);
    play(app, 400, 0.9);
    play(app, 120, 0.6);
    app.heartbeat(minute(predictions.size() + 100));
    app.settle();
    List<Verdict> verdicts = app.finalVerdicts();
    Map<String, Profile> profiles = app.profiles();

    Verdict last = verdicts.get(verdicts.size() - 1);
    assertThat(last.getEvidence().getSince()).isAfter(T0);
    VerdictReplay again =
        VerdictReplay.of(
            new VerdictReplay.Then(last, config(), profiles.get(SERIES.modelKey())),
            counted(profiles));

    assertThat(again.verdict().getEvidence().getLogESeries())
        .isCloseTo(last.getEvidence().getLogESeries(), within(1e-9));
    assertThat(again.verdict().getLabelled()).isEqualTo(last.getLabelled());
  }
}
