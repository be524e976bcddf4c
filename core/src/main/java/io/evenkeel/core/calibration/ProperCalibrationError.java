package io.evenkeel.core.calibration;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.internal.RowSum;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Observations;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The calibration errors that belong to proper scores, of predictions over m classes, with the
 * conditional frequencies E[Y | p] estimated by leave-one-out kernel regression on the simplex.
 *
 * <p>Consistent as the bandwidth shrinks with n; at a fixed bandwidth the estimate by definition
 * and the one by the score tend to different limits, on either side of the truth at bandwidths that
 * smooth. Probabilities of zero are taken as they are: 0 log 0 = 0, and an observation is only left
 * out if no other has a positive weight where it was predicted. NaN for n &lt; 2. O(n²m) time, O(n)
 * memory.
 *
 * <p>Source: Popordanoska, Gruber et al., <i>Consistent and asymptotically unbiased estimation of
 * proper calibration errors</i>, Equations 5, 9, 10, 14 and 15.
 *
 * @param kernel the weights of the regression
 */
public record ProperCalibrationError(DirichletKernel kernel) {

  /**
   * The canonical calibration: of all probabilities at once. Observations whose weights are all
   * zero are left out.
   */
  public ProperCalibration estimate(Observations sample) {
    return estimate(ClassSample.of(sample));
  }

  /**
   * The calibration of each class against the rest: m problems of two classes. There the squared
   * calibration error counts both classes; half of it is that of the one probability.
   */
  public List<ProperCalibration> byClass(Observations sample) {
    ClassSample classes = ClassSample.of(sample);
    return IntStream.range(0, classes.classes())
        .mapToObj(k -> estimate(classes.oneAgainstRest(k)))
        .toList();
  }

  /**
   * The calibration of the top label: of the largest probability, and whether the first class that
   * has it comes. The squared calibration error counts both of these events, as that by class.
   */
  public ProperCalibration topLabel(Observations sample) {
    return estimate(ClassSample.of(sample).topLabelAgainstRest());
  }

  /** E[Y | p_i] of each observation i, from all others; empty where every weight is zero. */
  public List<Optional<double[]>> conditionalFrequencies(Observations sample) {
    return conditionalFrequencies(ClassSample.of(sample));
  }

  private List<Optional<double[]>> conditionalFrequencies(ClassSample sample) {
    DirichletRegression regression = new DirichletRegression(kernel, sample);
    return IntStream.range(0, sample.size()).parallel().mapToObj(regression::givenOthers).toList();
  }

  /**
   * The canonical calibration as any proper score sees it.
   *
   * @param score such as {@link ProperScore#SPHERICAL}
   */
  public ProperDecomposition estimate(Observations sample, ProperScore score) {
    ClassSample classes = ClassSample.of(sample);
    return decomposition(classes, conditionalFrequencies(classes), score);
  }

  private ProperCalibration estimate(ClassSample sample) {
    List<Optional<double[]>> frequencies = conditionalFrequencies(sample);
    return new ProperCalibration(
        (int) frequencies.stream().filter(Optional::isPresent).count(),
        decomposition(sample, frequencies, ProperScore.BRIER),
        decomposition(sample, frequencies, ProperScore.LOG_LOSS));
  }

  private static ProperDecomposition decomposition(
      ClassSample sample, List<Optional<double[]>> frequencies, ProperScore score) {
    ProperSums sums = new ProperSums(score, sample.classes());
    for (int i = 0; i < sample.size(); i++) {
      if (frequencies.get(i).isPresent()) {
        sums.add(sample.prediction(i), sample.labels().get(i), frequencies.get(i).get());
      }
    }
    return sums.decomposition();
  }

  /**
   * The first bandwidth of the grid under which the predictions are most likely, each given the
   * others. Not bounded for predictions that are tied: then the smallest bandwidth wins.
   *
   * @param grid at least one bandwidth &gt; 0
   */
  public static double bandwidth(List<Categorical> predictions, double... grid) {
    Checks.atLeast("size of the grid", grid.length, 1);
    double[] likelihoods = logLikelihoods(predictions, grid);
    int best = 0;
    for (int i = 1; i < grid.length; i++) {
      if (likelihoods[i] > likelihoods[best]) {
        best = i;
      }
    }
    return grid[best];
  }

  /** Σ_i log of the mean kernel density at p_i around the others, for each bandwidth. */
  public static double[] logLikelihoods(List<Categorical> predictions, double... grid) {
    double[] likelihoods = new double[grid.length];
    for (int i = 0; i < grid.length; i++) {
      DirichletWeights weights = new DirichletWeights(new DirichletKernel(grid[i]), predictions);
      likelihoods[i] = RowSum.of(predictions.size(), weights::logDensityOfOthersAt);
    }
    return likelihoods;
  }
}
