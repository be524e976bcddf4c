package io.evenkeel.app.topology;

import static io.evenkeel.app.topology.TopologyHarness.binary;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.app.metrics.Instrument;
import io.evenkeel.schemas.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Which labels count, by the rules as they are written: each prediction has up to three labels,
 * early and late, corrected, repeated and contradicted, or known before the prediction was made.
 */
class LabelCountsTopologyTest extends TopologyScenario {
  private static final int MINUTES = 600;
  private static final int PANE = 10;
  private static final int WAIT = 30;

  /** A label as it is sent. */
  private record Sent(int at, int knownAt, int revision, int target) {}

  /** What becomes of a pane. */
  private static final class Expected {
    private int labelled;
    private double loss;
  }

  @Test
  void countsALabelAsTakenInOnceAndNotIfItIsRefused() {
    TopologyHarness app = start("defaults.window.grace=1m");
    app.predict("a", minute(0), binary(0.5));
    app.label("a", minute(1), 0, 1);
    app.label("a", minute(1), 0, 1); // again
    app.label("a", minute(1), 0, 0); // contradicts it
    app.label("a", minute(2), 1, 7); // no such class
    assertThat(app.measured().value(Instrument.LABELS, TopologyHarness.MODEL)).isEqualTo(1);

    app.label("a", minute(2), 1, 0); // corrects it
    assertThat(app.measured().value(Instrument.LABELS, TopologyHarness.MODEL)).isEqualTo(2);
  }

  /** Where labels are late, many windows are open, and each is revised when its labels come. */
  @Test
  void metricsAreOfTheNewestWindowWhicheverIsRevised() {
    TopologyHarness app = start();
    for (int i = 0; i < 20; i++) {
      app.predict("id-" + i, minute(i), binary(0.5));
    }
    for (int i = 10; i < 15; i++) {
      app.label("id-" + i, minute(20), 1);
    }
    app.settle();
    for (int i = 0; i < 10; i++) {
      app.label("id-" + i, minute(21), 1);
    }

    Verdict last = newest(app);
    assertThat(last.getWindowEnd()).as("the older one was revised").isEqualTo(minute(10));
    assertThat(last.getCoverage()).isEqualTo(1);
    assertThat(app.measured().value(Instrument.LABEL_COVERAGE, TopologyHarness.MODEL, "", ""))
        .isEqualTo(0.5);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void countsTheHighestRevisionThatCameInTimeOfEachPrediction(int seed) {
    TopologyHarness app = start("defaults.window.grace=1m");
    SplittableRandom random = new SplittableRandom(seed);
    Map<Instant, Expected> panes = new TreeMap<>();
    Map<Integer, List<Runnable>> events = new TreeMap<>();
    for (int i = 0; i < MINUTES; i++) {
      String id = "id-" + i;
      int madeAt = i;
      double p = 0.1 + 0.8 * random.nextDouble();
      int paneEnd = (i / PANE + 1) * PANE;
      at(events, i).add(() -> app.predict(id, minute(madeAt), binary(p)));
      Expected pane = panes.computeIfAbsent(minute(paneEnd - PANE), start -> new Expected());
      List<Sent> labels = labels(i, paneEnd + WAIT, random);
      for (Sent label : labels) {
        at(events, label.at)
            .add(() -> app.label(id, minute(label.knownAt), label.revision, label.target));
      }
      Sent counts = counted(labels, paneEnd + WAIT);
      if (counts != null) {
        pane.labelled++;
        pane.loss -= Math.log(counts.target == 1 ? p : 1 - p);
      }
    }
    events.forEach(
        (minute, all) -> {
          all.forEach(Runnable::run);
          if (minute % PANE == 0) {
            app.settle();
          }
        });
    app.heartbeat(minute(MINUTES + 2 * WAIT));
    app.settle();

    Map<Instant, Verdict> last = new TreeMap<>();
    app.finalVerdicts().forEach(verdict -> last.put(verdict.getWindowStart(), verdict));
    assertThat(last.keySet()).containsExactlyElementsOf(panes.keySet());
    panes.forEach(
        (start, pane) -> {
          Verdict verdict = Objects.requireNonNull(last.get(start));
          assertThat(verdict.getPredictions()).isEqualTo(PANE);
          assertThat(verdict.getLabelled()).isEqualTo(pane.labelled);
          if (pane.labelled > 0) {
            assertThat(verdict.getScores().getLogLoss())
                .isCloseTo(pane.loss / pane.labelled, within(1e-12));
          }
        });
  }

  private static List<Runnable> at(Map<Integer, List<Runnable>> events, int minute) {
    return events.computeIfAbsent(minute, none -> new ArrayList<>());
  }

  /** In the order in which they are sent. */
  private static List<Sent> labels(int madeAt, int deadline, SplittableRandom random) {
    List<Sent> labels = new ArrayList<>();
    for (int k = random.nextInt(4); k > 0; k--) {
      int at =
          switch (random.nextInt(6)) {
            case 0 -> deadline;
            case 1 -> deadline + 1;
            case 2 -> deadline + 1 + random.nextInt(WAIT);
            default -> madeAt + random.nextInt(WAIT);
          };
      boolean isEarly = random.nextInt(8) == 0 && at < deadline;
      int knownAt = isEarly ? madeAt - random.nextInt(100) : at;
      labels.add(new Sent(at, knownAt, random.nextInt(3), random.nextInt(2)));
    }
    labels.sort(Comparator.comparingInt(Sent::at));
    return labels;
  }

  /** The first of those with the highest revision that came by the deadline. */
  private static @Nullable Sent counted(List<Sent> labels, int deadline) {
    return labels.stream()
        .filter(label -> label.knownAt <= deadline)
        .max(Comparator.comparingInt(Sent::revision).thenComparing(label -> -labels.indexOf(label)))
        .orElse(null);
  }
}
