package io.evenkeel.core.evidence;

import io.evenkeel.core.recalibration.IsotonicCalibration;
import io.evenkeel.core.recalibration.MonotoneCurve;
import io.evenkeel.core.recalibration.OddsCells;
import io.evenkeel.core.score.LabelNoise;
import java.util.HashSet;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;

/**
 * Isotonic curves of log-odds: the number of knots, where they are, and their values, of at most as
 * many as there are bins.
 */
final class IsotonicMaps extends LogOddsMaps {

  IsotonicMaps(LabelNoise noise) {
    super(noise);
  }

  @Override
  double[] fit(OddsCells cells, double... sums) {
    MonotoneCurve curve = cells.isotonic().curve();
    double[] map = new double[parameters()];
    map[0] = curve.from().size();
    for (int k = 0; k < curve.from().size(); k++) {
      map[1 + k] = curve.from().get(k);
      map[1 + BINS + k] = curve.to().get(k);
    }
    return map;
  }

  @Override
  DoubleUnaryOperator curve(double... map) {
    return map(map).curve()::at;
  }

  @Override
  public int parameters() {
    return 1 + 2 * BINS;
  }

  /**
   * A nat per value: so many are won by chance, and lost by it on later labels, half of it each.
   */
  @Override
  public double prior(double... map) {
    return degrees(map);
  }

  @Override
  public double degrees(double... map) {
    return new HashSet<>(numbers(map, 1 + BINS)).size();
  }

  @Override
  IsotonicCalibration map(double... parameters) {
    return new IsotonicCalibration(
        new MonotoneCurve(numbers(parameters, 1), numbers(parameters, 1 + BINS)));
  }

  private static List<Double> numbers(double[] parameters, int from) {
    return DoubleStream.of(parameters).skip(from).limit((long) parameters[0]).boxed().toList();
  }
}
