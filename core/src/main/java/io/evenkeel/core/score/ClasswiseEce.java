package io.evenkeel.core.score;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Observations;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The expected calibration errors of the classes, each against the rest: Σ (count / n) |frequency −
 * mean probability| over bins of its probability. All are biased upwards.
 *
 * <p>Source of the mean: Kull et al., <i>Beyond temperature scaling</i>, 2019, Section 3.
 *
 * @param ofClasses the error of each class, 0-based; at least two
 * @param calibratedMean where the mean lies, with the probability of the resampling at least, if
 *     the model is calibrated
 */
public record ClasswiseEce(List<Double> ofClasses, Interval calibratedMean) {

  /** Copies the list. */
  public ClasswiseEce {
    ofClasses = List.copyOf(ofClasses);
  }

  /**
   * The errors of a sample, with labels redrawn from the predictions R times. O(n (m + R log m))
   * time and O(R m · bins) memory for n rows of m classes.
   *
   * @param sample of categorical predictions, not empty
   */
  public static ClasswiseEce of(
      Observations sample, ConsistencyResampling resampling, UniformRandomProvider random) {
    Binning binning = resampling.binning();
    Categorical first = (Categorical) sample.prediction(0);
    Cells expected = new Cells(first.classes(), binning);
    Cells observed = new Cells(first.classes(), binning);
    Cells[] redrawn = new Cells[resampling.replicates()];
    Arrays.setAll(redrawn, r -> new Cells(first.classes(), binning));
    double[] cumulative = new double[first.classes()];
    for (int i = 0; i < sample.size(); i++) {
      Categorical p = (Categorical) sample.prediction(i);
      double sum = 0;
      for (int k = 0; k < cumulative.length; k++) {
        sum += p.probability(k);
        cumulative[k] = sum;
        expected.add(k, p, p.probability(k));
      }
      observed.add(((ClassLabel) sample.target(i)).index(), p, 1);
      for (Cells cells : redrawn) {
        cells.add(drawn(cumulative, random.nextDouble() * sum), p, 1);
      }
    }
    double[] means =
        Arrays.stream(redrawn)
            .mapToDouble(cells -> mean(cells.errors(expected, sample.size())))
            .toArray();
    double[] errors = observed.errors(expected, sample.size());
    return new ClasswiseEce(Arrays.stream(errors).boxed().toList(), resampling.band(means));
  }

  /** The class of a uniform number between 0 and the sum of all probabilities. */
  private static int drawn(double[] cumulative, double u) {
    int at = Arrays.binarySearch(cumulative, u);
    return Math.min(at >= 0 ? at + 1 : -at - 1, cumulative.length - 1);
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  /** The mean of the errors. */
  public double mean() {
    return ofClasses.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }

  /** A sum for each class and bin of its probability: mutable. */
  private static final class Cells {
    private final Binning binning;
    private final double[] sums;

    Cells(int classes, Binning binning) {
      this.binning = binning;
      this.sums = new double[classes * binning.bins()];
    }

    void add(int k, Categorical p, double value) {
      sums[k * binning.bins() + binning.bin(p.probability(k))] += value;
    }

    double[] errors(Cells expected, int n) {
      double[] errors = new double[sums.length / binning.bins()];
      for (int i = 0; i < sums.length; i++) {
        errors[i / binning.bins()] += Math.abs(sums[i] - expected.sums[i]) / n;
      }
      return errors;
    }
  }
}
