package io.evenkeel.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.evidence.CalibrationMonitor.Transition;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.core.recalibration.RecalibrationFamily.Parameter;
import io.evenkeel.core.recalibration.RecalibrationGrid;
import io.evenkeel.core.recalibration.Tolerance;
import io.evenkeel.core.sequential.Evidence;
import io.evenkeel.core.simulation.Observation;
import io.evenkeel.core.simulation.Stream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CalibrationMonitorTest {
  private static final TargetSpace SPACE = TargetSpace.classes(3);
  private static final Stream.Law LAW = Stream.dirichlet(3, 1);
  private static final SketchPlan PLAN =
      SketchPlan.of(
          SPACE, ProfileLearner.learn(1, Stream.calibrated(LAW, 99).predictions(200), 8, 1));
  private static final Tolerance TOLERANCE = Tolerance.within(0.02);
  private static final long HOUR = 3_600_000;
  private static final int LABELS = 50;
  private static final double THRESHOLD = Math.log(10_000);

  /** A monitor, the time, and what it has said: mutable. */
  private static final class Series {
    private final SketchPlan plan;
    private CalibrationMonitor monitor;
    private final List<Transition> said = new ArrayList<>();
    private long now;

    Series(long reopenWithin) {
      this(PLAN, reopenWithin);
    }

    Series(SketchPlan plan, long reopenWithin) {
      this.plan = plan;
      this.monitor = CalibrationMonitor.empty(plan, TOLERANCE, reopenWithin);
    }

    Transition add(Sketch pane) {
      Transition transition = monitor.add(pane, now, THRESHOLD);
      now += HOUR;
      if (transition != Transition.NONE) {
        said.add(transition);
      }
      return transition;
    }

    Series panes(int n, Stream stream) {
      for (int i = 0; i < n; i++) {
        add(pane(plan, stream));
      }
      return this;
    }

    Series until(Transition transition, Stream stream) {
      for (int i = 0; i < 500; i++) {
        if (add(pane(plan, stream)) == transition) {
          return this;
        }
      }
      throw new AssertionError("never " + transition + ", but " + said);
    }
  }

  private static Sketch pane(Stream stream) {
    return pane(PLAN, stream);
  }

  private static Sketch pane(SketchPlan plan, Stream stream) {
    Sketch pane = plan.empty();
    for (Observation o : stream.next(LABELS)) {
      pane.add(o.prediction(), o.target());
    }
    return pane;
  }

  private static Stream calibrated(long seed) {
    return Stream.calibrated(LAW, seed);
  }

  /** Predictions that need a temperature. */
  private static Stream needing(double temperature, long seed) {
    return Stream.distorted(LAW, Stream.temperature(1 / temperature), seed);
  }

  @Test
  void saysNothingOfCalibratedModels() {
    Series series = new Series(0).panes(300, calibrated(1));

    assertThat(series.said).isEmpty();
    assertThat(series.monitor.fault()).isEmpty();
    assertThat(series.monitor.logDetector()).isLessThan(THRESHOLD);
  }

  @Test
  void findsAFaultAndTellsWhatAndSinceWhenAndHowLarge() {
    Series series = new Series(0).panes(50, calibrated(2));
    long change = series.now;
    series.until(Transition.BEGAN, needing(1.6, 3));

    Fault fault = series.monitor.fault().orElseThrow();
    Deviation deviation = fault.deviation().orElseThrow();

    assertThat(series.said).containsExactly(Transition.BEGAN);
    assertThat(fault.confirmed()).isTrue();
    assertThat(fault.since().earliest()).isLessThanOrEqualTo(change);
    assertThat(fault.since().latest()).isGreaterThanOrEqualTo(change);
    assertThat(deviation.family().parameter()).isEqualTo(Parameter.TEMPERATURE);
    assertThat(deviation.parameters().contains(1.6)).isTrue();
    assertThat(deviation.parameters().contains(deviation.parameter())).isTrue();
    assertThat(deviation.gains().lower()).isPositive().isLessThan(deviation.gains().upper());
    assertThat(fault.evidence().labels())
        .isEqualTo((double) ((series.now - fault.since().start()) / HOUR * LABELS));
  }

  @Test
  void keepsAFaultOpenAsLongAsItLasts() {
    Series series =
        new Series(0).until(Transition.BEGAN, needing(1.6, 4)).panes(1000, needing(1.6, 5));

    assertThat(series.said).containsExactly(Transition.BEGAN);
    assertThat(series.monitor.fault().orElseThrow().deviation().orElseThrow().parameter())
        .isCloseTo(1.6, within(0.1));
  }

  @Test
  void endsAFaultThatIsGone() {
    Series series =
        new Series(0).until(Transition.BEGAN, needing(1.6, 6)).panes(100, needing(1.6, 7));
    series.until(Transition.ENDED, calibrated(8)).panes(200, calibrated(9));

    assertThat(series.said).containsExactly(Transition.BEGAN, Transition.ENDED);
    assertThat(series.monitor.isOpen()).isFalse();
  }

  @Test
  void endsAFaultThatHasBecomeTolerable() {
    Series series = new Series(0).until(Transition.BEGAN, needing(1.6, 10));
    series.until(Transition.ENDED, needing(1.015, 11));

    assertThat(series.monitor.isOpen()).isFalse();
  }

  @Test
  void saysThatAnotherFaultHasTakenOver() {
    Series series = new Series(0).until(Transition.BEGAN, needing(2, 12)).panes(50, needing(2, 13));
    series.until(Transition.CHANGED, needing(0.5, 14));

    Deviation deviation = series.monitor.fault().orElseThrow().deviation().orElseThrow();
    assertThat(series.said).containsExactly(Transition.BEGAN, Transition.CHANGED);
    assertThat(deviation.parameter()).isLessThan(1);
  }

  @Test
  void reopensAFaultThatComesBackSoonAndThenWaitsLongerForItsEnd() {
    Series series = new Series(72 * HOUR).until(Transition.BEGAN, needing(2, 15));
    series.until(Transition.ENDED, calibrated(16)).until(Transition.REOPENED, needing(2, 17));
    long repaired = series.now;
    series.until(Transition.ENDED, calibrated(18));
    long once = series.now - repaired;
    Series other = new Series(72 * HOUR).until(Transition.BEGAN, needing(2, 17));
    long first = other.now;
    other.until(Transition.ENDED, calibrated(18));

    assertThat(series.said)
        .containsExactly(Transition.BEGAN, Transition.ENDED, Transition.REOPENED, Transition.ENDED);
    assertThat(once).isGreaterThan(other.now - first);
  }

  @Test
  void beginsAnewWhenTheLastFaultWasLongAgo() {
    Series series = new Series(24 * HOUR).until(Transition.BEGAN, needing(2, 19));
    series.until(Transition.ENDED, calibrated(20)).panes(100, calibrated(21));
    series.until(Transition.BEGAN, needing(2, 22));

    assertThat(series.said).containsExactly(Transition.BEGAN, Transition.ENDED, Transition.BEGAN);
  }

  /** Quiet, open, changed and closed again, the state written and read at every pane. */
  @Test
  void resumesWhereItWasLeft() {
    Series whole = new Series(24 * HOUR);
    Series resumed = new Series(24 * HOUR);
    List<Stream> streams =
        List.of(calibrated(23), needing(1.6, 24), needing(0.6, 25), calibrated(26), needing(2, 27));
    for (Stream stream : streams) {
      for (int i = 0; i < 60; i++) {
        Sketch pane = pane(stream);
        resumed.monitor =
            CalibrationMonitor.read(PLAN, TOLERANCE, 24 * HOUR, resumed.monitor.toArray());
        assertThat(resumed.add(pane)).isEqualTo(whole.add(pane));
        assertThat(resumed.monitor.toArray()).isEqualTo(whole.monitor.toArray());
      }
    }
    assertThat(whole.said).contains(Transition.BEGAN, Transition.CHANGED, Transition.ENDED);
  }

  @Test
  void doesNotDependOnThePartsOfAPane() {
    Series whole = new Series(0);
    Series merged = new Series(0);
    Stream stream = needing(1.6, 28);
    for (int i = 0; i < 100; i++) {
      Sketch pane = PLAN.empty();
      Sketch one = PLAN.empty();
      Sketch other = PLAN.empty();
      int k = 0;
      for (Observation o : stream.next(LABELS)) {
        pane.add(o.prediction(), o.target());
        (k++ % 3 == 0 ? one : other).add(o.prediction(), o.target());
      }
      other.merge(one);
      assertThat(merged.add(other)).isEqualTo(whole.add(pane));
    }
    double[] a = whole.monitor.toArray();
    double[] b = merged.monitor.toArray();
    assertThat(b).hasSameSizeAs(a);
    for (int i = 0; i < a.length; i++) {
      if (Double.isNaN(a[i])) {
        continue; // the end of the last fault, as there was none
      }
      assertThat(b[i]).isCloseTo(a[i], within(1e-9 * Math.max(1, Math.abs(a[i]))));
    }
  }

  @Test
  void leavesOutPanesWithoutLabelsAndWithSumsThatAreNoNumbers() {
    RecalibrationGrid grid = PLAN.grid();
    CalibrationMonitor monitor = CalibrationMonitor.empty(PLAN, TOLERANCE, 0);
    monitor.add(pane(calibrated(29)), 0, THRESHOLD);
    double[] before = monitor.toArray();
    for (double bad :
        new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
      double[] sums = new double[grid.size()];
      sums[3] = bad;
      assertThat(monitor.add(Evidence.of(grid, sums, 10, 0), HOUR, THRESHOLD))
          .isEqualTo(Transition.NONE);
    }
    monitor.add(Evidence.of(grid, new double[grid.size()], 0, 0), HOUR, THRESHOLD);

    assertThat(monitor.toArray()).isEqualTo(before);
  }

  /** However extreme, finite sums leave numbers: never NaN. */
  @Test
  void keepsNumbersWhateverTheSums() {
    RecalibrationGrid grid = PLAN.grid();
    for (double size : new double[] {1e-300, 1, 1e5, 1e300}) {
      Series series = new Series(0);
      for (int i = 0; i < 20; i++) {
        double[] sums = new double[grid.size()];
        Arrays.setAll(sums, k -> size * (k % 3 - 1));
        series.monitor.add(Evidence.of(grid, sums, 10, 0), i * HOUR, THRESHOLD);
        Arrays.setAll(sums, k -> -size);
        series.monitor.add(Evidence.of(grid, sums, 10, 0), i * HOUR, THRESHOLD);
      }
      double[] state = series.monitor.toArray();
      state[1] = 0; // when the last fault ended, which is NaN if there was none
      assertThat(state).doesNotContain(Double.NaN);
    }
  }

  /** One coordinate is predicted too high and the other too low, which no recalibration mends. */
  private static Stream opposed(long seed) {
    return Stream.distorted(
        Stream.normals(2),
        truth -> {
          Normal p = (Normal) truth;
          double by = 0.3 * Math.sqrt(p.variance(0));
          return Normal.diagonal(
              new double[] {p.mean(0) + by, p.mean(1) - by},
              new double[] {p.variance(0), p.variance(1)});
        },
        seed);
  }

  @Test
  void confirmsAFaultThatOnlyBetsTellAndEndsItWhenItIsGone() {
    SketchPlan plan =
        SketchPlan.of(
            TargetSpace.reals(2),
            ProfileLearner.learn(
                1, Stream.calibrated(Stream.normals(2), 98).predictions(200), 16, 1));
    Series series = new Series(plan, 0).until(Transition.BEGAN, opposed(30));
    Fault found = series.monitor.fault().orElseThrow();
    series.panes(30, opposed(31));
    Fault later = series.monitor.fault().orElseThrow();

    assertThat(found.deviation()).isEmpty();
    assertThat(found.otherwise()).contains("coordinate");
    assertThat(found.confirmed()).isFalse();
    assertThat(later.confirmed()).isTrue();
    assertThat(series.said).containsExactly(Transition.BEGAN);
    double[] state = series.monitor.toArray();
    series.monitor = CalibrationMonitor.read(plan, TOLERANCE, 0, state);
    assertThat(series.monitor.toArray()).isEqualTo(state);
    series.until(Transition.ENDED, Stream.calibrated(Stream.normals(2), 32));
    assertThat(series.monitor.isOpen()).isFalse();
  }

  /** Class 0 is predicted too often where class 1 is likelier than 2, else too rarely. */
  private static Stream crossed(long seed) {
    return Stream.distorted(
        LAW,
        truth -> {
          Categorical p = (Categorical) truth;
          double factor = Math.exp(p.probability(1) > p.probability(2) ? 0.5 : -0.5);
          double sum = 1 + p.probability(0) * (factor - 1);
          return Categorical.of(
              p.probability(0) * factor / sum, p.probability(1) / sum, p.probability(2) / sum);
        },
        seed);
  }

  /** Its direction means nothing to another profile. */
  @Test
  void dropsAFaultThatOnlyResidualsTellWithTheProfile() {
    List<PredictiveDistribution> sample = Stream.calibrated(LAW, 98).predictions(200);
    SketchPlan plan = SketchPlan.of(SPACE, ProfileLearner.learn(1, sample, 16, 1));
    SketchPlan next = SketchPlan.of(SPACE, ProfileLearner.learn(2, sample, 8, 1));
    Series series = new Series(plan, 0).until(Transition.BEGAN, crossed(33));

    CalibrationMonitor read = CalibrationMonitor.read(next, TOLERANCE, 0, series.monitor.toArray());

    assertThat(series.monitor.isOpen()).isTrue();
    assertThat(read.isOpen()).isFalse();
    assertThat(read.logDetector()).isEqualTo(Double.NEGATIVE_INFINITY);
  }

  @Test
  void isOfTheBetsThatItWasWrittenWith() {
    double[] state = CalibrationMonitor.empty(PLAN, TOLERANCE, 0).toArray();
    state[0]--;

    assertThatThrownBy(() -> CalibrationMonitor.read(PLAN, TOLERANCE, 0, state))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("another version; start it without that state");
  }

  @Test
  void aFaultGoesOnWithAProfileThatIsLearnedAndNotWithAnotherOverlap() {
    List<PredictiveDistribution> sample = Stream.calibrated(LAW, 98).predictions(200);
    SketchPlan without = SketchPlan.of(SPACE, null);
    SketchPlan with = SketchPlan.of(SPACE, ProfileLearner.learn(1, sample, 16, 1));
    double[] state = CalibrationMonitor.empty(without, TOLERANCE, 0).toArray();

    assertThat(CalibrationMonitor.isOf(without, Overlap.NONE, state)).isTrue();
    assertThat(CalibrationMonitor.isOf(with, Overlap.NONE, state)).isTrue();
    assertThat(CalibrationMonitor.isOf(with, new Overlap(3), state)).isFalse();
    assertThat(CalibrationMonitor.isOf(PLAN, Overlap.NONE)).isFalse();
  }

  @Test
  void isOfOneKindOfTarget() {
    double[] binary =
        CalibrationMonitor.empty(SketchPlan.of(TargetSpace.classes(2), null), TOLERANCE, 0)
            .toArray();

    assertThatThrownBy(() -> CalibrationMonitor.read(PLAN, TOLERANCE, 0, binary))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 classes");
  }

  @Test
  void tellsWhatSoManyLabelsShow() {
    double once = CalibrationMonitor.detectableGain(1000, Math.log(1e4));

    assertThat(CalibrationMonitor.detectableGain(2000, Math.log(1e4)))
        .isCloseTo(once / 2, within(1e-12));
    assertThat(CalibrationMonitor.detectableGain(1000, Math.log(1e6))).isGreaterThan(once);
    assertThat(once * 1000).isGreaterThan(Math.log(1e4));
  }

  @Test
  void boundsItsState() {
    Series series = new Series(0);
    int largest = 0;
    Sketch pane = pane(calibrated(33));
    for (int i = 0; i < 20_000; i++) {
      series.monitor.add(pane, i * HOUR, Double.POSITIVE_INFINITY);
      if (i % 500 == 0) {
        largest = Math.max(largest, series.monitor.toArray().length);
      }
    }

    int r = PLAN.grid().size();
    assertThat(largest).isLessThan(64 * (r + 11) + 20 * r + 200);
  }
}
