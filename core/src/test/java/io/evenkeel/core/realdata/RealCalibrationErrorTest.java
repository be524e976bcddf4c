package io.evenkeel.core.realdata;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.calibration.CalibrationPipeline;
import io.evenkeel.core.calibration.ClasswiseProperCalibration;
import io.evenkeel.core.calibration.DirichletKernel;
import io.evenkeel.core.calibration.ResidualSample;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.score.Interval;
import io.evenkeel.core.simulation.Observation;
import java.util.List;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Temperature scaling mends most of what is wrong with the network: so must say every error. */
class RealCalibrationErrorTest {

  private static Observations sample(List<Observation> observations) {
    return Observations.of(
        observations.stream().map(Observation::prediction).toList(),
        observations.stream().map(Observation::target).toList());
  }

  @ParameterizedTest
  @ValueSource(ints = {2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000})
  void classWiseByScoreAnyThousandImagesRankTheScaledNetworkFirst(int from) {
    ClasswiseProperCalibration raw = classwise(RealForecasts.images(), from);
    ClasswiseProperCalibration scaled = classwise(RealForecasts.scaledImages(), from);

    assertThat(scaled.squared().calibrationByScore())
        .isLessThan(raw.squared().calibrationByScore());
    assertThat(scaled.logarithmic().calibrationByScore())
        .isLessThan(raw.logarithmic().calibrationByScore());
    assertAbove(raw.squared().calibrationByScore(), raw.squaredIfCalibrated());
    assertAbove(raw.logarithmic().calibrationByScore(), raw.logarithmicIfCalibrated());
  }

  private static ClasswiseProperCalibration classwise(List<Observation> images, int from) {
    Observations thousand = sample(images.subList(from, from + 1000));
    return ClasswiseProperCalibration.of(
        thousand,
        new DirichletKernel(0.001),
        39,
        0.95,
        RandomSource.XO_RO_SHI_RO_128_PP.create(from));
  }

  private static void assertAbove(double error, Interval range) {
    assertThat(error).isGreaterThan(range.upper());
  }

  @Test
  void topLabelByCrossValidatedBinsRanksTheScaledNetworkFirst() {
    double raw = topLabel(RealForecasts.images());
    double scaled = topLabel(RealForecasts.scaledImages());

    // The square of the ECE, 0.0396, is a lower bound of it.
    assertThat(raw).isBetween(0.0396 * 0.0396, 0.01);
    assertThat(scaled).isLessThan(raw / 3);
  }

  private static double topLabel(List<Observation> images) {
    ResidualSample judged = ResidualSample.topLabel(sample(images.subList(2000, images.size())));
    return CalibrationPipeline.binned(1).estimate(judged).get(0).squaredError();
  }
}
