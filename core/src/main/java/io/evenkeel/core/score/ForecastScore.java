package io.evenkeel.core.score;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import java.util.List;

/**
 * A score that is finite for every target, with its mean and its variance if the prediction is
 * right: what CBPE takes for the performance of a model without labels.
 */
public enum ForecastScore {
  /** The log loss, in nats, of a probability of at least 1e-12: at most 27.6. */
  LOG_LOSS("log loss") {
    @Override
    public double of(PredictiveDistribution p, Target y) {
      return loss((Categorical) p, ((ClassLabel) y).index());
    }

    @Override
    public void law(PredictiveDistribution p, double[] meanAndVariance) {
      Categorical categorical = (Categorical) p;
      double mean = 0;
      double square = 0;
      for (int k = 0; k < categorical.classes(); k++) {
        double loss = loss(categorical, k);
        double part = categorical.probability(k) * loss;
        mean += part;
        square += part * loss;
      }
      meanAndVariance[0] = mean;
      meanAndVariance[1] = Math.max(0, square - mean * mean);
    }
  },

  /** The {@link BrierScore}, in [0, 2]. */
  BRIER("Brier score") {
    @Override
    public double of(PredictiveDistribution p, Target y) {
      return BrierScore.of((Categorical) p, (ClassLabel) y);
    }

    @Override
    public void law(PredictiveDistribution p, double[] meanAndVariance) {
      Categorical categorical = (Categorical) p;
      double squares = 0;
      double cubes = 0;
      for (int k = 0; k < categorical.classes(); k++) {
        double one = categorical.probability(k);
        squares += one * one;
        cubes += one * one * one;
      }
      meanAndVariance[0] = 1 - squares;
      meanAndVariance[1] = Math.max(0, 4 * (cubes - squares * squares));
    }
  },

  /** 1 if the most probable class is wrong, else 0: its mean is 1 − accuracy. */
  ERROR("share of wrong classes") {
    @Override
    public double of(PredictiveDistribution p, Target y) {
      return ((Categorical) p).argmax() == ((ClassLabel) y).index() ? 0 : 1;
    }

    @Override
    public void law(PredictiveDistribution p, double[] meanAndVariance) {
      Categorical categorical = (Categorical) p;
      double top = categorical.probability(categorical.argmax());
      meanAndVariance[0] = 1 - top;
      meanAndVariance[1] = top * (1 - top);
    }
  },

  /**
   * The {@link Crps} of one real number. Its law is in closed form for normals, Laplace
   * distributions and quantile forecasts, and a sum over the members of an ensemble or the points
   * of a distribution on integers. Else the mean is exact, and the variance, by O(32 + K) targets
   * for K components, has an error of below 2 %.
   */
  CRPS("CRPS") {
    @Override
    public double of(PredictiveDistribution p, Target y) {
      return Crps.of(p, (RealVector) y);
    }

    @Override
    public void law(PredictiveDistribution p, double[] meanAndVariance) {
      if (p instanceof Normal normal) {
        meanAndVariance[0] = Math.sqrt(normal.variance(0) / Math.PI);
        meanAndVariance[1] = normal.variance(0) * NORMAL_VARIANCE;
      } else if (p instanceof Laplace laplace) {
        meanAndVariance[0] = laplace.scale() * LAPLACE_MEAN;
        meanAndVariance[1] = laplace.scale() * laplace.scale() * LAPLACE_VARIANCE;
      } else if (p instanceof Counts counts) {
        meanAndVariance[0] = CountsCrps.expected(counts);
        meanAndVariance[1] = CountsCrps.variance(counts);
      } else if (p instanceof Ensemble ensemble) {
        EnsembleCrps.law(ensemble, meanAndVariance);
      } else if (p instanceof Quantiles quantiles) {
        meanAndVariance[0] = QuantilesCrps.expected(quantiles);
        meanAndVariance[1] = QuantilesCrps.variance(quantiles);
      } else {
        MixtureCrpsLaw.law(Mixture.of(p), meanAndVariance);
      }
      if (Double.isNaN(meanAndVariance[1])) {
        meanAndVariance[1] = Double.POSITIVE_INFINITY;
      }
    }
  };

  private static final List<ForecastScore> OF_CLASSES = List.of(LOG_LOSS, BRIER, ERROR);
  private static final List<ForecastScore> OF_NUMBERS = List.of(CRPS);
  private static final double LEAST_PROBABILITY = 1e-12;

  /** The variance of z (2Φ(z) − 1) + 2φ(z) − 1/√π of a standard normal z. */
  private static final double NORMAL_VARIANCE = 0.16275157944178;

  /** Of |z| + exp(−|z|) − 3/4, where |z| is standard exponential. */
  private static final double LAPLACE_MEAN = 0.75;

  private static final double LAPLACE_VARIANCE = 7.0 / 12;

  private final String words;

  ForecastScore(String words) {
    this.words = words;
  }

  /** The score for people. */
  public String words() {
    return words;
  }

  /** The scores of targets of a space; none for several real numbers. */
  public static List<ForecastScore> of(TargetSpace space) {
    if (space.kind() == TargetSpace.Kind.CLASSES) {
      return OF_CLASSES;
    }
    return space.size() == 1 ? OF_NUMBERS : List.of();
  }

  /** The score of a prediction for a target in its space. */
  public abstract double of(PredictiveDistribution p, Target y);

  /**
   * The mean and the variance of the score if the target has the law p.
   *
   * @param meanAndVariance takes the two; infinite where they are too large for a number
   */
  public abstract void law(PredictiveDistribution p, double[] meanAndVariance);

  private static double loss(Categorical p, int k) {
    return -Math.log(Math.max(LEAST_PROBABILITY, p.probability(k)));
  }
}
