package io.evenkeel.core.evidence;

import io.evenkeel.core.internal.StandardNormal;
import io.evenkeel.core.moments.ReliabilityMoments;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.recalibration.LocationScale;
import io.evenkeel.core.recalibration.RecalibrationFamily.Score;
import io.evenkeel.core.recalibration.ScoreCells;
import io.evenkeel.core.score.Binning;
import io.evenkeel.core.score.LabelNoise;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;

/**
 * Shifts together with scales of predictions of one real number, in normal scores, from the bins of
 * the probability integral transform: the shift, the scale, and which bins it was learned from.
 * Sums: the counts of these bins. One direction: that of the map.
 *
 * <p>A target that its prediction held impossible is in the first bin or the last. It stays
 * impossible with a map, and does not count; of both bins as many are taken off in proportion to
 * what is there.
 *
 * <p>What is farther out than {@linkplain LabelNoise#farthest labels can be trusted} with is one
 * bin. Where most targets are, they look alike, wherever they are: predictions are shifted then,
 * and not made narrower.
 *
 * <p>A forecast by quantiles says only between which levels a target is, and counts in the bins
 * there by their widths. Neighbouring bins whose counts are as their widths are, to the last
 * digits, were not told apart: they are one, so that the ratio is not that of a mean logarithm,
 * which is smaller. It is an e-value whatever bins are one, as these were chosen before its pane.
 */
final class PitMaps implements MapLearner {
  private static final Binning BINS = ReliabilityMoments.PIT_BINNING;
  static final int SUMS = BINS.bins();
  private static final double ROUNDING = 1e-9;

  private final double farthest;

  /** Between which bins there may be an edge: bit b is that above bin b. */
  private final BitSet trusted = new BitSet();

  /** Learns from labels with some noise. */
  PitMaps(LabelNoise noise) {
    farthest = noise.farthest();
    for (int b = 0; b < SUMS - 1; b++) {
      double score = StandardNormal.quantile(BINS.upper(b));
      trusted.set(b, Math.abs(score) <= farthest);
    }
  }

  /**
   * Bins that are taken together.
   *
   * @param edges of the cells: bit b is that above bin b
   * @param cells between these edges
   */
  private record Bins(BitSet edges, ScoreCells cells) {

    private static Bins of(BitSet edges) {
      return new Bins(
          edges,
          new ScoreCells(
              edges.stream().mapToDouble(b -> StandardNormal.quantile(BINS.upper(b))).toArray()));
    }

    /** All that the counts of bins tell apart. */
    static Bins toldApart(BitSet trusted, double... sums) {
      BitSet edges = new BitSet();
      trusted.stream().filter(b -> !areAlike(b, sums)).forEach(edges::set);
      return of(edges);
    }

    private static boolean areAlike(int b, double... sums) {
      double one = sums[b] * width(b + 1);
      double other = sums[b + 1] * width(b);
      return one > 0 && Math.abs(one - other) <= ROUNDING * one;
    }

    private static double width(int b) {
      return BINS.upper(b) - BINS.lower(b);
    }

    /** Those that a map was learned from. */
    static Bins of(double... map) {
      return of(BitSet.valueOf(new long[] {(long) map[2]}));
    }

    double[] map(LocationScale fitted) {
      long[] bits = edges.toLongArray();
      return new double[] {fitted.shift(), fitted.scale(), bits.length == 0 ? 0 : bits[0]};
    }

    double[] counts(double... sums) {
      double[] counts = new double[cells.size()];
      int cell = 0;
      for (int b = 0; b < SUMS; b++) {
        counts[cell] += sums[b];
        cell += edges.get(b) ? 1 : 0;
      }
      return counts;
    }
  }

  /** How many targets of a pane are in each bin, but for impossible ones. */
  static double[] sums(Sketch pane) {
    double[] counts = PitDensity.counts(pane);
    double impossible = pane.evidence().impossible();
    double ends = counts[0] + counts[SUMS - 1];
    if (impossible > 0 && ends > 0) {
      double left = Math.max(0, 1 - impossible / ends);
      counts[0] *= left;
      counts[SUMS - 1] *= left;
    }
    return counts;
  }

  @Override
  public int parameters() {
    return 3;
  }

  @Override
  public Optional<double[]> fit(double... sums) {
    Bins bins = Bins.toldApart(trusted, sums);
    double[] map = bins.map(within(bins.cells.fit(bins.counts(sums))));
    return logRatio(map, sums) > 0 ? Optional.of(map) : Optional.empty();
  }

  private LocationScale within(LocationScale map) {
    return Math.abs(map.shift()) <= farthest
        ? map
        : new LocationScale(Math.copySign(farthest, map.shift()), Math.max(1, map.scale()));
  }

  @Override
  public double logRatio(double[] map, double... sums) {
    Bins bins = Bins.of(map);
    return bins.cells.logRatio(published(map), bins.counts(sums));
  }

  @Override
  public double prior(double... map) {
    return Bins.of(map).cells.shrinkage(published(map));
  }

  @Override
  public double degrees(double... map) {
    return 2;
  }

  @Override
  public LocationScale published(double[] map, double... sums) {
    return new LocationScale(map[0], map[1]);
  }

  @Override
  public int directions() {
    return 1;
  }

  @Override
  public int direction(double... map) {
    return 0;
  }

  /** Of the log-ratio, in units of its standard deviation. */
  @Override
  public Score score(int direction, Optional<double[]> map, double... sums) {
    if (map.isEmpty()) {
      return new Score(0, 0);
    }
    Bins bins = Bins.of(map.get());
    double[] counts = bins.counts(sums);
    double[] ratios = bins.cells.logRatios(published(map.get()));
    double[] probabilities = bins.cells.probabilities(published(map.get()));
    double n = Arrays.stream(counts).sum();
    double observed = 0;
    double mean = 0;
    double square = 0;
    for (int k = 0; k < counts.length; k++) {
      observed += counts[k] * ratios[k];
      mean += probabilities[k] * ratios[k];
      square += probabilities[k] * ratios[k] * ratios[k];
    }
    double variance = n * (square - mean * mean);
    return variance > 0
        ? new Score((observed - n * mean) / Math.sqrt(variance), 1)
        : new Score(0, 0);
  }
}
