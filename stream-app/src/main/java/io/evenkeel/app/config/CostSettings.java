package io.evenkeel.app.config;

import io.evenkeel.core.score.DecisionCosts;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What decisions cost that are taken by the predictions of a model.
 *
 * @param threshold probability of class 1 from which one acts; empty: none
 * @param matrix costs by true class and class acted on, row by row; empty: none
 */
public record CostSettings(OptionalDouble threshold, List<Double> matrix) {
  private static final int LEAST_MATRIX = 4;

  private static final Setting<OptionalDouble> THRESHOLD =
      new Setting<>(
          "costs.threshold",
          SettingType.OPTIONAL_NUMBER,
          OptionalDouble.empty(),
          new Range<>(
              t -> t.isEmpty() || (t.getAsDouble() > 0 && t.getAsDouble() < 1),
              "`none`, or above 0 and below 1"),
          "Of two classes, the probability t of the second one from which you act on it: an alert of"
              + " rule `miscalibration` then says what the fault costs. A miss costs 1, an action in"
              + " vain t/(1 − t).");
  private static final Setting<List<Double>> MATRIX =
      new Setting<>(
          "costs.matrix",
          SettingType.NUMBERS,
          List.of(),
          new Range<>(
              CostSettings::isMatrix,
              "empty, or the finite numbers of a square matrix, row by row"),
          "The same for any number of classes: costs in a unit of yours, a row for each class that is"
              + " true, in it a column for each class that you act on. You act on the class of least"
              + " expected cost.");

  static final List<Setting<?>> SETTINGS = List.of(THRESHOLD, MATRIX);

  /** Checks that at most one is given. */
  public CostSettings {
    THRESHOLD.check(threshold);
    MATRIX.check(matrix);
    matrix = List.copyOf(matrix);
    if (threshold.isPresent() && !matrix.isEmpty()) {
      throw new ConfigException(
          "costs.matrix", MATRIX.text(matrix), "and costs.threshold exclude each other; keep one");
    }
  }

  static CostSettings from(Values values) {
    return new CostSettings(values.get(THRESHOLD), values.get(MATRIX));
  }

  private static boolean isMatrix(List<Double> numbers) {
    int m = classes(numbers);
    return numbers.isEmpty()
        || (numbers.size() >= LEAST_MATRIX
            && m * m == numbers.size()
            && numbers.stream().allMatch(Double::isFinite));
  }

  private static int classes(List<Double> matrix) {
    return (int) Math.round(Math.sqrt(matrix.size()));
  }

  /** The costs of decisions; none if nothing is set. */
  public Optional<DecisionCosts> decisions() {
    if (threshold.isPresent()) {
      return Optional.of(DecisionCosts.ofThreshold(threshold.getAsDouble()));
    }
    if (matrix.isEmpty()) {
      return Optional.empty();
    }
    int m = classes(matrix);
    double[][] costs = new double[m][m];
    for (int k = 0; k < matrix.size(); k++) {
      costs[k / m][k % m] = matrix.get(k);
    }
    return Optional.of(DecisionCosts.of(costs));
  }
}
