package io.evenkeel.core.evidence;

import java.nio.DoubleBuffer;
import java.util.Optional;

/**
 * A fault that a bet has found and no recalibration describes: mutable. What the bet bet on is
 * frozen, so that what comes later is independent of its choice. As it was chosen by the data, the
 * panes after the detection have to confirm it on their own. Until then the fault should not wake
 * anyone.
 *
 * <p>Its near end may be larger than the fault, from the beginning or since the fault was mended in
 * part. Then panes of the fault speak for its end, and would for ever count as panes since the
 * repair. So the near end is halved once these alone confirm the fault. The bound on false ends
 * holds for any near end that is fixed before the pane.
 */
abstract class BetFault implements OpenFault {
  /** The evidence of the panes after the detection from which on they confirm the fault. */
  static final double CONFIRMED = 9.2;

  /** A recalibration names the fault if it has so much more evidence than the bet. */
  private static final double NAMED = 13;

  private final Deviations deviations;
  private final Onset since;
  private final EndProcess end;
  private double largest;

  /** A fault before its first pane. */
  BetFault(Deviations deviations) {
    this.deviations = deviations;
    this.since = new Onset(deviations.grid().size());
    this.end = new EndProcess(deviations.grid().size());
  }

  /** The panes since the fault began. */
  final void begin(Stretch stretch, Since from) {
    since.set(stretch, from);
  }

  /** Reads what {@link #write} wrote. */
  void read(DoubleBuffer state) {
    largest = state.get();
    since.read(state);
    end.read(state);
  }

  @Override
  public void write(DoubleBuffer state) {
    state.put(largest);
    since.write(state);
    end.write(state);
  }

  @Override
  public int length() {
    return 1 + since.length() + end.length();
  }

  @Override
  public final Step add(Pane pane, long wait) {
    since.add(pane);
    Optional<Double> logFactor = logFactor(pane);
    if (logFactor.isEmpty()) {
      return Step.STAYS;
    }
    if (end.add(logFactor.get(), pane)) {
      restart();
    }
    double evidence = learn(pane);
    if (evidence > largest) {
      largest = evidence;
      if (isConfirmed()) {
        moveNear();
      }
    }
    if (deviations.excess(since.panes().sums()) >= NAMED + evidence) {
      return Step.CHANGED;
    }
    return end.hasReached() ? decide(pane.start(), wait) : Step.STAYS;
  }

  /** log of the factor of a pane against a fault of at least the near end; none if it says none. */
  abstract Optional<Double> logFactor(Pane pane);

  /** Forgets the panes since the fault seems to be gone. */
  abstract void restart();

  /**
   * Adds a pane of which there is a factor.
   *
   * @return the evidence for the fault of the panes after the detection, nats
   */
  abstract double learn(Pane pane);

  /**
   * Moves the near end to what the panes after the detection show. It shrinks only to their best
   * estimate, which a few panes may have shown too large.
   */
  abstract void moveNear();

  /** Halves the near end, which the fault has not reached. */
  abstract void halveNear();

  /** Whether the panes since the fault seems to be gone do not show it. */
  abstract boolean isRefuted();

  /** Whether these alone would confirm it: it is not gone, but smaller than the near end. */
  abstract boolean isShown();

  /** What is wrong, in words. */
  abstract String describe();

  private boolean isConfirmed() {
    return largest >= CONFIRMED;
  }

  private Step decide(long now, long wait) {
    Stretch repaired = end.repaired();
    double beyond = deviations.logEBeyond(repaired);
    if (beyond >= CHANGED) {
      since.set(repaired);
      return Step.CHANGED;
    }
    if (isShown()) {
      halveNear();
      end.restart();
      return Step.STAYS;
    }
    return end.isQuiet(beyond, now, wait) && isRefuted() ? Step.ENDED : Step.STAYS;
  }

  /** A fault with a name. */
  @Override
  public final OpenFault successor() {
    return RecalibrationFault.found(deviations, since.panes(), since());
  }

  @Override
  public final Since since() {
    return since.since();
  }

  @Override
  public final long repaired() {
    return end.repaired().start();
  }

  @Override
  public final Fault fault() {
    return new Fault(
        since(), deviations.evidence(since.panes()), Optional.empty(), describe(), isConfirmed());
  }
}
