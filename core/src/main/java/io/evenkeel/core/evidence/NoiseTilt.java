package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.NoiseMoments;
import io.evenkeel.core.moments.NoiseSums;
import io.evenkeel.core.moments.Sketch;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.Optional;

/**
 * The alternative that a share e of all labels is noise: of any class at random, or of one class k.
 * The line of densities is q<sub>e</sub> = (1 − e)p + eu, and x is e in parts of the largest share
 * of a list. With Σ p²/q<sub>b</sub> ≥ 1 ≥ Σ up/q<sub>b</sub> the expectation of p/q<sub>b</sub>
 * under q<sub>e</sub> is at most 1 for e ≥ b.
 *
 * <p>Log-ratios are known at the shares of the list. At others they are estimated as if all labels
 * had had the same probability, A log(1 + u/c) + n log(1 − e) with u = e/(1 − e), and A and c from
 * the two shares beside e. Between these that is a bound from above: log(1 + u/c) = ∫<sub>0</sub>
 * <sup>u</sup> dt/(c + t) is totally positive as Cauchy's kernel is, and a sum over labels less A
 * at c changes its sign twice over the probabilities, so no more often over u, where it begins with
 * plus (Karlin 1968, Total Positivity, ch. 5). Below the smallest share, the line through the two
 * smallest is a bound, as log-ratios are concave in e.
 *
 * <p>Sums: n, and of each share of the list the sum of log-ratios less n log(1 − e).
 */
final class NoiseTilt implements Tilt {
  private static final int AT_RANDOM = -1;

  /** The shares that are tried are so many for a factor of two. */
  private static final int PER_OCTAVE = 4;

  private static final int BISECTIONS = 55;
  private static final double SMALLEST_LOG = -30;
  private static final double LARGEST_LOG = 10;

  private final double[] shares;
  private final int share;
  private final int into;

  private NoiseTilt(double[] shares, int share, int into) {
    this.shares = shares;
    this.share = share;
    this.into = into;
  }

  /** Share i of the list of labels at random. */
  static NoiseTilt atRandom(int i) {
    return new NoiseTilt(NoiseMoments.atRandom(), i, AT_RANDOM);
  }

  /** Share i of the list of labels into class k of m. */
  static NoiseTilt intoClass(int m, int i, int k) {
    return new NoiseTilt(NoiseMoments.intoClass(m), i, k);
  }

  /** The tilt whose {@linkplain #write state} is known. */
  static NoiseTilt read(int m, DoubleBuffer state) {
    int share = (int) state.get();
    int into = (int) state.get();
    return into == AT_RANDOM ? atRandom(share) : intoClass(m, share, into);
  }

  @Override
  public int length() {
    return 2;
  }

  @Override
  public void write(DoubleBuffer state) {
    state.put(share).put(into);
  }

  @Override
  public int sums() {
    return 1 + shares.length;
  }

  @Override
  public Optional<double[]> sums(Sketch pane) {
    return pane.noiseSums().map(this::sums);
  }

  private double[] sums(NoiseSums noise) {
    double[] sums = new double[sums()];
    sums[0] = noise.n();
    for (int i = 0; i < shares.length; i++) {
      sums[1 + i] = of(noise, i) - noise.n() * Math.log1p(-shares[i]);
    }
    return sums;
  }

  private double of(NoiseSums noise, int i) {
    return into == AT_RANDOM ? noise.atRandom(i) : noise.intoClass(i, into);
  }

  @Override
  public double logRatio(Sketch pane) {
    return pane.noiseSums().map(noise -> of(noise, share)).orElse(0.0);
  }

  @Override
  public double found() {
    return shares[share] / largest();
  }

  private double largest() {
    return shares[shares.length - 1];
  }

  /** Everything: noise is seldom spread evenly over all labels, as the line has it. */
  @Override
  public double slack() {
    return Double.POSITIVE_INFINITY;
  }

  /** Half of the middle between it and the next smaller share: two surprises may have found it. */
  @Override
  public double unconfirmed() {
    return Math.sqrt(shares[share] * shares[Math.max(0, share - 1)]) / 2 / largest();
  }

  /** From half of the smallest share on. */
  @Override
  public double[] parts() {
    double octaves = 1 + Math.log(largest() / shares[0]) / Math.log(2);
    int steps = (int) Math.round(octaves * PER_OCTAVE);
    double[] parts = new double[steps + 1];
    Arrays.setAll(parts, k -> Math.pow(2, octaves * ((double) k / steps - 1)));
    return parts;
  }

  @Override
  public double logRatio(double x, double... sums) {
    double e = x * largest();
    int at = 0;
    while (at < shares.length - 2 && shares[at + 1] < e) {
      at++;
    }
    double low = odds(shares[at]);
    double gained = sums[1 + at];
    double log = sums[0] * Math.log1p(-e);
    if (gained <= 0) {
      return log;
    }
    double probability = probability(low, odds(shares[at + 1]), sums[2 + at] / gained);
    return log + gained * Math.log1p(odds(e) / probability) / Math.log1p(low / probability);
  }

  /** The c with log(1 + high/c) = ratio · log(1 + low/c), by bisection: the larger, the larger. */
  private static double probability(double low, double high, double ratio) {
    double from = SMALLEST_LOG;
    double to = LARGEST_LOG;
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (from + to) / 2;
      double c = Math.exp(middle);
      if (Math.log1p(high / c) < ratio * Math.log1p(low / c)) {
        from = middle;
      } else {
        to = middle;
      }
    }
    return Math.exp(from);
  }

  private static double odds(double share) {
    return share / (1 - share);
  }

  @Override
  public double logRatioAtMost(double x, double... sums) {
    double e = x * largest();
    if (e >= shares[0]) {
      return logRatio(x, sums);
    }
    double first = known(0, sums);
    return first + (e - shares[0]) * (known(1, sums) - first) / (shares[1] - shares[0]);
  }

  private double known(int i, double... sums) {
    return sums[1 + i] + sums[0] * Math.log1p(-shares[i]);
  }

  @Override
  public String describe() {
    return describe(found());
  }

  /** Below the smallest share it is not known which one is the best. */
  @Override
  public String describe(double x) {
    double e = x * largest();
    String percent =
        (e < shares[0] ? "less than " + percent(shares[0]) : "about " + percent(e)) + " %";
    return into == AT_RANDOM
        ? percent + " of the labels look random"
        : percent + " of all labels are class " + into + " though it was not likely";
  }

  /** One digit. */
  private static String percent(double share) {
    return BigDecimal.valueOf(100 * share)
        .round(new MathContext(1))
        .stripTrailingZeros()
        .toPlainString();
  }
}
