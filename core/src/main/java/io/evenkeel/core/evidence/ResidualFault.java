package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.Projection;
import java.nio.DoubleBuffer;
import java.util.Optional;

/**
 * A fault that a bet has found and no recalibration tells: mutable.
 *
 * <p>The {@linkplain Direction direction} of the bet that found it is frozen, so that what comes
 * later is independent of its choice. Its residuals x ≤ 1 have a positive mean m while the fault
 * lasts. An e-process bets that it is less than a near end b: with u = (b − x)/(1 + b) ≥ −1, whose
 * mean is at most 0 for m ≥ b, M ← (M + γ) exp(λ Σu − ψ(λ) Σu²), ψ(λ) = −log(1 − λ) − λ (Fan, Grama
 * and Liu 2015, doi:10.1214/EJP.v20-3496), with b and λ fixed before the pane.
 *
 * <p>At first b is half of the mean for which the bet is the best. As that was chosen by the data,
 * it may be too large: the fault is not confirmed then, and should wake nobody. The panes after the
 * detection confirm it when they show a mean above 0 by {@value #CONFIRMED} nats on their own; from
 * then on b follows the near end of its likelihood interval.
 */
final class ResidualFault implements OpenFault {
  /** The evidence of the panes after the detection from which on they confirm the fault. */
  private static final double CONFIRMED = 9.2;

  /** The near end is at least this share of the estimate. */
  private static final double SHARE = 0.5;

  /** From that evidence on a recalibration tells what the fault is. */
  private static final double NAMED = 13;

  private static final double LARGEST_BET = 0.8;
  private static final int SCALARS = 5;

  private final Deviations deviations;
  private final Direction direction;
  private final Onset since;
  private final EndProcess end;
  private double near;
  private double labels;
  private double sum;
  private double nullVariance;
  private double largest;

  private ResidualFault(Deviations deviations, Direction direction) {
    this.deviations = deviations;
    this.direction = direction;
    this.since = new Onset(deviations.grid().size());
    this.end = new EndProcess(deviations.grid().size());
  }

  /** A fault that has just been found. */
  static ResidualFault found(
      Deviations deviations, Direction direction, Stretch stretch, Since since) {
    ResidualFault fault = new ResidualFault(deviations, direction);
    fault.near = SHARE * direction.mean();
    fault.since.set(stretch, since);
    return fault;
  }

  /** A fault whose {@linkplain #write state} is known, but for its direction. */
  static ResidualFault read(Deviations deviations, Direction direction, DoubleBuffer state) {
    ResidualFault fault = new ResidualFault(deviations, direction);
    fault.near = state.get();
    fault.labels = state.get();
    fault.sum = state.get();
    fault.nullVariance = state.get();
    fault.largest = state.get();
    fault.since.read(state);
    fault.end.read(state);
    return fault;
  }

  @Override
  public int length() {
    return direction.length() + SCALARS + since.length() + end.length();
  }

  @Override
  public void write(DoubleBuffer state) {
    direction.write(state);
    state.put(near).put(labels).put(sum).put(nullVariance).put(largest);
    since.write(state);
    end.write(state);
  }

  @Override
  public Step add(Pane pane, long wait) {
    since.add(pane);
    Optional<Projection> residuals = direction.project(pane);
    if (residuals.isEmpty()) {
      return Step.STAYS;
    }
    if (end.add(logFactor(residuals.get()), pane)) {
      direction.restart();
    }
    direction.add(pane);
    follow(residuals.get());
    if (deviations.best(since.panes().sums()).sum() >= NAMED) {
      return Step.CHANGED;
    }
    return end.hasReached() ? decide(pane.start(), wait) : Step.STAYS;
  }

  /** The logarithm of the factor against a mean of at least the near end. */
  private double logFactor(Projection pane) {
    double scale = 1 + near;
    double u = (pane.n() * near - pane.sum()) / scale;
    double squares =
        (pane.n() * near * near - 2 * near * pane.sum() + pane.squares()) / (scale * scale);
    double lambda = Math.min(LARGEST_BET, near * scale / (direction.variance() + near * near));
    return lambda * u - (-Math.log1p(-lambda) - lambda) * squares;
  }

  /** Moves the near end where the evidence after the detection is larger than ever. */
  private void follow(Projection pane) {
    labels += (double) pane.n();
    sum += pane.sum();
    nullVariance += pane.nullVariance();
    double evidence = sum > 0 && nullVariance > 0 ? sum * sum / (2 * nullVariance) : 0;
    if (evidence <= largest) {
      return;
    }
    largest = evidence;
    if (isConfirmed()) {
      double nearest = sum - Math.sqrt(2 * Deviations.SLACK * nullVariance);
      near = Math.max(near, Math.max(nearest, SHARE * sum) / labels);
    }
  }

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
    return end.isQuiet(beyond, now, wait) && direction.isQuiet() ? Step.ENDED : Step.STAYS;
  }

  /** A fault with a name. */
  @Override
  public OpenFault successor() {
    return RecalibrationFault.found(deviations, since.panes(), since());
  }

  @Override
  public Since since() {
    return since.since();
  }

  @Override
  public long repaired() {
    return end.repaired().start();
  }

  @Override
  public Fault fault() {
    return new Fault(
        since(),
        deviations.evidence(since.panes()),
        Optional.empty(),
        direction.describe(),
        isConfirmed());
  }
}
