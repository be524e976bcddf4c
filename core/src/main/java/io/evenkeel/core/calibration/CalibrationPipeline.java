package io.evenkeel.core.calibration;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.score.ConsistencyResampling;
import io.evenkeel.core.score.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The squared calibration error by the estimator that has the least risk on the sample at hand:
 * four fifths of it choose the estimator and its parameter by cross-validation, and the squared
 * error is the mean of the chosen function on the last fifth. Not biased by the choice, which never
 * saw that fifth.
 *
 * <p>O(n³) time with {@link KernelRidge} among the candidates.
 *
 * <p>Source: Gruber and Bach, Algorithm 1 and Section 5.2.
 *
 * @param candidates at least one
 * @param folds of the cross-validation, K &ge; 2
 * @param seed of the splits: the same seed gives the same result
 */
public record CalibrationPipeline(List<Candidate> candidates, int folds, long seed) {
  private static final int FOLDS = 5;
  private static final int PARTS = 5;

  /** The bandwidth of the ridge regressions of the source: γ = ½. */
  private static final KernelRidge RIDGE = new KernelRidge(0.5);

  /** Copies the list. */
  public CalibrationPipeline {
    candidates = List.copyOf(candidates);
    Checks.atLeast("number of candidates", candidates.size(), 1);
    Checks.atLeast("number of folds", folds, 2);
  }

  /**
   * An estimator with the parameters to choose from.
   *
   * @param name to tell it from others
   * @param estimator how it learns
   * @param grid at least one parameter
   */
  public record Candidate(String name, CalibrationEstimator estimator, List<Double> grid) {

    /** Copies the list. */
    public Candidate {
      grid = List.copyOf(grid);
      Checks.atLeast("size of the grid", grid.size(), 1);
    }
  }

  /**
   * What one candidate came to.
   *
   * @param name of the candidate
   * @param parameter the best of its grid
   * @param risk with that, the mean over the folds
   * @param squaredError the squared calibration error with that; may be negative
   */
  public record Outcome(String name, double parameter, double risk, double squaredError) {}

  /** All estimators of all probabilities at once: KDE, KKR and UKKR, in five folds. */
  public static CalibrationPipeline canonical(long seed) {
    return new CalibrationPipeline(
        List.of(
            new Candidate("kde", KernelDensity::learn, powersOfTen(-5, 0)),
            new Candidate("kkr", RIDGE::ofProducts, powersOfTen(-9, 0)),
            new Candidate("ukkr", RIDGE::ofResiduals, powersOfTen(-6, 1))),
        FOLDS,
        seed);
  }

  /** The same and bins of equal mass, for the confidences of a class or of the top label. */
  public static CalibrationPipeline scalar(long seed) {
    List<Candidate> candidates = new ArrayList<>(canonical(seed).candidates);
    candidates.addAll(binned(seed).candidates);
    return new CalibrationPipeline(candidates, FOLDS, seed);
  }

  /** Bins of equal mass alone, for many confidences of a class or of the top label: O(n log n). */
  public static CalibrationPipeline binned(long seed) {
    List<Double> bins = IntStream.rangeClosed(1, 10).mapToObj(i -> 5.0 * i).toList();
    Candidate candidate = new Candidate("bin", BinnedCalibration::equalMass, bins);
    return new CalibrationPipeline(List.of(candidate), FOLDS, seed);
  }

  private static List<Double> powersOfTen(int from, int to) {
    return IntStream.rangeClosed(from, to).mapToObj(e -> Math.pow(10, e)).toList();
  }

  /**
   * What each candidate came to, that of the least risk first: its squared error is the result.
   *
   * @param sample n &ge; 5K observations
   */
  public List<Outcome> estimate(ResidualSample sample) {
    int n = Checks.atLeast("n", sample.size(), PARTS * folds);
    int[] order = PermutationSampler.natural(n);
    PermutationSampler.shuffle(RandomSource.XO_RO_SHI_RO_128_PP.create(seed), order);
    int held = n / PARTS;
    ResidualSample test = sample.subset(IntStream.range(0, held).map(i -> order[i]).toArray());
    ResidualSample rest = sample.subset(IntStream.range(held, n).map(i -> order[i]).toArray());
    CrossValidation validation = CrossValidation.of(rest.size(), folds, seed);
    return candidates.stream()
        .map(candidate -> outcome(candidate, validation, rest, test))
        .sorted(Comparator.comparingDouble(Outcome::risk))
        .toList();
  }

  /**
   * Where the result lies if the confidences are calibrated, with a probability of at least the
   * level: that of confidences whose events are redrawn from them. The time is R times that of an
   * estimate.
   *
   * @param confidences n &ge; 5K numbers in [0, 1]
   * @param replicates R, so large that R + 1 &ge; 2 / (1 − level)
   * @param level in (0, 1)
   */
  public Interval rangeIfCalibrated(
      double[] confidences, int replicates, double level, UniformRandomProvider random) {
    ConsistencyResampling.checkReplicates(replicates, level);
    double[] errors = new double[replicates];
    double[] came = new double[confidences.length];
    for (int r = 0; r < replicates; r++) {
      for (int i = 0; i < came.length; i++) {
        came[i] = random.nextDouble() < confidences[i] ? 1 : 0;
      }
      errors[r] = estimate(ResidualSample.ofConfidences(confidences, came)).get(0).squaredError();
    }
    return ConsistencyResampling.band(errors, level);
  }

  private static Outcome outcome(
      Candidate candidate, CrossValidation validation, ResidualSample rest, ResidualSample test) {
    double[] grid = candidate.grid.stream().flatMapToDouble(DoubleStream::of).toArray();
    CalibrationChoice choice = validation.choose(candidate.estimator, rest, grid);
    return new Outcome(
        candidate.name, grid[choice.best()], choice.risk(), choice.squaredError(test));
  }
}
