package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.NoiseMoments;
import io.evenkeel.core.moments.NoiseSums;
import io.evenkeel.core.moments.Sketch;
import java.nio.DoubleBuffer;
import java.util.Locale;

/**
 * The alternative that a share e of all labels is noise: of any class at random, or of one class k.
 *
 * <p>Its part x has the largest share of the list that is at most xe, or the smallest one. That
 * shares between do not matter: with q<sub>e</sub> = (1 − e)p + eu and Σ p²/q<sub>b</sub> ≥ 1 ≥ Σ
 * up/q<sub>b</sub> the expectation of p/q<sub>b</sub> under q<sub>e</sub> is at most 1 for e ≥ b.
 */
final class NoiseTilt implements Tilt {
  private static final int AT_RANDOM = -1;

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
  public double logRatio(Sketch pane, double x) {
    int at = share;
    while (at > 0 && shares[at] > x * shares[share]) {
      at--;
    }
    int part = at;
    return pane.noiseSums().map(sums -> of(sums, part)).orElse(0.0);
  }

  private double of(NoiseSums sums, int i) {
    return into == AT_RANDOM ? sums.atRandom(i) : sums.intoClass(i, into);
  }

  @Override
  public String describe() {
    String percent =
        String.format(Locale.ROOT, "%.1f", 100 * shares[share]).replaceAll("\\.0$", "");
    return into == AT_RANDOM
        ? "about " + percent + " % of the labels look random"
        : "about " + percent + " % of all labels are class " + into + " though it was not likely";
  }
}
