package io.evenkeel.app.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.evenkeel.app.config.TolerableError;
import io.evenkeel.app.dataset.Dataset;
import io.evenkeel.schemas.Finding;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Published forecasts of which the answers are known, where the data is present. */
class KnownForecastsTest {
  private static final Path FILES =
      Path.of(Objects.requireNonNull(System.getProperty("evenkeel.root")), "deploy/datasets");
  private static final Path DATA =
      Path.of(Objects.requireNonNull(System.getProperty("evenkeel.data")));

  private static Report report(String name, int sample, String... compared) {
    Path folder = DATA.resolve(name);
    assumeThat(Files.isDirectory(folder)).as("the data is in %s", folder).isTrue();
    Dataset dataset = Dataset.read(FILES.resolve(name + ".yaml"));
    return new Evaluation(
            dataset,
            folder,
            new Plan(sample, 0, 0.01, TolerableError.of(0.02), 1),
            (what, done) -> {})
        .report(List.of(compared));
  }

  /** The accuracy, log losses and ECE are those that the README of the data states. */
  @Test
  void ofImagesAreRejectedRawAndLessSoScaled() {
    Report report = report("cifar10_vgg16", 8000, "cifar10_raw", "cifar10_scaled");

    SeriesReport raw = report.models().get(0).whole();
    SeriesReport scaled = report.models().get(1).whole();
    assertThat(raw.finding()).isEqualTo(Finding.MISCALIBRATED);
    assertThat(raw.recalibration()).startsWith("over-confident: temperature 1.7");
    assertThat(value(raw, Quantity.ACCURACY)).isEqualTo(0.936125);
    assertThat(value(raw, Quantity.LOG_LOSS)).isCloseTo(0.25582, within(5e-6));
    assertThat(value(scaled, Quantity.LOG_LOSS)).isCloseTo(0.20024, within(5e-6));
    assertThat(value(raw, Quantity.ECE)).isCloseTo(0.0396, within(5e-5));
    assertThat(value(scaled, Quantity.ECE)).isCloseTo(0.0151, within(5e-5));
    assertThat(scaled.finding()).isEqualTo(Finding.MISCALIBRATED);
    assertThat(scaled.logE()).isLessThan(raw.logE() / 10);
    assertThat(value(scaled, Quantity.SKCE)).isBetween(0.0, value(raw, Quantity.SKCE) / 2);
    assertThat(report.comparison().orElseThrow().sentence())
        .isEqualTo(
            "Better: cifar10_scaled by log loss, nats, cifar10_scaled by Brier score, cifar10_scaled by"
                + " CKCE, ridge n^(-1/4).");
  }

  @Test
  void ofBaseballAreNotRejected() {
    ModelReport baseball = report("fte_mlb", 500).models().get(0);

    assertThat(baseball.whole().finding()).isEqualTo(Finding.CALIBRATED);
    assertThat(baseball.whole().labels()).isEqualTo(15_747);
    assertThat(baseball.rows().predictions()).isEqualTo(15_748);
    assertThat(value(baseball.whole(), Quantity.BRIER)).isCloseTo(2 * 0.23987, within(1e-5));
  }

  @Test
  void ofFootballAreNotRejected() {
    assertThat(report("fte_soccer", 500).models().get(0).whole().finding())
        .isEqualTo(Finding.CALIBRATED);
  }

  @Test
  void ofTemperaturesAreFarTooNarrowBeforeTheyWereMended() {
    Report report = report("uw_srft", 300, "uw_srft_raw", "uw_srft_emos");

    SeriesReport raw = report.models().get(0).whole();
    assertThat(raw.finding()).isEqualTo(Finding.MISCALIBRATED);
    assertThat(raw.recalibration()).contains("too narrow");
    // Of eight members, from the second to the sixth, and from the least to the largest: four and
    // seven inner cells of the rank histogram, each rounded to three digits, and targets on an end.
    assertThat(value(raw, Quantity.COVERAGE_50)).isCloseTo(0.123, within(4 * 5e-4));
    assertThat(value(raw, Quantity.COVERAGE_90)).isCloseTo(0.258, within(7 * 5e-4));
    assertThat(raw.measure(Quantity.COVERAGE_50).orElseThrow().ifCalibrated()).isNull();
    SeriesReport mended = report.models().get(1).whole();
    Measure half = mended.measure(Quantity.COVERAGE_50).orElseThrow();
    assertThat(Objects.requireNonNull(half.ifCalibrated()).contains(0.5)).isTrue();
    assertThat(value(mended, Quantity.COVERAGE_50)).isCloseTo(0.511, within(5e-4));
    assertThat(value(mended, Quantity.COVERAGE_90)).isCloseTo(0.887, within(5e-4));
    assertThat(report.comparison().orElseThrow().sentence()).startsWith("Better: uw_srft_emos");
  }

  private static double value(SeriesReport series, Quantity quantity) {
    return series.measure(quantity).orElseThrow().value();
  }
}
