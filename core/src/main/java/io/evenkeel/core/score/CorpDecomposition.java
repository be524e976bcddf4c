package io.evenkeel.core.score;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.internal.IsotonicRegression;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The mean score of probabilities of an event in parts: miscalibration − discrimination +
 * uncertainty. The predictions are recalibrated by isotonic regression, which needs no bins:
 *
 * <ul>
 *   <li>miscalibration: the score less that of the recalibrated predictions. Smaller is better;
 *   <li>discrimination: by how much the recalibrated predictions score better than the frequency of
 *       the event. Larger is better;
 *   <li>uncertainty: the score of predicting that frequency always.
 * </ul>
 *
 * <p>None is negative. The regression is fitted to the same events, so miscalibration and
 * discrimination are biased upwards; {@link #miscalibrationIfCalibrated} says by how much. The
 * score and its miscalibration are infinite where an event of log-scored probability 0 came.
 *
 * <p>Source: Dimitriadis, Gneiting and Jordan 2021, doi:10.1073/pnas.2016191118.
 *
 * @param miscalibration MCB
 * @param discrimination DSC
 * @param uncertainty UNC
 */
public record CorpDecomposition(double miscalibration, double discrimination, double uncertainty) {

  /** What is decomposed. */
  public enum Score {
    /** (p − 1{event})². */
    BRIER,
    /** −log of the probability of what came, nats. */
    LOG_LOSS;

    /** The mean score of probability p where the event comes with a frequency. */
    private double mean(double p, double frequency) {
      return switch (this) {
        case BRIER -> frequency * (1 - p) * (1 - p) + (1 - frequency) * p * p;
        case LOG_LOSS -> surprise(frequency, p) + surprise(1 - frequency, 1 - p);
      };
    }

    private static double surprise(double frequency, double p) {
      return frequency == 0 ? 0 : -frequency * Math.log(p);
    }
  }

  /**
   * The decomposition of a score. O(n log n).
   *
   * @param p n &ge; 1 probabilities of the event
   * @param came whether it came
   */
  public static CorpDecomposition of(Score score, double[] p, boolean[] came) {
    Checks.sameLength("p", p.length, "came", came.length);
    return new Levels(p).decompose(score, came);
  }

  /**
   * Between which quantiles the miscalibration of calibrated predictions lies: of these, with
   * events that are redrawn from them. O(nR) time.
   *
   * @param replicates R &ge; 1
   * @param level of the interval, in (0, 1)
   */
  public static Interval miscalibrationIfCalibrated(
      Score score, double[] p, int replicates, double level, UniformRandomProvider random) {
    Levels levels = new Levels(p);
    double[] redrawn = new double[replicates];
    boolean[] came = new boolean[p.length];
    for (int r = 0; r < replicates; r++) {
      for (int i = 0; i < p.length; i++) {
        came[i] = random.nextDouble() < p[i];
      }
      redrawn[r] = levels.decompose(score, came).miscalibration;
    }
    Arrays.sort(redrawn);
    int beyond = (int) ((replicates + 1) * (1 - level) / 2);
    int first = Math.min(Math.max(beyond - 1, 0), replicates - 1);
    return new Interval(redrawn[first], redrawn[replicates - 1 - first]);
  }

  /** Miscalibration − discrimination + uncertainty: the mean score. */
  public double score() {
    return miscalibration - discrimination + uncertainty;
  }

  /** The distinct probabilities, ascending: predictions that are alike are recalibrated alike. */
  private static final class Levels {
    private final int[] level;
    private final double[] p;
    private final double[] counts;

    Levels(double[] predicted) {
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

    CorpDecomposition decompose(Score score, boolean[] came) {
      double[] frequencies = new double[p.length];
      int events = 0;
      for (int i = 0; i < came.length; i++) {
        frequencies[level[i]] += came[i] ? 1 : 0;
        events += came[i] ? 1 : 0;
      }
      for (int k = 0; k < p.length; k++) {
        frequencies[k] /= counts[k];
      }
      double[] recalibrated = IsotonicRegression.of(frequencies, counts).fitted();
      double whole = 0;
      double calibrated = 0;
      for (int k = 0; k < p.length; k++) {
        double share = counts[k] / came.length;
        whole += share * score.mean(p[k], frequencies[k]);
        calibrated += share * score.mean(recalibrated[k], frequencies[k]);
      }
      double frequency = (double) events / came.length;
      double uncertainty = score.mean(frequency, frequency);
      return new CorpDecomposition(
          Math.max(0, whole - calibrated), Math.max(0, uncertainty - calibrated), uncertainty);
    }
  }
}
