package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.Sketch;
import java.nio.DoubleBuffer;
import java.util.List;
import java.util.Optional;

/** A kind of {@link Tilt}, and which of them are worth a bet. */
interface Tilts {

  /** What the sums depend on, beside the space of the targets: a version of the profile, or 0. */
  int version();

  /** The number of sums that the aim of a tilt is taken from. */
  int sums();

  /** The sums of a pane; none if it has none of this kind. */
  Optional<double[]> sums(Sketch pane);

  /**
   * What the log-ratios of a pane have to be lowered by, nats, so that their exponentials have
   * expectation at most 1 if the predictions are calibrated: the price of not taking single labels
   * at their word.
   */
  double cost(Sketch pane);

  /**
   * The tilts that fit what was seen, always as many.
   *
   * @param all the sums of all panes
   * @param lately the sums of the panes, of each pane the less the older it is
   */
  List<Tilt> aimed(double[] all, double[] lately);

  /** Groups of tilts that do not depend on what was seen. */
  List<List<Tilt>> fixed();

  /** The tilt with the {@linkplain Tilt#write state}. */
  Tilt read(DoubleBuffer state);
}
