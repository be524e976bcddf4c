package io.evenkeel.app.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.state.DoublesCodec;
import io.evenkeel.app.state.Entries;
import io.evenkeel.app.state.MapStore;
import io.evenkeel.app.state.PaneSums;
import io.evenkeel.app.state.ProfileRecords;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.state.SharedProfiles;
import io.evenkeel.app.state.StoreNames;
import io.evenkeel.app.state.Sums;
import io.evenkeel.app.state.WriteBackStore;
import io.evenkeel.core.drift.DriftPlan;
import io.evenkeel.core.drift.FeatureLearner;
import io.evenkeel.core.drift.Features;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.profile.FeatureQuarters;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.schemas.internal.PaneSketch;
import io.evenkeel.schemas.internal.Partial;
import io.evenkeel.schemas.internal.Profile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.ListSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.ValueAndTimestamp;
import org.apache.kafka.streams.state.internals.CachedStateStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProfileBackfillTest {
  private static final String MODEL = "churn";
  private static final long MINUTE = 60_000;
  private static final long START = 1_700_000_400_000L;
  private static final long NOW = START + 1000 * MINUTE;

  /** Of a pane that has changed little, until it is published: half a tenth of an hour. */
  private static final long LONGEST_WAIT = 4 * MINUTE;

  private static final int BEFORE = 60;
  private static final int AFTER = 40;
  private static final int WHOLE = 1_000_000;
  private static final AppConfig CONFIG =
      AppConfig.of(
          Map.of(
              "defaults.window.size", "10m",
              "defaults.window.advance", "10m",
              "defaults.window.grace", "0s",
              "defaults.labels.wait", "5d",
              "defaults.segments", "country"));

  /** One source partition: what its stores hold, and have written of sums, outlives a restart. */
  private static final class Partition {
    private final Map<String, StateStore> stores = new HashMap<>();
    private final Map<String, PaneSketch> panes = new TreeMap<>();
    private final List<Partial> watermarks = new ArrayList<>();
    private final int step;
    private ObserveState state;
    private Joiner joiner;
    private PartialPublisher publisher;

    Partition(int step) {
      this.step = step;
      restart();
    }

    /** Ends after a commit. */
    void restart() {
      for (StateStore store : stores.values()) {
        if (store instanceof CachedStateStore<?, ?> held) {
          held.flushCache();
          held.clearCache();
        }
      }
      state =
          ObserveState.of(
              this::store,
              CONFIG,
              new SharedProfiles(),
              segment -> true,
              new ObserveState.Opening(NOW, LongUnaryOperator.identity(), Backlog.Heads.none()));
      joiner = new Joiner(CONFIG, new Metrics(), state);
      Isolation isolation = new Isolation(new Metrics());
      new CatchUp(CONFIG, state, isolation).run(NOW);
      ProfileBackfill backfill = new ProfileBackfill(CONFIG, state, isolation, step);
      publisher =
          new PartialPublisher(
              CONFIG,
              new Positions(0),
              state,
              backfill,
              new PartialPublisher.Out(this::keep, isolation));
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as ProcessorContext has it
    private <S extends StateStore> S store(String name) {
      return (S) stores.computeIfAbsent(name, Partition::made);
    }

    private static StateStore made(String name) {
      if (!name.equals(StoreNames.SKETCHES) && !name.equals(StoreNames.DRIFT)) {
        return new MapStore<>(name);
      }
      var behind =
          Stores.keyValueStoreBuilder(
              Stores.inMemoryKeyValueStore(name), Serdes.String(), Sums.serde());
      var store =
          WriteBackStore.builder(behind, 1_000_000, Sums::weight, Sums::waits)
              .withLoggingDisabled()
              .build();
      store.init(new MockProcessorContext<Void, Void>().getStateStoreContext(), store);
      return store;
    }

    private void keep(String key, Partial partial) {
      PaneSketch pane = partial.getPane();
      if (pane == null) {
        watermarks.add(partial);
      } else {
        panes.put(key + '|' + pane.getStart(), pane);
      }
    }

    void learn() {
      MapStore<ValueAndTimestamp<Profile>> profiles = store(StoreNames.PROFILES);
      String key = SeriesKey.modelKey(MODEL, "");
      profiles.put(key, ValueAndTimestamp.make(profile(), 0));
    }

    void publish() {
      publish(NOW);
    }

    void publish(long now) {
      publisher.publish(now);
    }

    /** Commits; whether sums that are written lack labels. */
    boolean hasUnwrittenSums() {
      boolean[] found = {false};
      for (String name : List.of(StoreNames.SKETCHES, StoreNames.DRIFT)) {
        WriteBackStore<Sums> held = store(name);
        held.flushCache();
        Entries.forEach(
            held.wrapped().all(),
            (key, written) ->
                found[0] |= written.counted() < Objects.requireNonNull(held.get(key)).counted(),
            key -> {});
      }
      return found[0];
    }

    boolean isRenewing() {
      return !state.panes().renewing().isEmpty();
    }

    void predict(int i) {
      joiner.predicted(
          new PredictionEvent(
              id(i),
              MODEL,
              "",
              START + i % BEFORE * MINUTE,
              Map.of("country", country(i)),
              Map.of("age", (double) (i % 11)),
              prediction(i)),
          i,
          NOW);
    }

    void label(int i, int revision, int target) {
      long knownAt = START + BEFORE * MINUTE;
      joiner.labelled(
          new LabelEvent(id(i), knownAt, revision, new RawTarget.Index(target)), i, NOW);
    }
  }

  /** The order of ids is not that of predictions. */
  private static String id(int i) {
    return Integer.toHexString(i * 0x9E3779B9);
  }

  /** The last one is only seen after the profile has come. */
  private static String country(int i) {
    return i % 3 == 0 ? "DE" : i % 3 == 1 && i >= BEFORE ? "IT" : "FR";
  }

  private static PredictiveDistribution prediction(int i) {
    double p = 0.1 + 0.8 * (i % 7) / 7;
    return Categorical.of(p, 1 - p);
  }

  /** Learned from the first pane. */
  private static Profile profile() {
    List<PredictiveDistribution> sample = new ArrayList<>();
    List<Map<String, Double>> features = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      sample.add(prediction(i));
      features.add(Map.of("age", (double) i));
    }
    var learned =
        ProfileLearner.learn(1, sample, 4, 1)
            .withFeatures(List.of(new FeatureQuarters("age", List.of(3.0, 5.0, 8.0))));
    DriftPlan drift =
        new DriftPlan(
            ProfileRecords.embedding(learned),
            Features.NONE,
            FeatureLearner.learn(features, 5, 1),
            FeatureLearner.ofTargets(sample, 1));
    return ProfileRecords.toRecord(
        SeriesKey.whole(MODEL, ""),
        START + 10 * MINUTE,
        learned,
        drift,
        new double[drift.length()]);
  }

  private static UniformRandomProvider random(int seed) {
    return RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
  }

  /** Something that happens in the partition. */
  private interface Event {
    void in(Partition partition);
  }

  private static List<Event> before(UniformRandomProvider random) {
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < BEFORE; i++) {
      int n = i;
      int target = random.nextInt(2);
      events.add(partition -> partition.predict(n));
      if (random.nextInt(3) > 0) {
        events.add(partition -> partition.label(n, 0, target));
      }
    }
    return events;
  }

  /** New predictions in panes of all ages, first and corrected labels, duplicates. */
  private static List<Event> after(UniformRandomProvider random) {
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < BEFORE + AFTER; i++) {
      int n = i;
      int target = random.nextInt(2);
      if (i >= BEFORE) {
        events.add(partition -> partition.predict(n));
      }
      if (random.nextInt(5) > 0) {
        int revision = 1 + random.nextInt(3);
        events.add(partition -> partition.label(n, revision, target));
      }
    }
    ListSampler.shuffle(random, events);
    return events;
  }

  private static double[] sums(PaneSketch pane) {
    String modelKey = SeriesKey.modelKey(MODEL, "");
    return PaneSums.of(pane, modelKey, Map.of(modelKey, profile()));
  }

  private static void assertSame(Partition partition, Partition expected) {
    assertThat(partition.panes.keySet()).isEqualTo(expected.panes.keySet());
    partition.panes.forEach(
        (key, pane) -> {
          PaneSketch other = Objects.requireNonNull(expected.panes.get(key));
          assertThat(pane.getProfile()).isEqualTo(other.getProfile());
          assertThat(pane.getPredictions()).isEqualTo(other.getPredictions());
          assertThat(sums(pane)).containsExactly(sums(other), within(1e-12));
          assertThat(DoublesCodec.toDoubles(pane.getDrift()))
              .containsExactly(DoublesCodec.toDoubles(other.getDrift()), within(1e-12));
          assertThat(pane.getObservations())
              .containsExactlyInAnyOrderElementsOf(other.getObservations());
        });
  }

  /** Whether in one go or in many, with events between them and a restart after each or not. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 7, WHOLE})
  void countsWhatWouldHaveBeenCountedWithTheProfileFromTheBeginning(int step) {
    for (int seed = 0; seed < 6; seed++) {
      UniformRandomProvider random = random(seed);
      List<Event> before = before(random);
      List<Event> after = after(random);
      Partition expected = new Partition(WHOLE);
      expected.learn();
      before.forEach(event -> event.in(expected));
      after.forEach(event -> event.in(expected));
      expected.publish(NOW + LONGEST_WAIT);

      Partition partition = new Partition(step);
      before.forEach(event -> event.in(partition));
      partition.publish();
      partition.learn();
      int goes = 0;
      for (Event event : after) {
        if (random.nextInt(2) == 0) {
          partition.publish();
          goes += partition.isRenewing() ? 1 : 0;
        }
        if (seed % 2 == 1 && random.nextInt(4) == 0) {
          partition.restart();
        }
        event.in(partition);
      }
      while (goes == 0 || partition.isRenewing()) {
        partition.publish();
        goes++;
      }
      partition.publish(NOW + LONGEST_WAIT);

      assertThat(goes).isGreaterThanOrEqualTo(step == WHOLE ? 1 : 50 / step - 1);
      assertThat(partition.panes.values()).anyMatch(pane -> pane.getProfile() == 1);
      assertSame(partition, expected);
    }
  }

  /** Sums are written now and then: what came since is counted again, in the same order. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void aRestartChangesNoBitOfAnySum(int seed) {
    UniformRandomProvider random = random(seed);
    List<Event> events = before(random);
    events.addAll(after(random));
    Partition expected = new Partition(WHOLE);
    Partition partition = new Partition(WHOLE);
    if (seed % 2 == 0) {
      expected.learn();
      partition.learn();
    }
    for (Event event : events) {
      event.in(expected);
      event.in(partition);
      if (random.nextInt(10) == 0) {
        partition.restart();
      }
    }
    // With the samples of labelled predictions, which go with idleness.
    long idle = NOW + CONFIG.monitor().idleTimeout().toMillis();
    expected.publish(idle);
    partition.restart();
    partition.publish(idle);

    assertThat(partition.panes).isEqualTo(expected.panes);
    assertThat(partition.panes.values())
        .anyMatch(pane -> pane.getObservations().isEmpty() == (seed % 2 == 1));
  }

  /** Else a restart would have to count again whatever is pending. */
  @Test
  void sumsThatLackALabelOfLongAgoAreWritten() {
    Partition partition = new Partition(WHOLE);
    partition.learn();
    IntStream.range(0, BEFORE).forEach(partition::predict);
    assertThat(partition.hasUnwrittenSums()).isFalse();
    IntStream.range(0, BEFORE).forEach(i -> partition.label(i, 0, i % 2));
    partition.publish();
    assertThat(partition.hasUnwrittenSums()).isTrue();

    partition.state.panes().labels().used(2 * LabelNumbers.MOST_MISSING);
    partition.publish();

    assertThat(partition.hasUnwrittenSums()).isFalse();
  }

  /** Nobody waits for the partition, so the panes may be called final from now on. */
  @Test
  void sendsTheSampleOfLabelledPredictionsAnewWhenIdle() {
    long idle = NOW + CONFIG.monitor().idleTimeout().toMillis();
    Partition partition = new Partition(49);
    before(random(1)).forEach(event -> event.in(partition));
    partition.publish(idle);
    partition.learn();
    partition.publish(idle);
    partition.publish(idle);

    assertThat(partition.panes.values())
        .filteredOn(pane -> pane.getProfile() == 1)
        .isNotEmpty()
        .allSatisfy(pane -> assertThat(pane.getObservations()).isNotEmpty());
  }

  @Test
  void saysNothingOfAModelBeforeItsSumsAreMade() {
    Partition partition = new Partition(49);
    before(random(1)).forEach(event -> event.in(partition));
    partition.publish();
    partition.panes.clear();
    partition.watermarks.clear();
    partition.learn();

    partition.publish();
    assertThat(partition.isRenewing()).isTrue();
    assertThat(partition.panes).isEmpty();
    assertThat(partition.watermarks).isEmpty();

    partition.publish();
    assertThat(partition.isRenewing()).isFalse();
    assertThat(partition.panes).isNotEmpty();
    assertThat(partition.watermarks).isNotEmpty();
  }
}
