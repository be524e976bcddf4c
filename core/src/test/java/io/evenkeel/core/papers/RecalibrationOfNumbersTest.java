package io.evenkeel.core.papers;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.Univariate;
import io.evenkeel.core.realdata.RealForecasts;
import io.evenkeel.core.recalibration.QuantileFunctionRegression;
import io.evenkeel.core.score.CheckScore;
import io.evenkeel.core.score.QuantileCalibration;
import io.evenkeel.core.score.RunningMean;
import io.evenkeel.core.simulation.Table;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Kuleshov and Deshpande, Table 2: absolute error of the median and check score of forecasts of
 * numbers, of themselves, after quantile recalibration and after quantile function regression, each
 * learned from 500 cases. A quarter of the cases is drawn at random for the test, as in the paper,
 * so neighbouring days and weeks are on both sides. Printed are the ratios to the uncalibrated
 * forecast, as their means over the 24 pairs of data set and model.
 */
@Tag("simulation")
class RecalibrationOfNumbersTest {
  private static final double[] DECILES = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};
  private static final int LEARNED = 500;
  private static final int SPLITS = 10;

  private static final Table TABLE =
      new Table(
          "papers_recalibration_numbers",
          "data",
          "recalibration",
          "mae",
          "check",
          "check_error",
          "mae_ratio",
          "printed_mae_ratio",
          "check_ratio",
          "printed_check_ratio",
          "quantile_error");

  /** Over the splits. */
  private static final class Means {
    private final RunningMean absolute = new RunningMean();
    private final RunningMean check = new RunningMean();
    private final RunningMean calibration = new RunningMean();

    void add(Observations sample) {
      absolute.add(2 * CheckScore.mean(sample, 0.5));
      check.add(CheckScore.mean(sample, DECILES));
      calibration.add(QuantileCalibration.of(sample, DECILES).squaredError());
    }
  }

  @Test
  void quantileFunctionRegressionIsNoWorseThanTheForecastsAndCalibratesThem() {
    Observations temperatures = normals(Images.sample(RealForecasts.temperatures()));
    Map<String, Means> ofTemperatures = judge("uw_srft", temperatures);
    judge("flusight_ensemble h1", Images.sample(RealForecasts.influenza("1")));
    judge("flusight_ensemble h4", Images.sample(RealForecasts.influenza("4")));
    TABLE.write(Kernels.KEPT);

    Means none = Objects.requireNonNull(ofTemperatures.get("none"));
    Means ours = Objects.requireNonNull(ofTemperatures.get("quantile function"));
    assertThat(ours.check.mean()).isLessThan(none.check.mean());
    assertThat(ours.calibration.mean()).isLessThan(none.calibration.mean());
  }

  private static Map<String, Means> judge(String data, Observations sample) {
    Map<String, Means> means = new LinkedHashMap<>();
    for (int seed = 0; seed < SPLITS; seed++) {
      int[] order = PermutationSampler.natural(sample.size());
      PermutationSampler.shuffle(RandomSource.XO_RO_SHI_RO_128_PP.create(seed), order);
      Observations test = sample.subset(Arrays.copyOf(order, sample.size() / 4));
      int from = sample.size() / 4;
      Observations learned = sample.subset(Arrays.copyOfRange(order, from, from + LEARNED));
      Map<String, UnaryOperator<PredictiveDistribution>> maps = new LinkedHashMap<>();
      maps.put("none", p -> p);
      maps.put("quantiles", quantiles(learned));
      maps.put(
          "quantile function",
          QuantileFunctionRegression.fit(learned, DECILES, DECILES)::recalibrate);
      maps.forEach(
          (name, map) ->
              means.computeIfAbsent(name, any -> new Means()).add(Images.mapped(test, map)));
    }
    Means none = Objects.requireNonNull(means.get("none"));
    Map<String, List<String>> printed =
        Map.of(
            "none", List.of("1", "1"),
            "quantiles", List.of("1.05", "1.03"),
            "quantile function", List.of("0.92", "0.90"));
    means.forEach(
        (name, of) ->
            TABLE.add(
                data,
                name,
                of.absolute.mean(),
                of.check.mean(),
                of.check.standardError(),
                of.absolute.mean() / none.absolute.mean(),
                Objects.requireNonNull(printed.get(name)).get(0),
                of.check.mean() / none.check.mean(),
                Objects.requireNonNull(printed.get(name)).get(1),
                of.calibration.mean()));
    return means;
  }

  /** Quantile recalibration: Kuleshov et al. 2018. */
  private static UnaryOperator<PredictiveDistribution> quantiles(Observations learned) {
    double[] transforms = QuantileCalibration.of(learned, DECILES).transforms();
    Arrays.sort(transforms);
    return p -> {
      Univariate forecast = Univariate.of(p);
      double[] values =
          Arrays.stream(DECILES)
              .map(level -> transforms[(int) (level * transforms.length)])
              .map(level -> forecast.quantile(Math.min(Math.max(level, 1e-6), 1 - 1e-6)))
              .toArray();
      return Quantiles.of(DECILES, values);
    };
  }

  /** The normal with the mean and the standard deviation of the members. */
  private static Observations normals(Observations ensembles) {
    return Images.mapped(ensembles, RecalibrationOfNumbersTest::normal);
  }

  private static PredictiveDistribution normal(PredictiveDistribution p) {
    Ensemble ensemble = (Ensemble) p;
    double[] members =
        IntStream.range(0, ensemble.size())
            .mapToObj(ensemble::member)
            .mapToDouble(member -> member.get(0))
            .toArray();
    double mean = Arrays.stream(members).average().orElseThrow();
    double squares = Arrays.stream(members).map(x -> (x - mean) * (x - mean)).sum();
    return Normal.of(mean, Math.sqrt(squares / (members.length - 1)));
  }
}
