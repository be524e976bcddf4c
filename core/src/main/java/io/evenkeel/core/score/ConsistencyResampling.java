package io.evenkeel.core.score;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Observations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Makes reliability diagrams with consistency bands: the labels are redrawn R times from the
 * predictions, which are kept, and each band runs between order statistics of the redrawn
 * frequencies. The labels that came are one more such draw if the model is calibrated, so that they
 * lie in the band with a probability of at least its level, whatever n.
 *
 * <p>Cost: O(nR) time, O(n + R · bins) memory.
 *
 * <p>Source: Bröcker and Smith 2007, doi:10.1175/WAF993.1; Vaicenavicius et al., <i>Evaluating
 * model calibration in classification</i>, 2019, Section 5 (the p-value).
 *
 * @param binning the bins of the predicted probability
 * @param replicates R, large enough that R + 1 &ge; 2 / (1 − level)
 * @param level of the bands, in (0, 1)
 */
public record ConsistencyResampling(Binning binning, int replicates, double level) {

  /** Checks the numbers. */
  public ConsistencyResampling {
    Checks.within("level", level, 0, Math.nextDown(1.0));
    checkReplicates(replicates, level);
  }

  /**
   * Checks that there are enough replicates for a band of the level.
   *
   * @throws IllegalArgumentException unless R + 1 &ge; 2 / (1 − level)
   */
  public static void checkReplicates(int replicates, double level) {
    if (beyond(replicates, level) < 1) {
      throw new IllegalArgumentException(
          "a band of level " + level + " needs more than " + replicates + " replicates");
    }
  }

  /** 15 bins of equal width, 999 replicates, bands of 95 %. */
  public static ConsistencyResampling withDefaults() {
    return new ConsistencyResampling(Binning.equalWidth(15), 999, 0.95);
  }

  /** The diagram of the most probable class: how often it came. */
  public ReliabilityDiagram topLabel(Observations sample, UniformRandomProvider random) {
    double[] confidences = new double[sample.size()];
    boolean[] came = new boolean[sample.size()];
    for (int i = 0; i < came.length; i++) {
      Categorical p = categorical(sample, i);
      int top = p.argmax();
      confidences[i] = p.probability(top);
      came[i] = ((ClassLabel) sample.target(i)).index() == top;
    }
    return diagram(confidences, came, random);
  }

  /** The diagram of class k, 0-based, against the rest. */
  public ReliabilityDiagram ofClass(int k, Observations sample, UniformRandomProvider random) {
    double[] confidences = new double[sample.size()];
    boolean[] came = new boolean[sample.size()];
    for (int i = 0; i < came.length; i++) {
      confidences[i] = categorical(sample, i).probability(k);
      came[i] = ((ClassLabel) sample.target(i)).index() == k;
    }
    return diagram(confidences, came, random);
  }

  private static Categorical categorical(Observations sample, int i) {
    if (sample.prediction(i) instanceof Categorical p) {
      return p;
    }
    throw new IllegalArgumentException(
        "a reliability diagram needs categorical predictions, got " + sample.prediction(i));
  }

  private ReliabilityDiagram diagram(
      double[] confidences, boolean[] came, UniformRandomProvider random) {
    int[] bin = Arrays.stream(confidences).mapToInt(binning::bin).toArray();
    double[][] frequencies = new double[binning.bins()][replicates];
    double[] eces = new double[replicates];
    boolean[] redrawn = new boolean[came.length];
    int asLarge = 0;
    List<ReliabilityBin> observed = binned(bin, confidences, came);
    double ece = ece(observed);
    for (int r = 0; r < replicates; r++) {
      for (int i = 0; i < redrawn.length; i++) {
        redrawn[i] = random.nextDouble() < confidences[i];
      }
      List<ReliabilityBin> replicate = binned(bin, confidences, redrawn);
      for (int k = 0; k < binning.bins(); k++) {
        frequencies[k][r] = replicate.get(k).frequency();
      }
      eces[r] = ece(replicate);
      asLarge += eces[r] >= ece ? 1 : 0;
    }
    return new ReliabilityDiagram(
        observed,
        Arrays.stream(frequencies).map(of -> band(of, level)).toList(),
        level,
        ece,
        band(eces, level),
        came.length == 0 ? 1 : (1.0 + asLarge) / (1.0 + replicates));
  }

  private List<ReliabilityBin> binned(int[] bin, double[] confidences, boolean[] came) {
    long[] counts = new long[binning.bins()];
    double[] sums = new double[binning.bins()];
    long[] hits = new long[binning.bins()];
    for (int i = 0; i < bin.length; i++) {
      counts[bin[i]]++;
      sums[bin[i]] += confidences[i];
      hits[bin[i]] += came[i] ? 1 : 0;
    }
    List<ReliabilityBin> binned = new ArrayList<>();
    for (int k = 0; k < binning.bins(); k++) {
      binned.add(
          new ReliabilityBin(
              binning.lower(k),
              binning.upper(k),
              counts[k],
              sums[k] / counts[k],
              (double) hits[k] / counts[k]));
    }
    return binned;
  }

  private static double ece(List<ReliabilityBin> bins) {
    return new Reliability(bins, List.of(), List.of()).ece();
  }

  /**
   * Where one more draw of R values lies with a probability of at least the level: from the k-th
   * smallest to the k-th largest. NaN is the largest; everything if that is the end.
   *
   * @param values R of them, {@linkplain #checkReplicates enough} for the level
   * @param level in (0, 1)
   */
  public static Interval band(double[] values, double level) {
    Checks.inUnit("level", level);
    checkReplicates(values.length, level);
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int k = beyond(sorted.length, level);
    double largest = sorted[sorted.length - k];
    return Double.isNaN(largest) ? Interval.EVERYTHING : new Interval(sorted[k - 1], largest);
  }

  /** How many of R + 1 draws may lie beyond either end. */
  private static int beyond(int replicates, double level) {
    return (int) Math.floor((1 - level) / 2 * (replicates + 1.0) + 1e-9);
  }
}
