package io.evenkeel.app.topology;

import static io.evenkeel.app.topology.TopologyHarness.MODEL;
import static io.evenkeel.app.topology.TopologyHarness.binary;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.app.judge.MapReplay;
import io.evenkeel.app.observe.PartitionReplay;
import io.evenkeel.app.recalibrate.MapJson;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Univariate;
import io.evenkeel.schemas.PublishedMap;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.internal.Partial;
import io.evenkeel.schemas.internal.Profile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A published map that is learned again from the same events is the same. */
class MapReplayTest extends TopologyScenario {
  private static final SeriesKey SERIES = SeriesKey.whole(MODEL, "");
  private static final Offset<Double> ROUNDING = Offset.offset(1e-9);

  private final SplittableRandom random = new SplittableRandom(3);
  private final List<PredictionEvent> predictions = new ArrayList<>();
  private final List<LabelEvent> labels = new ArrayList<>();
  private TopologyHarness app;

  @BeforeEach
  void begin() {
    app = start();
  }

  /** So many cases, one a minute; one in so many has a label. */
  private void stream(
      int cases,
      int labelled,
      Supplier<? extends PredictiveDistribution> law,
      Function<PredictiveDistribution, RawTarget> truth) {
    for (int i = 0; i < cases; i++) {
      int n = predictions.size();
      PredictiveDistribution p = law.get();
      PredictionEvent event =
          new PredictionEvent(
              "id-" + n, MODEL, "", minute(n).toEpochMilli(), Map.of(), Map.of(), p);
      predictions.add(event);
      app.predict(event);
      if (n % labelled == 0) {
        label(new LabelEvent("id-" + n, minute(n + 1).toEpochMilli(), 0, truth.apply(p)));
      }
    }
  }

  private void label(LabelEvent label) {
    labels.add(label);
    app.label(label);
  }

  private void end() {
    app.heartbeat(minute(predictions.size() + 100));
    app.settle();
  }

  /** Of .9 or .1. */
  private Categorical sure() {
    return binary(random.nextBoolean() ? 0.9 : 0.1);
  }

  private RawTarget trueWith(double share, PredictiveDistribution p) {
    boolean isLikely = ((Categorical) p).probability(1) > 0.5;
    return new RawTarget.Index(random.nextDouble() < share == isLikely ? 1 : 0);
  }

  private Verdict verdict(String name) {
    return app.verdicts().stream()
        .filter(
            verdict ->
                SERIES
                    .verdict(verdict.getWindowStart().toEpochMilli(), verdict.getRevision())
                    .equals(name))
        .findFirst()
        .orElseThrow();
  }

  private MapReplay again(PublishedMap published, Map<String, Profile> newest) {
    Verdict verdict = verdict(Objects.requireNonNull(published.getVerdict()));
    Map<String, Profile> profiles = verdict.getProfile() == 0 ? Map.of() : newest;
    Instant since = Objects.requireNonNull(published.getSince());
    PartitionReplay recount =
        new PartitionReplay(config(), SERIES, 0, new PartitionReplay.Known(profiles, Map.of()));
    for (int i = 0; i < predictions.size(); i++) {
      long madeAt = predictions.get(i).madeAt();
      if (madeAt >= since.toEpochMilli() && madeAt < published.getUpdatedAt().toEpochMilli()) {
        recount.predicted(predictions.get(i), i);
      }
    }
    for (int i = 0; i < labels.size(); i++) {
      recount.labelled(labels.get(i), i);
    }
    List<Partial> partials = new ArrayList<>();
    recount.partials().forEach(partials::add);
    return MapReplay.of(
        new MapReplay.Then(published, since, verdict, config(), profiles.get(SERIES.modelKey())),
        partials);
  }

  private static void assertSame(PublishedMap again, PublishedMap published) {
    assertThat(again.getWords()).isEqualTo(published.getWords());
    assertThat(again.getLaterLabels()).isEqualTo(published.getLaterLabels());
    assertThat(again.getLogEvidence()).isCloseTo(published.getLogEvidence(), ROUNDING);
    assertThat(again.getSince()).isEqualTo(published.getSince());
    assertThat(again.getVerdict()).isEqualTo(published.getVerdict());
    assertThat(again.getMap() == null).isEqualTo(published.getMap() == null);
    if (published.getGain() != null) {
      assertThat(again.getGain()).isCloseTo(published.getGain(), ROUNDING);
    }
    if (published.getMap() != null) {
      assertThat(MapJson.read(again.getMap()))
          .usingRecursiveComparison()
          .withComparatorForType(
              (a, b) -> Math.abs(a - b) < 1e-9 ? 0 : Double.compare(a, b), Double.class)
          .isEqualTo(MapJson.read(published.getMap()));
    }
  }

  private void assertEachIsFoundAgain() {
    Map<String, Profile> profiles = app.profiles();
    List<PublishedMap> maps = List.copyOf(app.recalibrations());
    assertThat(maps).isNotEmpty();
    for (PublishedMap published : maps) {
      assertSame(Objects.requireNonNull(again(published, profiles).published()), published);
    }
  }

  @Test
  void everyMapThatWasPublishedConfirmedOrWithdrawnIsFoundAgain() {
    stream(900, 1, this::sure, p -> trueWith(0.6, p));
    stream(900, 1, this::sure, p -> trueWith(0.9, p));
    end();

    assertThat(app.recalibrations()).hasSizeGreaterThan(3);
    assertThat(app.recalibrations().get(app.recalibrations().size() - 1).getMap()).isNull();
    assertEachIsFoundAgain();
  }

  @Test
  void aMapOfTwoParametersIsFoundAgainWithTheProfile() {
    stream(
        900,
        1,
        () -> Normal.of(random.nextGaussian(), 1 + random.nextDouble()),
        p -> {
          Normal normal = (Normal) p;
          double z = 0.5 + 1.5 * random.nextGaussian();
          return new RawTarget.Real(normal.mean(0) + z * Math.sqrt(normal.variance(0)));
        });
    end();

    assertEachIsFoundAgain();
  }

  @Test
  void mapsOfEnsemblesWithCorrectedLabelsAreFoundAgain() {
    for (int i = 0; i < 90; i++) {
      stream(10, 1, this::ensemble, p -> new RawTarget.Real(1.5 + random.nextGaussian()));
      int n = predictions.size();
      long later = minute(n + 1).toEpochMilli();
      label(new LabelEvent("id-" + (n - 4), later, 1, new RawTarget.Real(1e9)));
      label(new LabelEvent("id-" + (n - 7), later, 1, new RawTarget.Real(1.5)));
      label(new LabelEvent("id-" + (n - 4), later, 2, new RawTarget.Real(random.nextGaussian())));
    }
    end();

    assertThat(app.recalibrations().get(0).getWords()).startsWith("normal regression: mean ");
    assertEachIsFoundAgain();
  }

  /** Of five to nine members. */
  private Ensemble ensemble() {
    return Ensemble.of(
        IntStream.range(0, 5 + random.nextInt(5))
            .mapToDouble(i -> random.nextGaussian())
            .toArray());
  }

  @Test
  void mapsOfCountsAreFoundAgain() {
    stream(
        900,
        1,
        () -> Counts.poisson(1 + 4 * random.nextDouble()),
        p -> {
          Counts truth = Counts.poisson(1.4 * ((Counts) p).mean());
          return new RawTarget.Real(Univariate.of(truth).quantile(random.nextDouble()));
        });
    end();

    assertThat(app.recalibrations().get(0).getWords()).startsWith("biased low by 0.");
    assertEachIsFoundAgain();
  }

  @Test
  void thatManyLabelsWereMissingIsFoundAgain() {
    stream(900, 1, this::sure, p -> trueWith(0.7, p));
    stream(300, 3, this::sure, p -> trueWith(0.7, p));
    end();

    assertThat(app.recalibrations().get(app.recalibrations().size() - 1).getWords())
        .contains("many predictions have no label");
    assertEachIsFoundAgain();
  }

  @Test
  void itIsAnotherMapIfLabelsThatCountedAreGone() {
    stream(900, 1, this::sure, p -> trueWith(0.6, p));
    end();
    PublishedMap last = app.recalibrations().get(app.recalibrations().size() - 1);
    labels.subList(0, 100).clear();

    PublishedMap again = again(last, app.profiles()).published();

    assertThat(again).isNotNull();
    assertThat(again.getMap()).isNotEqualTo(last.getMap());
  }

  @Test
  void theFirstChangeProvesThatMapsPay() {
    stream(900, 1, this::sure, p -> trueWith(0.6, p));
    end();
    PublishedMap first = app.recalibrations().get(0);

    MapReplay again = again(first, app.profiles());

    MapReplay.Step proven = again.proven().orElseThrow();
    assertThat(proven.logE()).isGreaterThan(Math.log(20)).isEqualTo(first.getLogEvidence());
    assertThat(proven.change()).isEqualTo(first.getWords());
    assertThat(again.steps()).endsWith(proven);
    assertThat(again.steps()).extracting(MapReplay.Step::labelled).containsOnly(10L);
  }
}
