package io.evenkeel.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.evidence.SeriesEvidence;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.profile.ProfileLearner;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How many labels the evidence needs for faults that no recalibration of the grid expresses, in
 * panes of 100 labels, and how often it rejects calibrated streams on which tests are known to
 * fail.
 *
 * <p>{@code -Devenkeel.simulation.times=5} takes five times the runs.
 */
@Tag("simulation")
class BlindSpotSimulationTest {
  private static final int TIMES = Integer.getInteger("evenkeel.simulation.times", 1);
  private static final int PANE = 100;
  private static final int LEARNED_FROM = 256;
  private static final int LOCATIONS = 32;
  private static final double TOLERANCE = 0.02;
  private static final double E_100 = Math.log(100);

  @Test
  void findsWhatTheGridCannotExpress() {
    int runs = 15 * TIMES;
    Table table =
        new Table(
            "blind_spots",
            "fault",
            "nats_per_label",
            "labels_at_most",
            "runs",
            "found",
            "labels_median",
            "found_beyond_tolerance",
            "labels_median_beyond_tolerance");
    for (BlindSpot fault : BlindSpot.values()) {
      List<int[]> labels =
          IntStream.range(0, runs).parallel().mapToObj(run -> labels(fault, run)).toList();
      int[] plain = sorted(labels, 0);
      int[] beyond = sorted(labels, 1);
      table.add(
          fault,
          fault.nats(),
          fault.atMost(),
          runs,
          found(plain),
          median(plain),
          found(beyond),
          median(beyond));
      assertThat(plain[runs / 2]).as("%s", fault).isLessThanOrEqualTo(fault.bar());
      assertThat(beyond[runs / 2]).as("%s", fault).isLessThanOrEqualTo(fault.barBeyond());
    }
  }

  private static int[] sorted(List<int[]> labels, int column) {
    return labels.stream().mapToInt(one -> one[column]).sorted().toArray();
  }

  private static long found(int... labels) {
    return Arrays.stream(labels).filter(one -> one < Integer.MAX_VALUE).count();
  }

  private static Object median(int... labels) {
    int median = labels[labels.length / 2];
    return median == Integer.MAX_VALUE ? "none" : (Object) median;
  }

  /** The labels until the evidence, and that beyond the tolerance, reaches 100. */
  private static int[] labels(BlindSpot fault, int run) {
    UniformRandomProvider random =
        RandomSource.XO_RO_SHI_RO_128_PP.create(1000L * fault.name().hashCode() + run);
    Supplier<Observation> stream = fault.from(random);
    SketchPlan plan = plan(fault, stream, run);
    SeriesEvidence evidence = SeriesEvidence.empty(plan, TOLERANCE);
    int[] labels = {Integer.MAX_VALUE, Integer.MAX_VALUE};
    for (int n = PANE; n <= fault.atMost() && labels[1] > fault.atMost(); n += PANE) {
      evidence.add(pane(plan, stream));
      labels[0] = evidence.logEValue() >= E_100 ? Math.min(n, labels[0]) : labels[0];
      labels[1] = evidence.logEValueBeyond() >= E_100 ? n : labels[1];
    }
    return labels;
  }

  private static SketchPlan plan(BlindSpot fault, Supplier<Observation> stream, int run) {
    List<PredictiveDistribution> sample =
        HardStream.next(stream, LEARNED_FROM).stream().map(Observation::prediction).toList();
    return SketchPlan.of(fault.space(), ProfileLearner.learn(1, sample, LOCATIONS, run));
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
    assertThat(above100 / (double) all).isLessThanOrEqualTo(0.01);
    assertThat(above20 / (double) all).isLessThanOrEqualTo(0.05);
  }

  private static int above(double[] values, double limit) {
    return (int) Arrays.stream(values).filter(value -> value >= limit).count();
  }

  private static double largest(HardStream kind, int labels, int run) {
    UniformRandomProvider random =
        RandomSource.XO_RO_SHI_RO_128_PP.create(1000L * kind.name().hashCode() + run);
    Supplier<Observation> stream = kind.from(random);
    SketchPlan plan = HardStreams.plan(kind, stream, run);
    SeriesEvidence evidence = SeriesEvidence.empty(plan, 0);
    double largest = 0;
    for (int n = 0; n < labels; n += PANE) {
      evidence.add(pane(plan, stream));
      largest = Math.max(largest, evidence.logEValue());
    }
    return largest;
  }
}
