package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.QuarterMoments;
import java.nio.DoubleBuffer;

/** What may be wrong with predictions in the quarters of a feature. */
interface QuarterAlternative {

  /**
   * The logarithm of a factor whose expectation is at most 1 if the predictions are calibrated.
   *
   * @param past the sums of a feature, as {@link QuarterMoments} has them, of earlier panes
   * @param pane those of the pane
   */
  double logFactor(double[] past, double[] pane);

  /**
   * The fault that a bet on a feature has found.
   *
   * @param feature its number in the profile
   * @param past its sums
   * @param labels the number of labels of these panes, with and without the feature
   */
  OpenFault found(int feature, double[] past, double labels, QuarterBets.Found at);

  /** The fault with the {@linkplain OpenFault#write state}. */
  OpenFault read(Deviations deviations, DoubleBuffer state);
}
