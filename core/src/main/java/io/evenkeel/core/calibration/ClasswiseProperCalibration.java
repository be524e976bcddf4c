package io.evenkeel.core.calibration;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.TargetSampler;
import io.evenkeel.core.score.ConsistencyResampling;
import io.evenkeel.core.score.Interval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The proper calibration errors of the classes, each against the rest, by the score: the means over
 * the classes of what {@link ProperCalibrationError#byClass} says of each. These are biased
 * upwards, by how much depends on the predictions: so labels are redrawn R times from the
 * predictions, and each draw has the errors that calibrated predictions would have had. The errors
 * of a calibrated model are one more such draw, so that they lie in these ranges with a probability
 * of at least the level, whatever n.
 *
 * <p>Source: Popordanoska, Gruber et al., <i>Consistent and asymptotically unbiased estimation of
 * proper calibration errors</i>, Equation 14 and Appendix D.
 *
 * @param squared by the Brier score, which counts a class and the rest
 * @param logarithmic by the log loss, nats
 * @param squaredIfCalibrated where the squared error by the score lies if calibrated
 * @param logarithmicIfCalibrated where the logarithmic one does
 */
public record ClasswiseProperCalibration(
    ProperDecomposition squared,
    ProperDecomposition logarithmic,
    Interval squaredIfCalibrated,
    Interval logarithmicIfCalibrated) {
  /** Labels of a row are bits of a number. */
  private static final int MOST_REPLICATES = Long.SIZE - 1;

  /**
   * The errors of n observations of m classes. O(n² (m + R)) time, O(n (m + R)) memory.
   *
   * @param sample not empty
   * @param kernel the weights of the regression
   * @param replicates R, at most 63, and so large that R + 1 &ge; 2 / (1 − level)
   * @param level of the ranges, in (0, 1)
   */
  public static ClasswiseProperCalibration of(
      Observations sample,
      DirichletKernel kernel,
      int replicates,
      double level,
      UniformRandomProvider random) {
    Checks.within("number of replicates", replicates, 1, MOST_REPLICATES);
    ConsistencyResampling.checkReplicates(replicates, level);
    ClassSample classes = ClassSample.of(sample);
    long[][] came = came(classes, replicates, new TargetSampler(random));
    List<List<ProperCalibration>> ofClasses =
        IntStream.range(0, classes.classes())
            .mapToObj(k -> errors(classes.oneAgainstRest(k), kernel, came[k], replicates + 1))
            .toList();
    return new ClasswiseProperCalibration(
        mean(ofClasses.stream().map(errors -> errors.get(0).squared()).toList()),
        mean(ofClasses.stream().map(errors -> errors.get(0).logarithmic()).toList()),
        range(ofClasses, level, error -> error.squared().calibrationByScore()),
        range(ofClasses, level, error -> error.logarithmic().calibrationByScore()));
  }

  /** For each class and row, bit 0 if the class came, and bit r if it came in redraw r. */
  private static long[][] came(ClassSample sample, int replicates, TargetSampler sampler) {
    long[][] came = new long[sample.classes()][sample.size()];
    for (int i = 0; i < sample.size(); i++) {
      came[sample.label(i)][i] |= 1;
      for (int r = 1; r <= replicates; r++) {
        int label = ((ClassLabel) sampler.draw(sample.prediction(i))).index();
        came[label][i] |= 1L << r;
      }
    }
    return came;
  }

  /** The errors of an event and its contrary for each of the draws of labels. */
  private static List<ProperCalibration> errors(
      ClassSample event, DirichletKernel kernel, long[] came, int draws) {
    DirichletWeights weights = new DirichletWeights(kernel, event.predictions());
    double[][] frequencies =
        IntStream.range(0, event.size())
            .parallel()
            .mapToObj(i -> frequencies(weights.ofOthersAt(i), came, draws))
            .toArray(double[][]::new);
    return IntStream.range(0, draws).mapToObj(r -> errors(event, frequencies, came, r)).toList();
  }

  private static double[] frequencies(double[] logWeights, long[] came, int draws) {
    double largest = DirichletWeights.largest(logWeights);
    double[] frequencies = new double[draws];
    if (largest == Double.NEGATIVE_INFINITY) {
      Arrays.fill(frequencies, Double.NaN);
      return frequencies;
    }
    double total = 0;
    for (int j = 0; j < came.length; j++) {
      double weight = Math.exp(logWeights[j] - largest);
      total += weight;
      for (long bits = came[j]; bits != 0; bits &= bits - 1) {
        frequencies[Long.numberOfTrailingZeros(bits)] += weight;
      }
    }
    for (int r = 0; r < draws; r++) {
      frequencies[r] = Math.min(1, frequencies[r] / total);
    }
    return frequencies;
  }

  private static ProperCalibration errors(
      ClassSample event, double[][] frequencies, long[] came, int r) {
    ProperSums squared = new ProperSums(ProperScore.BRIER, 2);
    ProperSums logarithmic = new ProperSums(ProperScore.LOG_LOSS, 2);
    int used = 0;
    for (int i = 0; i < came.length; i++) {
      double frequency = frequencies[i][r];
      if (!Double.isNaN(frequency)) {
        used++;
        double[] both = {frequency, 1 - frequency};
        ClassLabel label = new ClassLabel((came[i] >>> r & 1) == 1 ? 0 : 1);
        squared.add(event.prediction(i), label, both);
        logarithmic.add(event.prediction(i), label, both);
      }
    }
    return new ProperCalibration(used, squared.decomposition(), logarithmic.decomposition());
  }

  private static Interval range(
      List<List<ProperCalibration>> ofClasses,
      double level,
      ToDoubleFunction<ProperCalibration> error) {
    double[] means =
        IntStream.range(1, ofClasses.get(0).size())
            .mapToDouble(r -> mean(ofClasses.stream().map(errors -> errors.get(r)), error))
            .toArray();
    return ConsistencyResampling.band(means, level);
  }

  private static <T> double mean(Stream<T> of, ToDoubleFunction<T> value) {
    return of.mapToDouble(value).average().orElse(Double.NaN);
  }

  private static ProperDecomposition mean(List<ProperDecomposition> of) {
    return new ProperDecomposition(
        mean(of.stream(), ProperDecomposition::calibration),
        mean(of.stream(), ProperDecomposition::calibrationByScore),
        mean(of.stream(), ProperDecomposition::score),
        mean(of.stream(), ProperDecomposition::refinement),
        mean(of.stream(), ProperDecomposition::sharpness));
  }

  /**
   * The bandwidth under which the probabilities of all classes are most likely, each against the
   * rest and given the others.
   *
   * @param rows how many of the first rows are looked at
   * @param grid at least one bandwidth &gt; 0
   */
  public static double bandwidth(Observations sample, int rows, double... grid) {
    ClassSample classes = ClassSample.of(sample);
    List<Categorical> events = new ArrayList<>();
    for (int k = 0; k < classes.classes(); k++) {
      List<Categorical> ofClass = classes.oneAgainstRest(k).predictions();
      events.addAll(ofClass.subList(0, Math.min(rows, ofClass.size())));
    }
    return ProperCalibrationError.bandwidth(events, grid);
  }
}
