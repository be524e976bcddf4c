package io.evenkeel.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.hypothesis.BlockSkceTest;
import io.evenkeel.core.hypothesis.CmeTest;
import io.evenkeel.core.hypothesis.TestResult;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.profile.ProfileLearner;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How often the tests of a sketch reject a calibrated model at level 0.05. Every repetition draws
 * its own profile, from 200 predictions, and its own observations.
 */
@Tag("simulation")
class SizeSimulationTest {
  private static final int REPETITIONS = 2000;
  private static final double ALPHA = 0.05;
  private static final Table TABLE =
      new Table("size", "setting", "n", "locations", "cme_rejected", "cme_rank", "block2_rejected");

  private record Rates(double cme, double rank, double block) {}

  private static List<Setting> settings() {
    return Setting.all();
  }

  @ParameterizedTest
  @MethodSource("settings")
  void testsKeepTheirSize(Setting setting) {
    SoftAssertions softly = new SoftAssertions();
    for (int locations : new int[] {10, 32}) {
      for (int n : new int[] {16, 64, 256}) {
        Rates rates = rates(setting, n, locations);
        TABLE.add(setting, n, locations, rates.cme, rates.rank, rates.block);
        String where = setting + ", n = " + n + ", J = " + locations;
        // With few labels they are silent on purpose.
        double least = n == 256 ? 0.03 : 0;
        softly.assertThat(rates.cme).as("CME, " + where).isBetween(least, 0.07);
        softly.assertThat(rates.block).as("block-2, " + where).isBetween(least, 0.07);
      }
    }
    softly.assertAll();
  }

  private static Rates rates(Setting setting, int n, int locations) {
    List<TestResult[]> results =
        IntStream.range(0, REPETITIONS)
            .parallel()
            .mapToObj(repetition -> results(setting, n, locations, repetition))
            .toList();
    assertThat(results).hasSize(REPETITIONS);
    return new Rates(
        results.stream().filter(r -> r[0].rejects(ALPHA)).count() / (double) REPETITIONS,
        results.stream().mapToInt(r -> r[0].rank()).average().orElseThrow(),
        results.stream().filter(r -> r[1].rejects(ALPHA)).count() / (double) REPETITIONS);
  }

  private static TestResult[] results(Setting setting, int n, int locations, int repetition) {
    Stream stream = Stream.calibrated(setting.law(), repetition);
    Sketch sketch =
        SketchPlan.of(
                setting.space(),
                ProfileLearner.learn(1, stream.predictions(200), locations, repetition))
            .empty();
    Sketches.addAll(sketch, stream.next(n));
    return new TestResult[] {
      CmeTest.withDefaults().test(sketch.cme().orElseThrow()),
      BlockSkceTest.withDefaults().test(sketch.blockSkce().orElseThrow())
    };
  }
}
