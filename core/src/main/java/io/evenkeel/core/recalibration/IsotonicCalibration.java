package io.evenkeel.core.recalibration;

import io.evenkeel.core.prediction.PredictiveDistribution;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Isotonic calibration: a non-decreasing function of the log-odds of class 1 of two classes, or of
 * the most probable class of more. The other classes keep their ratios.
 *
 * @param curve of the log-odds
 */
public record IsotonicCalibration(MonotoneCurve curve) implements RecalibrationMap {
  /** The probabilities that are described. */
  private static final double[] SHOWN = {0.1, 0.5, 0.9};

  /** Log-odds are nowhere farther out. */
  private static final double FARTHEST = -Math.log(LogOdds.LEAST);

  /**
   * Takes log-odds beyond limits for those there, and changes nothing else.
   *
   * @param lower the lower limit; minus infinity for none
   * @param upper the upper one, not below it; infinity for none
   */
  public static IsotonicCalibration within(double lower, double upper) {
    double least = Math.max(-FARTHEST, lower);
    double most = Math.min(FARTHEST, upper);
    double[] knots =
        DoubleStream.of(-FARTHEST, least, most, FARTHEST).sorted().distinct().toArray();
    return new IsotonicCalibration(
        new MonotoneCurve(
            DoubleStream.of(knots).boxed().toList(),
            DoubleStream.of(knots)
                .map(odds -> Math.max(least, Math.min(most, odds)))
                .boxed()
                .toList()));
  }

  @Override
  public PredictiveDistribution recalibrate(PredictiveDistribution p) {
    var classes = LogOdds.categorical(p);
    return LogOdds.replace(classes, curve.at(LogOdds.of(classes)));
  }

  @Override
  public String describe() {
    int knots = curve.from().size();
    double lower = curve.to().get(0);
    double upper = curve.to().get(knots - 1);
    if (knots > 2 && equals(within(lower, upper))) {
      return limits(lower, upper);
    }
    return DoubleStream.of(SHOWN)
        .mapToObj(this::shown)
        .collect(Collectors.joining(", ", "isotonic: ", ""));
  }

  private String shown(double probability) {
    double becomes = LogOdds.probability(curve.at(LogOdds.of(probability)));
    return Parameters.inWords(probability) + " becomes " + Parameters.inWords(becomes, 1);
  }

  private static String limits(double lower, double upper) {
    String least = Parameters.inWords(LogOdds.probability(lower));
    String most = Parameters.inWords(LogOdds.probability(upper), 1);
    return Stream.of(
            lower == -FARTHEST ? "" : "at least " + least,
            upper == FARTHEST ? "" : "at most " + most)
        .filter(words -> !words.isEmpty())
        .collect(Collectors.joining(", "));
  }
}
