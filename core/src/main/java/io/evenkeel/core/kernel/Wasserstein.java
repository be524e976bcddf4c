package io.evenkeel.core.kernel;

import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Normal;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.NormOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;

/** The 2-Wasserstein distance in closed form. */
final class Wasserstein {

  /**
   * The covariance c = 2 ∫ φ²/(1 − Φ) over the positive numbers of a standard normal variable and a
   * Laplace variable of location 0 and scale 1 that is an increasing function of it.
   */
  private static final double SHARED_SCALE = 1.387830109602080;

  private Wasserstein() {}

  static double betweenNormals(Normal p, Normal q) {
    double sum = 0;
    for (int i = 0; i < p.dimension(); i++) {
      double shift = p.mean(i) - q.mean(i);
      sum += shift * shift;
    }
    return Math.sqrt(sum + (p.isDiagonal() && q.isDiagonal() ? spread2(p, q) : bures2(p, q)));
  }

  static double betweenLaplaces(Laplace p, Laplace q) {
    double shift = p.location() - q.location();
    double spread = p.scale() - q.scale();
    return Math.sqrt(shift * shift + 2 * spread * spread);
  }

  /** √((μ − μ′)² + σ² + 2β² − 2cσβ), as a sum of squares. */
  static double between(Normal p, Laplace q) {
    double shift = p.mean(0) - q.location();
    double spread = Math.sqrt(p.variance(0)) - SHARED_SCALE * q.scale();
    double rest = (2 - SHARED_SCALE * SHARED_SCALE) * q.scale() * q.scale();
    return Math.sqrt(shift * shift + spread * spread + rest);
  }

  private static double spread2(Normal p, Normal q) {
    double sum = 0;
    for (int i = 0; i < p.dimension(); i++) {
      double difference = Math.sqrt(p.variance(i)) - Math.sqrt(q.variance(i));
      sum += difference * difference;
    }
    return sum;
  }

  /**
   * The squared Bures distance min over orthogonal U of ‖A − B U‖², where AAᵀ and BBᵀ are the
   * covariances: orthogonal Procrustes, solved by the polar factor of BᵀA. The usual formula tr S +
   * tr T − 2 tr (S^½ T S^½)^½ loses half of the digits between neighbours. What may be rounding
   * alone is 0: equal predictions would else be apart, and a bandwidth learned from them noise.
   */
  private static double bures2(Normal p, Normal q) {
    int d = p.dimension();
    DMatrixRMaj a = anyFactor(p);
    DMatrixRMaj b = anyFactor(q);
    DMatrixRMaj cross = new DMatrixRMaj(d, d);
    CommonOps_DDRM.multTransA(b, a, cross);
    var svd = DecompositionFactory_DDRM.svd(d, d, true, true, false);
    if (!svd.decompose(cross)) {
      return Double.NaN;
    }
    DMatrixRMaj rotation = new DMatrixRMaj(d, d);
    CommonOps_DDRM.mult(svd.getU(null, false), svd.getV(null, true), rotation);
    CommonOps_DDRM.multAdd(-1, b, rotation, a);
    double norm = NormOps_DDRM.normF(a);
    return norm <= 4 * d * Math.ulp(NormOps_DDRM.normF(b)) ? 0 : norm * norm;
  }

  /**
   * A matrix A with AAᵀ the covariance: Cholesky's factor, which is cheapest, unless the covariance
   * is singular. The distance is the same with any of them.
   */
  private static DMatrixRMaj anyFactor(Normal p) {
    var cholesky = DecompositionFactory_DDRM.chol(p.dimension(), true);
    return cholesky.decompose(FullNormals.scaled(p, 1)) ? cholesky.getT(null) : factor(p);
  }

  /** A matrix A with AAᵀ the covariance, from its spectrum, so that it may be singular. */
  static DMatrixRMaj factor(Normal p) {
    int d = p.dimension();
    var eigen = DecompositionFactory_DDRM.eig(d, true, true);
    if (!eigen.decompose(FullNormals.scaled(p, 1))) {
      throw new ArithmeticException("no eigenvalues of the covariance of " + p);
    }
    DMatrixRMaj factor = new DMatrixRMaj(d, d);
    for (int j = 0; j < d; j++) {
      double scale = Math.sqrt(Math.max(0, eigen.getEigenvalue(j).getReal()));
      DMatrixRMaj vector = eigen.getEigenVector(j);
      for (int i = 0; i < d; i++) {
        factor.set(i, j, scale * vector.get(i));
      }
    }
    return factor;
  }
}
