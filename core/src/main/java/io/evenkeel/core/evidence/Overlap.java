package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.Outcome;
import io.evenkeel.core.moments.Sketch;

/**
 * How many consecutive panes have targets that may depend on each other beyond what is predicted,
 * as horizons overlap: forecasts four weeks ahead, made every week, overlap with those of the three
 * weeks before.
 *
 * <p>The panes of every L-th position are a class. When one of them is predicted, the targets of
 * those of its class before it are known. So each class alone has a valid e-process E<sub>k</sub>
 * and a valid detector R<sub>k</sub>, which counts a start at every pane, and takes steps at its
 * own. Instead of these, one process takes all panes, every label with 1/L of its weight. The
 * product of its factors from any start on is the geometric mean of the products of the L classes.
 * By Hölder's inequality the sum over starts and alternatives is at most the geometric mean of the
 * E<sub>k</sub>, or of the R<sub>k</sub>. Therefore:
 *
 * <ul>
 *   <li>At any fixed time the e-value has expectation at most 1.
 *   <li>It ever reaches c with a chance of at most min(L, e) / c. Each sup E<sub>k</sub> has 1/c as
 *       bound of its tail. A geometric mean that is at least c has a factor that is; and if U is
 *       1/L Σ log sup E<sub>k</sub>, then E (U − t)₊ is at most exp(−t), as that of every term is,
 *       so that P(U ≥ log c) ≤ exp(−t) / (log c − t), which is e / c for t = log c − 1. (The
 *       geometric mean of p-values, Vovk and Wang 2020, doi:10.1093/biomet/asaa027.)
 *   <li>R<sub>k</sub> − t is a supermartingale of its class. So it reaches A within T panes with a
 *       chance of at most T / A, and the detector with a chance of at most min(L, e) T / A.
 *   <li>Let the detector stop at τ, where it reaches A. The first pane of class k from τ on is at
 *       most L − 1 panes later, and stopping there is allowed to class k, though stopping at τ is
 *       not (Henzi and Ziegel, correction, Biometrika 109(4):1181). So the largest R<sub>k</sub> up
 *       to there is at least x with a chance of at most (E τ + L − 1) / x. At τ the geometric mean
 *       of these is at least A, so 1 ≤ min(L, e) (E τ + L − 1) / A.
 * </ul>
 *
 * <p>All of this holds given what was known before the first pane. Whether a detector begins again
 * must therefore be known L − 1 panes before its first one.
 *
 * <p>This holds for an alternative whose factor in a pane, on whole labels, has expectation at most
 * 1 given the panes L or more before, if at most its L-th root is taken. A {@linkplain BetFamily
 * bet} that was aimed by those panes alone has such a factor F; {@link Bets} wait so long. What it
 * makes of labels of weight 1/L is at most F<sup>1/L</sup>:
 *
 * <ul>
 *   <li>It is equal where log F is homogeneous in the sums of the pane, all of which are 1/L of
 *       those of whole labels: kernel bets, of θΣx − θ²(Σx²/6 + Σs₀²/3), with ε√(nΣs₀²) where
 *       something is tolerable; bets on reliability, of the numbers in bins of the same mean
 *       probabilities; on shapes, of counts; on noise, cells and joint residuals, of sums of
 *       log-ratios. What is tolerable divides log F by its largest expectation per label, or takes
 *       the least of some such logarithms, which are homogeneous, too. (Reliability and shapes are
 *       counted with whole labels, for diagrams. Bets take {@linkplain Sketch#meanWeight their mean
 *       weight}, which is that of each.)
 *   <li>It is less where F is an average of such factors, of the fixed alternatives of a
 *       {@linkplain FixedShare share}, of features, or of shifts in a quarter of a feature: the
 *       average of roots is at most the root of the average (Jensen).
 * </ul>
 *
 * <p>What a bet has learned need not be a likelihood: it may come from labels of weight 1/L, and
 * from all classes. A bet that knew the panes between would win against right forecasts: see {@code
 * OverlappingBetsSimulationTest}. None is made where rows share outcomes, too, as other rows of
 * these may be in any pane.
 *
 * <p>Assumed: given all predictions until then, the targets of all panes L or more before its own,
 * and those of its own pane before it, each target is distributed as predicted. (Predictions of the
 * panes between choose the profile.)
 *
 * @param panes L &ge; 1; 1 if targets of different panes do not overlap
 */
public record Overlap(int panes) {
  /** Of targets that are known before the next pane. */
  public static final Overlap NONE = new Overlap(1);

  /** What sums of weights are off by, relatively. */
  private static final double ROUNDING = 1e-9;

  /** Checks the number. */
  public Overlap {
    if (panes < 1) {
      throw new IllegalArgumentException("targets overlap in at least 1 pane, got " + panes);
    }
  }

  /** Whether targets of different panes may overlap. */
  public boolean isSome() {
    return panes > 1;
  }

  /**
   * What a row counts.
   *
   * @param id of the row: what is not shared has it as its outcome
   * @param outcome that it shares with other rows of its pane
   */
  public Outcome of(String id, Outcome outcome) {
    if (!isSome()) {
      return outcome;
    }
    return new Outcome(outcome.isShared() ? outcome.id() : id, outcome.weight() / panes);
  }

  /** Whether rows of a pane share outcomes, as they then weigh less than for the overlap alone. */
  boolean isOfSharedOutcomes(Sketch pane) {
    return pane.meanWeight() * panes < 1 - ROUNDING;
  }

  /**
   * Whether two panes are of one class, so that their targets do not overlap unless they are the
   * same.
   *
   * @param distance from the position of one to that of the other
   */
  public boolean isOfOneClass(long distance) {
    return distance % panes == 0;
  }

  /**
   * The logarithm of the e-value with the chance to be ever reached that an e-value has.
   *
   * @param logEValue that of the process
   */
  public double logEver(double logEValue) {
    return logEValue - logPrice();
  }

  /**
   * The logarithm of the threshold at which the detector has a mean run length of at least A, and
   * reaches it within T panes with a chance of at most T / A.
   *
   * @param logThreshold log A
   */
  public double logThreshold(double logThreshold) {
    return logThreshold + Math.log1p((panes - 1) * Math.exp(-logThreshold)) + logPrice();
  }

  private double logPrice() {
    return Math.log(Math.min(panes, Math.E));
  }
}
