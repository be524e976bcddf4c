package io.evenkeel.core.moments;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.TargetSpace;
import java.util.Arrays;

/**
 * The sums of {@link NoiseSums}: log-ratios of predictions of m classes whose labels are noisy, a
 * share e of them replaced by any class at random or by one class k, to the predictions themselves.
 *
 * <p>The predictions are taken as p̃ = (1 − f)p + f/m with a floor f of {@value #FLOOR}, so that no
 * single label counts for more than log(m/f). Then the ratio of labels at random is (1 − e) + e/(m
 * p̃<sub>y</sub>), and that into class k is 1 − e + e 1{y = k}/p̃<sub>k</sub>.
 *
 * <p>Layout: n; for each share of labels at random the sum of log-ratios; for each share of labels
 * into one class, and each class k, the sum over the labels of k of the log-ratio less log(1 − e).
 * Beyond {@value #MAX_SHARES} classes there are two shares, beyond {@value #MAX_CLASSES} none.
 *
 * @param space of m classes
 */
public record NoiseMoments(TargetSpace space) implements AdditiveStatistic {
  /** f. */
  public static final double FLOOR = 1e-4;

  /** The largest number of classes with three shares of labels into one of them. */
  public static final int MAX_SHARES = 20;

  /** The largest number of classes that labels go into. */
  public static final int MAX_CLASSES = 128;

  private static final double[] AT_RANDOM = {0.01, 0.02, 0.06, 0.2};
  private static final double[] OF_TWO = {0.01, 0.03, 0.1};
  private static final double[] OF_FEW = {0.003, 0.01, 0.05};
  private static final double[] OF_SOME = {0.001, 0.01};

  /** Whether targets in the space have such sums. */
  static boolean suits(TargetSpace space) {
    return space.kind() == TargetSpace.Kind.CLASSES;
  }

  /** The shares of labels at random. */
  public static double[] atRandom() {
    return AT_RANDOM.clone();
  }

  /** The shares of labels into one of m classes. */
  public static double[] intoClass(int m) {
    return shares(m).clone();
  }

  private static double[] shares(int m) {
    if (m == 2) {
      return OF_TWO;
    }
    if (m > MAX_CLASSES) {
      return new double[0];
    }
    return m > MAX_SHARES ? OF_SOME : OF_FEW;
  }

  @Override
  public int length() {
    return 1 + AT_RANDOM.length + shares(space.size()).length * space.size();
  }

  @Override
  public Accumulator accumulator(double[] block, int offset) {
    int m = space.size();
    double[] shares = shares(m);
    int into = offset + 1 + AT_RANDOM.length;
    return (p, y, weight) -> {
      int label = ((ClassLabel) y).index();
      double of = ((Categorical) p).probability(label);
      double floored = (1 - FLOOR) * of + FLOOR / m;
      block[offset] += weight;
      for (int k = 0; k < AT_RANDOM.length; k++) {
        double e = AT_RANDOM[k];
        block[offset + 1 + k] += weight * Math.log(1 - e + e / (m * floored));
      }
      for (int k = 0; k < shares.length; k++) {
        double e = shares[k];
        block[into + k * m + label] += weight * Math.log1p(e / (1 - e) / floored);
      }
    };
  }

  /** The sums in a block. */
  public NoiseSums sums(double[] block, int offset) {
    return new NoiseSums(space.size(), Arrays.copyOfRange(block, offset, offset + length()));
  }
}
