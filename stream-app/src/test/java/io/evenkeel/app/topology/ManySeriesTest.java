package io.evenkeel.app.topology;

import static io.evenkeel.app.topology.TopologyHarness.MODEL;
import static io.evenkeel.app.topology.TopologyHarness.binary;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.state.StoreNames;
import io.evenkeel.schemas.Verdict;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Ten thousand segments, a prediction with its label in each window. From the seventh window on as
 * many panes are let go of as begin, so that nothing should grow any more.
 */
@Tag("simulation")
class ManySeriesTest extends TopologyScenario {
  private static final int SERIES = 10_000;
  private static final int WINDOWS = 8;
  private static final Duration EMIT_INTERVAL = Duration.ofSeconds(10);

  /** Eight gauges of half a KiB, a few keys, and a share of caches that are bounded as a whole. */
  private static final long MOST_BYTES_PER_SERIES = 12 * 1024;

  @Test
  void tenThousandSeriesAreJudgedInBoundedMemory() {
    TopologyHarness app =
        start(
            "defaults.segments=customer",
            "defaults.segment-limit=" + SERIES,
            "monitor.emit-interval=" + EMIT_INTERVAL.toSeconds() + "s");
    Set<String> judged = new HashSet<>();
    List<Long> heap = new ArrayList<>();
    List<Integer> panes = new ArrayList<>();
    long before = heapAfterCollection();
    for (int window = 0; window < WINDOWS; window++) {
      long started = System.nanoTime();
      observe(app, window);
      judge(app);
      app.verdicts().stream().map(Verdict::getSegment).forEach(judged::add);
      app.verdicts().clear();
      app.dropUnread();
      double seconds = (System.nanoTime() - started) * 1e-9;
      heap.add(heapAfterCollection() - before);
      panes.add(panes(app, StoreNames.OPEN_PANES) + panes(app, StoreNames.PARTIALS));
      System.out.printf(
          "window %d: %.1f s, heap %d MiB, %d bytes per series, %.2f panes per series in stores%n",
          window + 1,
          seconds,
          heap.get(window) >> 20,
          heap.get(window) / SERIES,
          (double) panes.get(window) / SERIES);
    }

    assertThat(judged).hasSize(SERIES + 1);
    assertThat(panes.get(WINDOWS - 1)).isEqualTo(panes.get(WINDOWS - 2));
    assertThat((double) heap.get(WINDOWS - 1)).isLessThan(1.2 * heap.get(2));
    assertThat(heap.get(WINDOWS - 1)).isLessThan(SERIES * MOST_BYTES_PER_SERIES);
  }

  private static void observe(TopologyHarness app, int window) {
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
      if (i % 1000 == 0) {
        app.dropUnread();
      }
    }
  }

  /** Partials are published, judged, and the series that this changed looked at again. */
  private static void judge(TopologyHarness app) {
    for (int i = 0; i < 3; i++) {
      app.pass(EMIT_INTERVAL);
    }
  }

  private static int panes(TopologyHarness app, String store) {
    int n = 0;
    try (KeyValueIterator<?, ?> all = app.driver().getKeyValueStore(store).all()) {
      for (; all.hasNext(); all.next()) {
        n++;
      }
    }
    return n;
  }

  private static long heapAfterCollection() {
    ManagementFactory.getMemoryMXBean().gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
