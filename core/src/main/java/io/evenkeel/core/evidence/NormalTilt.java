package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.NormalSums;
import io.evenkeel.core.moments.Sketch;
import java.nio.DoubleBuffer;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;

/**
 * The alternative that whitened residuals z of several real numbers are N(m, C), not N(0, I).
 *
 * <p>ℓ = hᵀz + zᵀPz/2 − κ with h = C<sup>−1</sup>m, P = I − C<sup>−1</sup> and κ = (log det C +
 * mᵀC<sup>−1</sup>m)/2. To the power x and normalised it is the ratio of N(xΛ<sup>−1</sup>h,
 * Λ<sup>−1</sup>) with Λ = I − xP, so its sum over a pane is x(hᵀΣz + tr(PΣzzᵀ)/2) − nκ(x) with
 * κ(x) = (x²hᵀΛ<sup>−1</sup>h − log det Λ)/2.
 *
 * <p>P is a full matrix, O(d³), or diag(p) + β11ᵀ, O(d). Sums: n, and hᵀΣz + tr(PΣzzᵀ)/2.
 */
final class NormalTilt implements ExponentialTilt {
  private final double[] linear;

  /** The rows of P one after the other, or p and β. */
  private final double[] quadratic;

  private final double logNormalizer;

  private NormalTilt(double[] linear, double[] quadratic) {
    this.linear = linear;
    this.quadratic = quadratic;
    this.logNormalizer = logNormalizer(1);
  }

  /**
   * N(m, C) with a full covariance.
   *
   * @param mean m
   * @param covariance C, positive definite
   */
  static NormalTilt full(double[] mean, DMatrixRMaj covariance) {
    int d = mean.length;
    DMatrixRMaj precision = covariance.copy();
    if (!CommonOps_DDRM.invert(precision)) {
      throw new IllegalArgumentException("a covariance that has no inverse: " + covariance);
    }
    double[] h = new double[d];
    double[] p = new double[d * d];
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        h[i] += precision.get(i, j) * mean[j];
        p[i * d + j] = (i == j ? 1 : 0) - (precision.get(i, j) + precision.get(j, i)) / 2;
      }
    }
    return new NormalTilt(h, p);
  }

  /**
   * Independent coordinates.
   *
   * @param mean m
   * @param variances the diagonal of C, positive
   */
  static NormalTilt diagonal(double[] mean, double[] variances) {
    int d = mean.length;
    double[] h = new double[d];
    double[] p = new double[d + 1];
    for (int i = 0; i < d; i++) {
      h[i] = mean[i] / variances[i];
      p[i] = 1 - 1 / variances[i];
    }
    return new NormalTilt(h, p);
  }

  /** One coordinate of d with another mean and standard deviation. */
  static NormalTilt coordinate(int d, int i, double mean, double sd) {
    double[] h = new double[d];
    double[] p = new double[d + 1];
    h[i] = mean / (sd * sd);
    p[i] = 1 - 1 / (sd * sd);
    return new NormalTilt(h, p);
  }

  /**
   * The same correlation between all of d coordinates.
   *
   * @param correlation above −1/(d − 1) and below 1
   */
  static NormalTilt exchangeable(int d, double correlation) {
    double[] p = new double[d + 1];
    for (int i = 0; i < d; i++) {
      p[i] = 1 - 1 / (1 - correlation);
    }
    p[d] = correlation / (1 - correlation) / (1 + (d - 1) * correlation);
    return new NormalTilt(new double[d], p);
  }

  /** The tilt whose {@linkplain #write state} is known. */
  static NormalTilt read(DoubleBuffer state) {
    double[] h = new double[(int) state.get()];
    double[] p = new double[(int) state.get()];
    state.get(h).get(p);
    return new NormalTilt(h, p);
  }

  @Override
  public int length() {
    return 2 + linear.length + quadratic.length;
  }

  @Override
  public void write(DoubleBuffer state) {
    state.put(linear.length).put(quadratic.length).put(linear).put(quadratic);
  }

  private int dimension() {
    return linear.length;
  }

  private boolean isFull() {
    return quadratic.length > dimension() + 1;
  }

  @Override
  public int sums() {
    return 2;
  }

  @Override
  public Optional<double[]> sums(Sketch pane) {
    return pane.normalSums().map(this::sums);
  }

  /** The sums over observations. */
  double[] sums(NormalSums z) {
    int d = dimension();
    double along = 0;
    double squares = isFull() ? 0 : quadratic[d] == 0 ? 0 : quadratic[d] * z.squaredTotal();
    for (int i = 0; i < d; i++) {
      along += linear[i] * z.sum(i);
      if (isFull()) {
        for (int j = 0; j < d; j++) {
          squares += quadratic[i * d + j] * z.product(i, j);
        }
      } else {
        squares += quadratic[i] * z.product(i, i);
      }
    }
    return new double[] {z.n(), along + squares / 2};
  }

  @Override
  public double logRatio(double x, double... sums) {
    return x * sums[1] - sums[0] * (x == 1 ? logNormalizer : logNormalizer(x));
  }

  /** κ(x). */
  private double logNormalizer(double x) {
    return isFull() ? ofFull(x) : ofDiagonal(x);
  }

  private double ofFull(double x) {
    int d = dimension();
    DMatrixRMaj precision = new DMatrixRMaj(d, d);
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        precision.set(i, j, (i == j ? 1 : 0) - x * quadratic[i * d + j]);
      }
    }
    var cholesky = DecompositionFactory_DDRM.chol(d, true);
    if (!cholesky.decompose(precision)) {
      throw new IllegalArgumentException("a precision that is not positive definite");
    }
    DMatrixRMaj root = cholesky.getT(null);
    double value = 0;
    double[] solved = new double[d];
    for (int i = 0; i < d; i++) {
      double rest = x * linear[i];
      for (int j = 0; j < i; j++) {
        rest -= root.get(i, j) * solved[j];
      }
      solved[i] = rest / root.get(i, i);
      value += solved[i] * solved[i] / 2 - Math.log(root.get(i, i));
    }
    return value;
  }

  /** By the formulas of Sherman and Morrison for Λ = A − xβ11ᵀ, A = I − x diag(p). */
  private double ofDiagonal(double x) {
    int d = dimension();
    double value = 0;
    double ones = 0;
    double mixed = 0;
    for (int i = 0; i < d; i++) {
      double precision = 1 - x * quadratic[i];
      value += x * linear[i] * x * linear[i] / precision - Math.log(precision);
      ones += 1 / precision;
      mixed += x * linear[i] / precision;
    }
    double common = x * quadratic[d];
    double shrunk = 1 - common * ones;
    return (value - Math.log(shrunk) + common * mixed * mixed / shrunk) / 2;
  }

  @Override
  public String describe() {
    return NormalWords.of(mean(), covariance());
  }

  /** C. */
  private DMatrixRMaj covariance() {
    int d = dimension();
    DMatrixRMaj precision = new DMatrixRMaj(d, d);
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        double p = isFull() ? quadratic[i * d + j] : quadratic[d] + (i == j ? quadratic[i] : 0);
        precision.set(i, j, (i == j ? 1 : 0) - p);
      }
    }
    CommonOps_DDRM.invert(precision);
    return precision;
  }

  private double[] mean() {
    return CommonOps_DDRM.mult(covariance(), new DMatrixRMaj(linear), null).getData();
  }
}
