package io.evenkeel.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The short form of {@link HardSizeSimulationTest}. */
class HardStreamsTest {
  private static final int WINDOWS = 200;

  /** At most the level and four standard errors of the share. */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"CLASSES_1000_SPARSE", "NORMAL_D_50", "MIXTURE", "ENSEMBLE_20", "POISSON_LARGE"})
  void theTestsOfAWindowSeldomRejectCalibratedStreams(HardStream stream) {
    List<HardStreams.PValues> all = HardStreams.pValues(stream, 60, WINDOWS);

    assertThat(share(all, 0.01)).isLessThan(0.01 + 4 * Math.sqrt(0.01 * 0.99 / WINDOWS));
  }

  private static double share(List<HardStreams.PValues> all, double alpha) {
    long rejected = all.stream().filter(p -> Math.min(p.cme(), p.block()) <= alpha / 2).count();
    return rejected / (double) all.size();
  }
}
