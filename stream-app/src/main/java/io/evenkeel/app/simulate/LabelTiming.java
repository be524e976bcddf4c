package io.evenkeel.app.simulate;

import io.evenkeel.app.replay.DelayLaw;

/**
 * When labels become known.
 *
 * @param delay the law of the delays
 * @param never share of labels that never come, in [0, 1]
 * @param informative factor of the delays of outcomes that are not positive, positive: above 1 the
 *     labels that are in are not representative of all; 1 for delays that are
 */
public record LabelTiming(DelayLaw delay, double never, double informative) {

  /** Checks the share and the factor. */
  public LabelTiming {
    if (!(never >= 0 && never <= 1)) {
      throw new IllegalArgumentException("never must be a share in [0, 1], got " + never);
    }
    Checks.positive("informative", informative);
  }
}
