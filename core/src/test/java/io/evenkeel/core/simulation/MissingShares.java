package io.evenkeel.core.simulation;

import io.evenkeel.core.simulation.CaseStream.Change;
import java.util.List;
import java.util.function.Supplier;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/**
 * A law of the share of values that are missing, another one in each pane: logistic of a normal
 * number, an autoregression from pane to pane.
 *
 * @param median share
 * @param spread standard deviation of its logit
 * @param persistence coefficient of the autoregression
 */
record MissingShares(double median, double spread, double persistence) {
  /** All are missing in 35 of 100 panes, none in most others. */
  static final MissingShares ON_OR_OFF = new MissingShares(0.02, 10, 0);

  static final List<MissingShares> BEFORE_A_LOSS =
      List.of(
          new MissingShares(1e-9, 0, 0),
          new MissingShares(0.05, 0, 0),
          new MissingShares(0.05, 1, 0),
          new MissingShares(0.2, 0, 0),
          new MissingShares(0.2, 1, 0));

  /** What becomes of the values of each pane. */
  Supplier<Change> panes(long seed) {
    ZigguratSampler.NormalizedGaussian normal =
        ZigguratSampler.NormalizedGaussian.of(Lives.random(seed));
    double[] state = {normal.sample()};
    return () -> {
      state[0] =
          persistence * state[0] + Math.sqrt(1 - persistence * persistence) * normal.sample();
      double logit = Math.log(median / (1 - median)) + spread * state[0];
      return new Change(0, 1, 1 / (1 + Math.exp(-logit)), 0);
    };
  }

  @Override
  public String toString() {
    return "median " + median + " spread " + spread + " persistence " + persistence;
  }
}
