package io.evenkeel.core.recalibration;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.internal.StandardNormal;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Univariate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Quantile recalibration of predictions of one real number: if the share R(τ) of targets lies below
 * the predicted quantile at the level τ, the recalibrated quantile at the level R(τ) is the
 * predicted one at τ. Between its levels R is linear in normal scores; beyond them the normal score
 * keeps its distance.
 *
 * <p>The result is given by its quantiles, at the levels of a {@linkplain Quantiles quantile
 * forecast}, else at those of the map.
 *
 * <p>Source: Kuleshov, Fenner and Ermon, <i>Accurate uncertainties for deep learning using
 * calibrated regression</i>, ICML 2018.
 */
public final class QuantileMap implements RecalibrationMap {
  /** Those of the forecast hubs. */
  private static final List<Double> DEFAULT_LEVELS =
      DoubleStream.of(
              0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65,
              0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.975, 0.99)
          .boxed()
          .toList();

  /** Levels nearer to 0 or 1 are not learned: the share of targets at these is known. */
  private static final double LEAST_LEVEL = 1e-9;

  /** Levels that differ by less are the same but for rounding. */
  private static final double ALIKE = 1e-12;

  private final List<Double> levels;
  private final List<Double> shares;
  private final MonotoneCurve inverse;
  private final double[] ownLevels;
  private final double[] ownMoved;

  /**
   * The map with the given shares.
   *
   * @param levels τ, at least one, strictly ascending in (0, 1)
   * @param shares R(τ), strictly ascending in (0, 1)
   */
  public QuantileMap(List<Double> levels, List<Double> shares) {
    this.levels = List.copyOf(levels);
    this.shares = List.copyOf(shares);
    inverse = new MonotoneCurve(scores("a share", shares), scores("a level", levels));
    ownLevels = levels.stream().mapToDouble(level -> level).toArray();
    ownMoved = moved(inverse, ownLevels);
  }

  private static List<Double> scores(String what, List<Double> levels) {
    return levels.stream()
        .map(u -> Checks.within(what, u, Double.MIN_NORMAL, Math.nextDown(1.0)))
        .map(StandardNormal::quantile)
        .toList();
  }

  /**
   * The map of a sample of n &ge; 1 observations, at the levels of its quantile forecasts between 0
   * and 1, or the default ones.
   *
   * @param pseudoLabels so many labels are added that agree with the predictions, more than 0
   * @param symmetric whether what lies below a level and what lies above its counterpart are
   *     counted together: the map then corrects the width, and no bias
   */
  static QuantileMap fit(Observations sample, double pseudoLabels, boolean symmetric) {
    int n = sample.size();
    double[] from = new double[n];
    double[] to = new double[n];
    for (int i = 0; i < n; i++) {
      Univariate p = Univariate.of(sample.prediction(i));
      double y = ((RealVector) sample.target(i)).get(0);
      from[i] = p.cdfBelow(y);
      to[i] = p.cdf(y);
    }
    List<Double> levels = learned(sample.prediction(0));
    List<Double> shares = new ArrayList<>();
    for (double level : levels) {
      double below = shareBelow(from, to, level);
      double share = symmetric ? (below + 1 - shareBelow(from, to, 1 - level)) / 2 : below;
      shares.add((n * share + pseudoLabels * level) / (n + pseudoLabels));
    }
    return new QuantileMap(levels, shares);
  }

  private static List<Double> learned(PredictiveDistribution p) {
    if (!(p instanceof Quantiles quantiles)) {
      return DEFAULT_LEVELS;
    }
    List<Double> inner =
        levels(quantiles)
            .filter(level -> level >= LEAST_LEVEL && level <= 1 - LEAST_LEVEL)
            .boxed()
            .toList();
    return inner.isEmpty() ? DEFAULT_LEVELS : inner;
  }

  private static DoubleStream levels(Quantiles p) {
    return IntStream.range(0, p.size()).mapToDouble(p::level);
  }

  /**
   * The share of targets below the quantile at a level; half of one that is at it, and of one whose
   * transform is an interval the part of it that is (Czado, Gneiting and Held 2009).
   */
  private static double shareBelow(double[] from, double[] to, double level) {
    double sum = 0;
    for (int i = 0; i < from.length; i++) {
      if (from[i] < level - ALIKE) {
        sum += to[i] > level ? (level - from[i]) / (to[i] - from[i]) : 1;
      } else if (to[i] <= level + ALIKE) {
        sum += 0.5;
      }
    }
    return sum / from.length;
  }

  /** τ, the levels at which the map is given. */
  public List<Double> levels() {
    return levels;
  }

  /** R(τ), the shares of targets below the quantiles at the levels. */
  public List<Double> shares() {
    return shares;
  }

  @Override
  public PredictiveDistribution recalibrate(PredictiveDistribution p) {
    if (p instanceof Quantiles quantiles) {
      double[] at = levels(quantiles).toArray();
      double[] scores = Arrays.equals(at, ownLevels) ? ownMoved : moved(inverse, at);
      return Quantiles.of(at, Arrays.stream(scores).map(quantiles::atScore).toArray());
    }
    return Quantiles.of(ownLevels, Arrays.stream(ownMoved).map(quantileOf(p)).toArray());
  }

  /** The quantile of a prediction at the level of a normal score. */
  private static DoubleUnaryOperator quantileOf(PredictiveDistribution p) {
    if (p instanceof Normal normal && normal.dimension() == 1) {
      double sd = Math.sqrt(normal.variance(0));
      return score -> normal.mean(0) + sd * score;
    }
    Univariate univariate = Univariate.of(p);
    return score -> univariate.quantile(level(score));
  }

  /** Φ(z), but neither 0 nor 1, where quantiles may be infinite. */
  private static double level(double score) {
    return Math.max(Double.MIN_NORMAL, Math.min(Math.nextDown(1.0), StandardNormal.cdf(score)));
  }

  /** The scores of the levels of the predicted quantiles that become those at the given levels. */
  private static double[] moved(MonotoneCurve inverse, double[] at) {
    return Arrays.stream(at).map(level -> inverse.at(StandardNormal.quantile(level))).toArray();
  }

  @Override
  public String describe() {
    return "quantile map: " + levels.size() + " levels";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof QuantileMap that
        && levels.equals(that.levels)
        && shares.equals(that.shares);
  }

  @Override
  public int hashCode() {
    return levels.hashCode() * 31 + shares.hashCode();
  }

  @Override
  public String toString() {
    return "QuantileMap(levels " + levels + ", shares " + shares + ")";
  }
}
