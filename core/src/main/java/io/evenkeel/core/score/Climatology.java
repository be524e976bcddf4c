package io.evenkeel.core.score;

import io.evenkeel.core.internal.Checks;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The scores of climatology, the baseline that always predicts how targets are distributed. Each
 * target is predicted from all others and not from itself (leave-one-out), so that the baseline
 * knows no target before it comes.
 *
 * <p>The targets are taken as independent: one whose outcome another target shares is known from
 * that one.
 *
 * <p>Source: Wilks 2019, <i>Statistical methods in the atmospheric sciences</i>, chapter 9.
 */
public final class Climatology {
  /** Counted of each class before any target, so that none is held impossible. */
  private static final double PRIOR = 0.5;

  private Climatology() {}

  /**
   * The {@linkplain BrierScore Brier scores} of predicting each class with its share among the
   * other targets, to which half a target of each class is added (Krichevsky and Trofimov 1981,
   * doi:10.1109/TIT.1981.1056331). O(n + m).
   *
   * @param targets n &ge; 1 classes
   * @param classes m, larger than each of them
   * @throws IllegalArgumentException if a target is not one of the classes
   */
  public static double[] brier(int[] targets, int classes) {
    long[] counts = counts(targets, classes);
    double total = total(targets, classes);
    double squares = 0;
    for (long count : counts) {
      squares += square((count + PRIOR) / total);
    }
    double all = squares;
    return Arrays.stream(targets)
        .mapToDouble(
            y ->
                square(1 - (counts[y] - 1 + PRIOR) / total)
                    + Math.max(0, all - square((counts[y] + PRIOR) / total)))
        .toArray();
  }

  /**
   * The log losses, nats, of the predictions of {@link #brier}. O(n + m).
   *
   * @param targets n &ge; 1 classes
   * @param classes m, larger than each of them
   * @throws IllegalArgumentException if a target is not one of the classes
   */
  public static double[] logLoss(int[] targets, int classes) {
    long[] counts = counts(targets, classes);
    double total = total(targets, classes);
    return Arrays.stream(targets)
        .mapToDouble(y -> -Math.log((counts[y] - 1 + PRIOR) / total))
        .toArray();
  }

  /**
   * The {@linkplain Crps CRPS} of predicting each number with the empirical distribution of the
   * others, in their unit. O(n log n).
   *
   * @param targets n &ge; 2 finite numbers
   */
  public static double[] crps(double[] targets) {
    int n = targets.length;
    Checks.atLeast("targets", n, 2);
    Arrays.stream(targets).forEach(y -> Checks.finite("target", y));
    int[] order =
        IntStream.range(0, n)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> targets[i]))
            .mapToInt(i -> i)
            .toArray();
    double[] distances = distances(targets, order);
    double all = Arrays.stream(distances).sum();
    double others = n - 1.0;
    return Arrays.stream(distances)
        .map(own -> Math.max(0, own / others - (all - 2 * own) / (2 * others * others)))
        .toArray();
  }

  /** The sum of the distances of each target to all others, by the gaps between neighbours. */
  private static double[] distances(double[] targets, int[] order) {
    int n = targets.length;
    double[] distances = new double[n];
    double below = 0;
    double above = 0;
    for (int k = 1; k < n; k++) {
      below += k * (targets[order[k]] - targets[order[k - 1]]);
      distances[order[k]] += below;
      int mirrored = n - 1 - k;
      above += k * (targets[order[mirrored + 1]] - targets[order[mirrored]]);
      distances[order[mirrored]] += above;
    }
    return distances;
  }

  private static long[] counts(int[] targets, int classes) {
    long[] counts = new long[classes];
    for (int y : targets) {
      if (y < 0 || y >= classes) {
        throw new IllegalArgumentException(
            "targets must be classes from 0 to " + (classes - 1) + ", got " + y);
      }
      counts[y]++;
    }
    return counts;
  }

  private static double total(int[] targets, int classes) {
    return targets.length - 1 + PRIOR * classes;
  }

  private static double square(double x) {
    return x * x;
  }
}
