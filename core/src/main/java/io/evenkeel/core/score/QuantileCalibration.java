package io.evenkeel.core.score;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSampler;
import io.evenkeel.core.prediction.Univariate;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * How often targets fall below the quantiles predicted for them: at each level τ the share of the
 * probability integral transforms F(y) that are at most τ, which is τ on average if the model is
 * calibrated.
 *
 * <p>Source: Kuleshov, Fenner and Ermon, <i>Accurate uncertainties for deep learning using
 * calibrated regression</i>, 2018, Equation 9.
 */
public final class QuantileCalibration {
  private final double[] transforms;
  private final double[] levels;
  private final double[] shares;

  private QuantileCalibration(double[] transforms, double[] levels, double[] shares) {
    this.transforms = transforms;
    this.levels = levels;
    this.shares = shares;
  }

  /**
   * The calibration of n observations of one real number; NaN if n = 0.
   *
   * @param levels in (0, 1)
   */
  public static QuantileCalibration of(Observations sample, double... levels) {
    Checks.probabilities("levels", levels);
    double[] transforms = new double[sample.size()];
    for (int i = 0; i < transforms.length; i++) {
      double y = ((RealVector) sample.target(i)).get(0);
      transforms[i] = Univariate.of(sample.prediction(i)).cdf(y);
    }
    double[] shares =
        Arrays.stream(levels)
            .map(level -> Arrays.stream(transforms).map(f -> f <= level ? 1 : 0).sum())
            .map(count -> count / transforms.length)
            .toArray();
    return new QuantileCalibration(transforms, levels.clone(), shares);
  }

  /**
   * Where the {@linkplain #squaredError error} lies if the predictions are calibrated, with a
   * probability of at least the level, though it is biased upwards: that of targets which are
   * redrawn from the predictions R times.
   *
   * @param sample whose predictions are kept
   * @param replicates R, so large that R + 1 &ge; 2 / (1 − level)
   * @param level in (0, 1)
   * @param levels in (0, 1)
   */
  public static Interval errorIfCalibrated(
      Observations sample,
      int replicates,
      double level,
      UniformRandomProvider random,
      double... levels) {
    ConsistencyResampling.checkReplicates(replicates, level);
    TargetSampler sampler = new TargetSampler(random);
    double[] errors = new double[replicates];
    for (int r = 0; r < replicates; r++) {
      List<Target> redrawn = sample.predictions().stream().map(sampler::draw).toList();
      errors[r] = of(Observations.of(sample.predictions(), redrawn), levels).squaredError();
    }
    return ConsistencyResampling.band(errors, level);
  }

  /** F(y) of each observation. */
  public double[] transforms() {
    return transforms.clone();
  }

  /** The share of transforms at or below each level. */
  public double[] shares() {
    return shares.clone();
  }

  /** The quantile calibration error Σ (τ − share)² over the levels. */
  public double squaredError() {
    double sum = 0;
    for (int i = 0; i < levels.length; i++) {
      sum += (levels[i] - shares[i]) * (levels[i] - shares[i]);
    }
    return sum;
  }
}
