package io.evenkeel.core.calibration;

import io.evenkeel.core.internal.Checks;
import java.util.ArrayList;
import java.util.List;
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
   * The best parameter of a grid.
   *
   * @param grid at least one parameter
   */
  public CalibrationChoice choose(
      CalibrationEstimator estimator, ResidualSample sample, double... grid) {
    Checks.atLeast("size of the grid", grid.length, 1);
    List<List<Double>> risks = new ArrayList<>();
    List<Double> meanRisks = new ArrayList<>();
    List<CalibrationFunction> chosen = List.of();
    int best = 0;
    for (int i = 0; i < grid.length; i++) {
      List<CalibrationFunction> functions = new ArrayList<>();
      List<Double> foldRisks = new ArrayList<>();
      for (Fold fold : folds) {
        ResidualSample evaluated = subset(sample, fold.evaluate());
        functions.add(estimator.learn(subset(sample, fold.train()), grid[i]));
        foldRisks.add(
            SquaredCalibrationError.risk(
                evaluated, functions.get(functions.size() - 1).matrix(evaluated)));
      }
      risks.add(foldRisks);
      meanRisks.add(foldRisks.stream().mapToDouble(Double::doubleValue).sum() / folds.size());
      if (i == 0 || meanRisks.get(i) < meanRisks.get(best)) {
        best = i;
        chosen = functions;
      }
    }
    return new CalibrationChoice(risks, meanRisks, best, chosen);
  }

  private static ResidualSample subset(ResidualSample sample, List<Integer> indices) {
    return sample.subset(indices.stream().mapToInt(Integer::intValue).toArray());
  }
}
