package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.Projection;
import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The logarithm of a density of the probability integral transform, held to ±2, less its mean if
 * calibrated, and scaled so that it is at most 1: mutable. Of a target that counts in parts the
 * square is bounded from above by the mean of squares.
 */
final class PitDirection extends BinDirection {
  private static final int BINS = PitDensity.BINS;
  private static final double LARGEST_LOG = 2;

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

  /** By the part whose share is farthest from what it should be, in standard deviations. */
  @Override
  public String describe() {
    int farthest = 0;
    double[] shares = new double[NAMES.length];
    double most = 0;
    for (int part = 0; part < NAMES.length; part++) {
      for (int b = 0; b < BINS; b++) {
        double middle = (PitDensity.BINNING.lower(b) + PitDensity.BINNING.upper(b)) / 2;
        boolean isIn = PARTS[part] < middle && middle < PARTS[part + 1];
        shares[part] += isIn ? density.mass(b) : 0;
      }
      double said = PARTS[part + 1] - PARTS[part];
      double away = Math.abs(shares[part] - said) / Math.sqrt(said * (1 - said));
      farthest = away > most ? part : farthest;
      most = Math.max(most, away);
    }
    return String.format(
        Locale.ROOT,
        "the shape of the predicted distributions is wrong: about %.1f %% of targets fall %s, where"
            + " %.0f %% are predicted",
        100 * shares[farthest],
        NAMES[farthest],
        100 * (PARTS[farthest + 1] - PARTS[farthest]));
  }
}
