package io.evenkeel.core.sequential;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.internal.LogSum;
import java.util.Arrays;

/**
 * A mutable e-process for changes at an unknown time: the mean, over all steps s at which it might
 * begin, of the e-processes that begin there, E<sub>t</sub> = Σ<sub>s ≤ t</sub> γ<sub>s</sub>
 * Σ<sub>g</sub> w<sub>g</sub> Π<sub>s ≤ r ≤ t</sub> L<sub>g,r</sub> + Σ<sub>s &gt; t</sub>
 * γ<sub>s</sub>, with factors L as those of an {@link EProcess}.
 *
 * <p>The chance that it ever reaches 1/α is at most α, as that of an {@link EProcess}, which begins
 * at the first step only and after a long calibrated past must win back what it lost there; this
 * one pays log(1/γ<sub>s</sub>) instead, at most. With γ<sub>s</sub> = s<sup>−1/4</sup> − (s +
 * 1)<sup>−1/4</sup>, O(log s), no horizon has to be chosen. (Shin, Ramdas and Rinaldo 2024,
 * arXiv:2203.03532, weigh restarts equally and bound the run length instead: {@link EDetector}.)
 */
public final class RestartedEProcess {
  private final double[] logWeights;
  private final double[] logProcesses;
  private long steps;

  private RestartedEProcess(double[] logWeights, long steps, double[] logProcesses) {
    this.logWeights = logWeights;
    this.steps = steps;
    this.logProcesses = logProcesses;
  }

  /** A process before its first step, whose components have weights positive with sum 1. */
  public static RestartedEProcess mixture(double... weights) {
    double[] none = new double[weights.length];
    Arrays.fill(none, Double.NEGATIVE_INFINITY);
    return resumed(0, none, weights);
  }

  /**
   * The process that was left after some steps.
   *
   * @param steps the number of steps
   * @param logProcesses its {@link #logProcesses()}
   * @param weights those of its components, positive with sum 1
   */
  public static RestartedEProcess resumed(long steps, double[] logProcesses, double... weights) {
    Checks.sameLength("processes", logProcesses.length, "weights", weights.length);
    return new RestartedEProcess(Mixture.logWeights(weights), steps, logProcesses.clone());
  }

  /** Takes one step, given the logarithm of the factor of each component. */
  public void multiply(double... logFactors) {
    Mixture.checkFactors(logFactors, logProcesses.length);
    steps++;
    for (int g = 0; g < logProcesses.length; g++) {
      double restarted = LogSum.of(logProcesses[g], Spending.logShare(steps));
      // What is infinite stays so.
      logProcesses[g] = restarted + (restarted == Double.POSITIVE_INFINITY ? 0 : logFactors[g]);
    }
  }

  /** log E<sub>t</sub>; 0 before the first step. */
  public double logValue() {
    return LogSum.of(LogSum.of(logWeights, logProcesses), Spending.logLeft(steps));
  }

  /**
   * log E<sub>t</sub> of the components from inclusive to exclusive by themselves, as if they had
   * all of the weight; 0 before the first step.
   */
  public double logValue(int from, int to) {
    double[] weights = Arrays.copyOfRange(logWeights, from, to);
    double[] processes = Arrays.copyOfRange(logProcesses, from, to);
    double sum = LogSum.of(weights, processes) - LogSum.of(weights, new double[weights.length]);
    return LogSum.of(sum, Spending.logLeft(steps));
  }

  /** The number of steps t. */
  public long steps() {
    return steps;
  }

  /** The logarithm of the sum over s ≤ t of each component, to resume from. */
  public double[] logProcesses() {
    return logProcesses.clone();
  }
}
