package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.Sketch;
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
   * @param sketch null if only the recalibration evidence is known
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

  /** Its sketch; none if only its recalibration evidence is known. */
  Optional<Sketch> sketch() {
    return Optional.ofNullable(sketch);
  }
}
