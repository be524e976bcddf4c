package io.evenkeel.app.topology;

import static io.evenkeel.app.topology.TopologyHarness.MODEL;
import static io.evenkeel.app.topology.TopologyHarness.binary;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.metrics.Instrument;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.internal.Frontier;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/**
 * A source partition that is silent for the idle timeout while another one is busy is not waited
 * for. What it then sends of panes that were settled meanwhile counts nowhere, and is told.
 */
class SilentPartitionTopologyTest extends TopologyScenario {

  /** All of partition 0 comes to minute 60, with the last pane still open for its labels. */
  private TopologyHarness silentAfterAnHour(String... settings) {
    TopologyHarness app = start(settings);
    busy(app, 60, 30);
    stream(app, 0, 60, 0.5, 0.5);
    app.settle();
    return app;
  }

  /** Partition 1 has come this far. */
  private static void busy(TopologyHarness app, int predictions, int closed) {
    long through = minute(predictions).toEpochMilli();
    long settled = minute(closed).toEpochMilli();
    app.frontier(1, new Frontier(through, settled, Map.of("", settled), false, through));
  }

  private static List<String> reasons(List<TestRecord<String, byte[]>> letters) {
    return letters.stream()
        .map(letter -> Objects.requireNonNull(letter.headers().lastHeader(DeadLetters.REASON)))
        .map(header -> new String(header.value(), StandardCharsets.UTF_8))
        .toList();
  }

  private static long predictions(TopologyHarness app) {
    return app.finalVerdicts().stream().mapToLong(Verdict::getPredictions).sum();
  }

  private static void backlog(TopologyHarness app, int from, int to) {
    for (int i = from; i < to; i++) {
      app.predict("backlog-" + i, minute(i), binary(0.5));
      app.label("backlog-" + i, minute(i + 1), 1);
    }
  }

  @Test
  void whatComesAfterItsPaneWasSettledIsLateAndADeadLetter() {
    TopologyHarness app = silentAfterAnHour("monitor.early-label-wait=1h");
    app.pass(Duration.ofMinutes(2));
    busy(app, 120, 60);
    app.settle();
    assertThat(predictions(app)).isEqualTo(60);
    assertThat(app.deadLetters()).isEmpty();

    backlog(app, 50, 60);
    app.settle();

    assertThat(predictions(app)).as("of settled panes").isEqualTo(60);
    assertThat(reasons(app.deadLetters())).hasSize(10).containsOnly("late_prediction");
    assertThat(app.measured().value(Instrument.LATE, MODEL, "prediction")).isEqualTo(10);
    app.pass(Duration.ofHours(2));
    app.settle();
    assertThat(reasons(app.deadLetters())).hasSize(10).containsOnly("unmatched_label");
    assertThat(app.measured().value(Instrument.JOINED, MODEL)).isEqualTo(60);
  }

  @Test
  void aLabelOfASettledPaneIsADeadLetter() {
    TopologyHarness app = silentAfterAnHour("monitor.early-label-wait=1h");
    app.predict("open", minute(59), binary(0.5));
    app.pass(Duration.ofMinutes(2));
    busy(app, 120, 60);
    app.settle();

    app.label("open", minute(60), 1);
    app.pass(Duration.ofHours(2));
    app.settle();

    assertThat(app.measured().value(Instrument.JOINED, MODEL)).isEqualTo(60);
    assertThat(app.deadLetters()).hasSize(1);
  }

  @Test
  void theRestOfTheBacklogCounts() {
    TopologyHarness app = silentAfterAnHour();
    app.pass(Duration.ofMinutes(2));
    busy(app, 120, 60);
    app.settle();

    backlog(app, 55, 120);
    busy(app, 120, 120);
    app.heartbeat(minute(150));
    app.settle();

    assertThat(app.deadLetters()).hasSize(5);
    assertThat(predictions(app)).isEqualTo(60 + 60);
  }

  @Test
  void theOthersWaitForTheRestOfABacklogAsSoonAsItsLatePartIsRead() {
    TopologyHarness app = silentAfterAnHour();
    app.pass(Duration.ofMinutes(2));
    busy(app, 120, 60);
    app.settle();
    assertThat(predictions(app)).isEqualTo(60);

    app.predict("backlog-late", minute(59).plusSeconds(30), binary(0.5));
    app.settle();
    assertThat(reasons(app.deadLetters())).containsExactly("late_prediction");
    busy(app, 180, 120);
    app.settle();
    backlog(app, 60, 120);
    busy(app, 180, 180);
    app.heartbeat(minute(180));
    app.settle();

    assertThat(app.deadLetters()).isEmpty();
    assertThat(predictions(app)).isEqualTo(60 + 60);
  }

  @Test
  void aPartitionThatIsWaitedForIsNotLate() {
    TopologyHarness app = silentAfterAnHour();
    busy(app, 120, 60);
    app.settle();

    backlog(app, 50, 60);
    app.heartbeat(minute(90));
    app.settle();

    assertThat(app.deadLetters()).isEmpty();
    assertThat(predictions(app)).isEqualTo(70);
  }
}
