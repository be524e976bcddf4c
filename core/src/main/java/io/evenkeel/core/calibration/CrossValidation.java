package io.evenkeel.core.calibration;

import io.evenkeel.core.internal.Checks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleFunction;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The choice of the parameter of a {@link CalibrationEstimator} by its {@linkplain
 * SquaredCalibrationError#risk risk} on what it was not learned from.
 *
 * <p>Source: Gruber and Bach, Algorithm 1, with the minima taken over the grid.
 *
 * @param folds at least one
 */
public record CrossValidation(List<Fold> folds) {

  /** Copies the list. */
  public CrossValidation {
    folds = List.copyOf(folds);
    Checks.atLeast("number of folds", folds.size(), 1);
  }

  /**
   * Folds that evaluate on K disjoint parts of nearly equal size and learn from the rest.
   *
   * @param n the number of observations, &ge; 2K
   * @param folds K &ge; 2
   * @param seed of the shuffle: the same seed gives the same folds
   */
  public static CrossValidation of(int n, int folds, long seed) {
    Checks.atLeast("number of folds", folds, 2);
    Checks.atLeast("n", n, 2 * folds);
    int[] order = PermutationSampler.natural(n);
    PermutationSampler.shuffle(RandomSource.XO_RO_SHI_RO_128_PP.create(seed), order);
    List<Fold> parts = new ArrayList<>();
    for (int fold = 0; fold < folds; fold++) {
      List<Integer> train = new ArrayList<>();
      List<Integer> evaluate = new ArrayList<>();
      for (int i = 0; i < n; i++) {
        (i % folds == fold ? evaluate : train).add(order[i]);
      }
      parts.add(new Fold(train, evaluate));
    }
    return new CrossValidation(parts);
  }

  /**
   * The best parameter of a grid. One whose function is not defined at all points that it is
   * evaluated on has a risk of NaN, and is the best only if all have.
   *
   * @param grid at least one parameter
   */
  public CalibrationChoice choose(
      CalibrationEstimator estimator, ResidualSample sample, double... grid) {
    Checks.atLeast("size of the grid", grid.length, 1);
    double[][] risks = new double[grid.length][folds.size()];
    List<DoubleFunction<CalibrationFunction>> learned = new ArrayList<>();
    for (int fold = 0; fold < folds.size(); fold++) {
      ResidualSample evaluated = subset(sample, folds.get(fold).evaluate());
      var functions = estimator.learn(subset(sample, folds.get(fold).train()));
      learned.add(functions);
      for (int i = 0; i < grid.length; i++) {
        risks[i][fold] = functions.apply(grid[i]).risk(evaluated);
      }
    }
    double[] means =
        Arrays.stream(risks).mapToDouble(of -> Arrays.stream(of).sum() / of.length).toArray();
    int best = least(means);
    return new CalibrationChoice(
        Arrays.stream(risks).map(of -> Arrays.stream(of).boxed().toList()).toList(),
        Arrays.stream(means).boxed().toList(),
        best,
        learned.stream().map(functions -> functions.apply(grid[best])).toList());
  }

  /** The first of the smallest; NaN is larger than all. */
  private static int least(double[] values) {
    int least = 0;
    for (int i = 1; i < values.length; i++) {
      if (Double.compare(values[i], values[least]) < 0) {
        least = i;
      }
    }
    return least;
  }

  private static ResidualSample subset(ResidualSample sample, List<Integer> indices) {
    return sample.subset(indices.stream().mapToInt(Integer::intValue).toArray());
  }
}
