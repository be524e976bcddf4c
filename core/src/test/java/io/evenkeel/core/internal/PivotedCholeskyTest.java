package io.evenkeel.core.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;

class PivotedCholeskyTest {

  @Test
  void reproducesTheMatrixWithAsManyColumnsAsItsRank() {
    DMatrixRMaj rows = random(20, 3);
    DMatrixRMaj matrix = CommonOps_DDRM.multTransB(rows, rows, null);
    AtomicInteger asked = new AtomicInteger();

    DMatrixRMaj factor =
        PivotedCholesky.factor(
            20,
            (i, j) -> {
              asked.incrementAndGet();
              return matrix.get(i, j);
            });

    assertThat(factor.numCols).isEqualTo(3);
    assertThat(asked).hasValue(20 + 19 + 18 + 17);
    assertReproduces(matrix, factor);
  }

  @Test
  void reproducesMatricesOfFullRankOfOneRowAndOfZeros() {
    DMatrixRMaj rows = random(40, 60);
    DMatrixRMaj matrix = CommonOps_DDRM.multTransB(rows, rows, null);

    DMatrixRMaj factor = PivotedCholesky.factor(40, matrix::get);

    assertThat(factor.numCols).isEqualTo(40);
    assertReproduces(matrix, factor);
    assertThat(PivotedCholesky.factor(1, (i, j) -> 4).get(0, 0)).isEqualTo(2);
    assertThat(PivotedCholesky.factor(3, (i, j) -> 0).numCols).isZero();
  }

  @Test
  void refusesMatricesWithNegativeEigenvalues() {
    // Eigenvalues 3 and -1.
    assertThatThrownBy(() -> PivotedCholesky.factor(2, (i, j) -> i == j ? 1 : 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-3.0 is left of diagonal entry 1");
    assertThatThrownBy(() -> PivotedCholesky.factor(2, (i, j) -> Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static void assertReproduces(DMatrixRMaj matrix, DMatrixRMaj factor) {
    double trace = CommonOps_DDRM.trace(matrix);
    DMatrixRMaj product = CommonOps_DDRM.multTransB(factor, factor, null);
    for (int i = 0; i < matrix.getNumElements(); i++) {
      assertThat(product.data[i]).isCloseTo(matrix.data[i], within(1e-13 * trace));
    }
  }

  private static DMatrixRMaj random(int rows, int columns) {
    Random random = new Random(3);
    DMatrixRMaj matrix = new DMatrixRMaj(rows, columns);
    for (int i = 0; i < matrix.getNumElements(); i++) {
      matrix.data[i] = random.nextGaussian();
    }
    return matrix;
  }
}
