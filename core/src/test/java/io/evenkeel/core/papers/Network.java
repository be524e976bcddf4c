package io.evenkeel.core.papers;

import java.util.function.UnaryOperator;
import org.apache.commons.rng.UniformRandomProvider;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * A mutable fully connected network with rectified hidden units, trained on all rows at once by
 * Adam with its usual constants. Weights begin as Glorot's uniform ones, offsets as zeros. Inputs
 * are rows that end with a 1.
 */
final class Network {
  private static final double RATE = 1e-3;
  private static final double FIRST_DECAY = 0.9;
  private static final double SECOND_DECAY = 0.999;
  private static final double TINY = 1e-8;

  /** One matrix per layer, whose last row holds the offsets. */
  private final DMatrixRMaj[] weights;

  private final DMatrixRMaj[] first;
  private final DMatrixRMaj[] second;
  private int steps;

  Network(UniformRandomProvider random, int... sizes) {
    weights = new DMatrixRMaj[sizes.length - 1];
    first = new DMatrixRMaj[weights.length];
    second = new DMatrixRMaj[weights.length];
    for (int l = 0; l < weights.length; l++) {
      double bound = Math.sqrt(6.0 / (sizes[l] + sizes[l + 1]));
      weights[l] = new DMatrixRMaj(sizes[l] + 1, sizes[l + 1]);
      for (int i = 0; i < sizes[l] * sizes[l + 1]; i++) {
        weights[l].data[i] = bound * (2 * random.nextDouble() - 1);
      }
      first[l] = weights[l].createLike();
      second[l] = weights[l].createLike();
    }
  }

  /** The outputs, one row per row of inputs. */
  DMatrixRMaj outputs(DMatrixRMaj rows) {
    return forward(rows)[weights.length];
  }

  /** The inputs of each layer, each with a last column of ones, and the outputs of the last. */
  private DMatrixRMaj[] forward(DMatrixRMaj rows) {
    DMatrixRMaj[] inputs = new DMatrixRMaj[weights.length + 1];
    inputs[0] = rows;
    for (int l = 0; l < weights.length; l++) {
      DMatrixRMaj sums = CommonOps_DDRM.mult(inputs[l], weights[l], null);
      inputs[l + 1] = l + 1 < weights.length ? rectified(sums) : sums;
    }
    return inputs;
  }

  private static DMatrixRMaj rectified(DMatrixRMaj sums) {
    DMatrixRMaj rectified = new DMatrixRMaj(sums.numRows, sums.numCols + 1);
    for (int i = 0; i < sums.numRows; i++) {
      for (int j = 0; j < sums.numCols; j++) {
        rectified.set(i, j, Math.max(0, sums.get(i, j)));
      }
      rectified.set(i, sums.numCols, 1);
    }
    return rectified;
  }

  /**
   * One iteration.
   *
   * @param slope the derivatives of the loss by the outputs, given the outputs
   */
  void step(DMatrixRMaj rows, UnaryOperator<DMatrixRMaj> slope) {
    steps++;
    DMatrixRMaj[] inputs = forward(rows);
    DMatrixRMaj slopes = slope.apply(inputs[weights.length]);
    for (int l = weights.length - 1; l >= 0; l--) {
      DMatrixRMaj gradient = CommonOps_DDRM.multTransA(inputs[l], slopes, null);
      if (l > 0) {
        slopes = behind(slopes, weights[l], inputs[l]);
      }
      move(l, gradient.data);
    }
  }

  /** The slopes by the sums of the units that the inputs of a layer come from. */
  private static DMatrixRMaj behind(DMatrixRMaj slopes, DMatrixRMaj weights, DMatrixRMaj inputs) {
    DMatrixRMaj turned = CommonOps_DDRM.transpose(weights, null);
    DMatrixRMaj byInput = CommonOps_DDRM.mult(slopes, turned, null);
    DMatrixRMaj behind = new DMatrixRMaj(inputs.numRows, inputs.numCols - 1);
    for (int i = 0; i < behind.numRows; i++) {
      for (int j = 0; j < behind.numCols; j++) {
        behind.set(i, j, inputs.get(i, j) > 0 ? byInput.get(i, j) : 0);
      }
    }
    return behind;
  }

  private void move(int l, double[] gradient) {
    double ofFirst = 1 - Math.pow(FIRST_DECAY, steps);
    double ofSecond = 1 - Math.pow(SECOND_DECAY, steps);
    for (int i = 0; i < gradient.length; i++) {
      double g = gradient[i];
      first[l].data[i] += (1 - FIRST_DECAY) * (g - first[l].data[i]);
      second[l].data[i] += (1 - SECOND_DECAY) * (g * g - second[l].data[i]);
      weights[l].data[i] -=
          RATE * first[l].data[i] / ofFirst / (Math.sqrt(second[l].data[i] / ofSecond) + TINY);
    }
  }
}
