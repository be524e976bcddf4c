package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.ConfidenceBins;
import io.evenkeel.core.moments.ReliabilityMoments;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.Boundary;
import io.evenkeel.core.recalibration.Tolerance;
import io.evenkeel.core.score.Binning;
import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Bets on the reliability curve, of class 1 of two and else of the most probable class: that its
 * log-odds are shifted by θ<sub>b</sub> where the predicted probability c lies in bin b. Mutable.
 *
 * <p>The factor of a pane with n<sub>b</sub> predictions in bin b, of mean c̄<sub>b</sub>, of which
 * k<sub>b</sub> came true, is exp(Σ θ<sub>b</sub>k<sub>b</sub> − n<sub>b</sub> log(1 +
 * c̄<sub>b</sub>(exp θ<sub>b</sub> − 1))). As log(1 + cg) is concave in c, it is at most the
 * likelihood ratio of the shifted probabilities; it falls short by about the share of c(1 − c) that
 * the variance of c within a bin is, .15 % in the middle. The curve is the posterior mean of
 * earlier panes, under six {@linkplain GaussianCurve priors}, with c̄<sub>b</sub>(1 −
 * c̄<sub>b</sub>) for the information of a label.
 *
 * <p>The lenient factor is divided by its largest expectation under what is tolerable. Of two
 * classes that are a shift of the log-odds together with a temperature, of which three each are
 * tried, at the ends of the tolerance and in the middle: between these, and by the curvature of a
 * temperature within a bin, less than 1e-6 nats per label are missed. Of m classes it is, of every
 * single prediction, a shift of the log-odds by up to ε(1 + |logit c| + log(m − 1)), which no
 * tolerable temperature or shift of a class exceeds; the curve is then nearer to 0 by the tolerable
 * shift. Beside a reference there are no bets, since what it tolerates is not known in these bins.
 */
final class ReliabilityBets implements BetFamily {
  private static final Binning BINNING = ReliabilityMoments.BINNING;
  private static final int BINS = BINNING.bins();
  private static final List<GaussianCurve> PRIORS = priors();

  private final TargetSpace space;
  private final BinMemory counts = new BinMemory(BINS);
  private final BinMemory residuals = new BinMemory(BINS);
  private final BinMemory variances = new BinMemory(BINS);

  /** Bets on nothing yet, on predictions over some classes. */
  ReliabilityBets(TargetSpace space) {
    this.space = space;
  }

  private static List<GaussianCurve> priors() {
    double[] places = IntStream.range(0, BINS).mapToDouble(b -> 14.0 * b / (BINS - 1)).toArray();
    return List.of(
        new GaussianCurve(places, 0.7, 0.3, false),
        new GaussianCurve(places, 2, 0.3, false),
        new GaussianCurve(places, 2, 0.1, false),
        new GaussianCurve(places, 4, 0.3, false),
        new GaussianCurve(places, 2, 0.3, true),
        new GaussianCurve(places, 0.7, 0.3, true));
  }

  /** The predictions of a pane, by their weight in evidence. */
  static ConfidenceBins bins(Sketch pane) {
    return pane.confidences().weighedBy(pane.meanWeight());
  }

  @Override
  public int size() {
    return PRIORS.size();
  }

  @Override
  public int[] places(Boundary boundary) {
    return new int[0];
  }

  @Override
  public List<Played> play(Sketch pane, Tolerance tolerance) {
    List<Played> played = new ArrayList<>();
    if (tolerance.isRelative() || isEmpty()) {
      return played;
    }
    ConfidenceBins bins = bins(pane);
    for (GaussianCurve prior : PRIORS) {
      double[] curve = curve(prior);
      played.add(
          new Played(logFactor(bins, curve), lenientLogFactor(bins, curve, tolerance.residual())));
    }
    return played;
  }

  private boolean isEmpty() {
    for (double count : counts.sums(false)) {
      if (count > 0) {
        return false;
      }
    }
    return true;
  }

  private double[] curve(GaussianCurve prior) {
    return prior.posteriorMean(residuals.sums(prior.isLate()), variances.sums(prior.isLate()));
  }

  private static double logFactor(ConfidenceBins bins, double... curve) {
    double log = 0;
    for (int b = 0; b < BINS; b++) {
      if (bins.count(b) > 0) {
        log += logFactor(bins, b, curve[b], bins.mean(b));
      }
    }
    return log;
  }

  private static double logFactor(ConfidenceBins bins, int b, double theta, double probability) {
    return theta * bins.hits(b) - bins.count(b) * Math.log1p(probability * Math.expm1(theta));
  }

  private double lenientLogFactor(ConfidenceBins bins, double[] curve, double epsilon) {
    if (space.size() > 2) {
      return besideShiftsOfEach(bins, curve, epsilon);
    }
    double least = Double.POSITIVE_INFINITY;
    for (int i = -1; i <= 1; i++) {
      for (int j = -1; j <= 1; j++) {
        least = Math.min(least, besideAll(bins, curve, i * epsilon, Math.pow(1 + epsilon, j)));
      }
    }
    return least;
  }

  /** Where the log-odds of all predictions are multiplied by a slope, and shifted. */
  private static double besideAll(ConfidenceBins bins, double[] curve, double shift, double slope) {
    double log = 0;
    for (int b = 0; b < BINS; b++) {
      if (bins.count(b) > 0) {
        double c = bins.mean(b);
        double odds = Math.exp(shift) * Math.pow(c / (1 - c), slope);
        log += logFactor(bins, b, curve[b], c < 1 ? odds / (1 + odds) : 1);
      }
    }
    return log;
  }

  private double besideShiftsOfEach(ConfidenceBins bins, double[] curve, double epsilon) {
    double log = 0;
    for (int b = 0; b < BINS; b++) {
      if (bins.count(b) > 0) {
        double tolerated = epsilon * largestLogOdds(b, bins.mean(b));
        double theta = Math.copySign(Math.max(0, Math.abs(curve[b]) - tolerated), curve[b]);
        double shift = Math.copySign(tolerated, theta);
        log += logFactor(bins, b, theta, shifted(bins.mean(b), shift));
      }
    }
    return log;
  }

  /**
   * What a tolerance is multiplied with: the same in the bin around 1/2, which is not one-sided.
   */
  private double largestLogOdds(int b, double c) {
    double end = BINNING.lower(b) < 0.5 && BINNING.upper(b) > 0.5 ? BINNING.upper(b) : c;
    double logOdds = end > 0 && end < 1 ? Math.abs(Math.log(end / (1 - end))) : 0;
    return 1 + logOdds + Math.log(space.size() - 1.0);
  }

  private static double shifted(double c, double logOdds) {
    double odds = Math.exp(logOdds);
    return c * odds / (1 + c * (odds - 1));
  }

  @Override
  public void add(Sketch pane) {
    ConfidenceBins bins = bins(pane);
    double[] n = new double[BINS];
    double[] residual = new double[BINS];
    double[] variance = new double[BINS];
    for (int b = 0; b < BINS; b++) {
      n[b] = bins.count(b);
      residual[b] = bins.hits(b) - bins.sum(b);
      variance[b] = bins.variance(b);
    }
    counts.add(n);
    residuals.add(residual);
    variances.add(variance);
  }

  @Override
  public OpenFault found(Deviations deviations, int bet, Stretch stretch, Since since) {
    GaussianCurve prior = PRIORS.get(bet);
    Direction direction =
        ReliabilityDirection.of(
            space, curve(prior), counts.sums(prior.isLate()), variances.sums(prior.isLate()));
    return ResidualFault.found(deviations, direction, stretch, since);
  }

  @Override
  public Optional<OpenFault> fault(Deviations deviations, DoubleBuffer state) {
    return Optional.of(
        ResidualFault.read(deviations, ReliabilityDirection.read(space, state), state));
  }

  @Override
  public int length() {
    return counts.length() + residuals.length() + variances.length();
  }

  @Override
  public void read(DoubleBuffer state) {
    counts.read(state);
    residuals.read(state);
    variances.read(state);
  }

  @Override
  public void write(DoubleBuffer state) {
    counts.write(state);
    residuals.write(state);
    variances.write(state);
  }
}
