package io.evenkeel.core.evidence;

import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.moments.Projection;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.TestLocation;
import io.evenkeel.core.recalibration.Tolerance;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;

/**
 * Bets on the residuals x = wᵀζ of the next pane along a direction w chosen from earlier panes,
 * near Σ₀<sup>−1</sup> of the mean residual there, scaled so that x has variance 1 in these panes
 * if they are calibrated.
 *
 * <p>If the predictions of the pane are calibrated, x has mean 0 and variance s₀² given the
 * prediction, and exp(θ Σx − θ² Σx²/6 − θ² Σs₀²/3) has expectation at most 1 for every θ, because
 * exp(x − x²/6) ≤ 1 + x + x²/3 for every real x (Delyon 2009, Electron. J. Probab. 14). No bound of
 * x is needed, and to second order nothing is lost: the logarithm has mean θm − θ²/2 for a mean m.
 *
 * <p>With a tolerance ε every x may have a mean of up to ε s₀ under the null hypothesis, and a
 * second moment of up to (1 + ε)² s₀², which no shift of log-odds by ε exceeds; Σ s₀ ≤ √(n Σ s₀²).
 * If the tolerance is that of a reference, nothing is known of second moments. Then the bet is
 * exp(λ Σu − ψ(λ) Σu²) for u = x / bound − ε s₀ / bound, ψ(λ) = −log(1 − λ) − λ and λ in [0, 1), as
 * exp(λu − ψ(λ)u²) ≤ 1 + λu for u ≥ −1 (Fan, Grama and Liu 2015, doi:10.1214/EJP.v20-3496, lemma
 * 4.1).
 *
 * <p>The bound: |wᵀζ| is at most Σ |w<sub>j</sub>|, and at most √(2 wᵀKw) with the Gram matrix K of
 * the test locations, since x is the inner product of f = Σ w<sub>j</sub> k(T<sub>j</sub>, ·) with
 * a residual of squared norm at most 2, for positive definite kernels with values in [0, 1].
 */
final class KernelBet {
  /** What is added to the correlation matrix, whose small eigenvalues are noise. */
  private static final double RIDGE = 0.05;

  /** A null variance up to this share of the largest one is rounding. */
  private static final double NEGLIGIBLE = 1e-14;

  /** Weights in units of a variance below this have squares that are no numbers. */
  private static final double SMALLEST = 1e-140;

  /** Means for which the bets are the best, in standard deviations of x. */
  private static final double[] EFFECTS = {0.05, 0.1, 0.2, 0.4};

  private static final double LARGEST_BET = 0.8;

  /** The number of bets. */
  static final int BETS = EFFECTS.length;

  private final Profile profile;
  private final double[] direction;

  private KernelBet(Profile profile, double[] direction) {
    this.profile = profile;
    this.direction = direction;
  }

  /**
   * The bets for what was seen. O(J³).
   *
   * @param residuals Σζ, or any multiple of it
   * @param n the number of observations of the null covariance
   * @param nullCovariance Σ Cov₀(ζ | p) over them, J &times; J
   */
  static KernelBet of(Profile profile, double[] residuals, double n, double[][] nullCovariance) {
    double[] w = whitened(residuals, nullCovariance);
    double variance = 0;
    for (int i = 0; i < w.length; i++) {
      for (int j = 0; j < w.length; j++) {
        variance += w[i] * w[j] * nullCovariance[i][j] / n;
      }
    }
    for (int i = 0; i < w.length; i++) {
      w[i] = variance > 0 ? w[i] / Math.sqrt(variance) : 0;
    }
    return new KernelBet(profile, w);
  }

  /** (C + ridge)⁻¹ of the residuals in standard deviations, back in their own units. */
  private static double[] whitened(double[] residuals, double[][] covariance) {
    int size = residuals.length;
    double largest = 0;
    for (int i = 0; i < size; i++) {
      largest = Math.max(largest, covariance[i][i]);
    }
    double least = Math.max(SMALLEST, NEGLIGIBLE * largest);
    double[] scale = new double[size];
    DMatrixRMaj correlation = new DMatrixRMaj(size, size);
    DMatrixRMaj scaled = new DMatrixRMaj(size, 1);
    for (int i = 0; i < size; i++) {
      scale[i] = covariance[i][i] > least ? 1 / Math.sqrt(covariance[i][i]) : 0;
      scaled.set(i, 0, residuals[i] * scale[i]);
      for (int j = 0; j <= i; j++) {
        double entry = covariance[i][j] * scale[i] * scale[j] + (i == j ? RIDGE : 0);
        correlation.set(i, j, entry);
        correlation.set(j, i, entry);
      }
    }
    DMatrixRMaj solution = new DMatrixRMaj(size, 1);
    double[] w = new double[size];
    var solver = LinearSolverFactory_DDRM.symmPosDef(size);
    if (solver.setA(correlation)) {
      solver.solve(scaled, solution);
      for (int i = 0; i < size; i++) {
        w[i] = solution.get(i) * scale[i];
      }
    }
    return w;
  }

  /** What |x| is at most, positive. O(J²) evaluations of the kernel. */
  double bound() {
    double[] w = direction;
    List<TestLocation> locations = profile.locations();
    TensorKernel kernel = profile.kernel();
    double sum = 0;
    double square = 0;
    for (int i = 0; i < w.length; i++) {
      TestLocation a = locations.get(i);
      sum += Math.abs(w[i]);
      for (int j = 0; j <= i; j++) {
        TestLocation b = locations.get(j);
        double k =
            kernel.predictions().apply(a.prediction(), b.prediction())
                * kernel.targets().apply(a.target(), b.target());
        square += w[i] * w[j] * k * (i == j ? 1 : 2);
      }
    }
    double bound =
        isPositiveDefinite(profile) ? Math.min(sum, Math.sqrt(2 * Math.max(0, square))) : sum;
    return bound > 0 ? bound : 1;
  }

  /** The 2-Wasserstein distance of normals whose covariances do not commute need not give such. */
  private static boolean isPositiveDefinite(Profile profile) {
    return profile.locations().stream()
        .noneMatch(location -> location.prediction() instanceof Normal p && !p.isDiagonal());
  }

  /** w, a number for each test location; zeros if nothing was seen. */
  double[] direction() {
    return direction.clone();
  }

  /** The mean for which bet k is the best, in standard deviations of x. */
  static double effect(int k) {
    return EFFECTS[k];
  }

  /** The logarithms of the factors of the bets in a pane, against calibration. */
  double[] logFactors(Projection pane) {
    return logFactors(pane, 0);
  }

  /** Those against all means up to what is tolerable. */
  double[] lenientLogFactors(Projection pane, Tolerance tolerance) {
    return tolerance.isRelative()
        ? bounded(pane, tolerance.residual())
        : logFactors(pane, tolerance.residual());
  }

  private static double[] logFactors(Projection pane, double tolerated) {
    double variance = Math.max(0, pane.nullVariance());
    double largest = (1 + tolerated) * (1 + tolerated) * variance;
    double mean = tolerated * Math.sqrt(pane.n() * variance);
    double[] logs = new double[BETS];
    for (int k = 0; k < BETS; k++) {
      double theta = EFFECTS[k];
      logs[k] = theta * (pane.sum() - mean - theta * (pane.squares() / 6 + largest / 3));
    }
    return logs;
  }

  private double[] bounded(Projection pane, double tolerated) {
    double bound = bound();
    double mean = tolerated * Math.sqrt(pane.n() * Math.max(0, pane.nullVariance()));
    double[] logs = new double[BETS];
    for (int k = 0; k < BETS; k++) {
      double lambda = Math.min(LARGEST_BET, EFFECTS[k] * bound);
      double penalty = -Math.log1p(-lambda) - lambda;
      logs[k] = lambda * (pane.sum() - mean) / bound - penalty * pane.squares() / (bound * bound);
    }
    return logs;
  }
}
