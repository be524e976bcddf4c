package io.evenkeel.core.moments;

/** The number n of labels, and what {@link NoiseMoments} keeps of them. */
public final class NoiseSums {
  private final int classes;
  private final double[] numbers;

  NoiseSums(int classes, double[] numbers) {
    this.classes = classes;
    this.numbers = numbers;
  }

  /** n, the sum of the weights of the labels. */
  public double n() {
    return numbers[0];
  }

  /** The sum of log-ratios if a share of all labels is at random: share i of the list. */
  public double atRandom(int i) {
    return numbers[1 + i];
  }

  /**
   * The sum of log-ratios if a share of all labels is of class k, whatever was predicted.
   *
   * @param i of the list of shares
   */
  public double intoClass(int i, int k) {
    int from = 1 + NoiseMoments.atRandom().length;
    double share = NoiseMoments.intoClass(classes)[i];
    return numbers[from + i * classes + k] + n() * Math.log1p(-share);
  }
}
