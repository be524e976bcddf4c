package io.evenkeel.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.calibration.Skce;
import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.ExponentialKernel;
import io.evenkeel.core.kernel.GaussianKernel;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSampler;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.TestLocation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Widmann et al. 2021, section A.2: errors of the estimates of the SKCE, and error rates of every
 * test, for normal predictions N(c 1, 0.01 I) with c uniform on (0, 1) and targets that are drawn
 * from them, or whose first coordinate has mean 0.1 whatever is predicted. 500 data sets each.
 *
 * <p>The results are kept in {@code core/simulations}.
 */
@Tag("simulation")
class EmpiricalPropertiesSimulationTest {
  private static final int DATA_SETS = 500;
  private static final int REPLICATES = 1000;
  private static final double ALPHA = 0.05;
  private static final List<Integer> SIZES = List.of(4, 16, 64, 256, 1024);

  /** Up to this n, tests whose replicates cost as much as a sample, or that need a spectrum. */
  private static final int LARGEST_OF_COSTLY = 64;

  /** Up to this n there are 1000 replicates, as in the paper. */
  private static final int LARGEST_OF_MANY_REPLICATES = 256;

  private static final int FEW_REPLICATES = 99;

  private static final Set<TestOfCalibration> OVER_REJECTING =
      EnumSet.of(
          TestOfCalibration.CME_F,
          TestOfCalibration.CME_CHI_SQUARED,
          TestOfCalibration.CME_PUBLISHED);

  private static final TensorKernel KERNEL =
      new TensorKernel(
          new ExponentialKernel(Distance.WASSERSTEIN_2, 1, 1), new GaussianKernel(0.5));

  private static final Path KEPT = Path.of("simulations");
  private static final Table ESTIMATES =
      new Table("a2_estimates", "d", "calibrated", "n", "estimator", "mean", "variance", "mae");
  private static final Table TESTS = new Table("a2_tests", "d", "n", "test", "type_1", "type_2");

  private record ErrorRates(TestOfCalibration test, int n, double typeOne, double typeTwo) {}

  /** The truth is the mean over 300 data sets of 1000 by another implementation. */
  @ParameterizedTest
  @CsvSource({"1, 0.110456", "10, 0.059436"})
  void estimatesConvergeToTheTruth(int d, double skceOfUncalibrated) {
    Map<String, ToDoubleFunction<Observations>> estimators = new LinkedHashMap<>();
    Skce skce = new Skce(KERNEL);
    estimators.put("V", skce::biased);
    estimators.put("U", skce::unbiased);
    estimators.put("block 2", sample -> skce.block(2, sample));
    estimators.put("block root n", s -> skce.block((int) Math.sqrt(s.size()), s));
    for (boolean calibrated : new boolean[] {true, false}) {
      double truth = calibrated ? 0 : skceOfUncalibrated;
      for (int n : SIZES) {
        estimators.forEach(
            (name, estimator) -> {
              double[] values =
                  IntStream.range(0, DATA_SETS)
                      .parallel()
                      .mapToDouble(s -> estimator.applyAsDouble(sample(d, n, calibrated, s)))
                      .toArray();
              double mean = Arrays.stream(values).average().orElseThrow();
              double variance = variance(values, mean);
              double mae =
                  Arrays.stream(values).map(v -> Math.abs(v - truth)).average().orElseThrow();
              ESTIMATES.add(d, calibrated, n, name, exact(mean), exact(variance), exact(mae));
              if (!name.equals("V")) {
                assertThat(Math.abs(mean - truth))
                    .as(name + ", n = " + n)
                    .isLessThan(4 * Math.sqrt(variance / DATA_SETS) + 2e-3 * truth);
              }
            });
      }
    }
  }

  /** Published is the type I error of the CME test at n = 16 in figures 10 and 11. */
  @ParameterizedTest
  @CsvSource({"1, 0.88", "10, 0.76"})
  void testsKeepTheirSizeWithoutLosingPower(int d, double publishedCmeTypeOne) {
    List<ErrorRates> all = new ArrayList<>();
    for (TestOfCalibration test : TestOfCalibration.values()) {
      for (int n : SIZES) {
        if (n <= largest(test)) {
          double typeOne = rejected(test, d, n, true);
          ErrorRates rates = new ErrorRates(test, n, typeOne, 1 - rejected(test, d, n, false));
          TESTS.add(d, n, test, rates.typeOne, rates.typeTwo);
          all.add(rates);
        }
      }
    }
    for (ErrorRates rates : all) {
      if (rates.n >= 16 && !OVER_REJECTING.contains(rates.test)) {
        assertThat(rates.typeOne)
            .as("%s, d = %s", rates, d)
            .isLessThanOrEqualTo(rates.test == TestOfCalibration.BLOCK_ROOT_EMPIRICAL ? 0.1 : 0.08);
      }
    }
    assertThat(at(all, TestOfCalibration.CME_PUBLISHED, 16).typeOne)
        .isCloseTo(publishedCmeTypeOne, within(0.1));
    for (int n : SIZES) {
      ErrorRates ours = at(all, TestOfCalibration.CME_NULL, n);
      ErrorRates published = at(all, TestOfCalibration.CME_PUBLISHED, n);
      // Below n = 64 the published test rejects calibrated models too, up to 88 % of them: what it
      // misses says nothing by itself.
      assertThat(ours.typeOne + ours.typeTwo)
          .isLessThanOrEqualTo(published.typeOne + published.typeTwo);
      if (n >= 64) {
        assertThat(ours.typeTwo).isLessThanOrEqualTo(published.typeTwo);
      }
    }
  }

  private static ErrorRates at(List<ErrorRates> all, TestOfCalibration test, int n) {
    return all.stream().filter(r -> r.test == test && r.n == n).findFirst().orElseThrow();
  }

  @AfterAll
  static void publish() {
    ESTIMATES.write(KEPT);
    TESTS.write(KEPT);
    ErrorRatesPlot.write(TESTS.rows(), KEPT.resolve("a2_tests.png"));
  }

  private static int largest(TestOfCalibration test) {
    return test.remakesSamples() || test == TestOfCalibration.SPECTRAL
        ? LARGEST_OF_COSTLY
        : Integer.MAX_VALUE;
  }

  private static double rejected(TestOfCalibration test, int d, int n, boolean calibrated) {
    boolean few = test.remakesSamples() || n > LARGEST_OF_MANY_REPLICATES;
    int replicates = few ? FEW_REPLICATES : REPLICATES;
    return IntStream.range(0, DATA_SETS)
            .parallel()
            .filter(
                s ->
                    test.test(profile(d, s), sample(d, n, calibrated, s), replicates, s)
                        .rejects(ALPHA))
            .count()
        / (double) DATA_SETS;
  }

  private static Observations sample(int d, int n, boolean calibrated, long seed) {
    Observations sample = Stream.calibrated(Stream.normals(d), seed).observations(n);
    return calibrated ? sample : withFirstAtATenth(sample);
  }

  /** Moves the first coordinate of each target from the mean of its prediction to 0.1. */
  private static Observations withFirstAtATenth(Observations sample) {
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < sample.size(); i++) {
      Normal p = (Normal) sample.prediction(i);
      RealVector drawn = (RealVector) sample.target(i);
      double[] y = IntStream.range(0, drawn.dimension()).mapToDouble(drawn::get).toArray();
      y[0] += 0.1 - p.mean(0);
      targets.add(Target.of(y));
    }
    return sample.withTargets(targets);
  }

  /** The kernel of the paper, and its 10 test locations, drawn again for each data set. */
  private static Profile profile(int d, long seed) {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(1_000_000 + seed);
    TargetSampler targets = new TargetSampler(random);
    double[] variances = new double[d];
    Arrays.fill(variances, 0.01);
    List<TestLocation> locations = new ArrayList<>();
    for (int j = 0; j < 10; j++) {
      PredictiveDistribution p = Normal.diagonal(random.doubles(d).toArray(), variances);
      Target y = targets.draw(Normal.diagonal(new double[d], variances));
      locations.add(new TestLocation(p, y));
    }
    return new Profile(1, TargetSpace.reals(d), KERNEL, locations);
  }

  private static double variance(double[] values, double mean) {
    return Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum() / (values.length - 1);
  }

  private static String exact(double value) {
    return String.format(Locale.ROOT, "%.3e", value);
  }
}
