package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.Projection;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.profile.Profile;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a pane says of the alternatives to calibration. */
final class Pane {
  private final long start;
  private final double labels;
  private final double[] sums;
  private final @Nullable Sketch sketch;

  /**
   * A pane.
   *
   * @param sums the logarithms of the factors of all recalibrations, then those of all bets
   * @param sketch null if there are no kernel statistics
   */
  Pane(long start, double labels, double[] sums, @Nullable Sketch sketch) {
    this.start = start;
    this.labels = labels;
    this.sums = sums;
    this.sketch = sketch;
  }

  long start() {
    return start;
  }

  double labels() {
    return labels;
  }

  double[] sums() {
    return sums;
  }

  /** Its sketch, if that is of the given profile. */
  Optional<Sketch> sketch(Profile profile) {
    return Optional.ofNullable(sketch)
        .filter(of -> profile.equals(of.plan().profile().orElse(null)));
  }

  /** Its residuals along a direction, if it is of the given profile. */
  Optional<Projection> project(Profile profile, double... direction) {
    return sketch(profile).flatMap(of -> of.project(direction));
  }
}
