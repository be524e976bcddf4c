package io.evenkeel.app.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.evenkeel.app.codec.RawAvroSerde;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.state.DoublesCodec;
import io.evenkeel.app.state.MapStore;
import io.evenkeel.app.state.ProfileRecords;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.state.StoreNames;
import io.evenkeel.core.drift.DriftPlan;
import io.evenkeel.core.drift.FeatureLearner;
import io.evenkeel.core.drift.Features;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.internal.ActiveSeries;
import io.evenkeel.schemas.internal.Frontier;
import io.evenkeel.schemas.internal.PaneSketch;
import io.evenkeel.schemas.internal.Partial;
import io.evenkeel.schemas.internal.Profile;
import io.evenkeel.schemas.internal.SourceOffsets;
import io.evenkeel.schemas.internal.TargetKind;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.DirichletSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.ValueAndTimestamp;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the second stage costs when one pane of one series has changed: CPU of its thread, of taking
 * the partial and judging. Panes of ten classes and 32 test locations, a day of them that may still
 * change. Most stores keep values and not bytes, so that the codec is not in it, and so few series
 * that all panes are remembered merged.
 */
@Tag("simulation")
class JudgeCostTest {
  private static final int CLASSES = 10;
  private static final int LABELS = 100;
  private static final int WARM_UP = 20_000;
  private static final int LOOKS = 20_000;
  private static final String MODEL = "m";
  private static final long START = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(1);
  private final MockProcessorContext<String, Object> context = new MockProcessorContext<>();
  private final List<PredictiveDistribution> predictions = predictions(256);
  private final io.evenkeel.core.profile.Profile profile =
      ProfileLearner.learn(1, predictions, 32, 1);
  private final DriftPlan drift =
      new DriftPlan(
          ProfileRecords.embedding(profile),
          Features.NONE,
          Features.NONE,
          FeatureLearner.ofTargets(predictions, 1));
  private final ByteBuffer drifts = DoublesCodec.toBytes(new double[drift.length()]);
  private final List<ByteBuffer> sums = new ArrayList<>();
  private long now = START;

  private static List<PredictiveDistribution> predictions(int n) {
    DirichletSampler sampler =
        DirichletSampler.symmetric(RandomSource.XO_RO_SHI_RO_128_PP.create(2), CLASSES, 0.5);
    List<PredictiveDistribution> predictions = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      predictions.add(Categorical.of(sampler.sample()));
    }
    return predictions;
  }

  /** What a pane holds after so many labels and one, two, ... more. */
  private void fill() {
    SketchPlan plan = SketchPlan.of(profile.space(), profile);
    Sketch sketch = plan.empty();
    for (int i = 0; i < LABELS + 20; i++) {
      PredictiveDistribution prediction = predictions.get(i);
      sketch.add(prediction, Target.ofClass(random.nextInt(CLASSES)));
      if (i >= LABELS) {
        sums.add(DoublesCodec.toBytes(sketch.toArray()));
      }
    }
  }

  /** Of bytes, as in the application: it is asked often. */
  private KeyValueStore<String, ActiveSeries> activeSeries(List<SeriesKey> keys) {
    KeyValueStore<String, ActiveSeries> active =
        Stores.keyValueStoreBuilder(
                Stores.inMemoryKeyValueStore(StoreNames.ACTIVE_SERIES),
                Serdes.String(),
                RawAvroSerde.of(ActiveSeries.class))
            .withLoggingDisabled()
            .build();
    active.init(context.getStateStoreContext(), active);
    keys.forEach(key -> active.put(key.key(), new ActiveSeries(1.0, START, 0L)));
    return active;
  }

  private Processor<String, Partial, String, Object> judge(
      AppConfig config, KeyValueStore<String, ActiveSeries> activeSeries) {
    context.setCurrentSystemTimeMs(now);
    context.setCurrentStreamTimeMs(now);
    context.addStateStore(new MapStore<Partial>(StoreNames.PARTIALS));
    for (String name :
        List.of(
            StoreNames.ALERTS,
            StoreNames.MONITORS,
            StoreNames.DRIFT_MONITORS,
            StoreNames.SERIES,
            StoreNames.FRONTIERS,
            StoreNames.SILENCES,
            StoreNames.OPEN_ALERTS)) {
      context.addStateStore(new MapStore<>(name));
    }
    MapStore<ValueAndTimestamp<Profile>> profiles = new MapStore<>(StoreNames.PROFILES);
    profiles.put(
        SeriesKey.whole(MODEL, "").modelKey(),
        ValueAndTimestamp.make(
            ProfileRecords.toRecord(
                SeriesKey.whole(MODEL, ""), START, profile, drift, new double[drift.length()]),
            0));
    context.addStateStore(profiles);
    context.addStateStore(activeSeries);
    Processor<String, Partial, String, Object> judge =
        JudgeProcessor.supplier(config, new Metrics(), 1, new SeriesWeights()).get();
    judge.init(context);
    return judge;
  }

  private Partial partial(SeriesKey key, AppConfig config, long start, int labels) {
    PaneSketch pane =
        new PaneSketch(
            start,
            TargetKind.CLASSES,
            CLASSES,
            1,
            2L * LABELS,
            0L,
            sums.get(labels),
            List.of(),
            drifts,
            List.of(),
            List.of(),
            new SourceOffsets(0, 0L, 1L, 0L, 1L));
    int form = config.model(MODEL).paneForm();
    return new Partial(MODEL, "", key.segment(), 0, null, pane, form, null);
  }

  /** Judges what has changed; how many verdicts it sent. */
  private long look() {
    context.resetForwards();
    context.setCurrentSystemTimeMs(now);
    var punctuators = context.scheduledPunctuators();
    punctuators.get(punctuators.size() - 1).getPunctuator().punctuate(now);
    return context.forwarded().stream()
        .filter(forwarded -> forwarded.record().value() instanceof Verdict)
        .count();
  }

  @ParameterizedTest
  @CsvSource({"20, 1h, 10m", "20, 7d, 1h"})
  void aChangedPaneCostsLittle(int series, String size, String advance) {
    AppConfig config =
        AppConfig.of(
            Map.of(
                "defaults.window.size",
                size,
                "defaults.window.advance",
                advance,
                "monitor.emit-interval",
                1000 / series + "ms",
                "defaults.segments",
                "country"));
    fill();
    List<SeriesKey> keys = new ArrayList<>();
    for (int s = 0; s < series; s++) {
      keys.add(new SeriesKey(MODEL, "", s == 0 ? "" : "country=" + s));
    }
    Processor<String, Partial, String, Object> judge = judge(config, activeSeries(keys));
    long pane = config.model(MODEL).window().advance().toMillis();
    int panes = (int) (Duration.ofDays(1).toMillis() / pane);
    Frontier frontier =
        new Frontier(START + panes * pane, START, Map.of("", START), false, START + panes * pane);
    judge.process(new Record<>("", new Partial(MODEL, "", "", 0, frontier, null, 0, null), now));
    for (SeriesKey key : keys) {
      for (int p = 0; p < panes; p++) {
        judge.process(new Record<>(key.key(), partial(key, config, START + p * pane, 0), now));
      }
    }
    long first = look();
    look();

    double[] cost = new double[LOOKS];
    long bytes = 0;
    long verdicts = 0;
    for (int i = -WARM_UP; i < LOOKS; i++) {
      // Each series changes once a second.
      now += 1000 / series;
      SeriesKey key = keys.get(Math.floorMod(i, series));
      long start = START + random.nextInt(panes) * pane;
      Partial news = partial(key, config, start, random.nextInt(sums.size()));
      long cpu = THREADS.getCurrentThreadCpuTime();
      long allocated = THREADS.getCurrentThreadAllocatedBytes();
      judge.process(new Record<>(key.key(), news, now));
      long sent = look();
      if (i >= 0) {
        cost[i] = (THREADS.getCurrentThreadCpuTime() - cpu) * 1e-6;
        bytes += THREADS.getCurrentThreadAllocatedBytes() - allocated;
        verdicts += sent;
      }
    }

    double mean = Arrays.stream(cost).average().orElseThrow();
    Arrays.sort(cost);
    System.out.printf(
        "%d series, %s/%s: %.3f ms mean, %.3f p50, %.3f p99, %d KB, %.3f verdicts a changed pane%n",
        series,
        size,
        advance,
        mean,
        cost[LOOKS / 2],
        cost[LOOKS * 99 / 100],
        bytes / LOOKS / 1000,
        (double) verdicts / LOOKS);
    assertThat(first).isEqualTo((long) series * panes);
    // Each changed pane is in six windows or more.
    assertThat(verdicts).isBetween(1L, (long) LOOKS);
  }
}
