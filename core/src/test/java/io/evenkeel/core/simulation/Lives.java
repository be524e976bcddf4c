package io.evenkeel.core.simulation;

import io.evenkeel.core.evidence.CalibrationMonitor;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.recalibration.Tolerance;
import io.evenkeel.core.score.Proportion;
import io.evenkeel.core.sequential.Evidence;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The lives of the faults of many streams at the defaults: tolerance 0.02, panes of ten minutes,
 * false alarms with a chance of at most 0.01 in 30 days. The panes are drawn from pools of
 * independent ones.
 *
 * <p>{@code -Devenkeel.simulation.times=5} takes five times the streams.
 */
final class Lives {
  static final int TIMES = Integer.getInteger("evenkeel.simulation.times", 1);
  static final int DAY = 144;
  static final int MONTH = 30 * DAY;

  /** The chance of a false alarm in a month. */
  static final double ALPHA = 0.01;

  static final double THRESHOLD = Math.log(MONTH / ALPHA);

  private static final int POOL = 30_000;

  private Lives() {}

  /** Panes of a fault, by the number of their labels; others for another seed. */
  static List<Evidence> pool(SimulatedFault truth, int labels, long seed) {
    return new Panes(truth, labels).pool(POOL, seed);
  }

  /** Of so many streams, from a seed on, that go through these phases. */
  static List<FaultLife> of(
      SimulatedFault fault, int streams, int seed, FaultLife.Phase... phases) {
    return IntStream.range(seed, seed + streams)
        .parallel()
        .mapToObj(
            i -> {
              UniformRandomProvider random = random(i);
              FaultLife life =
                  new FaultLife(monitor(SketchPlan.of(fault.kind().space(), null)), THRESHOLD);
              for (FaultLife.Phase phase : phases) {
                life.through(phase, random);
              }
              return life;
            })
        .toList();
  }

  /** A monitor that has seen nothing. */
  static CalibrationMonitor monitor(SketchPlan plan) {
    return CalibrationMonitor.empty(plan, Tolerance.within(0.02), DAY * FaultLife.PANE);
  }

  static UniformRandomProvider random(long seed) {
    return RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
  }

  /** The upper limit of a share, at 95 %. */
  static double upper(int count, int of) {
    return new Proportion(count, of).interval(0.95).upper();
  }

  /** NaN of none. */
  static double quantile(List<Double> values, double level) {
    List<Double> sorted = values.stream().sorted().toList();
    return sorted.isEmpty() ? Double.NaN : sorted.get((int) (level * (sorted.size() - 1)));
  }
}
