package io.evenkeel.core.evidence;

/**
 * What a bet has made of a pane.
 *
 * @param plain the logarithm of its factor against calibration
 * @param lenient the logarithm of its factor against all that is tolerable, but for the {@linkplain
 *     BetFamily#places places of the boundary} that its family leaves to others
 */
record Played(double plain, double lenient) {
  /** A bet that was not made, as there was nothing to bet on. */
  static final Played NONE = new Played(0, 0);
}
