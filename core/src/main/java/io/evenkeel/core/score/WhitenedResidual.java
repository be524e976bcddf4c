package io.evenkeel.core.score;

import io.evenkeel.core.internal.StandardNormal;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.RealVector;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;

/**
 * A mutable holder of the residual of one normal prediction in coordinates that are independent and
 * of variance 1 if it is calibrated, and as like the coordinates of the target as such can be: z =
 * R<sup>−1/2</sup> (y − μ)/σ, with the symmetric root of the predicted correlations R. (ZCA-cor:
 * Kessy, Lewin and Strimmer 2018, doi:10.1080/00031305.2016.1277159.)
 *
 * <p>A prediction without variance in some direction, an eigenvalue of R of at most 1e-10, has
 * none.
 *
 * <p>Each z is held to ±38 predicted standard deviations.
 *
 * <p>Cost: O(d) with independent coordinates, without allocation; O(d³) with a full covariance.
 */
public final class WhitenedResidual {
  private static final double CERTAIN = 1e-10;

  private final double[] z;

  /**
   * A holder.
   *
   * @param dimension d of the predictions to come
   */
  public WhitenedResidual(int dimension) {
    this.z = new double[dimension];
  }

  /**
   * Replaces what is held by the residual of the target y under the prediction p.
   *
   * @return whether there is one; if not, {@link #get} is not to be used
   */
  public boolean set(Normal p, RealVector y) {
    for (int i = 0; i < z.length; i++) {
      double variance = p.variance(i);
      if (!(variance > 0)) {
        return false;
      }
      z[i] = StandardNormal.score(y.get(i) - p.mean(i), Math.sqrt(variance));
    }
    return p.isDiagonal() || whiten(p);
  }

  private boolean whiten(Normal p) {
    int d = z.length;
    DMatrixRMaj correlation = new DMatrixRMaj(d, d);
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        double scale = Math.sqrt(p.variance(i)) * Math.sqrt(p.variance(j));
        correlation.set(i, j, i == j ? 1 : p.covariance(i, j) / scale);
      }
    }
    var eigen = DecompositionFactory_DDRM.eig(d, true, true);
    if (!eigen.decompose(correlation)) {
      return false;
    }
    double[] white = new double[d];
    for (int k = 0; k < d; k++) {
      double variance = eigen.getEigenvalue(k).getReal();
      if (!(variance > CERTAIN)) {
        return false;
      }
      DMatrixRMaj direction = eigen.getEigenVector(k);
      double along = 0;
      for (int i = 0; i < d; i++) {
        along += direction.get(i) * z[i];
      }
      double score = StandardNormal.score(along, Math.sqrt(variance));
      for (int i = 0; i < d; i++) {
        white[i] += direction.get(i) * score;
      }
    }
    System.arraycopy(white, 0, z, 0, d);
    return true;
  }

  /** |z|². */
  public double squaredLength() {
    double sum = 0;
    for (double zi : z) {
      sum += zi * zi;
    }
    return sum;
  }

  /** Coordinate i, 0-based. */
  public double get(int i) {
    return z[i];
  }
}
