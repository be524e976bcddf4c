package io.evenkeel.core.calibration;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * The ridge estimate of the operator that takes the features φ of a prediction to the mean of the
 * residual r given that prediction: with rows φ_i of Φ and r_i of R it is B = (ΦᵀΦ + ρI)⁻¹ ΦᵀR,
 * which is Φᵀ (ΦΦᵀ + ρI)⁻¹ R by the Woodbury identity.
 */
final class ConditionalMeanOperator {
  private final DMatrixRMaj features;
  private final DMatrixRMaj residuals;
  private final LinearSolverDense<DMatrixRMaj> solver;
  private final DMatrixRMaj operator;

  /**
   * The operator of n observations. O(ns²) time and O(s²) memory for s features.
   *
   * @param features Φ, n &times; s
   * @param residuals R, with n rows
   * @param ridge ρ &gt; 0
   */
  ConditionalMeanOperator(DMatrixRMaj features, DMatrixRMaj residuals, double ridge) {
    this.features = features;
    this.residuals = residuals;
    int size = features.numCols;
    DMatrixRMaj regularised = new DMatrixRMaj(size, size);
    CommonOps_DDRM.multInner(features, regularised);
    for (int i = 0; i < size; i++) {
      regularised.add(i, i, ridge);
    }
    this.solver = LinearSolverFactory_DDRM.symmPosDef(size);
    if (!solver.setA(regularised)) {
      throw new ArithmeticException("ΦᵀΦ + λnI is singular: a larger lambda is needed");
    }
    this.operator = new DMatrixRMaj(size, residuals.numCols);
    solver.solve(CommonOps_DDRM.multTransA(features, residuals, null), operator);
  }

  /** ‖B‖², its squared Hilbert-Schmidt norm. */
  double squaredNorm() {
    double sum = 0;
    for (int i = 0; i < operator.getNumElements(); i++) {
      sum += operator.get(i) * operator.get(i);
    }
    return sum;
  }

  /**
   * The squared norms that each observation left out would leave, at the same ridge. With M = (ΦᵀΦ
   * + ρI)⁻¹, B changes by the matrix Mφ_i (r_i − Bᵀφ_i)ᵀ / (1 − φ_iᵀMφ_i) of rank one. O(ns²) time.
   */
  double[] squaredNormsLeavingOneOut() {
    DMatrixRMaj inverse = new DMatrixRMaj(features.numCols, features.numCols);
    solver.invert(inverse);
    DMatrixRMaj directions = CommonOps_DDRM.mult(features, inverse, null);
    DMatrixRMaj along = CommonOps_DDRM.mult(directions, operator, null);
    DMatrixRMaj errors = residuals.copy();
    CommonOps_DDRM.multAdd(-1, features, operator, errors);
    double whole = squaredNorm();
    double[] norms = new double[features.numRows];
    for (int i = 0; i < norms.length; i++) {
      double rest = 1 - product(directions, features, i);
      norms[i] =
          whole
              - 2 * product(along, errors, i) / rest
              + product(directions, directions, i) * product(errors, errors, i) / (rest * rest);
    }
    return norms;
  }

  /** The inner product of the rows i. */
  private static double product(DMatrixRMaj a, DMatrixRMaj b, int i) {
    double sum = 0;
    for (int k = 0; k < a.numCols; k++) {
      sum += a.get(i, k) * b.get(i, k);
    }
    return sum;
  }
}
