package io.evenkeel.core.recalibration;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.score.RunningMean;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Nonhomogeneous normal regression: N(a + bm, c + ds²) in place of a normal distribution or an
 * ensemble with the mean m and the variance s². An ensemble whose spread says little gets c, one
 * whose spread is trusted d. What mends the spread of an ensemble spoils that of a normal
 * distribution, and the other way round: the map is for what it was learned from.
 *
 * <p>Source: Gneiting et al. 2005, doi:10.1175/MWR2904.1, here fitted by least squares: of the
 * residuals on m, and of their squares on s².
 *
 * @param a added to the mean
 * @param b of the mean; 1 changes nothing
 * @param c added to the variance, not negative
 * @param d of the variance, not negative; 1 changes nothing
 * @param of what it was learned from
 */
public record NormalRegression(double a, double b, double c, double d, Of of)
    implements RecalibrationMap {
  /** What a map was learned from, and is for. */
  public enum Of {
    /** Ensembles. */
    ENSEMBLES(Ensemble.class, "ensembles"),
    /** Normal distributions. */
    NORMALS(Normal.class, "normal distributions"),
    /** Both, or what is not known. */
    BOTH(PredictiveDistribution.class, "ensembles and normal distributions");

    private final Class<? extends PredictiveDistribution> kind;
    private final String words;

    Of(Class<? extends PredictiveDistribution> kind, String words) {
      this.kind = kind;
      this.words = words;
    }

    private static Of all(List<PredictiveDistribution> predictions) {
      return Stream.of(ENSEMBLES, NORMALS)
          .filter(of -> predictions.stream().allMatch(of.kind::isInstance))
          .findFirst()
          .orElse(BOTH);
    }
  }

  /** So many labels that agree with the predictions are counted beside those that are there. */
  private static final double PSEUDO_LABELS = 10;

  /** Checks the numbers. */
  public NormalRegression {
    Checks.finite("a", a);
    Checks.finite("b", b);
    Checks.finiteNotNegative("c", c);
    Checks.finiteNotNegative("d", d);
  }

  /** The map for ensembles and normal distributions alike. */
  public NormalRegression(double a, double b, double c, double d) {
    this(a, b, c, d, Of.BOTH);
  }

  /** Whether it can be applied to a prediction of one number: of the kind it was learned from. */
  public boolean isFor(PredictiveDistribution p) {
    return suits(p) && of.kind.isInstance(p);
  }

  /** Whether one can be learned from a prediction: a normal one of one number, or an ensemble. */
  public static boolean suits(PredictiveDistribution p) {
    return (p instanceof Normal normal && normal.dimension() == 1)
        || (p instanceof Ensemble ensemble && ensemble.dimension() == 1);
  }

  /**
   * The map of a sample of n &ge; 1 observations, shrunk to the identity by 10 labels. Observations
   * with a target, a mean or a variance beyond {@value RegressionSums#FARTHEST} do not count; if
   * none is left, mean and variance stay.
   */
  static NormalRegression fit(Observations sample) {
    double[][] counted =
        IntStream.range(0, sample.size())
            .mapToObj(i -> numbers(sample.prediction(i), (RealVector) sample.target(i)))
            .filter(NormalRegression::counts)
            .toArray(double[][]::new);
    Of of = Of.all(sample.predictions());
    return counted.length == 0 ? new NormalRegression(0, 1, 0, 1, of) : fit(counted, of);
  }

  /** Mean, variance and target of an observation. */
  private static double[] numbers(PredictiveDistribution p, RealVector y) {
    double[] moments = moments(p);
    return new double[] {moments[0], moments[1], y.get(0)};
  }

  private static boolean counts(double... numbers) {
    return Arrays.stream(numbers).allMatch(x -> Math.abs(x) <= RegressionSums.FARTHEST);
  }

  private static NormalRegression fit(double[][] numbers, Of of) {
    int n = numbers.length;
    double weight = n / (n + PSEUDO_LABELS);
    double[] m = new double[n];
    double[] residual = new double[n];
    double[] variance = new double[n];
    for (int i = 0; i < n; i++) {
      m[i] = numbers[i][0];
      variance[i] = numbers[i][1];
      residual[i] = numbers[i][2] - m[i];
    }
    double[] mean = line(m, residual);
    double[] squares = new double[n];
    for (int i = 0; i < n; i++) {
      double left = residual[i] - weight * (mean[0] + mean[1] * m[i]);
      squares[i] = weight * left * left + (1 - weight) * variance[i];
    }
    double[] spread = notNegative(line(variance, squares), variance, squares);
    return new NormalRegression(weight * mean[0], 1 + weight * mean[1], spread[0], spread[1], of);
  }

  /** Offset and slope of the line of least squares; without slope if x does not vary. */
  private static double[] line(double[] x, double[] y) {
    double centre = mean(x);
    double height = mean(y);
    double squares = 0;
    double products = 0;
    for (int i = 0; i < x.length; i++) {
      squares += (x[i] - centre) * (x[i] - centre);
      products += (x[i] - centre) * (y[i] - height);
    }
    double slope = squares > 0 ? products / squares : 0;
    return new double[] {height - slope * centre, slope};
  }

  /** The line, or the better of its two parts where it would fall below 0. */
  private static double[] notNegative(double[] line, double[] x, double[] y) {
    if (line[1] < 0) {
      return new double[] {mean(y), 0};
    }
    return line[0] < 0 ? new double[] {0, mean(y) / mean(x)} : line;
  }

  private static double mean(double[] values) {
    RunningMean mean = new RunningMean();
    for (double value : values) {
      mean.add(value);
    }
    return mean.mean();
  }

  @Override
  public PredictiveDistribution recalibrate(PredictiveDistribution p) {
    double[] moments = moments(p);
    if (!of.kind.isInstance(p)) {
      throw new IllegalArgumentException(
          "this normal regression was learned from " + of.words + ", and is for these alone");
    }
    return Normal.of(a + b * moments[0], Math.sqrt(c + d * moments[1]));
  }

  /** Mean and variance; of an ensemble, the unbiased one of its members. */
  static double[] moments(PredictiveDistribution p) {
    if (p instanceof Normal normal && normal.dimension() == 1) {
      return new double[] {normal.mean(0), normal.variance(0)};
    }
    if (!(p instanceof Ensemble ensemble) || ensemble.dimension() != 1) {
      throw new IllegalArgumentException(
          "normal regression is for normal distributions and ensembles of one number, got " + p);
    }
    RunningMean members = new RunningMean();
    for (double member : ensemble.sorted(0)) {
      members.add(member);
    }
    double error = members.n() > 1 ? members.standardError() : 0;
    return new double[] {members.mean(), members.n() * error * error};
  }

  @Override
  public String describe() {
    return "normal regression: mean " + line(a, b, "m") + ", variance " + line(c, d, "s²");
  }

  private static String line(double offset, double slope, String of) {
    return Parameters.inWords(offset) + " + " + Parameters.inWords(slope) + " " + of;
  }
}
