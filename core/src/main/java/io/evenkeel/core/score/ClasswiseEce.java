package io.evenkeel.core.score;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Observations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The reliability of the classes, each against the rest: a diagram of each, and its expected
 * calibration error Σ (count / n) |frequency − mean probability| over bins of its probability. All
 * errors are biased upwards.
 *
 * <p>Source of the mean: Kull et al., <i>Beyond temperature scaling</i>, 2019, Section 3.
 *
 * @param ofClasses the error of each class, 0-based; at least two
 * @param calibratedMean where the mean lies, with the probability of the resampling at least, if
 *     the model is calibrated
 * @param diagrams of each class, in bins of their own; all from the same redrawn labels
 */
public record ClasswiseEce(
    List<Double> ofClasses, Interval calibratedMean, List<ReliabilityDiagram> diagrams) {

  /** Copies the lists. */
  public ClasswiseEce {
    ofClasses = List.copyOf(ofClasses);
    diagrams = List.copyOf(diagrams);
  }

  /** The same, the diagrams in the bins of the errors. */
  public static ClasswiseEce of(
      Observations sample, ConsistencyResampling resampling, UniformRandomProvider random) {
    return of(sample, resampling, resampling.binning(), random);
  }

  /**
   * The errors of a sample, with labels redrawn from the predictions R times. O(n m (R + log m))
   * time at most and O(R m · bins) memory for n rows of m classes.
   *
   * @param sample of categorical predictions, not empty
   * @param resampling its bins are those of the errors
   * @param finer the bins of the diagrams: each lies in one of the resampling
   */
  public static ClasswiseEce of(
      Observations sample,
      ConsistencyResampling resampling,
      Binning finer,
      UniformRandomProvider random) {
    int classes = ((Categorical) sample.prediction(0)).classes();
    Cells counts = new Cells(classes, finer);
    Cells expected = new Cells(classes, finer);
    Cells observed = new Cells(classes, finer);
    List<Cells> redrawn =
        Stream.generate(() -> new Cells(classes, finer)).limit(resampling.replicates()).toList();
    double[] cumulative = new double[classes];
    int[] bins = new int[classes];
    for (int i = 0; i < sample.size(); i++) {
      Categorical p = (Categorical) sample.prediction(i);
      double sum = 0;
      for (int k = 0; k < classes; k++) {
        sum += p.probability(k);
        cumulative[k] = sum;
        bins[k] = finer.bin(p.probability(k));
        counts.add(k, bins[k], 1);
        expected.add(k, bins[k], p.probability(k));
      }
      int label = ((ClassLabel) sample.target(i)).index();
      observed.add(label, bins[label], 1);
      for (Cells cells : redrawn) {
        int drawn = drawn(cumulative, random.nextDouble() * sum);
        cells.add(drawn, bins[drawn], 1);
      }
    }
    return new Sums(counts, expected, observed, redrawn, sample.size()).reliability(resampling);
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

  /** All sums over n rows: of rows, of probabilities, of labels that came, and of those redrawn. */
  private record Sums(Cells counts, Cells expected, Cells observed, List<Cells> redrawn, int n) {

    ClasswiseEce reliability(ConsistencyResampling resampling) {
      Binning wider = resampling.binning();
      Cells widely = expected.in(wider);
      double[] means =
          redrawn.stream().mapToDouble(cells -> mean(cells.in(wider).errors(widely, n))).toArray();
      double[] errors = observed.in(wider).errors(widely, n);
      double level = resampling.level();
      double[][] finely =
          redrawn.stream().map(cells -> cells.errors(expected, n)).toArray(double[][]::new);
      double[] seen = observed.errors(expected, n);
      return new ClasswiseEce(
          Arrays.stream(errors).boxed().toList(),
          ConsistencyResampling.band(means, level),
          IntStream.range(0, errors.length)
              .mapToObj(
                  k -> {
                    double[] eces = Arrays.stream(finely).mapToDouble(of -> of[k]).toArray();
                    return diagram(k, seen[k], eces, level);
                  })
              .toList());
    }

    private ReliabilityDiagram diagram(int k, double ece, double[] eces, double level) {
      List<ReliabilityBin> bins = new ArrayList<>();
      List<Interval> bands = new ArrayList<>();
      for (int bin = 0; bin < counts.binning.bins(); bin++) {
        int at = k * counts.binning.bins() + bin;
        double count = counts.sums[at];
        bins.add(
            new ReliabilityBin(
                counts.binning.lower(bin),
                counts.binning.upper(bin),
                (long) count,
                expected.sums[at] / count,
                observed.sums[at] / count));
        double[] frequencies =
            redrawn.stream().mapToDouble(cells -> cells.sums[at] / count).toArray();
        bands.add(ConsistencyResampling.band(frequencies, level));
      }
      long asLarge = Arrays.stream(eces).filter(value -> value >= ece).count();
      return new ReliabilityDiagram(
          bins,
          bands,
          level,
          ece,
          ConsistencyResampling.band(eces, level),
          (1.0 + asLarge) / (1.0 + eces.length));
    }
  }

  /** A sum for each class and bin of its probability: mutable. */
  private static final class Cells {
    private final Binning binning;
    private final double[] sums;

    Cells(int classes, Binning binning) {
      this.binning = binning;
      this.sums = new double[classes * binning.bins()];
    }

    void add(int k, int bin, double value) {
      sums[k * binning.bins() + bin] += value;
    }

    /** The same in bins that these lie in. */
    Cells in(Binning wider) {
      Cells cells = new Cells(sums.length / binning.bins(), wider);
      for (int i = 0; i < sums.length; i++) {
        int bin = wider.bin(binning.lower(i % binning.bins()));
        cells.add(i / binning.bins(), bin, sums[i]);
      }
      return cells;
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
