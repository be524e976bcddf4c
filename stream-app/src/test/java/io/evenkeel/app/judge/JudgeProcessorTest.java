package io.evenkeel.app.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.evenkeel.app.TestStores;
import io.evenkeel.app.alert.AlertRecords;
import io.evenkeel.app.codec.RawAvroSerde;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.metrics.Instrument;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.state.DoublesCodec;
import io.evenkeel.app.state.MapStore;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.state.StoreNames;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertChange;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Severity;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.internal.AlertMemory;
import io.evenkeel.schemas.internal.Frontier;
import io.evenkeel.schemas.internal.ModelFrontiers;
import io.evenkeel.schemas.internal.MonitorState;
import io.evenkeel.schemas.internal.PaneSketch;
import io.evenkeel.schemas.internal.Partial;
import io.evenkeel.schemas.internal.SeriesState;
import io.evenkeel.schemas.internal.SourceOffsets;
import io.evenkeel.schemas.internal.TargetKind;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What one series that cannot be judged means for the others, and panes of other settings for those
 * of its own, over restarts.
 */
class JudgeProcessorTest {
  private static final AppConfig CONFIG = AppConfig.of(Map.of());
  private static final AppConfig SHORT_PANES =
      AppConfig.of(Map.of("defaults.window.advance", "5m"));
  private static final SeriesKey GOOD = SeriesKey.whole("good", "");
  private static final SeriesKey BAD = SeriesKey.whole("bad", "");
  private static final long START = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();

  private final MockProcessorContext<String, Object> context =
      new MockProcessorContext<>() {
        @Override
        public <K extends String, V> void forward(Record<K, V> record) {
          if (refusesBad && record.value() instanceof Verdict && record.key().startsWith("bad")) {
            throw new IllegalStateException("cannot be sent");
          }
          super.forward(record);
        }
      };
  private boolean refusesBad;
  private final KeyValueStore<String, SeriesState> series =
      store(StoreNames.SERIES, SeriesState.class);
  private final KeyValueStore<String, ModelFrontiers> watermarks =
      store(StoreNames.FRONTIERS, ModelFrontiers.class);
  private final Metrics metrics = new Metrics();
  private AppConfig config = CONFIG;
  private Processor<String, Partial, String, Object> judge = processor();

  @BeforeEach
  void open() {
    context.setCurrentSystemTimeMs(START);
    context.setCurrentStreamTimeMs(START);
    context.addStateStore(store(StoreNames.PARTIALS, Partial.class));
    context.addStateStore(store(StoreNames.ALERTS, Alert.class));
    context.addStateStore(store(StoreNames.MONITORS, MonitorState.class));
    context.addStateStore(new MapStore<>(StoreNames.DRIFT_MONITORS));
    context.addStateStore(series);
    context.addStateStore(watermarks);
    for (String global :
        List.of(
            StoreNames.PROFILES,
            StoreNames.ACTIVE_SERIES,
            StoreNames.SILENCES,
            StoreNames.OPEN_ALERTS)) {
      context.addStateStore(new MapStore<>(global));
    }
    judge.init(context);
  }

  private <T extends SpecificRecord> KeyValueStore<String, T> store(String name, Class<T> type) {
    KeyValueStore<String, T> store =
        Stores.keyValueStoreBuilder(
                Stores.inMemoryKeyValueStore(name), Serdes.String(), RawAvroSerde.of(type))
            .withLoggingDisabled()
            .build();
    store.init(context.getStateStoreContext(), store);
    return store;
  }

  private Processor<String, Partial, String, Object> processor() {
    return JudgeProcessor.supplier(config, metrics, 1, new SeriesWeights()).get();
  }

  private void restart() {
    judge.close();
    judge = processor();
    judge.init(context);
  }

  private void restart(AppConfig other) {
    config = other;
    restart();
  }

  /** A partial with more predictions than the one before. */
  private void tell(SeriesKey key, long predictions) {
    tell(key, predictions, 0, config);
  }

  private void tell(SeriesKey key, long predictions, int partition, AppConfig madeBy) {
    PaneSketch pane =
        new PaneSketch(
            START,
            TargetKind.CLASSES,
            2,
            0,
            predictions,
            0L,
            DoublesCodec.toBytes(SketchPlan.of(TargetSpace.classes(2), null).empty().toArray()),
            List.of(),
            ByteBuffer.allocate(0),
            List.of(),
            List.of(),
            new SourceOffsets(partition, 0L, 1L, 0L, 1L));
    int form = madeBy.model(key.model()).paneForm();
    Partial partial =
        new Partial(key.model(), key.version(), key.segment(), partition, null, pane, form, null);
    judge.process(new Record<>(key.key(), partial, START));
  }

  /** What is sent the next time that series are judged. */
  private <T> List<T> sent(Class<T> type, long now) {
    context.resetForwards();
    context.setCurrentSystemTimeMs(now);
    var punctuators = context.scheduledPunctuators();
    punctuators.get(punctuators.size() - 1).getPunctuator().punctuate(now);
    return context.forwarded().stream()
        .map(forwarded -> forwarded.record().value())
        .filter(type::isInstance)
        .map(type::cast)
        .toList();
  }

  private static void damage(KeyValueStore<String, ?> store, String key) {
    TestStores.bytes(store)
        .put(Bytes.wrap(key.getBytes(StandardCharsets.UTF_8)), new byte[] {1, 2, 3});
  }

  /** An alert of miscalibration that fires, as it is stored. */
  private void fire(SeriesKey key) {
    Instant at = Instant.ofEpochMilli(START);
    Alert alert =
        Alert.newBuilder()
            .setFingerprint(AlertRecords.fingerprint(key, Rule.MISCALIBRATION))
            .setModel(key.model())
            .setVersion(key.version())
            .setSegment(key.segment())
            .setRule(Rule.MISCALIBRATION.key())
            .setState(AlertState.FIRING)
            .setChange(AlertChange.BEGAN)
            .setSeverity(Severity.WARNING)
            .setStartsAt(at)
            .setRaisedAt(at)
            .setUpdatedAt(at)
            .setEndsAt(null)
            .setSummary("what")
            .setDescription("why")
            .setCases(100)
            .build();
    context
        .<KeyValueStore<String, Alert>>getStateStore(StoreNames.ALERTS)
        .put(alert.getFingerprint(), alert);
    AlertMemory memory =
        new AlertMemory(Rule.MISCALIBRATION.key(), "FIRING", "WARNING", START, START, 0, 0L, START);
    SeriesState state = series.get(key.key());
    series.put(key.key(), SeriesState.newBuilder(state).setAlerts(List.of(memory)).build());
  }

  @Test
  void saysThatARuleWasTurnedOffNotThatItsProblemIsOver() {
    tell(GOOD, 1);
    assertThat(sent(Verdict.class, START)).hasSize(1);
    fire(GOOD);

    restart();
    assertThat(sent(Alert.class, START + 1))
        .extracting(Alert::getState)
        .containsOnly(AlertState.FIRING);

    restart(AppConfig.of(Map.of("defaults.alert.miscalibration", "off")));
    assertThat(sent(Alert.class, START + 2))
        .extracting(Alert::getState, Alert::getChange, Alert::getSummary)
        .containsExactly(
            tuple(
                AlertState.RESOLVED,
                AlertChange.RETIRED,
                "good: the rule miscalibration was turned off in the settings"));
    assertThat(series.get(GOOD.key()).getAlerts()).isEmpty();
    assertThat(sent(Alert.class, START + 3)).isEmpty();
  }

  @Test
  void aFailedSeriesIsMetAgainAfterARestart() {
    tell(GOOD, 1);
    tell(BAD, 1);
    assertThat(sent(Verdict.class, START)).hasSize(2);
    SeriesState state = series.get(BAD.key());
    damage(series, BAD.key());

    restart();
    List<Alert> first = sent(Alert.class, START + 1);
    restart();
    tell(GOOD, 2);
    List<Alert> second = sent(Alert.class, START + 2);
    restart();
    tell(GOOD, 3);
    List<Verdict> verdicts = sent(Verdict.class, START + 3);
    series.put(BAD.key(), state);
    restart();
    List<Alert> last = sent(Alert.class, START + 4);

    assertThat(first).extracting(Alert::getModel).containsExactly("bad");
    assertThat(first.get(0).getStartsAt()).isEqualTo(Instant.ofEpochMilli(START + 1));
    assertThat(second).hasSize(1).allSatisfy(alert -> assertThat(alert.getRepeated()).isTrue());
    assertThat(second.get(0).getStartsAt()).isEqualTo(first.get(0).getStartsAt());
    assertThat(verdicts).extracting(Verdict::getModel).containsExactly("good");
    assertThat(last).extracting(Alert::getState).containsExactly(AlertState.RESOLVED);
  }

  @Test
  void whatCameWhileASeriesFailedIsKept() {
    tell(BAD, 1);
    sent(Verdict.class, START);
    SeriesState state = series.get(BAD.key());
    damage(series, BAD.key());

    tell(BAD, 2);
    assertThat(sent(Verdict.class, START + 1_000)).isEmpty();
    series.put(BAD.key(), state);

    assertThat(sent(Verdict.class, START + 59_000)).as("too early").isEmpty();
    assertThat(sent(Verdict.class, START + 61_000))
        .extracting(Verdict::getPredictions)
        .containsExactly(2L);
  }

  /** Nothing else would end its alert, as after the model got another version. */
  @Test
  void aSeriesThatCannotBeJudgedIsForgottenWithoutPredictions() {
    long day = Duration.ofDays(1).toMillis();
    tell(BAD, 1);
    sent(Verdict.class, START);
    damage(series, BAD.key());
    tell(BAD, 2);
    reach(BAD, START + 61 * day);
    assertThat(sent(Alert.class, START + 59 * day))
        .extracting(Alert::getState)
        .containsOnly(AlertState.FIRING);
    reach(BAD, START + 59 * day);
    assertThat(sent(Alert.class, START + 61 * day))
        .extracting(Alert::getState)
        .containsOnly(AlertState.FIRING);

    reach(BAD, START + 61 * day);
    assertThat(sent(Alert.class, START + 62 * day))
        .extracting(Alert::getState, Alert::getChange)
        .containsExactly(tuple(AlertState.RESOLVED, AlertChange.RETIRED));
    assertThat(series.approximateNumEntries()).isZero();
  }

  /** Its last panes were made with settings before a change, and never become final. */
  @Test
  void aSeriesWhosePanesAreOfOtherSettingsIsForgottenWithoutPredictions() {
    long day = Duration.ofDays(1).toMillis();
    tell(GOOD, 1);
    sent(Verdict.class, START);
    restart(SHORT_PANES);

    reach(GOOD, START + 59 * day);
    sent(Verdict.class, START + 1_000);
    assertThat(series.approximateNumEntries()).isOne();
    reach(GOOD, START + 61 * day);
    sent(Verdict.class, START + 2_000);

    assertThat(series.approximateNumEntries()).isZero();
  }

  private void reach(SeriesKey key, long time) {
    Frontier frontier = new Frontier(time, time, Map.of(), false, START);
    Partial partial =
        new Partial(key.model(), key.version(), key.segment(), 0, frontier, null, 0, null);
    judge.process(new Record<>(key.key(), partial, START));
  }

  @Test
  void aSeriesOfWhichNothingCanBeSentIsSetAsideAlone() {
    tell(BAD, 1);
    tell(GOOD, 1);
    refusesBad = true;

    assertThat(sent(Verdict.class, START)).extracting(Verdict::getModel).containsExactly("good");
    refusesBad = false;
    tell(BAD, 2);
    assertThat(sent(Verdict.class, START + 61_000))
        .extracting(Verdict::getModel)
        .containsExactly("bad");
  }

  @Test
  void frontiersThatCannotBeReadAreAwaitedAgain() {
    tell(BAD, 1);
    damage(watermarks, SeriesKey.modelKey("bad", "0"));

    assertThat(sent(Verdict.class, START)).hasSize(1);
    assertThat(watermarks.get(SeriesKey.modelKey("bad", "0"))).isNull();
  }

  @Test
  void panesOfAnInstanceWithOtherSettingsAreRefusedAndCounted() {
    tell(GOOD, 5);
    tell(GOOD, 7, 1, SHORT_PANES);

    assertThat(sent(Verdict.class, START)).extracting(Verdict::getPredictions).containsExactly(5L);
    assertThat(metrics.value(Instrument.FOREIGN, "good")).isEqualTo(1);
    assertThat(metrics.values(Instrument.FOREIGN)).containsOnly(Map.entry(List.of("good"), 1.0));
  }

  /** Instances get other settings one after the other. */
  @Test
  void aRollingChangeOfSettingsMixesNoPanes() {
    tell(GOOD, 5);
    tell(GOOD, 7, 1, config);
    assertThat(sent(Verdict.class, START)).extracting(Verdict::getPredictions).containsExactly(12L);

    restart(SHORT_PANES);
    tell(GOOD, 6, 0, CONFIG); // by an instance that has the former ones still
    tell(GOOD, 3, 1, SHORT_PANES);

    assertThat(sent(Verdict.class, START + 1_000))
        .extracting(Verdict::getPredictions)
        .containsExactly(3L);
    tell(GOOD, 2);
    assertThat(sent(Verdict.class, START + 2_000))
        .extracting(Verdict::getPredictions)
        .containsExactly(5L);
  }
}
