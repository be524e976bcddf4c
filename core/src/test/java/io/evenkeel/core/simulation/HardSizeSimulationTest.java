package io.evenkeel.core.simulation;

import io.evenkeel.core.score.Proportion;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * How often the tests of a window reject calibrated streams on which such tests fail elsewhere. The
 * results are kept in {@code core/simulations}.
 *
 * <p>Of long vectors and a thousand classes there are fewer windows; with -Devenkeel.hard.windows=N
 * there are N of all others.
 */
@Tag("simulation")
class HardSizeSimulationTest {
  private static final int WINDOWS = Integer.getInteger("evenkeel.hard.windows", 4000);
  private static final int LARGE = 30_000;
  private static final List<Integer> SIZES = List.of(30, 100, 300, 1000);
  private static final List<Double> LEVELS = List.of(0.05, 0.01, 0.001);
  private static final Table TABLE =
      new Table("hard_size", "stream", "n", "test", "windows", "alpha", "size", "lower", "upper");

  /** No limit of the size is above the level by more than chance can make of so many windows. */
  @ParameterizedTest
  @EnumSource
  void testsKeepTheirSizeOnHardStreams(HardStream stream) {
    SoftAssertions softly = new SoftAssertions();
    for (int n : SIZES) {
      int windows = Math.max(400, Math.min(WINDOWS, WINDOWS * LARGE / (n * stream.space().size())));
      List<HardStreams.PValues> all = HardStreams.pValues(stream, n, windows);
      check(softly, stream, n, "CME", all, HardStreams.PValues::cme);
      check(softly, stream, n, "block-2", all, HardStreams.PValues::block);
    }
    softly.assertAll();
  }

  private static void check(
      SoftAssertions softly,
      HardStream stream,
      int n,
      String test,
      List<HardStreams.PValues> all,
      ToDoubleFunction<HardStreams.PValues> p) {
    for (double alpha : LEVELS) {
      long rejected = all.stream().filter(values -> p.applyAsDouble(values) <= alpha).count();
      var interval = new Proportion(rejected, all.size()).interval(0.95);
      TABLE.add(
          stream,
          n,
          test,
          all.size(),
          alpha,
          rejected / (double) all.size(),
          interval.lower(),
          interval.upper());
      softly
          .assertThat(interval.lower())
          .as("%s, n = %s, %s at %s", stream, n, test, alpha)
          .isLessThanOrEqualTo(alpha < 0.01 ? 2 * alpha : 1.5 * alpha);
    }
  }

  @AfterAll
  static void publish() {
    TABLE.publish(Path.of("simulations"));
  }
}
