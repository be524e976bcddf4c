package io.evenkeel.core.moments;

/**
 * The number n of whitened residuals z in d coordinates, Σz, and of Σzzᵀ what {@link NormalMoments}
 * keeps. The numbers are those of its layout.
 */
public final class NormalSums {
  private final int d;
  private final double[] numbers;

  NormalSums(int d, double[] numbers) {
    this.d = d;
    this.numbers = numbers;
  }

  /** The number of coordinates. */
  public int dimension() {
    return d;
  }

  /** n, the sum of the weights of the observations. */
  public double n() {
    return numbers[0];
  }

  /** Whether every entry of Σzzᵀ is known. */
  public boolean isFull() {
    return d <= NormalMoments.MAX_FULL;
  }

  /** Coordinate i of Σz. */
  public double sum(int i) {
    return numbers[1 + i];
  }

  /** Entry (i, j) of Σzzᵀ; if not all are known, i = j. */
  public double product(int i, int j) {
    if (!isFull()) {
      return numbers[1 + d + i];
    }
    return numbers[1 + d + Triangle.row(Math.min(i, j), d) + Math.max(i, j)];
  }

  /** Σ(1ᵀz)², the sum of all entries of Σzzᵀ. */
  public double squaredTotal() {
    if (!isFull()) {
      return numbers[1 + 2 * d];
    }
    double total = 0;
    for (int i = 0; i < d; i++) {
      for (int j = i; j < d; j++) {
        total += product(i, j) * (i == j ? 1 : 2);
      }
    }
    return total;
  }

  /** The numbers, in the layout of {@link NormalMoments}. */
  public double[] toArray() {
    return numbers.clone();
  }
}
