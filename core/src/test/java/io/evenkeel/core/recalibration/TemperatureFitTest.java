package io.evenkeel.core.recalibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.score.LogLoss;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TemperatureFitTest {
  private static final Observations CLASSES =
      Observations.of(
          List.of(
              Categorical.of(0.9, 0.1, 0),
              Categorical.of(0.2, 0.7, 0.1),
              Categorical.of(0.6, 0.2, 0.2),
              Categorical.of(0.1, 0.1, 0.8)),
          IntStream.of(0, 1, 2, 2).mapToObj(Target::ofClass).toList());

  static List<Observations> samples() {
    List<Target> numbers = List.of(Target.of(1.2), Target.of(-0.4));
    return List.of(
        CLASSES,
        Observations.of(List.of(Normal.of(0, 1), Normal.of(1, 2)), numbers),
        Observations.of(List.of(new Laplace(0, 1), new Laplace(1, 2)), numbers),
        Observations.of(
            List.of(
                Normal.full(new double[] {0, 0}, new double[][] {{2, 1}, {1, 2}}),
                Normal.diagonal(new double[] {1, 0}, new double[] {1, 3})),
            List.of(Target.of(1, -1), Target.of(0.5, 0.5))));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void hasTheLeastLogLoss(Observations sample) {
    TemperatureFit fit = TemperatureFit.of(sample, 1e-3, 1e3);
    double best = loss(sample, fit.temperature());

    assertThat(fit.atBound()).isFalse();
    for (double factor : new double[] {0.5, 0.99, 1.01, 2}) {
      assertThat(loss(sample, new Temperature(factor * fit.temperature().temperature())))
          .isGreaterThan(best);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {50, 100, 1e6})
  void countsNormalResidualsAsFarOutAsTheyAre(double z) {
    double[][] covariance = {{2, 1}, {1, 2}};
    Observations one =
        Observations.of(List.of(Normal.of(1, 0.01)), List.of(Target.of(1 + z / 100)));
    // (1, 1) has the variance 3 along itself.
    Observations full =
        Observations.of(
            List.of(Normal.full(new double[2], covariance)),
            List.of(Target.of(z * Math.sqrt(1.5), z * Math.sqrt(1.5))));

    assertThat(TemperatureFit.of(one, 1e-3, 1e13).temperature().temperature())
        .isCloseTo(z * z, within(1e-9 * z * z));
    assertThat(TemperatureFit.of(full, 1e-3, 1e13).temperature().temperature())
        .isCloseTo(z * z / 2, within(1e-9 * z * z));
  }

  @Test
  void stopsAtTheBoundForResidualsThatNoDoubleHolds() {
    Observations far = Observations.of(List.of(Normal.of(0, 1e-150)), List.of(Target.of(1e300)));

    assertThat(TemperatureFit.of(far, 1, 1e6))
        .isEqualTo(new TemperatureFit(new Temperature(1e6), true));
  }

  @Test
  void appliesWhatItsLogRatioSays() {
    Temperature temperature = new Temperature(1.7);
    for (Observations sample : samples()) {
      PredictiveDistribution p = sample.prediction(0);
      Target y = sample.target(0);

      assertThat(temperature.logRatio(p, y))
          .isCloseTo(LogLoss.of(p, y) - LogLoss.of(temperature.recalibrate(p), y), within(1e-14));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {20, 100, 1e6})
  void hasTheRatioOfTheDensitiesHoweverFarTheTarget(double y) {
    double expected = y * y / 4 - Math.log(2) / 2;
    Normal pair = Normal.diagonal(new double[2], new double[] {1, 1});

    assertThat(new Temperature(2).logRatio(Normal.of(0, 1), Target.of(y)))
        .isCloseTo(expected, within(1e-12 * expected));
    assertThat(new Temperature(2).logRatio(pair, Target.of(y, -y)))
        .isCloseTo(2 * expected, within(1e-12 * expected));
    assertThat(new Temperature(1).logRatio(Normal.of(0, 1e-150), Target.of(y * 1e299))).isZero();
  }

  @Test
  void cannotTellAPointMassFromItsRecalibrations() {
    Temperature temperature = new Temperature(1.7);

    assertThat(temperature.logRatio(Normal.of(1, 0), Target.of(1))).isZero();
    assertThat(temperature.logRatio(Normal.of(1, 0), Target.of(2)))
        .isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(temperature.logRatio(new Laplace(1, 0), Target.of(1))).isZero();
    assertThat(temperature.logRatio(new Laplace(1, 0), Target.of(2)))
        .isEqualTo(Double.POSITIVE_INFINITY);
  }

  @Test
  void stopsAtABoundWhereTheLossStillFalls() {
    Observations right =
        Observations.of(List.of(Categorical.of(0.6, 0.4)), List.of(Target.ofClass(0)));
    Observations wrong =
        Observations.of(List.of(Categorical.of(0.6, 0.4)), List.of(Target.ofClass(1)));

    assertThat(TemperatureFit.of(right, 0.01, 100))
        .isEqualTo(new TemperatureFit(new Temperature(0.01), true));
    assertThat(TemperatureFit.of(wrong, 0.01, 100))
        .isEqualTo(new TemperatureFit(new Temperature(100), true));
  }

  @Test
  void saysWhatNoTemperatureCanMend() {
    Observations impossible =
        Observations.of(List.of(Categorical.of(1, 0)), List.of(Target.ofClass(1)));
    Observations point = Observations.of(List.of(Normal.of(0, 0)), List.of(Target.of(1)));
    Observations mixture =
        Observations.of(List.of(Mixture.of(Normal.of(0, 1))), List.of(Target.of(1)));

    assertThatThrownBy(() -> TemperatureFit.of(impossible, 0.1, 10))
        .hasMessageContaining("prediction 0");
    assertThatThrownBy(() -> TemperatureFit.of(point, 0.1, 10)).hasMessageContaining("no density");
    assertThatThrownBy(() -> TemperatureFit.of(mixture, 0.1, 10)).hasMessageContaining("Mixture");
    assertThatThrownBy(() -> TemperatureFit.of(CLASSES, 10, 0.1)).hasMessageContaining("0.1");
  }

  private static double loss(Observations sample, Temperature temperature) {
    return IntStream.range(0, sample.size())
        .mapToDouble(
            i -> LogLoss.of(temperature.recalibrate(sample.prediction(i)), sample.target(i)))
        .sum();
  }
}
