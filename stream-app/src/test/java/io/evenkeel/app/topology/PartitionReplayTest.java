package io.evenkeel.app.topology;

import static io.evenkeel.app.topology.TopologyHarness.MODEL;
import static io.evenkeel.app.topology.TopologyHarness.binary;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.observe.PartitionReplay;
import io.evenkeel.app.state.DoublesCodec;
import io.evenkeel.app.state.PaneSums;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.internal.PaneSketch;
import io.evenkeel.schemas.internal.Profile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is counted again is what was counted. */
class PartitionReplayTest extends TopologyScenario {
  private static final String[] SETTINGS = {
    "defaults.segments=country", "defaults.labels.wait=2h", "defaults.profile.sample=40"
  };

  private final UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(7);
  private final List<PredictionEvent> predictions = new ArrayList<>();
  private final List<LabelEvent> labels = new ArrayList<>();
  private TopologyHarness app;
  private Map<String, Profile> profiles = Map.of();

  @BeforeEach
  void begin() {
    app = start(SETTINGS);
  }

  private void predict(int i) {
    String country = i % 3 == 0 ? "DE" : "FR";
    PredictionEvent event =
        new PredictionEvent(
            "id-" + i,
            MODEL,
            "",
            minute(i).toEpochMilli(),
            Map.of("country", country),
            Map.of("age", (double) (i % 11)),
            binary(0.1 + 0.8 * (i % 7) / 7));
    predictions.add(event);
    app.predict(event);
  }

  private void label(int i, int revision, int knownAfter) {
    LabelEvent event =
        new LabelEvent(
            "id-" + i,
            minute(i + knownAfter).toEpochMilli(),
            revision,
            new RawTarget.Index(random.nextInt(2)));
    labels.add(event);
    app.label(event);
  }

  /** Duplicates of both kinds, labels before their predictions, corrections and late ones. */
  private void troubled(int from, int to) {
    for (int i = from; i < to; i++) {
      boolean early = i % 5 == 0;
      if (early) {
        label(i, 0, 1);
      }
      predict(i);
      if (i % 4 == 0) {
        predict(i);
      }
      if (!early && i % 11 != 0) {
        label(i, 0, i % 13 == 0 ? 200 : 1);
      }
      if (i % 6 == 0) {
        label(i, 2, 2);
        label(i, 1, 2);
      }
    }
  }

  private Map<Long, PaneSketch> countedAgain(SeriesKey series) {
    AppConfig config = config(SETTINGS);
    profiles = app.profiles();
    PartitionReplay recount =
        new PartitionReplay(config, series, 0, new PartitionReplay.Known(profiles, Map.of()));
    for (int offset = 0; offset < predictions.size(); offset++) {
      recount.predicted(predictions.get(offset), offset);
    }
    for (int offset = 0; offset < labels.size(); offset++) {
      recount.labelled(labels.get(offset), offset);
    }
    Map<Long, PaneSketch> panes = new TreeMap<>();
    recount
        .partials()
        .forEach(partial -> panes.put(partial.getPane().getStart(), partial.getPane()));
    return panes;
  }

  private double[] sums(PaneSketch pane) {
    return PaneSums.of(pane, SeriesKey.modelKey(MODEL, ""), profiles);
  }

  private void assertSame(Map<Long, PaneSketch> panes, Map<Long, PaneSketch> again) {
    assertThat(again.keySet()).isEqualTo(panes.keySet());
    panes.forEach(
        (start, pane) -> {
          PaneSketch other = Objects.requireNonNull(again.get(start));
          assertThat(other.getProfile()).isEqualTo(pane.getProfile());
          assertThat(other.getPredictions()).isEqualTo(pane.getPredictions());
          assertThat(other.getLate()).isEqualTo(pane.getLate());
          assertThat(sums(other)).containsExactly(sums(pane), within(1e-12));
          assertThat(DoublesCodec.toDoubles(other.getDrift()))
              .containsExactly(DoublesCodec.toDoubles(pane.getDrift()), within(1e-12));
          assertThat(other.getSource().getPredictionsFrom())
              .isEqualTo(pane.getSource().getPredictionsFrom());
          assertThat(other.getSource().getLabelsFrom()).isEqualTo(pane.getSource().getLabelsFrom());
        });
  }

  @Test
  void countsDuplicatesAndEarlyLateAndCorrectedLabelsAsTheyWereCounted() {
    troubled(0, 120);
    app.settle();
    SeriesKey whole = SeriesKey.whole(MODEL, "");

    Map<Long, PaneSketch> panes = app.panes(whole);

    assertThat(panes).hasSizeGreaterThan(10);
    assertThat(panes.values()).anyMatch(pane -> pane.getProfile() == 1);
    assertThat(panes.values()).anyMatch(pane -> pane.getLate() > 0);
    assertSame(panes, countedAgain(whole));
  }

  @Test
  void countsASegmentAlone() {
    troubled(0, 120);
    app.settle();
    SeriesKey german = new SeriesKey(MODEL, "", "country=DE");

    assertSame(app.panes(german), countedAgain(german));
  }

  @Test
  void countsWithAProfileWhatWasCountedBeforeThereWasOne() {
    troubled(0, 30);
    app.settle();
    troubled(30, 60);
    app.settle();

    SeriesKey whole = SeriesKey.whole(MODEL, "");
    assertSame(app.panes(whole), countedAgain(whole));
  }
}
