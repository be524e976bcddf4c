package io.evenkeel.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.ClassShift;
import io.evenkeel.core.recalibration.LogRatios;
import io.evenkeel.core.recalibration.RecalibrationFamily;
import io.evenkeel.core.recalibration.RecalibrationFamily.Parameter;
import io.evenkeel.core.recalibration.RecalibrationGrid;
import io.evenkeel.core.recalibration.Tolerance;
import io.evenkeel.core.simulation.Observation;
import io.evenkeel.core.simulation.Stream;
import java.util.stream.IntStream;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeviationsTest {
  private static final int SEEDS = 40;

  private static Deviation described(Stream stream, int labels) {
    RecalibrationGrid grid = RecalibrationGrid.of(stream.next().prediction().space());
    LogRatios ratios = grid.logRatios();
    Stretch stretch = new Stretch(grid.size());
    double[] one = new double[grid.size()];
    for (Observation o : stream.next(labels)) {
      assertThat(ratios.evaluate(o.prediction(), o.target())).isTrue();
      for (int i = 0; i < one.length; i++) {
        one[i] = ratios.get(i);
      }
      stretch.add(1, one);
    }
    return new Deviations(grid, Tolerance.within(0.02)).describe(stretch);
  }

  private static void assertInterval(Deviation said, double truth, Parameter parameter) {
    if (said.family().parameter() != parameter) {
      return;
    }
    assertThat(said.parameters().lower()).isLessThanOrEqualTo(said.parameter());
    assertThat(said.parameters().upper()).isGreaterThanOrEqualTo(said.parameter());
    double far = said.isAbove() ? said.parameters().upper() : said.parameters().lower();
    boolean isBeyond = said.isAbove() ? truth > far : truth < far;
    assertThat(said.parameters().contains(truth) || (said.isOpen() && isBeyond)).isTrue();
    assertThat(said.isOpen() || !said.isAtEnd()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"0.4, 80", "0.6, 80", "0.8, 1000", "1.3, 400", "1.6, 80", "1.6, 1000", "2.5, 80"})
  void theIntervalOfAScaleHoldsEstimateAndTruth(double scale, int labels) {
    IntStream.range(0, SEEDS)
        .forEach(
            seed ->
                assertInterval(
                    described(
                        Stream.distorted(Stream.normals(1), Stream.moved(0, 1 / scale), seed),
                        labels),
                    scale,
                    Parameter.SCALE));
  }

  @ParameterizedTest
  @CsvSource({"0.4, 200", "0.7, 400", "1.5, 200", "2.5, 200", "2.5, 2000", "4, 1000"})
  void theIntervalOfATemperatureHoldsEstimateAndTruth(double temperature, int labels) {
    IntStream.range(0, SEEDS)
        .forEach(
            seed ->
                assertInterval(
                    described(
                        Stream.distorted(
                            Stream.dirichlet(3, 1), Stream.temperature(1 / temperature), seed),
                        labels),
                    temperature,
                    Parameter.TEMPERATURE));
  }

  /** Within 4.6 nats of the peak are 3.03 standard errors of the logarithm of a scale. */
  @ParameterizedTest
  @CsvSource({"0.52, 20000", "0.58, 10000", "0.8, 5000", "1.75, 10000", "1.95, 10000"})
  void theIntervalIsThatOfTheLikelihoodBetweenThePointsOfTheGrid(double scale, int labels) {
    double width = 2 * Math.sqrt(2 * Deviations.SLACK) * scale / Math.sqrt(2 * labels);
    for (int seed = 0; seed < 10; seed++) {
      Deviation said =
          described(Stream.distorted(Stream.normals(1), Stream.moved(0, 1 / scale), seed), labels);
      assertInterval(said, scale, Parameter.SCALE);
      if (!said.isOpen()) {
        assertThat(said.parameters().upper() - said.parameters().lower())
            .isBetween(0.9 * width, 1.15 * width);
      }
    }
  }

  /** Events so rare that a temperature does nearly the same: the log-odds are N(−4, 1) or so. */
  private static Stream rareAndShifted(double by, long seed) {
    return Stream.distorted(
        random -> rare(ZigguratSampler.NormalizedGaussian.of(random).sample() + by - 4),
        truth ->
            rare(
                Math.log(
                        ((Categorical) truth).probability(1) / ((Categorical) truth).probability(0))
                    - by),
        seed);
  }

  private static Categorical rare(double logOdds) {
    double p = 1 / (1 + Math.exp(-logOdds));
    return Categorical.of(1 - p, p);
  }

  /** The grid has 0.5 and 1, and a temperature between those is better than either. */
  @Test
  void namesAFaultBetweenThePointsOfTheGridByThePeaks() {
    IntStream.range(0, SEEDS)
        .forEach(
            seed ->
                assertThat(described(rareAndShifted(0.72, seed), 20_000).family().parameter())
                    .as("seed %d", seed)
                    .isEqualTo(Parameter.CLASS_LOG_ODDS));
  }

  @Test
  void namesNothingThatIsTolerableBesideAReference() {
    RecalibrationGrid grid = RecalibrationGrid.of(TargetSpace.classes(2));
    RecalibrationFamily temperatures = grid.families().get(0);
    double[] sums = new double[grid.size()];
    sums[temperatures.members()[0]] = 10;
    Tolerance tolerance = Tolerance.within(0.02).orAsIn(grid, sums, 5, 0.02, 0);
    int shift =
        IntStream.range(0, sums.length)
            .filter(i -> grid.get(i).equals(new ClassShift(1, 0.5)))
            .findFirst()
            .orElseThrow();
    sums[shift] = 5;

    Deviations.Best best = new Deviations(grid, tolerance).best(sums);

    assertThat(grid.families().get(best.family()).parameter()).isEqualTo(Parameter.CLASS_LOG_ODDS);
    assertThat(best.displacement()).isEqualTo(0.5);
  }
}
