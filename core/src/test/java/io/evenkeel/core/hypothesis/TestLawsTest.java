package io.evenkeel.core.hypothesis;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.calibration.Skce;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.moments.BlockSkce;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.core.simulation.Stream;
import io.evenkeel.core.simulation.TestOfCalibration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds for every test of calibration here. */
class TestLawsTest {
  private static final double ALPHA = 0.05;

  /** One less than a power of two, so that signs that are a group are just as many. */
  private static final int REPLICATES = 63;

  private static final Stream.Law CLASSES = Stream.dirichlet(3, 0.5);
  private static final Profile PROFILE =
      ProfileLearner.learn(1, Stream.calibrated(CLASSES, 1).predictions(100), 5, 1);
  private static final TensorKernel KERNEL = PROFILE.kernel();

  private static TestResult test(TestOfCalibration test, Observations sample) {
    return test.test(PROFILE, sample, REPLICATES, 7);
  }

  private static Observations calibrated(int n, long seed) {
    return Stream.calibrated(CLASSES, seed).observations(n);
  }

  /** Predictions of one class with certainty, and another one that came. */
  private static Observations grosslyWrong(int n) {
    return Observations.of(
        Collections.nCopies(n, Categorical.of(1, 0, 0)), Collections.nCopies(n, Target.ofClass(1)));
  }

  @ParameterizedTest
  @EnumSource
  void saysNothingOfFewerThanTwo(TestOfCalibration test) {
    assertThat(test(test, calibrated(0, 1)).pValue()).isEqualTo(1);
    if (test != TestOfCalibration.CME_NULL) {
      TestResult result = test(test, calibrated(1, 1));
      assertThat(result.pValue()).isEqualTo(1);
      assertThat(result.degenerate()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void hasAPValueForEveryNumber(TestOfCalibration test) {
    for (int n = 2; n < 12; n++) {
      for (Observations sample : List.of(calibrated(n, n), grosslyWrong(n))) {
        assertThat(test(test, sample).pValue()).isBetween(0.0, 1.0);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void isNeverCertainByResampling(TestOfCalibration test) {
    double p = test(test, grosslyWrong(40)).pValue();

    assertThat(p).isGreaterThanOrEqualTo(test.resamples() ? 1.0 / (REPLICATES + 1) : 0);
  }

  /** The mean embedding has no sign that calibration forbids: its tests are two-sided. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "CME.*")
  void isNotStruckByEstimatesBelowZero(TestOfCalibration test) {
    int seen = 0;
    for (long seed = 0; seed < 60; seed++) {
      Observations sample = calibrated(24, seed);
      if (new Skce(KERNEL).unbiased(sample) < 0
          && BlockSkce.of(KERNEL, 2, sample).estimate() < 0
          && BlockSkce.of(KERNEL, 4, sample).estimate() < 0) {
        seen++;
        assertThat(test(test, sample).pValue()).isGreaterThan(0.2);
      }
    }
    assertThat(seen).isGreaterThan(3);
  }

  /** At most the level and four standard errors of the share of 200. */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"CME_F", "CME_CHI_SQUARED", "CME_PUBLISHED"})
  void seldomRejectsCalibratedModels(TestOfCalibration test) {
    double rejected =
        LongStream.range(0, 200)
                .filter(seed -> test(test, calibrated(40, seed)).rejects(ALPHA))
                .count()
            / 200.0;

    assertThat(rejected).isLessThan(ALPHA + 4 * Math.sqrt(ALPHA * (1 - ALPHA) / 200));
  }

  @ParameterizedTest
  @EnumSource
  void findsWhatIsGrosslyWrong(TestOfCalibration test) {
    PredictiveDistribution p = Categorical.of(0.8, 0.1, 0.1);
    Stream.Law wrong = random -> Categorical.of(0.05, 0.85, 0.1);
    List<Boolean> found = new ArrayList<>();
    for (long seed = 0; seed < 5; seed++) {
      Observations sample = Stream.distorted(wrong, truth -> p, seed).observations(150);
      found.add(test(test, sample).rejects(ALPHA));
    }
    assertThat(found).containsOnly(true);
  }
}
