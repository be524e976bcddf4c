package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.recalibration.NormalRegression;
import io.evenkeel.core.recalibration.RecalibrationFamily.Score;
import io.evenkeel.core.recalibration.RegressionSums;
import io.evenkeel.core.score.LabelNoise;
import java.util.Optional;

/**
 * Normal regressions of ensembles: the four numbers of a {@link NormalRegression}, of which c or d
 * is 0. Sums: those of {@link RegressionSums}. One direction: the mean.
 *
 * <p>What is weighed is a mixture: a share of the labels' noise stays with the ensemble read as
 * normal, for a pane as a whole. So a pane takes log(1/noise) nats at most, 9.2 usually, however
 * wrong its labels are.
 */
final class RegressionMaps implements MapLearner {
  private static final double DEGREES = 3;

  /** A pane counts in full unless its squares are so many times as large as those before. */
  private static final double USUAL = 9;

  private final LabelNoise noise;
  private final double logNoise;
  private final double logRest;

  /** Learns from labels with some noise. */
  RegressionMaps(LabelNoise noise) {
    this.noise = noise;
    this.logNoise = Math.log(noise.share());
    this.logRest = Math.log1p(-noise.share());
  }

  /** The sums of a pane of predictions of one number. */
  static double[] sums(Sketch pane) {
    return pane.regressionSums().orElseThrow();
  }

  /**
   * How much of a pane is learned from, in (0, 1]: of one with wrong labels so much that what is
   * remembered grows by a few panes of its own.
   */
  static double trust(double[] remembered, double[] pane) {
    double before = RegressionSums.of(remembered).meanSquare();
    double now = RegressionSums.of(pane).meanSquare();
    return now > USUAL * before && before > 0 ? USUAL * before / now : 1;
  }

  @Override
  public int parameters() {
    return 4;
  }

  @Override
  public Optional<double[]> fit(double... sums) {
    return RegressionSums.of(sums)
        .fit()
        .map(map -> new double[] {map.a(), map.b(), map.c(), map.d()});
  }

  @Override
  public double logRatio(double[] map, double... sums) {
    double log = logRest + RegressionSums.of(sums).logRatio(published(map));
    return log > logNoise
        ? log + Math.log1p(Math.exp(logNoise - log))
        : logNoise + Math.log1p(Math.exp(log - logNoise));
  }

  /** As many nats as parameters: so many are won by chance, and lost on later labels. */
  @Override
  public double prior(double... map) {
    return DEGREES;
  }

  @Override
  public double degrees(double... map) {
    return DEGREES;
  }

  @Override
  public NormalRegression published(double[] map, double... sums) {
    return new NormalRegression(map[0], map[1], map[2], map[3], NormalRegression.Of.ENSEMBLES);
  }

  @Override
  public int directions() {
    return 1;
  }

  @Override
  public int direction(double... map) {
    return 0;
  }

  /** Of the residuals of the map, in units of their standard deviation. */
  @Override
  public Score score(int direction, Optional<double[]> map, double... sums) {
    if (map.isEmpty()) {
      return new Score(0, 0);
    }
    Score score = RegressionSums.of(sums).score(published(map.get()), noise);
    return score.variance() > 0
        ? new Score(score.slope() / Math.sqrt(score.variance()), 1)
        : new Score(0, 0);
  }
}
