package io.evenkeel.core.score;

import io.evenkeel.core.internal.StandardNormal;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Univariate;

/**
 * A mutable holder of the normal score Φ<sup>−1</sup>(F(y)) of a target under a prediction of one
 * real number with distribution function F. If the prediction is calibrated, it is standard normal;
 * for a normal prediction it is the residual in standard deviations. The score of a target that is
 * possible is held to ±38 where it is a number: beyond, no probability is left in a double.
 *
 * <p>Where F jumps at y, the score is an interval, from Φ<sup>−1</sup>(P(Z &lt; y)) to
 * Φ<sup>−1</sup>(P(Z ≤ y)): of a calibrated prediction, the chance of an interval is its
 * probability under the standard normal distribution. The randomised probability integral transform
 * draws a number from it; what is computed from the whole interval needs no draw.
 *
 * <p>An interval narrower than 1e-8, of a number that has next to no probability, is a point.
 *
 * <p>A count that a law of {@link Counts} gives less than 1e-15, as it gives all beyond, counts as
 * the last before these.
 *
 * <p>Of an {@link Ensemble} of n members the score is that of the target's rank among the members:
 * it goes from the k/(n + 1) of the k members below it to one member further, or as many as equal
 * it. The ensemble counts as calibrated if its members and the target could change places (Hamill
 * 2001, doi:10.1175/1520-0493(2001)129&lt;0550:IORHFV&gt;2.0.CO;2); that every target were one of
 * its members is not asked.
 *
 * <p>Of a forecast by {@link Quantiles} the score is the interval between the two levels that the
 * target lies between: all that such a forecast says. Levels that share a {@linkplain
 * Quantiles#massBelow mass at an end} are left out, whatever the target: below the next one lie as
 * many targets as it says. A target at another quantile may lie on either side of its level, and
 * where several levels share it, it lies between these and perhaps beyond: the score is {@linkplain
 * #isAmbiguous ambiguous}, from the level below to the level above. Of the probability of such a
 * target nothing more is said, and so only the {@linkplain #least least} of the ratios that it may
 * have is one that calibrated forecasts do not exceed on average, whatever the share on either
 * side.
 *
 * <p>Beyond the {@linkplain LabelNoise#farthest() farthest} score that labels can be trusted with,
 * the score is the whole interval from there on: it does not say how far beyond the target lies.
 *
 * <p>Cost: no allocation for normals.
 */
public final class NormalScore {
  /**
   * In standard deviations: at its middle, the ratio of two densities is that of the probabilities
   * to 1e-7.
   */
  private static final double NARROWEST = 1e-8;

  private final double farthest;
  private double lower;
  private double upper;

  /** The ends of what an ambiguous score holds at least: nothing where they are equal. */
  private double innerLower;

  private double innerUpper;
  private boolean ambiguous;
  private boolean impossible;

  /** A logarithm of a ratio of the probabilities of an interval. */
  @FunctionalInterface
  public interface LogRatio {

    /** That of the interval from the one score to the other. */
    double of(double lower, double upper);
  }

  /** A holder of scores as they are. */
  public NormalScore() {
    this(Double.POSITIVE_INFINITY);
  }

  /** A holder of scores that labels with some noise can be trusted with. */
  public NormalScore(LabelNoise noise) {
    this(noise.farthest());
  }

  private NormalScore(double farthest) {
    this.farthest = farthest;
  }

  /**
   * Replaces what is held by the score of the target y under the prediction p.
   *
   * @throws IllegalArgumentException if p is not of one real number
   */
  public void set(PredictiveDistribution p, RealVector y) {
    if (p instanceof Normal normal && normal.dimension() == 1) {
      setNormal(normal, y.get(0));
    } else if (p instanceof Quantiles quantiles) {
      setQuantiles(quantiles, y.get(0));
    } else if (p instanceof Counts counts && counts.likelihood(y.get(0)) > 0) {
      setCounts(counts, y.get(0));
    } else {
      setAny(p, y);
    }
    if (Double.isNaN(lower) || Double.isNaN(upper)) {
      setInterval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
      impossible = true;
    }
    censor();
  }

  private void censor() {
    if (farthest == Double.POSITIVE_INFINITY) {
      return;
    }
    if (lower >= farthest) {
      lower = farthest;
      upper = Double.POSITIVE_INFINITY;
      ambiguous = false;
    } else if (upper <= -farthest) {
      lower = Double.NEGATIVE_INFINITY;
      upper = -farthest;
      ambiguous = false;
    }
  }

  private void setNormal(Normal p, double y) {
    double residual = y - p.mean(0);
    if (p.variance(0) > 0) {
      setPoint(StandardNormal.score(residual, Math.sqrt(p.variance(0))));
    } else if (residual != 0) {
      setPoint(Math.copySign(Double.POSITIVE_INFINITY, residual));
      impossible = true;
    } else {
      setInterval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    }
  }

  private void setQuantiles(Quantiles p, double target) {
    int last = p.size() - 1;
    int first = p.level(0) == 0 && target < p.value(0) ? 0 : p.massBelow();
    int end = p.level(last) == 1 && target > p.value(last) ? p.size() : p.size() - p.massAbove();
    double y = first > 0 ? Math.max(target, p.value(0)) : target;
    int below = first;
    while (below < end && p.value(below) < y) {
      below++;
    }
    int through = below;
    while (through < end && p.value(through) == y) {
      through++;
    }
    double from = below == first ? 0 : p.level(below - 1);
    double to = through == end ? 1 : p.level(through);
    setInterval(level(from), level(to));
    impossible = from == to;
    if (through > below) {
      ambiguous = true;
      boolean isAtEnd = below == first && first > 0 && p.value(first) == p.value(0);
      innerLower = isAtEnd ? lower : level(p.level(below));
      innerUpper = level(p.level(through - 1));
    }
  }

  private static double level(double level) {
    return quantile(level, 1 - level);
  }

  private void setAny(PredictiveDistribution p, RealVector y) {
    Univariate univariate = Univariate.of(p);
    double target = y.get(0);
    double below = univariate.cdfBelow(target);
    double above = univariate.survival(target);
    double at = univariate.cdf(target) - below;
    if (p instanceof Ensemble ensemble) {
      double share = ensemble.size() / (ensemble.size() + 1.0);
      below *= share;
      above *= share;
      at = 1 - below - above;
    }
    if (at > 0) {
      setInterval(quantile(below, at + above), quantile(below + at, above));
    } else {
      setPoint(StandardNormal.bounded(quantile(below, above)));
      impossible = LogLoss.of(p, y) == Double.POSITIVE_INFINITY;
    }
  }

  /** With the probability itself, which is lost in a difference where it is far below 1. */
  private void setCounts(Counts p, double y) {
    double held = Math.max((double) p.first(), Math.min((double) p.last(), y));
    Univariate univariate = Univariate.of(p);
    double below = univariate.cdfBelow(held);
    double above = univariate.survival(held);
    double at = p.probability(held);
    setInterval(quantile(below, at + above), quantile(below + at, above));
  }

  /** Φ^{-1} of a probability, given its complement too, from the smaller of the two. */
  private static double quantile(double below, double above) {
    return below <= above
        ? StandardNormal.lowerQuantile(Math.max(below, 0))
        : -StandardNormal.lowerQuantile(Math.max(above, 0));
  }

  private void setPoint(double score) {
    setInterval(score, score);
  }

  /** A narrow interval is a point, as rounding would be a part of its probability. */
  private void setInterval(double from, double to) {
    boolean isNarrow = to - from < NARROWEST;
    lower = isNarrow ? from / 2 + to / 2 : from;
    upper = isNarrow ? lower : to;
    ambiguous = false;
    impossible = false;
  }

  /** The lower end of the score, −∞ where nothing lies below the target. */
  public double lower() {
    return lower;
  }

  /** The upper end of the score, +∞ where nothing lies above the target. */
  public double upper() {
    return upper;
  }

  /**
   * Whether the target is a quantile of the forecast, so that the score may be a part of its
   * interval.
   */
  public boolean isAmbiguous() {
    return ambiguous;
  }

  /**
   * The least of the ratios of the intervals that the score may be.
   *
   * <p>If the target's own probability takes a of the interval below the levels that it is the
   * quantile of, b of that above, and all between, then factors f of calibrated forecasts with g
   * for such targets have the expectation 1 + a (g − f) + b (g − f) + …, which is linear in a and
   * b. It is at most 1 for all of them if it is at the corners, where g is the ratio of an
   * interval.
   */
  public double least(LogRatio ratio) {
    double least = ratio.of(lower, upper);
    if (!ambiguous) {
      return least;
    }
    least = Math.min(least, part(ratio, innerLower, innerUpper));
    least = Math.min(least, part(ratio, lower, innerUpper));
    least = Math.min(least, part(ratio, innerLower, upper));
    return least;
  }

  /** The ratio of an interval; of an empty one none. */
  private static double part(LogRatio ratio, double from, double to) {
    return from < to ? ratio.of(from, to) : Double.POSITIVE_INFINITY;
  }

  /** Whether the score is one number. */
  public boolean isPoint() {
    return lower == upper;
  }

  /** The probability integral transform F(y), in the middle of the jump where F jumps at y. */
  public double transform() {
    return isPoint()
        ? StandardNormal.cdf(lower)
        : (StandardNormal.cdf(lower) + StandardNormal.cdf(upper)) / 2;
  }

  /**
   * Whether the target lies where the prediction has no mass at all, or the numbers of the
   * prediction are so large that its distribution function has no value there.
   */
  public boolean isImpossible() {
    return impossible;
  }
}
