package io.evenkeel.core.score;

import io.evenkeel.core.prediction.Exponential;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Uniform;

/**
 * The mean and the variance of the CRPS of a mixture of predictions of one real number if the
 * target has its law.
 *
 * <p>The mean is exact. For the variance, each component is cut into strata: up to {@value #LEAST},
 * and some of {@value #STRATA} more by its share of the probability and of the squared scales. Each
 * stratum stands for two targets that have its mean and its variance. So what the score gains along
 * a line is exact, far out in the tails too, where it grows like the distance; the error comes from
 * the bends within a stratum. Of random mixtures of up to 7 components, with scales from 1 to 3000,
 * it is 0.02 % on average and was never above 1 %.
 *
 * <p>About {@value #STRATA} + {@value #LEAST}<sup>2</sup> strata, or {@value #STRATA} + K for more
 * components K, each of 2K distances, and K²/2 distances for the mean: for two normals 160, where
 * 32 quantiles of the mixture would take 4000.
 */
final class MixtureCrpsLaw {
  private static final int STRATA = 32;

  /** Of each component, where there are but few. */
  private static final int LEAST = 4;

  private final Mixture p;
  private final int least;
  private final double largest;

  /** The weighted sum of the squared scales, in units of the largest. */
  private final double squaredScales;

  private double mass;
  private double mean;
  private double squares;

  private MixtureCrpsLaw(Mixture p) {
    this.p = p;
    double maximum = 0;
    for (int k = 0; k < p.size(); k++) {
      maximum = Math.max(maximum, p.weight(k) > 0 ? scale(p.component(k)) : 0);
    }
    double sum = 0;
    for (int k = 0; k < p.size() && maximum > 0; k++) {
      double relative = scale(p.component(k)) / maximum;
      sum += p.weight(k) > 0 ? p.weight(k) * relative * relative : 0;
    }
    this.least = Math.max(1, Math.min(LEAST, LEAST * LEAST / p.size()));
    this.largest = maximum;
    this.squaredScales = sum;
  }

  static void law(Mixture p, double[] meanAndVariance) {
    MixtureCrpsLaw law = new MixtureCrpsLaw(p);
    for (int k = 0; k < p.size(); k++) {
      law.add(p.component(k), p.weight(k));
    }
    meanAndVariance[0] = Crps.expected(p);
    meanAndVariance[1] = Math.max(0, law.squares);
  }

  private void add(PredictiveDistribution component, double weight) {
    if (component instanceof Laplace laplace) {
      add(laplace.location(), laplace.scale(), Strata.OF_EXPONENTIAL, weight / 2);
      add(laplace.location(), -laplace.scale(), Strata.OF_EXPONENTIAL, weight / 2);
    } else if (component instanceof Exponential tail) {
      add(tail.origin(), tail.scale(), Strata.OF_EXPONENTIAL, weight);
    } else if (component instanceof Uniform uniform) {
      add(uniform.low(), uniform.width(), Strata.OF_UNIFORM, weight);
    } else {
      add(((Normal) component).mean(0), scale(component), Strata.OF_NORMAL, weight);
    }
  }

  private static double scale(PredictiveDistribution p) {
    if (p instanceof Laplace laplace) {
      return laplace.scale();
    }
    if (p instanceof Exponential tail) {
      return Math.abs(tail.scale());
    }
    return p instanceof Uniform uniform ? uniform.width() : Math.sqrt(((Normal) p).variance(0));
  }

  private void add(double place, double scale, Strata[] strata, double weight) {
    if (weight == 0 || scale == 0) {
      add(place, weight);
      return;
    }
    double share = weight / 2 + weight * (scale / largest) * (scale / largest) / squaredScales / 2;
    Strata standard = strata[least - 1 + (int) (STRATA * Math.min(1, share))];
    for (int k = 0; k < standard.size(); k++) {
      add(place + scale * standard.target(k), weight * standard.probability(k));
    }
  }

  /**
   * Takes one target: the running weighted mean and sum of squares of what its score depends on.
   */
  private void add(double y, double weight) {
    if (weight == 0) {
      return;
    }
    double distance = 0;
    for (int k = 0; k < p.size(); k++) {
      distance += p.weight(k) * MeanDistance.between(p.component(k), y, 0);
    }
    mass += weight;
    double deviation = distance - mean;
    mean += weight / mass * deviation;
    squares += weight * deviation * (distance - mean);
  }
}
