package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.Outcome;

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
 * <p>Assumed: given the targets of all panes L or more before its own, and those of its own pane
 * before it, each target is distributed as predicted. The alternatives must not have been chosen by
 * the panes between, so no {@linkplain BetFamily bets} are made, as where rows share outcomes.
 *
 * @param panes L &ge; 1; 1 if targets of different panes do not overlap
 */
public record Overlap(int panes) {
  /** Of targets that are known before the next pane. */
  public static final Overlap NONE = new Overlap(1);

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
