package io.evenkeel.core.moments;

import io.evenkeel.core.internal.StandardNormal;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.prediction.Univariate;
import io.evenkeel.core.score.Binning;
import io.evenkeel.core.score.NormalScore;
import io.evenkeel.core.score.Reliability;
import io.evenkeel.core.score.ReliabilityBin;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The sums of {@link Reliability}.
 *
 * <p>Layout for classes: per bin the number of predictions, the sum of their confidences and the
 * number that came true; first for the most probable class, then, for two classes only, for class
 * 1. For one real number: the counts of the PIT bins whose ends are cut, without {@linkplain
 * Quantiles#isCoarse coarse quantiles}, which do not say them; for several, of all coordinates
 * together in bins of equal width.
 *
 * @param space the space of the targets
 */
public record ReliabilityMoments(TargetSpace space) implements AdditiveStatistic {
  /** The bins of a reliability diagram. */
  public static final Binning DIAGRAM = Binning.equalWidth(15);

  /** The same, the ends cut for what is rare. */
  public static final Binning BINNING =
      Binning.splitEnds(15, 1e-5, 1e-4, 0.001, 0.004, 0.012, 0.03);

  /** The bins of a PIT histogram. */
  public static final Binning PIT_DIAGRAM = Binning.equalWidth(20);

  /** The same, the ends cut for tails. */
  public static final Binning PIT_BINNING = Binning.splitEnds(20, 1e-6, 1e-5, 1e-4, 0.001, 0.01);

  static final int PER_BIN = 3;
  private static final NormalDistribution STANDARD = NormalDistribution.of(0, 1);

  @Override
  public int length() {
    if (space.kind() == TargetSpace.Kind.REALS) {
      return pitBinning().bins();
    }
    return (space.size() == 2 ? 2 : 1) * BINNING.bins() * PER_BIN;
  }

  @Override
  public Accumulator accumulator(double[] block, int offset) {
    if (space.equals(TargetSpace.reals(1))) {
      NormalScore score = new NormalScore();
      return (p, y, weight) -> {
        if (p instanceof Quantiles quantiles && quantiles.isCoarse()) {
          return;
        }
        score.set(p, (RealVector) y);
        addTransform(block, offset, score, weight);
      };
    }
    if (space.kind() == TargetSpace.Kind.REALS) {
      return (p, y, weight) -> {
        for (int i = 0; i < space.size(); i++) {
          double pit = pit(p, (RealVector) y, i);
          block[offset + PIT_DIAGRAM.bin(pit)] += weight;
        }
      };
    }
    return (p, y, weight) -> {
      Categorical categorical = (Categorical) p;
      int label = ((ClassLabel) y).index();
      int top = categorical.argmax();
      addTo(block, offset, categorical.probability(top), label == top, weight);
      if (space.size() == 2) {
        int classOne = offset + BINNING.bins() * PER_BIN;
        addTo(block, classOne, categorical.probability(1), label == 1, weight);
      }
    };
  }

  private static void addTo(
      double[] block, int offset, double confidence, boolean cameTrue, double weight) {
    int at = offset + PER_BIN * BINNING.bin(confidence);
    block[at] += weight;
    block[at + 1] += weight * confidence;
    if (cameTrue) {
      block[at + 2] += weight;
    }
  }

  private Binning pitBinning() {
    return space.size() == 1 ? PIT_BINNING : PIT_DIAGRAM;
  }

  /** A score that is an interval counts in each bin by the part of its probability there. */
  private static void addTransform(double[] block, int offset, NormalScore score, double weight) {
    double from = StandardNormal.cdf(score.lower());
    double to = StandardNormal.cdf(score.upper());
    int first = PIT_BINNING.bin(from);
    int last = PIT_BINNING.bin(to);
    if (first == last || score.isPoint()) {
      block[offset + first] += weight;
      return;
    }
    for (int k = first; k <= last; k++) {
      double part = Math.min(to, PIT_BINNING.upper(k)) - Math.max(from, PIT_BINNING.lower(k));
      block[offset + k] += weight * part / (to - from);
    }
  }

  /** F(y) of coordinate i; the middle of the jump where the target has a probability of its own. */
  private static double pit(PredictiveDistribution p, RealVector y, int i) {
    if (p instanceof Normal normal) {
      double residual = y.get(i) - normal.mean(i);
      return residual == 0
          ? 0.5
          : STANDARD.cumulativeProbability(residual / Math.sqrt(normal.variance(i)));
    }
    Univariate coordinate = Univariate.coordinate(p, i);
    return (coordinate.cdfBelow(y.get(i)) + coordinate.cdf(y.get(i))) / 2;
  }

  /** The bins of class 1 of two, else of the most probable class; they see later changes. */
  ConfidenceBins confidences(double[] block, int offset) {
    boolean isBinary = space.size() == 2;
    return new ConfidenceBins(block, offset + (isBinary ? BINNING.bins() * PER_BIN : 0));
  }

  /** The numbers of targets in the bins of {@link #PIT_BINNING}. */
  double[] pitCounts(double[] block, int offset) {
    return Arrays.copyOfRange(block, offset, offset + PIT_BINNING.bins());
  }

  /** Those in the bins of a diagram, parts of targets rounded so that their sum is kept. */
  private List<Long> wholeCounts(double[] block, int offset) {
    List<Long> counts = new ArrayList<>();
    double sum = 0;
    long counted = 0;
    int next = 0;
    for (int k = 0; k < PIT_DIAGRAM.bins(); k++) {
      while (next < length() && pitBinning().lower(next) < PIT_DIAGRAM.upper(k)) {
        sum += block[offset + next++];
      }
      counts.add(Math.round(sum) - counted);
      counted = Math.round(sum);
    }
    return counts;
  }

  /** The reliability diagrams in the sums. */
  public Reliability reliability(double[] block, int offset) {
    if (space.kind() == TargetSpace.Kind.REALS) {
      List<Long> counts = wholeCounts(block, offset);
      return new Reliability(List.of(), List.of(), counts);
    }
    List<ReliabilityBin> classOne =
        space.size() == 2 ? bins(block, offset + BINNING.bins() * PER_BIN) : List.of();
    return new Reliability(bins(block, offset), classOne, List.of());
  }

  private static List<ReliabilityBin> bins(double[] block, int offset) {
    double[] sums = new double[DIAGRAM.bins() * PER_BIN];
    for (int k = 0; k < BINNING.bins(); k++) {
      int at = PER_BIN * DIAGRAM.bin(BINNING.lower(k));
      for (int i = 0; i < PER_BIN; i++) {
        sums[at + i] += block[offset + PER_BIN * k + i];
      }
    }
    List<ReliabilityBin> bins = new ArrayList<>();
    for (int k = 0; k < DIAGRAM.bins(); k++) {
      double n = sums[PER_BIN * k];
      bins.add(
          new ReliabilityBin(
              DIAGRAM.lower(k),
              DIAGRAM.upper(k),
              (long) n,
              n > 0 ? sums[PER_BIN * k + 1] / n : Double.NaN,
              n > 0 ? sums[PER_BIN * k + 2] / n : Double.NaN));
    }
    return bins;
  }
}
