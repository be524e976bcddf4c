package io.evenkeel.core.recalibration;

import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.score.LabelNoise;
import java.util.ArrayList;
import java.util.List;

/**
 * A fixed list of {@link Recalibration}s with prior weights that sum to one: the alternatives
 * against which calibration is weighed. It depends on the space of the targets alone, never on
 * data.
 *
 * <p>For m classes: fourteen temperatures from 0.4 to 2.67, with half of the weight, and shifts of
 * log-odds by ±0.1 to ±1, with the other half: of class 1 for two classes, of every class for up to
 * {@value #MAX_SHIFTED_CLASSES}, and beyond of the most probable class only, so that the grid stays
 * small.
 *
 * <p>For real vectors, with the same weight each: shifts of all coordinates by ±0.05 to ±0.8
 * predicted standard deviations, scales from 0.5 to 2, and combinations of the two; for one real
 * number also beta densities of the probability integral transform with parameters from 0.5 to 2.
 *
 * <p>The weight of a family is shared equally by its members, so a large family does not drown a
 * small one, and naming the right recalibration costs at most the logarithm of its weight once.
 */
public final class RecalibrationGrid {
  /** The largest number of classes of which each has shifts of its own. */
  public static final int MAX_SHIFTED_CLASSES = 20;

  /** Reciprocal temperatures in 64ths: powers that square roots and products can make. */
  private static final int[] SIXTY_FOURTHS = {
    24, 32, 40, 48, 56, 60, 62, 66, 68, 72, 80, 96, 128, 160
  };

  private static final double[] LOG_ODDS = {-1, -0.5, -0.25, -0.1, 0.1, 0.25, 0.5, 1};
  private static final double[] SHIFTS = {-0.8, -0.4, -0.2, -0.1, -0.05, 0.05, 0.1, 0.2, 0.4, 0.8};
  private static final double[] SCALES = {0.5, 2.0 / 3, 0.8, 0.9, 0.95, 1.05, 1.1, 1.25, 1.5, 2};
  private static final double[] COMBINED_SHIFTS = {-0.6, -0.2, 0.2, 0.6};
  private static final double[] COMBINED_SCALES = {0.7, 0.85, 1.2, 1.5};
  private static final double[] BETAS = {0.5, 0.75, 1, 4.0 / 3, 2};

  private final TargetSpace space;
  private final List<Recalibration> recalibrations;
  private final double[] logWeights;
  private final List<RecalibrationFamily> curves;
  private final ImpossibleTargets impossible;

  /** For each recalibration, the largest log-ratio of an impossible target. */
  private final double[] ofImpossible;

  /** Never evaluates, so that the grid stays immutable. */
  private final LogRatios prototype;

  private RecalibrationGrid(
      TargetSpace space, List<List<Recalibration>> families, LabelNoise noise) {
    this.space = space;
    List<Recalibration> all = new ArrayList<>();
    families.forEach(all::addAll);
    this.recalibrations = List.copyOf(all);
    this.curves = RecalibrationFamily.of(recalibrations, space.size());
    this.logWeights = new double[all.size()];
    int i = 0;
    for (List<Recalibration> family : families) {
      for (int k = 0; k < family.size(); k++) {
        logWeights[i++] = -Math.log((double) families.size() * family.size());
      }
    }
    this.prototype = prototype(space, recalibrations, noise);
    this.impossible = new ImpossibleTargets(space, noise);
    this.ofImpossible = recalibrations.stream().mapToDouble(impossible::largestLogRatio).toArray();
  }

  private static LogRatios prototype(
      TargetSpace space, List<Recalibration> recalibrations, LabelNoise noise) {
    if (space.kind() == TargetSpace.Kind.CLASSES) {
      return new CategoricalLogRatios(recalibrations, SIXTY_FOURTHS, noise);
    }
    return space.size() == 1
        ? new UnivariateLogRatios(recalibrations, noise)
        : new NormalLogRatios(recalibrations, space.size(), noise);
  }

  /** The grid for predictions of targets in the given space, with the usual label noise. */
  public static RecalibrationGrid of(TargetSpace space) {
    return of(space, LabelNoise.USUAL);
  }

  /**
   * The grid for predictions of targets in the given space.
   *
   * @param noise what a single label may say at most
   */
  public static RecalibrationGrid of(TargetSpace space, LabelNoise noise) {
    if (space.kind() == TargetSpace.Kind.CLASSES) {
      return new RecalibrationGrid(space, List.of(temperatures(), shifts(space.size())), noise);
    }
    List<List<Recalibration>> families = new ArrayList<>();
    families.add(locationScales(SHIFTS, 1.0));
    families.add(locationScales(new double[] {0}, SCALES));
    families.add(locationScales(COMBINED_SHIFTS, COMBINED_SCALES));
    if (space.size() == 1) {
      families.add(betas());
    }
    return new RecalibrationGrid(space, families, noise);
  }

  private static List<Recalibration> betas() {
    List<Recalibration> family = new ArrayList<>();
    for (double a : BETAS) {
      for (double b : BETAS) {
        if (a != 1 || b != 1) {
          family.add(new PitBeta(a, b));
        }
      }
    }
    return family;
  }

  private static List<Recalibration> temperatures() {
    List<Recalibration> family = new ArrayList<>();
    for (int sixtyFourths : SIXTY_FOURTHS) {
      family.add(new Temperature(64.0 / sixtyFourths));
    }
    return family;
  }

  private static List<Recalibration> shifts(int classes) {
    List<Recalibration> family = new ArrayList<>();
    for (double logOdds : LOG_ODDS) {
      if (classes > MAX_SHIFTED_CLASSES) {
        family.add(new TopClassShift(logOdds));
        continue;
      }
      for (int k = classes == 2 ? 1 : 0; k < classes; k++) {
        family.add(new ClassShift(k, logOdds));
      }
    }
    return family;
  }

  private static List<Recalibration> locationScales(double[] shifts, double... scales) {
    List<Recalibration> family = new ArrayList<>();
    for (double shift : shifts) {
      for (double scale : scales) {
        family.add(new LocationScale(shift, scale));
      }
    }
    return family;
  }

  /** The space of the targets. */
  public TargetSpace space() {
    return space;
  }

  /** The number of recalibrations. */
  public int size() {
    return recalibrations.size();
  }

  /** Recalibration i, 0-based. */
  public Recalibration get(int i) {
    return recalibrations.get(i);
  }

  /** The families in one parameter that have members in the grid. */
  public List<RecalibrationFamily> families() {
    return curves;
  }

  /**
   * A bound, at least 0, of the sum of log-ratios over all recalibrations of the grid and, along
   * its {@linkplain #families families}, those between.
   *
   * @param logRatios the sums of the recalibrations of the grid
   */
  public double largest(double... logRatios) {
    double largest = 0;
    for (double sum : logRatios) {
      largest = Math.max(largest, sum);
    }
    for (RecalibrationFamily family : curves) {
      largest = Math.max(largest, family.largest(logRatios));
    }
    return largest;
  }

  /**
   * What sums of log-ratios say for recalibrations as remedies: that of targets which were held
   * impossible is taken off, as far as it may speak for a recalibration. They stay impossible.
   *
   * @param logRatios the sums of the recalibrations of the grid
   * @param held the number of targets that were held impossible; if none, the sums themselves are
   *     returned, not a copy
   */
  public double[] mendable(double[] logRatios, double held) {
    if (!(held > 0)) {
      return logRatios;
    }
    double[] sums = logRatios.clone();
    for (int i = 0; i < sums.length; i++) {
      sums[i] -= held * ofImpossible[i];
    }
    return sums;
  }

  /** The largest log-ratio, at least 0, of a target that was held impossible. */
  public double largestOfImpossible(Recalibration recalibration) {
    return impossible.largestLogRatio(recalibration);
  }

  /** The logarithms of the prior weights, which sum to one. */
  public double[] logWeights() {
    return logWeights.clone();
  }

  /** A new evaluator of all log-ratios at once. */
  public LogRatios logRatios() {
    return prototype.fresh();
  }
}
