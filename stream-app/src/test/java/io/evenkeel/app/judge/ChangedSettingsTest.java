package io.evenkeel.app.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.evenkeel.app.alert.AlertMemory;
import io.evenkeel.app.alert.Phase;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.state.DoublesCodec;
import io.evenkeel.app.state.MapStore;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.state.StoreNames;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertChange;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Severity;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictStatus;
import io.evenkeel.schemas.internal.Frontier;
import io.evenkeel.schemas.internal.PaneSketch;
import io.evenkeel.schemas.internal.Partial;
import io.evenkeel.schemas.internal.SourceOffsets;
import io.evenkeel.schemas.internal.TargetKind;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a restart with other settings makes of a series whose state goes on. */
class ChangedSettingsTest {
  private static final long START = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
  private static final long PANE = Duration.ofMinutes(10).toMillis();
  private static final int CASES = 100;

  /** A segment: its panes are forgotten whether there is a profile or not. */
  private static final SeriesKey SERIES = new SeriesKey("m", "", "country=FR");

  private static final double CALIBRATED = 0.5;
  private static final double FAULTY = 0.95;

  /** One pane does not show it. */
  private static final double SLIGHTLY_FAULTY = 0.6;

  private final MockProcessorContext<String, Object> context = new MockProcessorContext<>();
  private final SplittableRandom random = new SplittableRandom(1);
  private final Metrics metrics = new Metrics();
  private AppConfig config = config();
  private Processor<String, Partial, String, Object> judge = processor();
  private int panes;
  private final List<Alert> alerts = new ArrayList<>();
  private final List<Verdict> verdicts = new ArrayList<>();

  @BeforeEach
  void open() {
    context.setCurrentSystemTimeMs(START);
    context.setCurrentStreamTimeMs(START);
    for (String store :
        List.of(
            StoreNames.PARTIALS,
            StoreNames.ALERTS,
            StoreNames.MONITORS,
            StoreNames.DRIFT_MONITORS,
            StoreNames.SERIES,
            StoreNames.FRONTIERS,
            StoreNames.ACTIVE_SERIES,
            StoreNames.SILENCES,
            StoreNames.OPEN_ALERTS,
            StoreNames.PROFILES)) {
      context.addStateStore(new MapStore<>(store));
    }
    judge.init(context);
  }

  private static AppConfig config(String... settings) {
    Map<String, String> all = new HashMap<>();
    all.put("defaults.window.size", "20m");
    all.put("defaults.window.advance", "10m");
    all.put("defaults.alert.window-tests", "off");
    all.put("defaults.segments", "country");
    for (String setting : settings) {
      String[] parts = setting.split("=", 2);
      all.put(parts[0], parts[1]);
    }
    return AppConfig.of(all);
  }

  private Processor<String, Partial, String, Object> processor() {
    return JudgeProcessor.supplier(config, metrics, 1, new SeriesWeights()).get();
  }

  private void restart(String... settings) {
    judge.close();
    config = config(settings);
    judge = processor();
    judge.init(context);
  }

  /** The next pane, all of whose labels are in: of predictions of 0.5. */
  private void pane(double truth) {
    Sketch sketch = SketchPlan.of(TargetSpace.classes(2), null).empty();
    for (int i = 0; i < CASES; i++) {
      sketch.add(Categorical.of(0.5, 0.5), Target.ofClass(random.nextDouble() < truth ? 1 : 0));
    }
    long start = START + panes * PANE;
    long end = start + PANE;
    panes++;
    PaneSketch pane =
        new PaneSketch(
            start,
            TargetKind.CLASSES,
            2,
            0,
            (long) CASES,
            0L,
            DoublesCodec.toBytes(sketch.toArray()),
            List.of(),
            ByteBuffer.allocate(0),
            List.of(),
            List.of(),
            new SourceOffsets(0, 0L, 1L, 0L, 1L));
    take(
        new Partial(
            SERIES.model(),
            SERIES.version(),
            SERIES.segment(),
            0,
            null,
            pane,
            config.model(SERIES.model()).paneForm(),
            null));
    Frontier frontier = new Frontier(end, end, Map.of("", end), false, end);
    take(new Partial(SERIES.model(), "", "", 0, frontier, null, 0, null));
    look(end);
  }

  private void take(Partial partial) {
    judge.process(new Record<>(SERIES.key(), partial, START));
  }

  private void look(long now) {
    context.resetForwards();
    context.setCurrentSystemTimeMs(now);
    var punctuators = context.scheduledPunctuators();
    punctuators.get(punctuators.size() - 1).getPunctuator().punctuate(now);
    for (var forwarded : context.forwarded()) {
      Object value = forwarded.record().value();
      if (value instanceof Alert alert && !alert.getRepeated()) {
        alerts.add(alert);
      } else if (value instanceof Verdict verdict) {
        verdicts.add(verdict);
      }
    }
  }

  private void panesUntil(double truth, AlertState state) {
    int limit = panes + 50;
    while (alerts.isEmpty() || alerts.get(alerts.size() - 1).getState() != state) {
      assertThat(panes).as("panes until %s", state).isLessThan(limit);
      pane(truth);
    }
  }

  private void panes(int n, double truth) {
    for (int i = 0; i < n; i++) {
      pane(truth);
    }
  }

  @Test
  void aFaultOfARuleThatWasOffIsNotRaisedWhenItIsOnAgain() {
    panes(5, CALIBRATED);
    panesUntil(FAULTY, AlertState.FIRING);
    restart("defaults.alert.miscalibration=off");
    panes(10, CALIBRATED);
    alerts.clear();

    restart();
    panes(10, CALIBRATED);
    assertThat(alerts).isEmpty();

    panesUntil(FAULTY, AlertState.FIRING);
  }

  @Test
  void aFaultThatHasEndedIsOverThoughThePanesThatEndedItAreOfOtherSettings() {
    panes(5, CALIBRATED);
    panesUntil(FAULTY, AlertState.FIRING);
    panesUntil(CALIBRATED, AlertState.RESOLVED);
    alerts.clear();

    restart("defaults.profile.seed=7");
    panes(10, CALIBRATED);
    assertThat(alerts).isEmpty();

    panesUntil(FAULTY, AlertState.FIRING);
    assertThat(alerts).hasSize(1);
  }

  @Test
  void aFaultThatOnlyPanesOfOtherSettingsHaveShownIsFoundAnew() {
    panes(5, CALIBRATED);
    panesUntil(FAULTY, AlertState.FIRING);
    alerts.clear();

    restart("defaults.profile.seed=7");
    pane(CALIBRATED);

    assertThat(alerts)
        .extracting(Alert::getState, Alert::getChange, Alert::getSummary)
        .containsExactly(
            tuple(
                AlertState.RESOLVED,
                AlertChange.RETIRED,
                "m (country=FR): a setting was changed by which data are added up, so that the"
                    + " evidence starts from the beginning"));
    panesUntil(FAULTY, AlertState.FIRING);
    assertThat(alerts).hasSize(2);
  }

  @Test
  void aFaultThatIsKnownFromBeforeGoesOn() {
    panes(5, CALIBRATED);
    panesUntil(FAULTY, AlertState.FIRING);
    panes(10, FAULTY);
    alerts.clear();

    restart("defaults.profile.seed=7");
    panes(10, FAULTY);
    assertThat(alerts).isEmpty();

    panesUntil(CALIBRATED, AlertState.RESOLVED);
    assertThat(alerts).extracting(Alert::getChange).containsExactly(AlertChange.ENDED);
  }

  /** With another lag a pane counts otherwise, so that what is known of a fault cannot be read. */
  @Test
  void theAlertOfAFaultThatCannotBeReadIsNotOver() {
    panes(5, CALIBRATED);
    panesUntil(FAULTY, AlertState.FIRING);
    panes(10, FAULTY);
    alerts.clear();

    restart("defaults.labels.lag=30m");
    panes(20, SLIGHTLY_FAULTY);

    assertThat(alerts)
        .extracting(Alert::getChange)
        .startsWith(AlertChange.RETIRED, AlertChange.BEGAN)
        .doesNotContain(AlertChange.ENDED);
  }

  @Test
  void aSegmentThatTheSettingsNoLongerNameIsForgotten() {
    panes(5, CALIBRATED);
    panesUntil(FAULTY, AlertState.FIRING);
    alerts.clear();

    restart("defaults.segments=device");
    look(START + panes * PANE);
    assertThat(alerts)
        .extracting(Alert::getState, Alert::getChange, Alert::getSummary)
        .containsExactly(
            tuple(
                AlertState.RESOLVED,
                AlertChange.RETIRED,
                "m (country=FR): the settings no longer name a segment of this kind"));

    verdicts.clear();
    panes(10, FAULTY);
    assertThat(verdicts).isEmpty();
    assertThat(alerts).hasSize(1);
  }

  /**
   * After a pause nothing is kept of what alerts have counted either, and no setting has changed.
   */
  @Test
  void anAlertThatAPaneRaisedEarlyAfterAPauseStays() {
    long counted = START + 100 * PANE;
    AlertMemory early =
        new AlertMemory(Phase.FIRING, Severity.WARNING, counted, counted + PANE, 0, 0, 0);
    SeriesMemory memory = withAlert(counted, early);
    assertThat(memory.without(new TreeMap<>(), config.model("m"))).isEqualTo(memory);

    AlertMemory raised = new AlertMemory(Phase.FIRING, Severity.WARNING, START, counted, 0, 0, 0);
    assertThat(withAlert(counted, raised).without(new TreeMap<>(), config.model("m")).alerts())
        .isEmpty();
  }

  private static SeriesMemory withAlert(long counted, AlertMemory alert) {
    SeriesMemory none = SeriesMemory.NONE;
    return new SeriesMemory(
        counted,
        counted,
        none.gaps(),
        none.issued(),
        none.monitor(),
        none.references(),
        none.before(),
        Map.of(Rule.MISCALIBRATION, alert),
        none.drift(),
        none.carriers(),
        none.mapInForce(),
        none.expected());
  }

  @Test
  void windowsOfAnotherLengthAreWhole() {
    panes(12, CALIBRATED);
    verdicts.clear();

    restart("defaults.window.size=40m");
    look(START + panes * PANE);
    panes(5, CALIBRATED);

    assertThat(verdicts)
        .filteredOn(verdict -> verdict.getStatus() == VerdictStatus.FINAL)
        .hasSizeGreaterThanOrEqualTo(5)
        .allSatisfy(verdict -> assertThat(verdict.getPredictions()).isEqualTo(4L * CASES));
  }
}
