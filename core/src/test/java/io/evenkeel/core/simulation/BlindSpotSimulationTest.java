package io.evenkeel.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.evidence.CalibrationMonitor;
import io.evenkeel.core.evidence.SeriesEvidence;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Univariate;
import io.evenkeel.core.recalibration.Tolerance;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * How many labels the evidence needs for faults that no recalibration of the grid expresses, in
 * panes of 100 labels: to reach 100, to reach 100 beyond a tolerance of 0.02, and to fire where the
 * chance of a false alarm in 30 days of panes of ten minutes is at most 0.01. And how often it
 * rejects calibrated streams on which tests are known to fail.
 *
 * <p>{@code -Devenkeel.simulation.times=5} takes five times the runs.
 */
@Tag("simulation")
class BlindSpotSimulationTest {
  private static final int TIMES = Integer.getInteger("evenkeel.simulation.times", 1);
  private static final int PANE = 100;
  private static final int LEARNED_FROM = 256;
  private static final double TOLERANCE = 0.02;
  private static final double E_100 = Math.log(100);
  private static final double FIRES = Math.log(30 * 144 / 0.01);
  private static final Table DELAYS =
      new Table(
          "blind_spots",
          "fault",
          "seen_by",
          "nats_per_label",
          "runs",
          "labels_median",
          "labels_median_beyond_tolerance",
          "labels_median_to_fire");

  @ParameterizedTest
  @EnumSource
  void findsWhatTheGridCannotExpress(BlindSpot fault) {
    int runs = 15 * TIMES;
    List<Delays> delays =
        IntStream.range(0, runs).parallel().mapToObj(run -> delays(fault, run)).toList();
    int plain = median(delays, Delays::plain);
    int beyond = median(delays, Delays::beyond);
    int toFire = median(delays, Delays::toFire);
    DELAYS.add(fault, fault.seen(), fault.nats(), runs, plain, beyond, toFire);
    assertThat(plain).isLessThanOrEqualTo(fault.bar());
    assertThat(beyond).isLessThanOrEqualTo(fault.barBeyond());
    assertThat(toFire).isLessThan(Integer.MAX_VALUE);
  }

  /**
   * Labels of one run until the evidence, that beyond the tolerance, and the detector are there.
   */
  private record Delays(int plain, int beyond, int toFire) {
    Delays at(int n, boolean isPlain, boolean isBeyond, boolean fires) {
      return new Delays(
          isPlain ? Math.min(n, plain) : plain,
          isBeyond ? Math.min(n, beyond) : beyond,
          fires ? Math.min(n, toFire) : toFire);
    }

    boolean isDone() {
      return Math.max(plain, Math.max(beyond, toFire)) < Integer.MAX_VALUE;
    }
  }

  private static int median(List<Delays> delays, ToIntFunction<Delays> which) {
    return delays.stream().mapToInt(which).sorted().toArray()[delays.size() / 2];
  }

  private static Delays delays(BlindSpot fault, int run) {
    UniformRandomProvider random =
        RandomSource.XO_RO_SHI_RO_128_PP.create(1000L * fault.name().hashCode() + run);
    Supplier<Observation> stream = fault.from(random);
    SketchPlan plan = plan(fault, stream, run);
    SeriesEvidence evidence = SeriesEvidence.empty(plan, TOLERANCE);
    CalibrationMonitor monitor = CalibrationMonitor.empty(plan, Tolerance.within(TOLERANCE), 0);
    Delays delays = new Delays(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);
    for (int n = PANE; n <= fault.atMost() && !delays.isDone(); n += PANE) {
      Sketch pane = pane(plan, stream);
      evidence.add(pane);
      boolean fires = monitor.add(pane, n, FIRES) == CalibrationMonitor.Transition.BEGAN;
      delays =
          delays.at(n, evidence.logEValue() >= E_100, evidence.logEValueBeyond() >= E_100, fires);
    }
    return delays;
  }

  private static SketchPlan plan(BlindSpot fault, Supplier<Observation> stream, int run) {
    return HardStreams.plan(fault.space(), HardStream.next(stream, LEARNED_FROM), run);
  }

  private static Sketch pane(SketchPlan plan, Supplier<Observation> stream) {
    Sketch sketch = plan.empty();
    Sketches.addAll(sketch, HardStream.next(stream, PANE));
    return sketch;
  }

  @Test
  void seldomRejectsCalibratedStreams() {
    Table table =
        new Table("blind_spots_false_alarms", "stream", "runs", "labels", "e_20", "e_100", "log_e");
    int runs = 11 * TIMES;
    int all = 0;
    int above20 = 0;
    int above100 = 0;
    for (HardStream stream : HardStream.values()) {
      int labels = stream.space().size() > 20 ? 3000 : 10_000;
      double[] largest =
          IntStream.range(0, runs)
              .parallel()
              .mapToDouble(run -> largest(stream, labels, run))
              .toArray();
      int at20 = above(largest, Math.log(20));
      int at100 = above(largest, E_100);
      table.add(stream, runs, labels, at20, at100, Arrays.stream(largest).max().orElseThrow());
      all += runs;
      above20 += at20;
      above100 += at100;
    }
    table.add("all", all, "", above20, above100, "");
    assertThat(above100).isZero();
    assertThat(above20 / (double) all).isLessThanOrEqualTo(0.05);
  }

  private static int above(double[] values, double limit) {
    return (int) Arrays.stream(values).filter(value -> value >= limit).count();
  }

  private static double largest(HardStream kind, int labels, int run) {
    UniformRandomProvider random =
        RandomSource.XO_RO_SHI_RO_128_PP.create(1000L * kind.name().hashCode() + run);
    Supplier<Observation> stream = withFeatures(kind.from(random), run);
    SketchPlan plan = HardStreams.plan(kind, stream, run);
    SeriesEvidence evidence = SeriesEvidence.empty(plan, 0);
    double largest = 0;
    for (int n = 0; n < labels; n += PANE) {
      evidence.add(pane(plan, stream));
      largest = Math.max(largest, evidence.logEValue());
    }
    return largest;
  }

  /** Noise, a rare flag, and what is predicted. */
  private static Supplier<Observation> withFeatures(Supplier<Observation> stream, int seed) {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
    return () -> {
      Observation of = stream.get();
      Map<String, Double> features =
          Map.of(
              "noise", random.nextDouble(),
              "flag", random.nextInt(10) == 0 ? 1.0 : 0.0,
              "predicted", predicted(of.prediction()));
      return new Observation(of.prediction(), of.target(), features);
    };
  }

  private static double predicted(PredictiveDistribution p) {
    if (p instanceof Categorical categorical) {
      return categorical.probability(1);
    }
    return p instanceof Normal normal ? normal.mean(0) : Univariate.of(p).centre();
  }
}
