package io.evenkeel.app.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.core.evidence.SeriesEvidence;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.Tolerance;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SeriesMonitorTest {
  private static final long PANE = 600_000;
  private static final Tolerance TOLERANCE = Tolerance.within(0.02);
  private static final double THRESHOLD = 10;
  private static final SketchPlan PLAN = SketchPlan.of(TargetSpace.classes(2), null);

  private final ModelSettings settings = ModelSettings.defaults();

  /** A pane of predictions of p for class 1, of which so many came true. */
  private static MergedPane pane(int index, double p, int ones, int zeros) {
    Sketch sketch = PLAN.empty();
    for (int i = 0; i < ones + zeros; i++) {
      sketch.add(Categorical.of(1 - p, p), new ClassLabel(i < ones ? 1 : 0));
    }
    return new MergedPane(index * PANE, ones + zeros, 0, sketch, null, null, List.of());
  }

  private SeriesMonitor monitor() {
    return SeriesMonitor.at(SeriesMonitor.State.NONE, settings, TOLERANCE);
  }

  private static SeriesMonitor again(SeriesMonitor monitor, ModelSettings settings) {
    return SeriesMonitor.at(monitor.state(), settings, TOLERANCE);
  }

  private static long labels(SeriesMonitor monitor) {
    return Math.round(monitor.evidence(PLAN).evidence().labels());
  }

  @Test
  void standsWhereItStoodWhenItIsReadAgain() {
    SeriesMonitor whole = monitor();
    SeriesMonitor parts = monitor();
    for (int i = 0; i < 40; i++) {
      MergedPane pane = i < 20 ? pane(i, 0.7, 14, 6) : pane(i, 0.9, 10, 10);
      whole.add(pane, THRESHOLD);
      parts.add(pane, THRESHOLD);
      parts = again(parts, settings);
    }

    assertThat(whole.fault(PLAN)).isPresent();
    assertThat(parts.state()).isEqualTo(whole.state());
    SeriesEvidence evidence = parts.evidence(PLAN);
    assertThat(evidence.logEValue()).isCloseTo(whole.evidence(PLAN).logEValue(), within(1e-12));
  }

  @Test
  void findsNoFaultWhereTheThresholdIsInfinite() {
    SeriesMonitor monitor = monitor();
    for (int i = 0; i < 40; i++) {
      monitor.add(pane(i, 0.9, 10, 10), Double.POSITIVE_INFINITY);
    }

    assertThat(monitor.fault(PLAN)).isEmpty();
    assertThat(labels(monitor)).isEqualTo(800);
  }

  @Test
  void restartsTheEvidenceAfterAFaultHasEnded() {
    SeriesMonitor monitor = monitor();
    int i = 0;
    while (monitor.fault(PLAN).isEmpty()) {
      monitor.add(pane(i++, 0.9, 10, 10), THRESHOLD);
    }
    while (monitor.fault(PLAN).isPresent()) {
      monitor.add(pane(i++, 0.7, 14, 6), THRESHOLD);
    }
    assertThat(labels(monitor)).isEqualTo(20L * i);

    monitor.add(pane(i, 0.5, 10, 10), THRESHOLD);

    assertThat(labels(monitor)).isEqualTo(20);
    assertThat(monitor.since()).isEqualTo(i * PANE);
  }

  @Test
  void leavesOutThePanesThatOverlapWithThoseThatEndedAFault() {
    ModelSettings lagging = AppConfig.of(Map.of("defaults.labels.lag", "20m")).defaults();
    SeriesMonitor monitor = SeriesMonitor.at(SeriesMonitor.State.NONE, lagging, TOLERANCE);
    int i = 0;
    while (monitor.fault(PLAN).isEmpty()) {
      monitor.add(pane(i++, 0.9, 10, 10), THRESHOLD);
    }
    while (monitor.fault(PLAN).isPresent()) {
      monitor.add(pane(i++, 0.7, 14, 6), THRESHOLD);
    }

    monitor.add(pane(i, 0.9, 0, 20), THRESHOLD);
    monitor.add(pane(i + 1, 0.9, 0, 20), THRESHOLD);
    assertThat(monitor.fault(PLAN)).isEmpty();
    assertThat(labels(monitor)).isEqualTo(20L * (i + 2));

    monitor.add(pane(i + 2, 0.9, 0, 20), THRESHOLD);
    assertThat(monitor.fault(PLAN)).isPresent();
    assertThat(labels(monitor)).isEqualTo(20);
  }

  @Test
  void restartsTheEvidenceWhereASettingSaysSo() {
    ModelSettings hourly = AppConfig.of(Map.of("defaults.evidence.restart", "1h")).defaults();
    SeriesMonitor monitor = SeriesMonitor.at(SeriesMonitor.State.NONE, hourly, TOLERANCE);
    for (int i = 0; i < 8; i++) {
      monitor.add(pane(i, 0.5, 10, 10), THRESHOLD);
      monitor = again(monitor, hourly);
    }

    assertThat(labels(monitor)).isEqualTo(40);
  }

  @Test
  void startsFromTheBeginningWhereWhatItRemembersIsOfAnotherKind() {
    SeriesMonitor monitor = monitor();
    monitor.add(pane(0, 0.5, 10, 10), THRESHOLD);
    SketchPlan five = SketchPlan.of(TargetSpace.classes(5), null);
    Sketch sketch = five.empty();
    sketch.add(Categorical.of(0.2, 0.2, 0.2, 0.2, 0.2), new ClassLabel(4));

    SeriesMonitor other = again(monitor, settings);
    other.add(new MergedPane(PANE, 1, 0, sketch, null, null, List.of()), THRESHOLD);

    assertThat(other.evidence(five).evidence().labels()).isEqualTo(1);
  }

  @Test
  void forgetsWhatItKnewOfMapsWhereSettingsLearnNone() {
    SeriesMonitor monitor = monitor();
    for (int i = 0; i < 10; i++) {
      monitor.add(pane(i, 0.9, 10, 10), THRESHOLD);
    }
    assertThat(monitor.state().maps().isEmpty()).isFalse();

    for (String setting : List.of("defaults.labels.lag=1h", "defaults.calibration=class:1")) {
      String[] parts = setting.split("=", 2);
      ModelSettings other = AppConfig.of(Map.of(parts[0], parts[1])).defaults();

      assertThat(again(monitor, other).state().maps().isEmpty()).as(setting).isTrue();
    }
  }
}
