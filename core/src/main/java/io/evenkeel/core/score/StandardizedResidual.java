package io.evenkeel.core.score;

import io.evenkeel.core.internal.StandardNormal;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.RealVector;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;

/**
 * A mutable holder of the residual y − μ of one normal prediction N(μ, Σ) in whitened coordinates,
 * z = Σ<sup>−1/2</sup>(y − μ), and of the vector of predicted standard deviations in the same
 * coordinates, u = Σ<sup>−1/2</sup>σ. If the prediction is calibrated, z is standard normal.
 *
 * <p>Everything that a shift by δσ and a scale s do to the density is a function of |z|², u·z, |u|²
 * and the rank.
 *
 * <p>A direction without variance is certain: it does not count in z, and a target off μ there is
 * <em>impossible</em>. With independent coordinates that is a variance of exactly 0. With a full
 * covariance it is an eigenvalue of at most 1e-10 of the largest variance, and a residual in it of
 * more than 1e-4 of the largest standard deviation.
 *
 * <p>Along each direction z is held to ±38: beyond, no probability is left in a double, and a sum
 * that z² enters and leaves again keeps its digits. One that is {@linkplain #exact() exact} is not
 * for sums over a stream.
 *
 * <p>Cost: O(d) with independent coordinates, without allocation; O(d³) with a full covariance.
 */
public final class StandardizedResidual {
  private static final double CERTAIN = 1e-10;
  private static final double OFF_SUPPORT = 1e-4;

  /** A number whose sums and squares are numbers. */
  private static final double LARGEST = 1e150;

  private final double farthest;
  private double squaredLength;
  private double alongScale;
  private double squaredScale;
  private double logDeterminant;
  private int rank;
  private boolean impossible;

  /** A holder of residuals whose z are held to ±38. */
  public StandardizedResidual() {
    this(StandardNormal.FARTHEST);
  }

  private StandardizedResidual(double farthest) {
    this.farthest = farthest;
  }

  /** A holder of residuals as they are, up to ±1e150, where squares are still numbers. */
  public static StandardizedResidual exact() {
    return new StandardizedResidual(LARGEST);
  }

  /** Replaces what is held by the residual of the target y under the prediction p. */
  public void set(Normal p, RealVector y) {
    squaredLength = 0;
    alongScale = 0;
    squaredScale = 0;
    logDeterminant = 0;
    rank = 0;
    impossible = false;
    if (p.isDiagonal()) {
      setDiagonal(p, y);
    } else {
      setFull(p, y);
    }
  }

  private void setDiagonal(Normal p, RealVector y) {
    for (int i = 0; i < p.dimension(); i++) {
      double variance = p.variance(i);
      double residual = y.get(i) - p.mean(i);
      if (variance > 0) {
        addDirection(score(residual, Math.sqrt(variance)), 1, variance);
      } else if (residual != 0) {
        impossible = true;
      }
    }
  }

  /** In units of the largest standard deviation, so that neither overflows. */
  private void setFull(Normal p, RealVector y) {
    int d = p.dimension();
    double largest = 0;
    for (int i = 0; i < d; i++) {
      largest = Math.max(largest, p.variance(i));
    }
    double unit = Math.sqrt(largest);
    DMatrixRMaj covariance = new DMatrixRMaj(d, d);
    double[] residuals = new double[d];
    for (int i = 0; i < d; i++) {
      double residual = y.get(i) - p.mean(i);
      residuals[i] = residual == 0 ? 0 : bounded(residual / unit, LARGEST);
      for (int j = 0; j < d; j++) {
        covariance.set(i, j, largest > 0 ? p.covariance(i, j) / largest : 0);
      }
    }
    var eigen = DecompositionFactory_DDRM.eig(d, true, true);
    if (!eigen.decompose(covariance)) {
      throw new IllegalArgumentException("covariance has no eigenvalues: " + p);
    }
    for (int k = 0; k < d; k++) {
      double variance = eigen.getEigenvalue(k).getReal();
      DMatrixRMaj direction = eigen.getEigenVector(k);
      double residual = 0;
      double scale = 0;
      for (int i = 0; i < d; i++) {
        residual += direction.get(i) * residuals[i];
        scale += direction.get(i) * Math.sqrt(covariance.get(i, i));
      }
      if (variance > CERTAIN) {
        double sd = Math.sqrt(variance);
        addDirection(score(residual, sd), scale / sd, variance * largest);
      } else if (!(Math.abs(residual) <= OFF_SUPPORT)) {
        impossible = true;
      }
    }
  }

  private double score(double residual, double sd) {
    return bounded(residual / sd, farthest);
  }

  private static double bounded(double value, double farthest) {
    return Math.max(-farthest, Math.min(farthest, value));
  }

  private void addDirection(double z, double u, double variance) {
    squaredLength += z * z;
    alongScale += u * z;
    squaredScale += u * u;
    logDeterminant += Math.log(variance);
    rank++;
  }

  /** |z|², the squared Mahalanobis length of the residual. */
  public double squaredLength() {
    return squaredLength;
  }

  /** u·z. */
  public double alongScale() {
    return alongScale;
  }

  /** |u|². */
  public double squaredScale() {
    return squaredScale;
  }

  /** The sum of the logarithms of the variances that are not zero. */
  public double logDeterminant() {
    return logDeterminant;
  }

  /** The number of directions with variance. */
  public int rank() {
    return rank;
  }

  /** Whether the target lies where the prediction has no mass at all. */
  public boolean isImpossible() {
    return impossible;
  }
}
