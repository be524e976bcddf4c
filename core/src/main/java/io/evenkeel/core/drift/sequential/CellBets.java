package io.evenkeel.core.drift.sequential;

import io.evenkeel.core.drift.CellGroup;
import io.evenkeel.core.drift.Feature;
import io.evenkeel.core.internal.Checks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * Bets on the cells of a feature against all that its reference and a tolerance allow.
 *
 * <p>A bet f is a positive function of the cells: shifts exp(s t z − t²/2) of the {@linkplain
 * NormalScores normal scores} z, changes of their spread N(0, s²)/N(0, 1), and for every
 * {@linkplain Feature#groups group} of cells a contamination 1 − e + e/p̂(group) there and 1 − e
 * elsewhere. With the counts a of A reference cases, p̂ is in proportion to (a + 1/2) / (A + K/2),
 * but to 1e-4 at least, so that a large reference does not blind contaminations.
 *
 * <p>Null hypothesis: the law p of a case has p·f ≤ M<sub>f</sub> = max(U<sub>f</sub>,
 * T<sub>f</sub>) for every f. U<sub>f</sub> is the {@linkplain LargestMean largest mean} under laws
 * that the reference does not refute, so that its own law is covered but for a share
 * α<sub>ref</sub> of references. T<sub>f</sub> = p̂·f + δ sd<sub>p̂</sub>(f) covers every law with
 * χ²(p, p̂) ≤ δ². Then Π f(c<sub>i</sub>) / M<sub>f</sub> over n cases has expectation at most 1.
 */
final class CellBets {
  private static final double[] SHIFTS = {0.15, 0.3, 0.6, 1.2};
  private static final double[] SPREADS = {0.5, 0.75, 1.35, 2};
  private static final double[] SHARES = {0.003, 0.03, 0.3};
  private static final double FLOOR = 1e-4;

  /** Standard errors beyond which a difference is no chance. */
  private static final double BEYOND_CHANCE = 2.5;

  /** The first so many bets are on all cells. */
  static final int GENERAL = 2 * SHIFTS.length + SPREADS.length;

  /** And then so many on each group. */
  static final int SHARES_OF_A_GROUP = SHARES.length;

  private final double[][] logRatios;
  private final double[] slacks;

  /**
   * Bets.
   *
   * @param logRatios log(f / M<sub>f</sub>) by bet and cell
   * @param slacks δ sd(f) / M<sub>f</sub> by bet
   */
  CellBets(double[][] logRatios, double... slacks) {
    this.logRatios = logRatios;
    this.slacks = slacks;
  }

  /** The number of bets on a feature, whatever its reference. */
  static int size(Feature feature) {
    return GENERAL + SHARES_OF_A_GROUP * feature.groups().size();
  }

  /** What each bet is on. */
  static List<Direction> directions(Feature feature) {
    List<Direction> directions = new ArrayList<>();
    for (int i = 0; i < SHIFTS.length; i++) {
      directions.add(Direction.of(Direction.Kind.HIGHER));
      directions.add(Direction.of(Direction.Kind.LOWER));
    }
    for (double spread : SPREADS) {
      directions.add(Direction.of(spread < 1 ? Direction.Kind.NARROWER : Direction.Kind.WIDER));
    }
    for (CellGroup group : feature.groups()) {
      for (int e = 0; e < SHARES.length; e++) {
        directions.add(Direction.more(group));
      }
    }
    return directions;
  }

  /**
   * The bets against a reference. About ten O(cells) steps for each.
   *
   * @param reference its counts
   * @param tolerance δ &ge; 0
   * @param alpha the share α<sub>ref</sub> of references for which the null does not hold, in (0,
   *     1)
   */
  static CellBets against(Feature feature, double[] reference, double tolerance, double alpha) {
    Checks.sameLength("cells", feature.cells(), "counts", reference.length);
    double[] law = law(reference);
    double[][] ratios = functions(feature, reference, law);
    LargestMean largest = new LargestMean(reference, Math.log(ratios.length / alpha));
    double[] slacks = new double[ratios.length];
    for (int b = 0; b < ratios.length; b++) {
      double[] f = ratios[b];
      double within = largestWithin(f, law, tolerance);
      double bound = Math.max(largest.of(f), within);
      slacks[b] = (within - largestWithin(f, law, 0)) / bound;
      for (int c = 0; c < f.length; c++) {
        f[c] = Math.log(f[c] / bound);
      }
    }
    return new CellBets(ratios, slacks);
  }

  /**
   * Bets that most values are missing, or new: null hypothesis is that at most half of them are, or
   * as many as the reference allows. The other bets are not made: they neither win nor lose.
   *
   * @param reference its counts
   * @param alpha the share of references for which the null does not hold, in (0, 1)
   */
  static CellBets ofLoss(Feature feature, double[] reference, double alpha) {
    double[][] ratios = functions(feature, reference, law(reference));
    LargestMean largest = new LargestMean(reference, Math.log(ratios.length / alpha));
    for (int b = 0; b < ratios.length; b++) {
      double[] f = ratios[b];
      CellGroup group = b < GENERAL ? null : feature.groups().get((b - GENERAL) / SHARES.length);
      if (group != null && group.isLoss()) {
        double outside = 1 - SHARES[(b - GENERAL) % SHARES.length];
        double most = Math.max(largest.of(f), f[group.from()] / 2 + outside / 2);
        Arrays.setAll(f, c -> Math.log(f[c] / most));
      } else {
        Arrays.fill(f, 0);
      }
    }
    return new CellBets(ratios, new double[ratios.length]);
  }

  /** p̂. */
  static double[] law(double... reference) {
    double cases = Arrays.stream(reference).sum();
    double[] law =
        Arrays.stream(reference)
            .map(a -> Math.max(FLOOR, (a + 0.5) / (cases + 0.5 * reference.length)))
            .toArray();
    // Were the sum more than 1, the variance of a contamination would be too small, or negative.
    double sum = Arrays.stream(law).sum();
    Arrays.setAll(law, c -> law[c] / sum);
    return law;
  }

  /** T<sub>f</sub>, the largest mean of f under laws within the tolerance of a law. */
  static double largestWithin(double[] f, double[] law, double tolerance) {
    double mean = 0;
    double squares = 0;
    for (int c = 0; c < f.length; c++) {
      mean += law[c] * f[c];
      squares += law[c] * f[c] * f[c];
    }
    return mean + tolerance * Math.sqrt(Math.max(0, squares - mean * mean));
  }

  /** The functions f. */
  static double[][] functions(Feature feature, double[] reference, double... law) {
    double[][] functions = new double[size(feature)][feature.cells()];
    double[] scores = NormalScores.of(feature, reference);
    int at = 0;
    for (double shift : SHIFTS) {
      fill(functions[at++], scores, z -> Math.exp(shift * z - shift * shift / 2));
      fill(functions[at++], scores, z -> Math.exp(-shift * z - shift * shift / 2));
    }
    for (double spread : SPREADS) {
      double rate = (1 / (spread * spread) - 1) / 2;
      fill(functions[at++], scores, z -> Math.exp(-rate * z * z) / spread);
    }
    for (CellGroup group : feature.groups()) {
      double share = Math.min(1, group.sum(law));
      for (double e : SHARES) {
        double[] f = functions[at++];
        Arrays.fill(f, 1 - e);
        Arrays.fill(f, group.from(), group.to(), 1 - e + e / share);
      }
    }
    return functions;
  }

  private static void fill(double[] f, double[] scores, DoubleUnaryOperator function) {
    f[0] = 1;
    for (int c = 1; c < f.length; c++) {
      f[c] = function.applyAsDouble(scores[c]);
    }
  }

  /**
   * What each bet loses per case so that another law, within the tolerance, does not win either:
   * log((p·f + δ sd(f)) / M<sub>f</sub>), if positive.
   *
   * @param law p
   */
  double[] penalties(double... law) {
    double[] penalties = new double[logRatios.length];
    for (int b = 0; b < penalties.length; b++) {
      double mean = slacks[b];
      for (int c = 0; c < law.length; c++) {
        mean += law[c] * Math.exp(logRatios[b][c]);
      }
      penalties[b] = Math.max(0, Math.log(mean));
    }
    return penalties;
  }

  /**
   * The same of a law that may be far from the reference: log((p·f + δ sd<sub>p</sub>(f)) /
   * M<sub>f</sub>), if positive.
   *
   * @param law p
   * @param tolerance δ
   */
  double[] penaltiesWithin(double[] law, double tolerance) {
    return Arrays.stream(logRatios)
        .mapToDouble(
            logs -> {
              double[] ratios = Arrays.stream(logs).map(Math::exp).toArray();
              return Math.max(0, Math.log(largestWithin(ratios, law, tolerance)));
            })
        .toArray();
  }

  /**
   * Which bets win more with cases than under a law, beyond chance: those whose mean of f over the
   * cases is larger than p·f by 2.5 standard errors.
   *
   * @param counts of the cells
   * @param law p
   * @param designEffect of the cases, at least 1
   */
  boolean[] win(double[] counts, double[] law, double designEffect) {
    double cases = Arrays.stream(counts).sum();
    boolean[] win = new boolean[logRatios.length];
    for (int b = 0; b < win.length; b++) {
      double difference = 0;
      double mean = 0;
      double squares = 0;
      for (int c = 0; c < law.length; c++) {
        double f = Math.exp(logRatios[b][c]);
        difference += (counts[c] / cases - law[c]) * f;
        mean += law[c] * f;
        squares += law[c] * f * f;
      }
      double variance = Math.max(0, squares - mean * mean) * designEffect / cases;
      win[b] = difference > BEYOND_CHANCE * Math.sqrt(variance);
    }
    return win;
  }

  /** log(f / M<sub>f</sub>) of each bet in each cell; not to be written to. */
  double[][] logRatios() {
    return logRatios;
  }

  /** Σ<sub>c</sub> n<sub>c</sub> log(f<sub>c</sub> / M<sub>f</sub>) of each bet. */
  double[] logFactors(double... counts) {
    double[] factors = new double[logRatios.length];
    for (int b = 0; b < factors.length; b++) {
      double sum = 0;
      for (int c = 0; c < counts.length; c++) {
        if (counts[c] != 0) {
          sum += counts[c] * logRatios[b][c];
        }
      }
      factors[b] = sum;
    }
    return factors;
  }
}
