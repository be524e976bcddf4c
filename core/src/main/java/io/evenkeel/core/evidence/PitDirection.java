package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.Projection;
import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The logarithm of a density of the probability integral transform, held to ±2, less its mean if
 * calibrated, and scaled so that it is at most 1: mutable.
 *
 * <p>Its end is weighed by the densities exp(θx − a(θ)): the one whose mean is the near end has the
 * factor exp(−θ Σx + n a(θ)), whose expectation is at most 1 under each with a larger θ, as a is
 * convex. A target that counts in parts has no such factor: of it the square is bounded from above
 * by the mean of squares.
 */
final class PitDirection extends BinDirection {
  private static final int BINS = PitDensity.BINS;
  private static final double LARGEST_LOG = 2;

  /** Larger than every θ that is looked for. */
  private static final double LARGEST_TILT = 100;

  private static final int BISECTIONS = 40;

  /** The parts of a distribution that a description can name, by their ends. */
  private static final double[] PARTS = {0, 0.05, 0.25, 0.5, 0.75, 0.95, 1};

  private static final String[] NAMES = {
    "below the 5 % quantile",
    "between the 5 % quantile and the quartile above it",
    "between the lower quartile and the median",
    "between the median and the upper quartile",
    "between the upper quartile and the 95 % quantile",
    "above the 95 % quantile"
  };

  /** Of a symmetric shape, by the parts below the median. */
  private static final String[] AROUND = {
    "outside of the central 90 % interval",
    "in the central 90 % interval, but outside of the central 50 %",
    "in the central 50 % interval"
  };

  /** Masses that differ by less are equal. */
  private static final double ROUNDING = 1e-9;

  private final PitDensity density;
  private final double[] weights = new double[BINS];

  private PitDirection(PitDensity density) {
    this.density = density;
    double[] logs = density.logs();
    double mean = 0;
    for (int b = 0; b < BINS; b++) {
      weights[b] = Math.max(-LARGEST_LOG, Math.min(LARGEST_LOG, logs[b]));
      mean += PitDensity.width(b) * weights[b];
    }
    double largest = 0;
    for (int b = 0; b < BINS; b++) {
      weights[b] -= mean;
      largest = Math.max(largest, Math.abs(weights[b]));
    }
    for (int b = 0; b < BINS && largest > 0; b++) {
      weights[b] /= largest;
    }
  }

  /** The direction of a density. */
  static PitDirection of(PitDensity density) {
    return new PitDirection(density);
  }

  /** The direction whose {@linkplain #write state} is known. */
  static PitDirection read(DoubleBuffer state) {
    double[] logs = new double[BINS];
    state.get(logs);
    PitDirection direction = new PitDirection(PitDensity.ofCurve(logs));
    direction.resume(state);
    return direction;
  }

  @Override
  public int length() {
    return BINS + super.length();
  }

  @Override
  public void write(DoubleBuffer state) {
    state.put(density.logs());
    super.write(state);
  }

  @Override
  public double mean() {
    double mean = 0;
    for (int b = 0; b < BINS; b++) {
      mean += density.mass(b) * weights[b];
    }
    return mean;
  }

  @Override
  public double variance() {
    double variance = 0;
    for (int b = 0; b < BINS; b++) {
      variance += PitDensity.width(b) * weights[b] * weights[b];
    }
    return variance;
  }

  @Override
  public Optional<Projection> project(Pane pane) {
    return pane.sketch().map(sketch -> project(PitDensity.counts(sketch)));
  }

  private Projection project(double... counts) {
    double n = Arrays.stream(counts).sum();
    double sum = 0;
    double squares = 0;
    for (int b = 0; b < BINS; b++) {
      sum += counts[b] * weights[b];
      squares += counts[b] * weights[b] * weights[b];
    }
    return new Projection(n, sum, squares, n * variance());
  }

  @Override
  public Optional<Double> logEnd(double near, Pane pane) {
    return pane.sketch()
        .filter(PitDensity::isWhole)
        .map(sketch -> logEnd(near, PitDensity.counts(sketch)))
        .or(() -> super.logEnd(near, pane));
  }

  private double logEnd(double near, double... counts) {
    double theta = tilt(near);
    double normaliser = Math.log(moment(theta, 0));
    double log = 0;
    for (int b = 0; b < BINS; b++) {
      log += counts[b] * (normaliser - theta * weights[b]);
    }
    return log;
  }

  /** By the likelihood of θ. Where tails are heavy, x is rare and large, and not like a normal. */
  @Override
  public double evidence(double sum, double nullVariance) {
    double n = nullVariance / variance();
    return logLikelihood(tilt(sum / n), n, sum);
  }

  @Override
  public double nearEnd(double n, double sum, double nullVariance) {
    double best = tilt(sum / n);
    double least = logLikelihood(best, n, sum) - Deviations.SLACK;
    double theta = lastWhere(at -> logLikelihood(at, n, sum) < least, best);
    return moment(theta, 1) / moment(theta, 0);
  }

  private double logLikelihood(double theta, double n, double sum) {
    return theta * sum - n * Math.log(moment(theta, 0));
  }

  /** The θ under which x has a mean. */
  private double tilt(double mean) {
    return lastWhere(theta -> moment(theta, 1) < mean * moment(theta, 0), LARGEST_TILT);
  }

  /** Up to where it holds from 0 on, by bisection; 0 if it does nowhere. */
  private static double lastWhere(DoublePredicate holds, double atMost) {
    double from = 0;
    double to = atMost;
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (from + to) / 2;
      boolean isBefore = holds.test(middle);
      from = isBefore ? middle : from;
      to = isBefore ? to : middle;
    }
    return from;
  }

  /** The expectation of xᵏ exp(θx) if calibrated. */
  private double moment(double theta, int power) {
    double sum = 0;
    for (int b = 0; b < BINS; b++) {
      sum += PitDensity.width(b) * Math.pow(weights[b], power) * Math.exp(theta * weights[b]);
    }
    return sum;
  }

  /**
   * By the part whose share is farthest from what it should be, in standard deviations. A shape
   * that was known before any target does not tell how large a share is.
   */
  @Override
  public String describe() {
    return "the shape of the predicted distributions is wrong: "
        + (isLearned() ? describeLearned() : describeShape());
  }

  private boolean isLearned() {
    return PitShapes.ALL.stream().noneMatch(shape -> areEqual(b -> shape.mass(b)));
  }

  private boolean areEqual(IntToDoubleFunction masses) {
    return IntStream.range(0, BINS)
        .allMatch(b -> Math.abs(density.mass(b) - masses.applyAsDouble(b)) < ROUNDING);
  }

  private String describeShape() {
    boolean isSymmetric = areEqual(b -> density.mass(BINS - 1 - b));
    int parts = isSymmetric ? AROUND.length : NAMES.length;
    int sides = isSymmetric ? 2 : 1;
    double[] shares = new double[parts];
    double[] said = new double[parts];
    for (int part = 0; part < parts; part++) {
      shares[part] = sides * share(part);
      said[part] = sides * said(part);
    }
    int part = farthest(shares, said);
    return (shares[part] > said[part] ? "more" : "fewer")
        + " targets than predicted fall "
        + (isSymmetric ? AROUND : NAMES)[part];
  }

  private String describeLearned() {
    double[] shares = IntStream.range(0, NAMES.length).mapToDouble(this::share).toArray();
    double[] said = IntStream.range(0, NAMES.length).mapToDouble(PitDirection::said).toArray();
    int part = farthest(shares, said);
    return String.format(
        Locale.ROOT,
        "about %.1f %% of targets fall %s, where %.0f %% are predicted",
        100 * shares[part],
        NAMES[part],
        100 * said[part]);
  }

  private static double said(int part) {
    return PARTS[part + 1] - PARTS[part];
  }

  private double share(int part) {
    double share = 0;
    for (int b = 0; b < BINS; b++) {
      double middle = (PitDensity.BINNING.lower(b) + PitDensity.BINNING.upper(b)) / 2;
      boolean isIn = PARTS[part] < middle && middle < PARTS[part + 1];
      share += isIn ? density.mass(b) : 0;
    }
    return share;
  }

  private static int farthest(double[] shares, double... said) {
    int farthest = 0;
    double most = 0;
    for (int part = 0; part < shares.length; part++) {
      double away = Math.abs(shares[part] - said[part]) / Math.sqrt(said[part] * (1 - said[part]));
      if (away > most + ROUNDING) {
        farthest = part;
        most = away;
      }
    }
    return farthest;
  }
}
