package io.evenkeel.core.recalibration;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.score.LabelNoise;
import java.util.Arrays;
import java.util.List;

/**
 * A mutable evaluator for categorical predictions.
 *
 * <p>A probability below the smallest one that labels can be trusted with, f, enters temperatures
 * as f: in place of p<sup>θ</sup> they are p max(p, f)<sup>θ − 1</sup>, normalised, the exponential
 * family of a bounded statistic. So their ratios have expectation 1 as before, log p(y) is at least
 * log f, and a target of probability 0 is one of these.
 */
final class CategoricalLogRatios implements LogRatios {
  /*
   * The powers p^(j/64) that the temperatures need are products of p^(1/64), p^(1/32), …, p², which
   * take six square roots and a few products per class in place of one exponential per class and
   * temperature. The binary digits of j say which factors to take.
   */
  private static final int ROOTS = 6;
  private static final double SCALE = 1 << ROOTS;
  private static final int FACTORS = ROOTS + 2;

  private final int[] sixtyFourths;
  private final ClassShift[] classShifts;
  private final TopClassShift[] topClassShifts;
  private final double[] growths;
  private final double[] values;
  private final double[] sums;
  private final double[] factors = new double[FACTORS];
  private final double least;

  /** f to the power θ − 1 of each temperature. */
  private final double[] powersOfLeast;

  CategoricalLogRatios(List<Recalibration> recalibrations, int[] sixtyFourths, LabelNoise noise) {
    this.sixtyFourths = sixtyFourths;
    this.least = noise.leastProbability();
    this.powersOfLeast =
        Arrays.stream(sixtyFourths).mapToDouble(j -> Math.pow(least, j / SCALE - 1)).toArray();
    this.sums = new double[sixtyFourths.length];
    this.values = new double[recalibrations.size()];
    this.classShifts =
        Parameters.select(recalibrations, ClassShift.class).toArray(ClassShift[]::new);
    this.topClassShifts =
        Parameters.select(recalibrations, TopClassShift.class).toArray(TopClassShift[]::new);
    this.growths =
        Arrays.stream(classShifts).mapToDouble(shift -> Math.expm1(shift.logOdds())).toArray();
  }

  /** An evaluator of the same recalibrations with scratch space of its own. */
  private CategoricalLogRatios(CategoricalLogRatios other) {
    this.sixtyFourths = other.sixtyFourths;
    this.classShifts = other.classShifts;
    this.topClassShifts = other.topClassShifts;
    this.growths = other.growths;
    this.least = other.least;
    this.powersOfLeast = other.powersOfLeast;
    this.sums = new double[other.sums.length];
    this.values = new double[other.values.length];
  }

  @Override
  public LogRatios fresh() {
    return new CategoricalLogRatios(this);
  }

  @Override
  public boolean evaluate(PredictiveDistribution p, Target y) {
    Categorical categorical = (Categorical) p;
    int label = ((ClassLabel) y).index();
    double of = categorical.probability(label);
    evaluateTemperatures(categorical, Math.log(Math.max(least, of)));
    int next = sixtyFourths.length;
    for (int i = 0; i < classShifts.length; i++) {
      ClassShift shift = classShifts[i];
      values[next++] = ofShift(categorical, label, shift.index(), shift.logOdds(), growths[i]);
    }
    int top = topClassShifts.length == 0 ? 0 : categorical.argmax();
    for (TopClassShift shift : topClassShifts) {
      double growth = Math.expm1(shift.logOdds());
      values[next++] = ofShift(categorical, label, top, shift.logOdds(), growth);
    }
    return of > 0;
  }

  private static double ofShift(Categorical p, int label, int index, double shift, double growth) {
    return (label == index ? shift : 0) - Math.log1p(p.probability(index) * growth);
  }

  private void evaluateTemperatures(Categorical p, double logOf) {
    Arrays.fill(sums, 0);
    double small = 0;
    for (int k = 0; k < p.classes(); k++) {
      double of = p.probability(k);
      if (of >= least) {
        addPowers(of);
      } else {
        small += of;
      }
    }
    for (int t = 0; t < sixtyFourths.length; t++) {
      double sum = sums[t] + (small == 0 ? 0 : small * powersOfLeast[t]);
      values[t] = (sixtyFourths[t] / SCALE - 1) * logOf - Math.log(sum);
    }
  }

  private void addPowers(double of) {
    factors[ROOTS] = of;
    factors[ROOTS + 1] = of * of;
    for (int i = ROOTS - 1; i >= 0; i--) {
      factors[i] = Math.sqrt(factors[i + 1]);
    }
    for (int t = 0; t < sixtyFourths.length; t++) {
      double power = 1;
      for (int bits = sixtyFourths[t]; bits != 0; bits &= bits - 1) {
        power *= factors[Integer.numberOfTrailingZeros(bits)];
      }
      sums[t] += power;
    }
  }

  @Override
  public double get(int i) {
    return values[i];
  }
}
