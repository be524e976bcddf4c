package io.evenkeel.core.evidence;

import io.evenkeel.core.hypothesis.EValues;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.recalibration.Tolerance;
import java.util.stream.Stream;

/**
 * Mutable: the evidence of observations whose order means nothing. The e-value is the mean of two:
 * that of all observations as one window, and that of the observations as a series of panes, whose
 * bets see what no recalibration expresses.
 *
 * <p>Random bits say which pane an observation is in: half of them are in the last one, half of the
 * others in the one before it, and so on, so that bets learn from the small panes and play the
 * large ones.
 */
public final class SampleEvidence {
  private static final int PANES = 6;

  private final SketchPlan plan;
  private final Sketch[] panes;

  /** The evidence of no observation yet. */
  public SampleEvidence(SketchPlan plan) {
    this.plan = plan;
    panes = Stream.generate(plan::empty).limit(PANES).toArray(Sketch[]::new);
  }

  /**
   * The sketch that an observation is to be added to.
   *
   * @param bits random, and independent of the targets; those of one outcome have the same
   */
  public Sketch pane(long bits) {
    return panes[Math.max(0, PANES - 1 - Long.numberOfLeadingZeros(bits))];
  }

  /** The sketch of all observations. O(size of a sketch). */
  public Sketch whole() {
    Sketch whole = plan.empty();
    for (Sketch pane : panes) {
      whole.merge(pane);
    }
    return whole;
  }

  /** log E against every miscalibration within the tolerance ε &ge; 0. */
  public double logE(double epsilon) {
    double asWindow = whole().evidence().logEValueBeyond(Tolerance.within(epsilon));
    SeriesEvidence series = SeriesEvidence.empty(plan, epsilon);
    for (Sketch pane : panes) {
      series.add(pane);
    }
    return EValues.logMean(asWindow, epsilon > 0 ? series.logEValueBeyond() : series.logEValue());
  }

  /**
   * The smallest miscalibration, in nats per label that a recalibration of the grid saves, that so
   * many labels show with 80 % power or more: {@link CalibrationMonitor#detectableGain} beyond the
   * edge of what is tolerable. Nats are squares of distances, so their roots add up.
   *
   * @param labels their number, each counted by its weight; &ge; 0, and infinite is returned for 0
   * @param logThreshold log E from which on it rejects, positive
   * @param tolerable what a tolerable miscalibration costs at most, nats per label, &ge; 0
   */
  public static double detectableGain(double labels, double logThreshold, double tolerable) {
    double beyond = CalibrationMonitor.detectableGain(labels, logThreshold);
    double root = Math.sqrt(tolerable) + Math.sqrt(beyond);
    return root * root;
  }
}
