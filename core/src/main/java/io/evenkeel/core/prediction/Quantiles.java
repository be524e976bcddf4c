package io.evenkeel.core.prediction;

import io.evenkeel.core.internal.StandardNormal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A forecast of one real number by its quantiles q<sub>1</sub> ≤ … ≤ q<sub>K</sub> at K &ge; 1
 * levels τ<sub>1</sub> &lt; … &lt; τ<sub>K</sub>.
 *
 * <p>It stands for one distribution:
 *
 * <ul>
 *   <li>Between two neighbouring quantiles the probability τ<sub>k+1</sub> − τ<sub>k</sub> is
 *       spread evenly: the quantile function is linear between the levels. Levels that share a
 *       quantile make a point mass.
 *   <li>The probability τ<sub>1</sub> below the first quantile and 1 − τ<sub>K</sub> above the last
 *       falls off exponentially from there, beginning with the density of the neighbouring
 *       interval. So no number is held impossible, a distribution with quantiles at its quartiles
 *       only is not much too narrow, and the outermost levels keep their meaning. Where the two
 *       outermost quantiles are equal, or there is only one, the tail is part of their point mass.
 *       Levels of 0 and 1 leave no tail.
 * </ul>
 *
 * <p>Many quantities have a probability of their own where they end: it does not rain, nothing is
 * sold, a plant runs at its capacity. The levels whose quantiles lie there do not say how often a
 * target is below them; they are {@linkplain #massBelow counted}, so that the others can be judged
 * alone.
 */
public final class Quantiles implements Composite {
  private static final TargetSpace SPACE = TargetSpace.reals(1);

  private final double[] levels;
  private final double[] values;
  private final QuantileCurve curve;
  private final Mixture mixture;
  private final int massBelow;
  private final int massAbove;
  private final boolean coarse;

  private Quantiles(double[] levels, QuantileCurve curve) {
    this.levels = levels;
    this.curve = curve;
    this.values = curve.quantiles();
    this.mixture = mixture(levels, values);
    int below = atEnd(values, 0, 1);
    int above = atEnd(values, values.length - 1, -1);
    boolean isLeft =
        below + above < values.length
            && !RoundedValues.areCoarse(values, below, values.length - above);
    boolean isNothing = values.length > 1 && values[0] == 0 && values[values.length - 1] == 0;
    this.massBelow = isLeft ? below : isNothing ? values.length - 1 : 0;
    this.massAbove = isLeft ? above : 0;
    this.coarse = !isLeft && RoundedValues.areCoarse(values, 0, values.length);
  }

  /**
   * The forecast with the given quantiles. Quantiles that cross are put in ascending order, which
   * never makes them worse: see {@link QuantileCurve#rearranged}.
   *
   * @param levels K &ge; 1 levels, ascending, in [0, 1]
   * @param values K finite quantiles
   */
  public static Quantiles of(double[] levels, double[] values) {
    return new Quantiles(levels.clone(), QuantileCurve.rearranged(levels, values));
  }

  private static Mixture mixture(double[] levels, double[] values) {
    int last = levels.length - 1;
    List<Double> weights = new ArrayList<>();
    List<PredictiveDistribution> parts = new ArrayList<>();
    weights.add(levels[0]);
    parts.add(new Exponential(values[0], last == 0 ? 0 : -levels[0] * slope(levels, values, 0)));
    for (int k = 0; k < last; k++) {
      weights.add(levels[k + 1] - levels[k]);
      parts.add(new Uniform(values[k], values[k + 1]));
    }
    double above = 1 - levels[last];
    weights.add(above);
    parts.add(
        new Exponential(values[last], last == 0 ? 0 : above * slope(levels, values, last - 1)));
    return Mixture.of(weights.stream().mapToDouble(w -> w).toArray(), parts);
  }

  private static double slope(double[] levels, double[] values, int k) {
    return (values[k + 1] - values[k]) / (levels[k + 1] - levels[k]);
  }

  /** How many quantiles, from one end inwards, lie where that end may have a mass. */
  private static int atEnd(double[] values, int end, int step) {
    int count = 1;
    while (count < values.length && values[end + count * step] == values[end]) {
      count++;
    }
    return count > 1 || values[end] == 0 ? count : 0;
  }

  /**
   * How many of the lowest levels share their quantile with a mass at the lower end of what is
   * possible: two or more of them are equal, or the lowest is 0 alone. How much of the mass lies on
   * either side of such a level is not known. A target is below the next level with the probability
   * that this says. None where the other levels are {@linkplain #isCoarse coarse}, or there are no
   * others; but of a forecast that says 0 alone all levels except the highest, which at most as
   * many targets exceed as it says.
   */
  public int massBelow() {
    return massBelow;
  }

  /** How many of the highest levels share their quantile with a mass at the upper end. */
  public int massAbove() {
    return massAbove;
  }

  /**
   * Whether targets may well equal a quantile that is not at an {@linkplain #massBelow end}, so
   * that the shares between levels are not what the levels say: neighbouring quantiles are equal,
   * or all are on a grid, such as that of whole numbers or of tenths, of which few steps lie
   * between some, as those of small counts and of rounded numbers are.
   */
  public boolean isCoarse() {
    return coarse;
  }

  /** The number of quantiles K. */
  public int size() {
    return levels.length;
  }

  /** Level k, 0-based. */
  public double level(int k) {
    return levels[k];
  }

  /** The quantile at level k, 0-based. */
  public double value(int k) {
    return values[k];
  }

  /** The mean distance of what lies below the first quantile from it. */
  public double lowerScale() {
    return -((Exponential) mixture.component(0)).scale();
  }

  /** The mean distance of what lies above the last quantile from it. */
  public double upperScale() {
    return ((Exponential) mixture.component(mixture.size() - 1)).scale();
  }

  /**
   * The quantile at the level Φ(z) as maps read a forecast: linear in z between the levels, and
   * beyond them as between the two outermost, so that it is right for a normal distribution by any
   * two of its quantiles. Next to a level of 0 or 1 it is linear in the level. O(log K).
   *
   * @param z a number or infinite; beyond ±{@value StandardNormal#FARTHEST} it counts as that
   */
  public double atScore(double z) {
    double score = StandardNormal.bounded(z);
    double level = StandardNormal.cdf(score);
    int last = Math.max(0, levels.length - 2);
    int k = Math.min(last, Math.max(0, QuantileCurve.firstAbove(levels, level) - 1));
    if (levels.length == 1 || levels[k] == 0 || levels[k + 1] == 1) {
      return curve.quantile(level);
    }
    double from = StandardNormal.quantile(levels[k]);
    double to = StandardNormal.quantile(levels[k + 1]);
    return values[k] + (values[k + 1] - values[k]) * ((score - from) / (to - from));
  }

  /** The curve through the quantiles, without the tails. */
  public QuantileCurve curve() {
    return curve;
  }

  /** The mixture of the lower tail, the K − 1 intervals and the upper tail, in ascending order. */
  @Override
  public Mixture mixture() {
    return mixture;
  }

  @Override
  public TargetSpace space() {
    return SPACE;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Quantiles that
        && Arrays.equals(levels, that.levels)
        && Arrays.equals(values, that.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(levels) * 31 + Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return "Quantiles(levels "
        + Arrays.toString(levels)
        + ", values "
        + Arrays.toString(values)
        + ")";
  }
}
