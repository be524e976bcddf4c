package io.evenkeel.core.sequential;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.internal.LogSum;
import java.util.Arrays;

/**
 * A mutable e-detector of changes: a weighted mean of processes M<sub>t</sub> that restart an
 * e-process at every step.
 *
 * <p>If an alarm is raised when M reaches a threshold, the mean number of steps until a false one
 * is at least that threshold. (Shin, Ramdas and Rinaldo 2024, arXiv:2203.03532.)
 */
public final class EDetector {
  private final Kind kind;
  private final double[] logWeights;
  private final double[] logProcesses;

  /** How the restarted processes are combined. */
  public enum Kind {
    /**
     * Shiryaev-Roberts: their sum, M<sub>t</sub> = L<sub>t</sub> (M<sub>t−1</sub> + 1). Quick, but
     * with factors of 1 it counts the steps and so alarms when the threshold has passed.
     */
    SHIRYAEV_ROBERTS,
    /** CUSUM: their maximum, M<sub>t</sub> = L<sub>t</sub> max(M<sub>t−1</sub>, 1). */
    CUSUM
  }

  private EDetector(Kind kind, double[] logWeights, double[] logProcesses) {
    this.kind = kind;
    this.logWeights = logWeights;
    this.logProcesses = logProcesses;
  }

  /** A detector of one component. */
  public static EDetector single(Kind kind) {
    return mixture(kind, 1);
  }

  /** A detector whose components have the given weights, positive with sum 1. */
  public static EDetector mixture(Kind kind, double... weights) {
    EDetector detector = resumed(kind, new double[weights.length], weights);
    detector.reset();
    return detector;
  }

  /**
   * The detector that was left after some steps.
   *
   * @param logProcesses its {@link #logProcesses()}
   * @param weights those of its components, positive with sum 1
   */
  public static EDetector resumed(Kind kind, double[] logProcesses, double... weights) {
    Checks.sameLength("processes", logProcesses.length, "weights", weights.length);
    Mixture.checkFactors(logProcesses, weights.length);
    return new EDetector(kind, Mixture.logWeights(weights), logProcesses.clone());
  }

  /** Takes one step, given the logarithm of the factor of each component. */
  public void multiply(double... logFactors) {
    Mixture.checkFactors(logFactors, logProcesses.length);
    for (int g = 0; g < logProcesses.length; g++) {
      double restarted =
          kind == Kind.CUSUM ? Math.max(logProcesses[g], 0) : LogSum.of(logProcesses[g], 0);
      // What is infinite stays so.
      logProcesses[g] = restarted + (restarted == Double.POSITIVE_INFINITY ? 0 : logFactors[g]);
    }
  }

  /** log M<sub>t</sub>; −∞ before the first step. */
  public double logValue() {
    return LogSum.of(logWeights, logProcesses);
  }

  /** log M<sub>t</sub> of each component, to resume from. */
  public double[] logProcesses() {
    return logProcesses.clone();
  }

  /**
   * Whether M<sub>t</sub> is at least the threshold now.
   *
   * @param threshold positive and finite
   */
  public boolean reaches(double threshold) {
    return logValue() >= Math.log(Checks.positive("threshold", threshold));
  }

  /** Restarts, as after an alarm. */
  public void reset() {
    Arrays.fill(logProcesses, Double.NEGATIVE_INFINITY);
  }
}
