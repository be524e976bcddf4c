package io.evenkeel.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.simulation.Stream;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CalibrationTest {
  private static final Stream.Law LAW = Stream.dirichlet(3, 1);

  private static Calibration of(Stream stream, int n) {
    Observations sample = stream.observations(n);
    return Calibration.of(sample.predictions(), sample.targets());
  }

  @Test
  void findsNothingWrongWithCalibratedPredictions() {
    CalibrationReport report = of(Stream.calibrated(LAW, 1), 2000).report();

    assertThat(report.isMiscalibrated()).isFalse();
    assertThat(report.scores().n()).isEqualTo(2000);
    assertThat(report.cme().pValue()).isGreaterThan(0.01);
    assertThat(report)
        .asString()
        .startsWith("Nothing speaks against the predictions. 2,000 labels, log e-value ");
  }

  @Test
  void saysWhatIsWrongWithOverConfidentPredictions() {
    Stream stream = Stream.distorted(LAW, Stream.temperature(0.5), 2);
    CalibrationReport report = of(stream, 2000).report();

    assertThat(report.isMiscalibrated()).isTrue();
    assertThat(report.evidence().describe()).startsWith("over-confident: temperature ");
    assertThat(report.cme().pValue()).isLessThan(1e-6);
    assertThat(report).asString().startsWith("Miscalibrated: over-confident: temperature ");
  }

  @Test
  void seesWhatNoRecalibrationExpresses() {
    int n = 4000;
    List<Target> skewed =
        IntStream.range(0, n).mapToObj(i -> Target.of(-Math.log((i + 0.5) / n) - 1)).toList();

    CalibrationReport report =
        Calibration.of(Collections.nCopies(n, Normal.of(0, 1)), skewed).report();

    assertThat(report.isMiscalibrated()).isTrue();
  }

  @Test
  void toleratesWhatItIsToldTo() {
    Calibration sample = of(Stream.distorted(LAW, Stream.temperature(1 / 1.15), 3), 20_000);

    assertThat(sample.withTolerance(0).report().isMiscalibrated()).isTrue();
    assertThat(sample.withTolerance(0.3).report().isMiscalibrated()).isFalse();
  }

  @Test
  void judgesASingleObservation() {
    CalibrationReport report =
        Calibration.of(List.of(Categorical.of(0.5, 0.5)), List.of(Target.ofClass(1))).report();

    assertThat(report.isMiscalibrated()).isFalse();
    assertThat(report.blockSkce().pValue()).isEqualTo(1);
  }

  @Test
  void isTheSameForTheSameSeed() {
    Calibration sample = of(Stream.calibrated(LAW, 4), 300);

    assertThat(sample.report().logEValue()).isEqualTo(sample.report().logEValue());
    assertThat(sample.withSeed(9).report().logEValue()).isNotEqualTo(sample.report().logEValue());
  }

  @Test
  void refusesWhatItCannotJudge() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Calibration.of(List.of(), List.of()))
        .withMessageContaining("number of predictions");
    Calibration sample = of(Stream.calibrated(LAW, 5), 10);
    assertThatIllegalArgumentException().isThrownBy(() -> sample.withAlpha(0));
    assertThatIllegalArgumentException().isThrownBy(() -> sample.withAlpha(Double.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> sample.withTolerance(-0.1));
  }
}
