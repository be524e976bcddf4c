package io.evenkeel.core.sequential;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.kernel.PredictionKernel;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The mutable running witness of miscalibration of categorical predictions: u<sub>k</sub>(p), the
 * mean over past observations i of k_P(p_i, p) (1{y_i = k} − p_ik). Where it is positive, class k
 * came more often than predicted by predictions like p. With the Kronecker kernel it is the
 * function along which the SKCE is attained.
 *
 * <p>O(w) memory and O(wm) time per evaluation for a window of w observations.
 */
public final class Witness {
  private final PredictionKernel kernel;
  private final int window;
  private final Deque<Past> past = new ArrayDeque<>();

  private record Past(Categorical prediction, int label) {}

  /**
   * A witness of no observations.
   *
   * @param kernel k_P
   * @param window how many of the last observations count, at least 1
   */
  public Witness(PredictionKernel kernel, int window) {
    this.kernel = kernel;
    this.window = Checks.atLeast("window", window, 1);
  }

  /** Adds an observation, and forgets the oldest one of a full window. */
  public void add(Categorical p, ClassLabel y) {
    if (past.size() == window) {
      past.removeFirst();
    }
    past.addLast(new Past(p, y.index()));
  }

  /** The number of observations in the window. */
  public int size() {
    return past.size();
  }

  /** u(p), an entry for each class; zero without observations. */
  public double[] at(Categorical p) {
    double[] u = new double[p.classes()];
    fill(u, p);
    return u;
  }

  /**
   * Adds u(p) to zeros.
   *
   * @return the mean of |k_P(p_i, p)|, at most which each past observation adds to an entry: the
   *     unit of rounding of u, also where they cancel
   */
  double fill(double[] u, Categorical p) {
    double scale = 0;
    for (Past observation : past) {
      double weight = kernel.apply(observation.prediction, p) / past.size();
      if (weight != 0) {
        for (int k = 0; k < u.length; k++) {
          u[k] -= weight * observation.prediction.probability(k);
        }
        u[observation.label] += weight;
        scale += Math.abs(weight);
      }
    }
    return scale;
  }

  /** E u<sub>Z</sub> for Z ~ p. */
  static double mean(Categorical p, double[] u) {
    double mean = 0;
    for (int k = 0; k < u.length; k++) {
      mean += p.probability(k) * u[k];
    }
    return mean;
  }
}
