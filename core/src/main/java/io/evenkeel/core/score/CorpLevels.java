package io.evenkeel.core.score;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.internal.IsotonicRegression;
import io.evenkeel.core.score.CorpDecomposition.Score;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** The distinct probabilities, ascending: predictions that are alike are recalibrated alike. */
final class CorpLevels {
  private final int[] level;
  private final double[] p;
  private final double[] counts;

  CorpLevels(double[] predicted) {
    Checks.atLeast("n", predicted.length, 1);
    int[] order =
        IntStream.range(0, predicted.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> predicted[i]))
            .mapToInt(i -> i)
            .toArray();
    level = new int[predicted.length];
    double[] distinct = new double[predicted.length];
    double[] number = new double[predicted.length];
    int levels = 0;
    for (int i : order) {
      if (levels == 0 || distinct[levels - 1] != predicted[i]) {
        distinct[levels++] = predicted[i];
      }
      level[i] = levels - 1;
      number[levels - 1]++;
    }
    p = Arrays.copyOf(distinct, levels);
    counts = Arrays.copyOf(number, levels);
  }

  int size() {
    return p.length;
  }

  double p(int k) {
    return p[k];
  }

  /** The isotonic regression of events: O(n). */
  Fit fit(boolean[] came) {
    double[] frequencies = new double[p.length];
    int events = 0;
    for (int i = 0; i < came.length; i++) {
      frequencies[level[i]] += came[i] ? 1 : 0;
      events += came[i] ? 1 : 0;
    }
    for (int k = 0; k < p.length; k++) {
      frequencies[k] /= counts[k];
    }
    IsotonicRegression pools = IsotonicRegression.of(frequencies, counts);
    return new Fit(frequencies, pools, pools.fitted(), (double) events / came.length);
  }

  /** The events of each level, and what they are recalibrated to. */
  final class Fit {
    private final double[] frequencies;
    private final IsotonicRegression pools;
    private final double[] recalibrated;
    private final double frequency;

    private Fit(
        double[] frequencies, IsotonicRegression pools, double[] recalibrated, double frequency) {
      this.frequencies = frequencies;
      this.pools = pools;
      this.recalibrated = recalibrated;
      this.frequency = frequency;
    }

    /** The recalibrated probability of a level. */
    double at(int k) {
      return recalibrated[k];
    }

    /** Levels that are recalibrated alike. */
    IsotonicRegression pools() {
      return pools;
    }

    CorpDecomposition parts(Score score) {
      double whole = 0;
      double calibrated = 0;
      for (int k = 0; k < p.length; k++) {
        double share = counts[k] / level.length;
        whole += share * score.mean(p[k], frequencies[k]);
        calibrated += share * score.mean(recalibrated[k], frequencies[k]);
      }
      double uncertainty = score.mean(frequency, frequency);
      return new CorpDecomposition(
          Math.max(0, whole - calibrated), Math.max(0, uncertainty - calibrated), uncertainty);
    }
  }
}
