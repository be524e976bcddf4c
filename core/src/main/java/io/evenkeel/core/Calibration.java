package io.evenkeel.core;

import io.evenkeel.core.evidence.SampleEvidence;
import io.evenkeel.core.hypothesis.BlockSkceTest;
import io.evenkeel.core.hypothesis.CmeTest;
import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.ProfileLearner;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Whether a sample of predictions is calibrated, by the rule of the monitor and with its defaults:
 * the short way through this library.
 *
 * <p>The observations are independent given their predictions, and in any order.
 */
public final class Calibration {
  private static final int LOCATIONS = 32;

  private final Observations sample;
  private final double alpha;
  private final double tolerance;
  private final long seed;

  private Calibration(Observations sample, double alpha, double tolerance, long seed) {
    this.sample = sample;
    this.alpha = alpha;
    this.tolerance = tolerance;
    this.seed = seed;
  }

  /**
   * The sample in which the i-th prediction has the i-th target, to be judged at α = 0.01 with a
   * tolerance of 0.02.
   *
   * @throws IllegalArgumentException if there are no predictions, the lists differ in length, the
   *     predictions in their target space, or a target lies outside of it
   */
  public static Calibration of(
      List<? extends PredictiveDistribution> predictions, List<? extends Target> targets) {
    Observations sample = Observations.of(predictions, targets);
    Checks.atLeast("the number of predictions", sample.size(), 1);
    return new Calibration(sample, 0.01, 0.02, 1);
  }

  /**
   * The same sample at another level.
   *
   * @param level α: calibrated samples are found miscalibrated with at most this probability; above
   *     0 and below 1
   */
  public Calibration withAlpha(double level) {
    if (!(level > 0 && level < 1)) {
      throw new IllegalArgumentException("alpha must be above 0 and below 1, got " + level);
    }
    return new Calibration(sample, level, tolerance, seed);
  }

  /**
   * The same sample with another tolerance.
   *
   * @param epsilon temperatures and scales up to so far from 1, and shifts up to so many log-odds
   *     or predicted standard deviations, are no miscalibration; from 0 to 1
   */
  public Calibration withTolerance(double epsilon) {
    if (!(epsilon >= 0 && epsilon <= 1)) {
      throw new IllegalArgumentException("the tolerance must lie in [0, 1], got " + epsilon);
    }
    return new Calibration(sample, alpha, epsilon, seed);
  }

  /** The same sample with another seed of the random choices. */
  public Calibration withSeed(long other) {
    return new Calibration(sample, alpha, tolerance, other);
  }

  /** The report on the sample of n observations. O(n) for a kind of prediction. */
  public CalibrationReport report() {
    Profile profile = ProfileLearner.learn(1, sample.predictions(), LOCATIONS, seed);
    SampleEvidence evidence = new SampleEvidence(SketchPlan.of(profile.space(), profile));
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
    for (int i = 0; i < sample.size(); i++) {
      Sketch pane = evidence.pane(random.nextLong());
      pane.add(sample.prediction(i), sample.target(i));
      if (i % 2 == 1) {
        pane.addPair(
            sample.prediction(i - 1), sample.target(i - 1), sample.prediction(i), sample.target(i));
      }
    }
    Sketch whole = evidence.whole();
    return new CalibrationReport(
        alpha,
        evidence.logE(tolerance),
        whole.evidence(),
        whole.scores(),
        CmeTest.withDefaults().test(whole.cme().orElseThrow()),
        BlockSkceTest.withDefaults().test(whole.blockSkce().orElseThrow()));
  }
}
