package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.Cme;
import io.evenkeel.core.profile.Profile;

/**
 * What is remembered of the mean embeddings of earlier panes, to bet on the next one: mutable.
 *
 * <p>Layout of the numbers: the number of labels n; Σζ of all panes (J); Σζ of panes that fade,
 * each pane leaving {@value #FADING} of those before it (J), which follows changes; the upper
 * triangle of Σ Cov₀(ζ | p), row by row.
 */
final class ResidualMemory {
  static final double FADING = 0.9;

  private final Profile profile;
  private final int size;
  private final double[] numbers;

  private ResidualMemory(Profile profile, double[] numbers) {
    this.profile = profile;
    this.size = profile.locations().size();
    this.numbers = numbers;
  }

  /** The memory with the given numbers, or an empty one if they are of another profile. */
  static ResidualMemory read(Profile profile, double... numbers) {
    int length = length(profile.locations().size());
    return new ResidualMemory(
        profile, numbers.length == length ? numbers.clone() : new double[length]);
  }

  private static int length(int locations) {
    return 1 + 2 * locations + locations * (locations + 1) / 2;
  }

  /** The numbers. */
  double[] toArray() {
    return numbers.clone();
  }

  /** The profile whose test locations are meant. */
  Profile profile() {
    return profile;
  }

  boolean isEmpty() {
    return numbers[0] == 0;
  }

  /** The bets along all that was seen. */
  KernelBet onAll() {
    return bet(1);
  }

  /** The bets along what was seen lately. */
  KernelBet onRecent() {
    return bet(1 + size);
  }

  private KernelBet bet(int from) {
    double[] residuals = new double[size];
    System.arraycopy(numbers, from, residuals, 0, size);
    double[][] covariance = new double[size][size];
    int at = 1 + 2 * size;
    for (int i = 0; i < size; i++) {
      for (int j = i; j < size; j++) {
        covariance[i][j] = numbers[at];
        covariance[j][i] = numbers[at++];
      }
    }
    return KernelBet.of(profile, residuals, numbers[0], covariance);
  }

  /** Learns from a pane. */
  void add(Cme pane) {
    numbers[0] += pane.n();
    int at = 1 + 2 * size;
    for (int i = 0; i < size; i++) {
      double residual = pane.n() * pane.mean(i);
      numbers[1 + i] += residual;
      numbers[1 + size + i] = FADING * numbers[1 + size + i] + residual;
      for (int j = i; j < size; j++) {
        numbers[at++] += pane.n() * pane.nullCovariance(i, j);
      }
    }
  }
}
