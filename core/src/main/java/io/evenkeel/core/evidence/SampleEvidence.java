package io.evenkeel.core.evidence;

import io.evenkeel.core.hypothesis.EValues;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.recalibration.Tolerance;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
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

  /** A recalibration that explains so much of what the best bet has won is all that is wrong. */
  private static final double ALL = 0.9;

  private static final double HALF = 0.5;

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
   * What a bet has found.
   *
   * @param words what is wrong
   * @param isMost whether the best recalibration explains less than half of it
   */
  public record Found(String words, boolean isMost) {}

  /**
   * What the best bet has found; none if the best recalibration explains all of it, but for a
   * tenth, or if it is not enough to name a fault.
   */
  public Optional<Found> found() {
    Bets bets = new Bets(plan, Overlap.NONE);
    double[] won = new double[bets.size()];
    for (Sketch pane : panes) {
      if (pane.outcomes().weight() > 0) {
        List<Played> played = bets.play(pane, Tolerance.within(0));
        Arrays.setAll(won, k -> won[k] + played.get(k).plain());
        bets.add(pane);
      }
    }
    int best = IntStream.range(0, won.length).reduce(0, (a, b) -> won[b] > won[a] ? b : a);
    double explained = whole().evidence().explained() / won[best];
    return won[best] < CalibrationMonitor.PLAIN || explained >= ALL
        ? Optional.empty()
        : Optional.of(new Found(found(bets, best).otherwise(), explained < HALF));
  }

  /** What a bet has found, of the size that all observations show. */
  private Fault found(Bets bets, int bet) {
    int recalibrations = plan.grid().size();
    Deviations deviations = new Deviations(plan.grid(), Tolerance.within(0));
    OpenFault found = bets.found(deviations, bet, new Stretch(recalibrations), Since.exactly(0));
    Sketch whole = whole();
    found.add(new Pane(0, whole.labelled(), new double[recalibrations + bets.size()], whole), 0);
    return found.fault();
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
