package io.evenkeel.core.moments;

import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.RegressionSums;
import io.evenkeel.core.score.LabelNoise;
import java.util.Arrays;

/**
 * The sums of {@link RegressionSums}, laid out as there: of ensembles of one real number. Other
 * predictions do not count.
 *
 * @param noise what a single label may say at most
 */
record EnsembleMoments(LabelNoise noise) implements AdditiveStatistic {

  /** Whether targets in the space have such sums. */
  static boolean suits(TargetSpace space) {
    return space.equals(TargetSpace.reals(1));
  }

  @Override
  public int length() {
    return RegressionSums.LENGTH;
  }

  @Override
  public Accumulator accumulator(double[] block, int offset) {
    return (p, y, weight) -> {
      if (p instanceof Ensemble ensemble && RegressionSums.counts(ensemble, (RealVector) y)) {
        double[] sums = RegressionSums.ofOne(ensemble, (RealVector) y, noise);
        for (int i = 0; i < sums.length; i++) {
          block[offset + i] += weight * sums[i];
        }
      }
    };
  }

  /** The sums in a block. */
  double[] sums(double[] block, int offset) {
    return Arrays.copyOfRange(block, offset, offset + length());
  }

  /** The sum of 1/s². */
  double precision(double[] block, int offset) {
    return RegressionSums.of(sums(block, offset)).precision();
  }
}
