package io.evenkeel.app.topology;

import static io.evenkeel.app.topology.TopologyHarness.MODEL;
import static io.evenkeel.app.topology.TopologyHarness.binary;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.schemas.Verdict;
import java.lang.management.ManagementFactory;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ten thousand segments, a prediction with its label in each of five windows. */
@Tag("simulation")
class ManySeriesTest extends TopologyScenario {
  private static final int SERIES = 10_000;
  private static final int WINDOWS = 5;
  private static final long MOST_BYTES = 400L << 20;

  @Test
  void tenThousandSeriesAreJudgedInBoundedMemory() {
    TopologyHarness app = start("defaults.segments=customer", "defaults.segment-limit=20000");
    int judged = 0;
    long most = 0;
    for (int window = 0; window < WINDOWS; window++) {
      for (int i = 0; i < SERIES; i++) {
        String id = window + "-" + i;
        app.predict(
            new PredictionEvent(
                id,
                MODEL,
                "",
                minute(10L * window).toEpochMilli() + i,
                Map.of("customer", "c" + i),
                Map.of(),
                binary(0.6)));
        app.label(id, minute(10L * window + 5), i % 5 < 3 ? 1 : 0);
      }
      app.settle();
      judged += app.verdicts().size();
      app.verdicts().clear();
      app.metrics();
      most = Math.max(most, usedAfterCollection());
    }
    app.heartbeat(minute(1000));
    app.settle();

    assertThat(app.verdicts().stream().map(Verdict::getSegment).distinct()).hasSize(SERIES + 1);
    assertThat(judged).isGreaterThanOrEqualTo(SERIES);
    assertThat(most).isLessThan(MOST_BYTES);
    System.out.printf("%d series, %d MiB of heap at most%n", SERIES, most >> 20);
  }

  private static long usedAfterCollection() {
    ManagementFactory.getMemoryMXBean().gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
