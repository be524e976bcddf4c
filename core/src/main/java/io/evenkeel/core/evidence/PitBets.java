package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.recalibration.Boundary;
import io.evenkeel.core.recalibration.Tolerance;
import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Bets on the {@linkplain PitDensity density} of the probability integral transform of predictions
 * of one number: on known {@linkplain PitShapes shapes}, or on one that is learned, the posterior
 * mean of its logarithm in earlier panes under five {@linkplain GaussianCurve priors}. Mutable.
 *
 * <p>Tolerable are normal scores that are shifted by up to ε and scaled by up to 1 + ε. The lenient
 * factor is divided by its largest expectation under these, of 5 &times; 5 that are tried; between
 * them less than 1e-5 nats per label are missed. A little more is missed where a prediction gives
 * only an interval, as tolerable scores are not uniform within an interval. Beside a reference
 * there are no bets.
 */
final class PitBets implements BetFamily {
  private static final int BINS = PitDensity.BINS;
  private static final List<GaussianCurve> PRIORS = priors();

  private final boolean isLearned;
  private final BinMemory counts = new BinMemory(BINS);
  private double epsilon = Double.NaN;
  private double[][] tolerable = {};

  private PitBets(boolean isLearned) {
    this.isLearned = isLearned;
  }

  /** Bets on the shape that earlier panes show. */
  static PitBets learned() {
    return new PitBets(true);
  }

  /** Bets on known shapes. */
  static PitBets onShapes() {
    return new PitBets(false);
  }

  private static List<GaussianCurve> priors() {
    double[] places = PitFit.places(PitDensity.BINNING);
    return List.of(
        new GaussianCurve(places, 0.35, 0.3, false),
        new GaussianCurve(places, 1, 0.3, false),
        new GaussianCurve(places, 1, 0.1, false),
        new GaussianCurve(places, 2, 0.3, false),
        new GaussianCurve(places, 1, 0.3, true));
  }

  @Override
  public int size() {
    return isLearned ? PRIORS.size() : PitShapes.ALL.size();
  }

  @Override
  public int[] places(Boundary boundary) {
    return new int[0];
  }

  private PitDensity density(int bet) {
    if (!isLearned) {
      return PitShapes.ALL.get(bet);
    }
    GaussianCurve prior = PRIORS.get(bet);
    double[] seen = counts.sums(prior.isLate());
    double all = Arrays.stream(seen).sum();
    double[] scores = new double[BINS];
    double[] information = new double[BINS];
    for (int b = 0; b < BINS; b++) {
      information[b] = all * PitDensity.width(b);
      scores[b] = seen[b] - information[b];
    }
    return PitDensity.ofCurve(prior.posteriorMean(scores, information));
  }

  @Override
  public List<Played> play(Sketch pane, Tolerance tolerance) {
    List<Played> played = new ArrayList<>();
    boolean isEmpty = Arrays.stream(counts.sums(false)).sum() == 0;
    if (tolerance.isRelative() || (isLearned && isEmpty)) {
      return played;
    }
    if (tolerance.residual() != epsilon) {
      epsilon = tolerance.residual();
      tolerable = PitDensity.tolerableMasses(tolerance);
    }
    double[] seen = PitDensity.counts(pane);
    double n = Arrays.stream(seen).sum();
    for (int bet = 0; bet < size(); bet++) {
      PitDensity density = density(bet);
      double log = density.logFactor(seen);
      played.add(new Played(log, log - n * density.logLargest(tolerable)));
    }
    return played;
  }

  @Override
  public void add(Sketch pane) {
    if (isLearned) {
      counts.add(PitDensity.counts(pane));
    }
  }

  @Override
  public OpenFault found(Deviations deviations, int bet, Stretch stretch, Since since) {
    return ResidualFault.found(deviations, PitDirection.of(density(bet)), stretch, since);
  }

  @Override
  public Optional<OpenFault> fault(Deviations deviations, DoubleBuffer state) {
    return Optional.of(ResidualFault.read(deviations, PitDirection.read(state), state));
  }

  @Override
  public int length() {
    return isLearned ? counts.length() : 0;
  }

  @Override
  public void read(DoubleBuffer state) {
    if (isLearned) {
      counts.read(state);
    }
  }

  @Override
  public void write(DoubleBuffer state) {
    if (isLearned) {
      counts.write(state);
    }
  }
}
