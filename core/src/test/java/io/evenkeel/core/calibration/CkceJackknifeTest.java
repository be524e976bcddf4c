package io.evenkeel.core.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Observations;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class CkceJackknifeTest {
  private static final double LAMBDA = 0.1;

  @Test
  void leavesOutEachObservationAsIfItHadNeverBeen() {
    for (Observations sample :
        List.of(Classes.calibrated(20, 1), Reals.normals(20, 2), Reals.laplaces(20, 3))) {
      Ckce ckce = new Ckce(Reals.kernel(sample));

      Jackknife expected = Jackknife.of(ckce.estimate(sample, LAMBDA), leavingOneOut(ckce, sample));
      Jackknife jackknife = ckce.jackknife(sample, LAMBDA);

      assertThat(jackknife.estimate())
          .isCloseTo(expected.estimate(), Percentage.withPercentage(1e-8));
      assertThat(jackknife.standardError())
          .isCloseTo(expected.standardError(), Percentage.withPercentage(1e-8));
    }
  }

  @Test
  void comparesTwoModelsObservationByObservation() {
    Observations first = Classes.sample(30, 5, Classes::sharpened);
    Observations second = Classes.calibrated(30, 5);
    Ckce ckce = new Ckce(Reals.kernel(first));
    double[] differences = leavingOneOut(ckce, first);
    double[] others = leavingOneOut(ckce, second);
    for (int i = 0; i < differences.length; i++) {
      differences[i] -= others[i];
    }

    Jackknife expected =
        Jackknife.of(ckce.estimate(first, LAMBDA) - ckce.estimate(second, LAMBDA), differences);

    assertThat(ckce.difference(first, second, LAMBDA).standardError())
        .isCloseTo(expected.standardError(), Percentage.withPercentage(1e-8));
    assertThat(ckce.difference(first, first, LAMBDA).standardError()).isZero();
    assertThat(ckce.difference(second, first, LAMBDA).estimate())
        .isCloseTo(-expected.estimate(), within(1e-10));
  }

  @Test
  void removesMostOfTheBiasOfACalibratedModel() {
    int repetitions = 200;
    double plain = 0;
    double corrected = 0;
    for (int seed = 0; seed < repetitions; seed++) {
      Observations sample = Classes.calibrated(40, seed);
      Ckce ckce = new Ckce(Reals.kernel(sample));
      plain += ckce.estimate(sample, LAMBDA) / repetitions;
      corrected += ckce.jackknife(sample, LAMBDA).estimate() / repetitions;
    }

    assertThat(Math.abs(corrected)).isLessThan(plain / 5);
  }

  @Test
  void isTheMeanAndItsStandardErrorForMeans() {
    double[] x = {1, 2, 4, 9};
    double[] leavingOneOut = IntStream.range(0, 4).mapToDouble(i -> (16 - x[i]) / 3).toArray();
    Jackknife jackknife = Jackknife.of(4, leavingOneOut);

    assertThat(jackknife.estimate()).isCloseTo(4, within(1e-14));
    // The sum of squares around the mean is 9 + 4 + 0 + 25.
    assertThat(jackknife.standardError()).isCloseTo(Math.sqrt(38.0 / 3 / 4), within(1e-14));
    // The 97.5 % quantile of t with 3 degrees of freedom.
    assertThat(jackknife.interval(0.95).upper() - 4)
        .isCloseTo(3.182446305 * jackknife.standardError(), within(1e-8));
    assertThat(jackknife.interval(0.95).lower())
        .isCloseTo(8 - jackknife.interval(0.95).upper(), within(1e-14));
  }

  @Test
  void needsTwoObservationsAndTheSameTargets() {
    Observations one = Classes.calibrated(1, 1);
    Ckce ckce = new Ckce(Reals.kernel(one));

    assertThatThrownBy(() -> ckce.jackknife(one, LAMBDA)).hasMessageContaining("at least 2, got 1");
    assertThatThrownBy(
            () -> ckce.difference(Classes.calibrated(9, 1), Classes.calibrated(9, 2), LAMBDA))
        .hasMessageContaining("the same targets");
    assertThatThrownBy(() -> ckce.jackknife(Classes.calibrated(3, 1), LAMBDA).interval(1))
        .hasMessageContaining("(0, 1), got 1.0");
  }

  private static double[] leavingOneOut(Ckce ckce, Observations sample) {
    return IntStream.range(0, sample.size())
        .mapToDouble(
            i ->
                ckce.estimate(
                    sample.subset(IntStream.range(0, sample.size()).filter(j -> j != i).toArray()),
                    LAMBDA))
        .toArray();
  }
}
