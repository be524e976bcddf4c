package io.evenkeel.core.recalibration;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.internal.StandardNormal;
import io.evenkeel.core.prediction.CountLaw;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.score.LabelNoise;
import io.evenkeel.core.score.NormalScore;
import io.evenkeel.core.score.StandardizedResidual;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A normal distribution N(μ + δσ, s²Σ) in place of N(μ, Σ), where σ holds the predicted standard
 * deviation of each coordinate: all coordinates shifted by the same multiple of their standard
 * deviations, and a common scale.
 *
 * <p>With z = Σ<sup>−1/2</sup>(y − μ), u = Σ<sup>−1/2</sup>σ and rank r of Σ, the log-ratio is
 * |z|²/2 − |z − δu|²/(2s²) − r log s. A point mass cannot be distinguished from its recalibrations:
 * its ratio is 1.
 *
 * <p>Any other prediction of one real number is shifted and scaled in its {@linkplain NormalScore
 * normal score}. Where that is an interval, the ratio is that of the two probabilities of the
 * interval: the mean over the randomised transform, without its noise. So the quantile at the level
 * Φ(z) becomes that at Φ(δ + sz), and each count has the probability of its interval.
 *
 * @param shift δ, finite; positive if targets lie above their predictions
 * @param scale s, positive and finite; above 1 if predictions are too narrow
 */
public record LocationScale(double shift, double scale) implements Recalibration, RecalibrationMap {
  /** Beside a larger number, smaller ones are not said. */
  private static final double SEEN = 0.005;

  /** Checks the parameters. */
  public LocationScale {
    Parameters.checkShift(shift);
    Checks.positive("scale", scale);
  }

  /**
   * Whether it can be applied to a prediction: a normal one of one number, one by its quantiles, or
   * one of counts, of so many at most as can be given by their probabilities. A point mass stays.
   */
  public static boolean suits(PredictiveDistribution p) {
    return p instanceof Quantiles
        || isNormal(p)
        || (p instanceof Counts counts && counts.size() <= Counts.MOST_PROBABILITIES);
  }

  /** Whether it is a normal prediction of one number, perhaps a point mass. */
  static boolean isNormal(PredictiveDistribution p) {
    return p instanceof Normal normal && normal.dimension() == 1;
  }

  /** Whether it is a point mass, which tells of no shift and no scale. */
  static boolean isPoint(PredictiveDistribution p) {
    return p instanceof Normal normal && normal.isPoint();
  }

  /** Whether it is learned from single labels of such predictions. */
  static boolean isLearnedFrom(PredictiveDistribution p) {
    return suits(p) && !(p instanceof Quantiles);
  }

  /**
   * The most likely one of n &ge; 1 normal predictions, or counts, shrunk to the identity. A label
   * that is farther out than labels can be trusted with tells only that it is far out. Point masses
   * are passed over.
   */
  static LocationScale fit(Observations sample) {
    int[] told =
        IntStream.range(0, sample.size()).filter(i -> !isPoint(sample.prediction(i))).toArray();
    return ScoreIntervals.of(sample.subset(told), new NormalScore(LabelNoise.USUAL)).fit();
  }

  @Override
  public PredictiveDistribution recalibrate(PredictiveDistribution p) {
    if (p instanceof Quantiles quantiles) {
      return recalibrate(quantiles);
    }
    if (p instanceof Counts counts) {
      return recalibrate(counts);
    }
    if (!isNormal(p)) {
      throw new IllegalArgumentException(
          "a shift and scale is for normal distributions of one number, quantiles and counts, got "
              + p);
    }
    Normal normal = (Normal) p;
    double sd = Math.sqrt(normal.variance(0));
    double scaled = scale * sd;
    // A point where that is less than a double can hold.
    return Normal.diagonal(
        new double[] {normal.mean(0) + shift * sd}, new double[] {scaled * scaled});
  }

  /** Its quantiles at the same levels. */
  private Quantiles recalibrate(Quantiles p) {
    double[] levels = IntStream.range(0, p.size()).mapToDouble(p::level).toArray();
    double[] values =
        Arrays.stream(levels)
            .map(level -> p.atScore(shift + scale * StandardNormal.quantile(level)))
            .toArray();
    return Quantiles.of(levels, values);
  }

  /** Each count that has a probability then, with that of its interval. */
  private Counts recalibrate(Counts p) {
    if (!suits(p)) {
      throw new IllegalArgumentException(
          p
              + " spreads over "
              + p.size()
              + " counts; a map can be applied to "
              + Counts.MOST_PROBABILITIES
              + " at most");
    }
    Counts all = p.reaching(tail());
    double[] probabilities = new double[all.size()];
    for (int i = 0; i < probabilities.length; i++) {
      double count = (double) (all.first() + i);
      double now = all.probability(count);
      probabilities[i] = now > 0 ? now * Math.exp(logRatio(all, Target.of(count))) : 0;
    }
    return Counts.of(all.first(), probabilities);
  }

  /** What may be left out of a law of counts, so that it is next to nothing after the map, too. */
  private double tail() {
    double farthest = scale * StandardNormal.lowerQuantile(CountLaw.TAIL) - Math.abs(shift);
    return Math.max(Double.MIN_NORMAL, Math.min(CountLaw.TAIL, StandardNormal.cdf(farthest)));
  }

  @Override
  public double logRatio(PredictiveDistribution p, Target y) {
    if (p.space().size() == 1) {
      NormalScore score = new NormalScore();
      score.set(p, (RealVector) y);
      return score.isImpossible() ? Double.POSITIVE_INFINITY : logRatio(score);
    }
    StandardizedResidual residual = new StandardizedResidual();
    residual.set((Normal) p, (RealVector) y);
    return logRatio(residual);
  }

  /** The log-ratio of a target that is possible. */
  double logRatio(NormalScore score) {
    if (score.isPoint()) {
      double z = score.lower();
      double moved = (z - shift) / scale;
      return (z * z - moved * moved) / 2 - Math.log(scale);
    }
    return score.least((lower, upper) -> logRatio(ScoreInterval.of(lower, upper)));
  }

  /** The log-ratio of an interval. */
  double logRatio(ScoreInterval score) {
    double lower = (score.lower() - shift) / scale;
    double upper = (score.upper() - shift) / scale;
    return StandardNormal.logProbability(lower, upper) - score.logWidth();
  }

  /** The log-ratio of the target whose residual is given. */
  double logRatio(StandardizedResidual residual) {
    if (residual.isImpossible()) {
      return Double.POSITIVE_INFINITY;
    }
    return logRatio(
        residual.squaredLength(), residual.alongScale(), residual.squaredScale(), residual.rank());
  }

  /** The log-ratio of a target with the numbers |z|², u·z, |u|² and r. */
  double logRatio(double squaredLength, double alongScale, double squaredScale, int rank) {
    double shifted = squaredLength - 2 * shift * alongScale + shift * shift * squaredScale;
    return (squaredLength - shifted / scale / scale) / 2 - rank * Math.log(scale);
  }

  @Override
  public String describe() {
    String bias =
        "biased "
            + (shift > 0 ? "low" : "high")
            + " by "
            + Parameters.inWords(Math.abs(shift))
            + " sd";
    String width =
        "too " + (scale > 1 ? "narrow" : "wide") + ": scale " + Parameters.inWords(scale, 1);
    if (shift == 0 && scale == 1) {
      return "as predicted";
    }
    boolean isShifted = Math.abs(shift) >= SEEN;
    boolean isScaled = Math.abs(scale - 1) >= SEEN;
    if (shift == 0 || (isScaled && !isShifted)) {
      return width;
    }
    return scale == 1 || (isShifted && !isScaled) ? bias : bias + ", " + width;
  }
}
