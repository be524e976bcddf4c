package io.evenkeel.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.evidence.SeriesEvidence;
import io.evenkeel.core.internal.StandardNormal;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Forecasts by quantiles of an amount that is 0 where a normal number is below: labels until the
 * evidence passes 20.
 */
@Tag("simulation")
class RainQuantilesSimulationTest {
  private static final int RUNS = 40;
  private static final int LABELS = 4000;
  private static final int PANE = 50;
  private static final Table TABLE =
      new Table("rain_quantiles", "levels", "dry", "shift", "scale", "runs", "found", "labels");

  /** What is wrong is the normal number: shift + scale z of the predicted standard deviations. */
  @ParameterizedTest
  @CsvSource({"0, 1", "0.3, 1", "-0.3, 1", "0, 1.5", "0, 0.667"})
  void findsFaultsAndNothingElse(double shift, double scale) {
    boolean isRight = shift == 0 && scale == 1;
    for (int n : new int[] {3, 5, 9, 19}) {
      double[] levels =
          n == 19
              ? IntStream.rangeClosed(1, n).mapToDouble(k -> k / 20.0).toArray()
              : IntStream.range(0, n).mapToDouble(k -> 0.1 + 0.8 * k / (n - 1)).toArray();
      for (double centre : new double[] {-1.5, 0, 1}) {
        int[] delays =
            IntStream.range(0, RUNS)
                .parallel()
                .map(run -> delay(rain(random(run), centre, shift, scale, levels), run))
                .sorted()
                .toArray();
        long found = Arrays.stream(delays).filter(delay -> delay <= LABELS).count();
        double dry = StandardNormal.cdf(-centre / Math.sqrt(2));
        TABLE.add(n, dry, shift, scale, RUNS, found, isRight ? "" : delays[RUNS / 2]);
        assertThat(found).isBetween(isRight ? 0L : RUNS - 2, isRight ? 2L : RUNS);
      }
    }
  }

  @AfterAll
  static void publish() {
    TABLE.write(Path.of("simulations"));
  }

  private static UniformRandomProvider random(int run) {
    return RandomSource.XO_RO_SHI_RO_128_PP.create(1000L * run + 7);
  }

  private static int delay(Supplier<Observation> stream, int run) {
    SketchPlan plan = HardStreams.plan(TargetSpace.reals(1), HardStream.next(stream, 256), run);
    SeriesEvidence evidence = SeriesEvidence.empty(plan, 0);
    for (int n = PANE; n <= LABELS; n += PANE) {
      Sketch pane = plan.empty();
      Sketches.addAll(pane, HardStream.next(stream, PANE));
      evidence.add(pane);
      if (evidence.logEValue() >= Math.log(20)) {
        return n;
      }
    }
    return Integer.MAX_VALUE;
  }

  private static Supplier<Observation> rain(
      UniformRandomProvider random, double mean, double shift, double scale, double... levels) {
    ZigguratSampler.NormalizedGaussian gaussian = ZigguratSampler.NormalizedGaussian.of(random);
    return () -> {
      double centre = mean + gaussian.sample();
      double sd = random.nextDouble(0.5, 1.5);
      double[] values =
          Arrays.stream(levels)
              .map(level -> Math.max(0, centre + sd * StandardNormal.quantile(level)))
              .toArray();
      double y = Math.max(0, centre + sd * (shift + scale * gaussian.sample()));
      return new Observation(Quantiles.of(levels, values), Target.of(y));
    };
  }
}
