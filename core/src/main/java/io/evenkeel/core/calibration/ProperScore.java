package io.evenkeel.core.calibration;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.prediction.Categorical;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;

/**
 * A strictly proper score of class probabilities, by the strictly convex function F that it belongs
 * to: the score of p where class y comes is the Bregman divergence D(e_y, p), 0 for a sure
 * prediction of y. Then E D(e_Y, p) − E D(e_Y, q) = D(q, p) for Y of frequencies q, which is the
 * calibration error of p.
 *
 * <p>Source: Popordanoska, Gruber et al., Section 3; Gneiting and Raftery 2007.
 */
public interface ProperScore {
  /** The Brier score ‖p − e_y‖²; F(p) = ‖p‖². */
  ProperScore BRIER = new SquaredScore();

  /** The log loss −log p_y in nats; F(p) = Σ p_k log p_k. */
  ProperScore LOG_LOSS = new LogarithmicScore();

  /** The spherical score 1 − p_y / ‖p‖; F(p) = ‖p‖. */
  ProperScore SPHERICAL =
      of(
          ProperScore::norm,
          p -> {
            double[] slopes = p.clone();
            double norm = norm(p);
            for (int k = 0; k < slopes.length; k++) {
              slopes[k] /= norm;
            }
            return slopes;
          });

  /** F at frequencies. */
  double convex(double[] frequencies);

  /**
   * D(q, p) = F(q) − F(p) − ⟨∇F(p), q − p⟩, by how much the score of p is expected to exceed that
   * of the frequencies q; &ge; 0 but for rounding, and may be infinite.
   */
  double divergence(double[] frequencies, Categorical p);

  /**
   * The Brier score with a weight for each class: Σ w_k (p_k − 1{k = y})².
   *
   * @param weights of each class, &gt; 0
   */
  static ProperScore weightedBrier(double... weights) {
    double[] copy = weights.clone();
    for (double weight : copy) {
      Checks.positive("a weight", weight);
    }
    return of(
        q -> {
          Checks.sameLength("weights", copy.length, "probabilities", q.length);
          double sum = 0;
          for (int k = 0; k < q.length; k++) {
            sum += copy[k] * q[k] * q[k];
          }
          return sum;
        },
        p -> {
          double[] slopes = p.clone();
          for (int k = 0; k < slopes.length; k++) {
            slopes[k] *= 2 * copy[k];
          }
          return slopes;
        });
  }

  /**
   * The score of any F.
   *
   * @param convex F, strictly convex on the simplex
   * @param gradient of F at probabilities; it may not change its argument
   */
  static ProperScore of(ToDoubleFunction<double[]> convex, UnaryOperator<double[]> gradient) {
    return new ProperScore() {
      @Override
      public double convex(double[] frequencies) {
        return convex.applyAsDouble(frequencies);
      }

      @Override
      public double divergence(double[] frequencies, Categorical p) {
        double[] at = new double[p.classes()];
        for (int k = 0; k < at.length; k++) {
          at[k] = p.probability(k);
        }
        double divergence = convex(frequencies) - convex(at);
        double[] slopes = gradient.apply(at);
        for (int k = 0; k < at.length; k++) {
          divergence -= slopes[k] * (frequencies[k] - at[k]);
        }
        return divergence;
      }
    };
  }

  private static double norm(double[] p) {
    return Math.sqrt(BRIER.convex(p));
  }
}
