package io.evenkeel.core.simulation;

import io.evenkeel.core.score.Proportion;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How often the tests of a window reject calibrated streams on which such tests fail elsewhere. The
 * results are kept in {@code core/simulations}.
 *
 * <p>{@code -Devenkeel.hard.windows=N}: N windows per cell, fewer where they are long or slow.
 * {@code -Devenkeel.hard.streams=LAPLACE,MIXTURE}: only these streams.
 */
@Tag("simulation")
class HardSizeSimulationTest {
  private static final int WINDOWS = Integer.getInteger("evenkeel.hard.windows", 10_000);
  private static final String STREAMS = System.getProperty("evenkeel.hard.streams", "");

  /** Whose statistics take ten to a hundred times as long. */
  private static final Set<HardStream> SLOW =
      EnumSet.of(
          HardStream.CLASSES_1000_SPARSE,
          HardStream.NORMAL_D_50,
          HardStream.LAPLACE,
          HardStream.MIXTURE,
          HardStream.ENSEMBLE_5,
          HardStream.ENSEMBLE_20,
          HardStream.ENSEMBLE_5_TIES,
          HardStream.ENSEMBLE_5_RAIN,
          HardStream.QUANTILES_3,
          HardStream.QUANTILES_3_HEAVY,
          HardStream.POISSON_LARGE,
          HardStream.NEGATIVE_BINOMIAL);

  private static final List<Integer> SIZES = List.of(30, 100, 300, 1000);
  private static final List<Double> LEVELS = List.of(0.05, 0.01, 0.001);
  private static final Table TABLE =
      new Table("hard_size", "stream", "n", "test", "windows", "alpha", "size", "lower", "upper");

  private static List<HardStream> streams() {
    return STREAMS.isEmpty()
        ? List.of(HardStream.values())
        : Stream.of(STREAMS.split(",")).map(HardStream::valueOf).toList();
  }

  /** No limit of the size is above the level by more than chance can make of so many windows. */
  @ParameterizedTest
  @MethodSource("streams")
  void testsKeepTheirSizeOnHardStreams(HardStream stream) {
    SoftAssertions softly = new SoftAssertions();
    for (int n : SIZES) {
      int labels = WINDOWS * (SLOW.contains(stream) ? 30 : 300);
      List<HardStreams.PValues> all = HardStreams.pValues(stream, n, Math.min(WINDOWS, labels / n));
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
    if (STREAMS.isEmpty()) {
      TABLE.write(Path.of("simulations"));
    }
  }
}
