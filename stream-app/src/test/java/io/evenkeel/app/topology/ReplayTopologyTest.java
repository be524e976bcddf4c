package io.evenkeel.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.schemas.Verdict;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.util.DoubleComparator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Final verdicts are those of the events, and not of when one looked at them. */
class ReplayTopologyTest extends TopologyScenario {

  /** What a final verdict rests on, and what it says. */
  private record Judged(Instant since, long labelled, double logE, double logDetector) {
    static Judged of(Verdict verdict) {
      return new Judged(
          verdict.getEvidence().getSince(),
          verdict.getLabelled(),
          verdict.getEvidence().getLogESeries(),
          verdict.getEvidence().getLogDetector());
    }
  }

  /** Right for an hour and more, then wrong and right by turns. */
  private Map<Instant, Judged> judged(String delay, int step) {
    TopologyHarness app =
        start(
            "application-id=every-" + step,
            "defaults.labels.delay=" + delay,
            "defaults.window.advance=5m",
            "defaults.alert.reopen-within=0s");
    for (int from = 0; from < 1800; from += step) {
      for (int minute = from; minute < from + step; minute++) {
        boolean wrong = minute % 600 >= 60 && minute % 600 < 90;
        stream(app, minute, minute + 1, 0.9, wrong ? 0.1 : 0.9);
      }
      app.settle();
    }
    app.heartbeat(minute(2000));
    app.settle();
    Map<Instant, Judged> judged = new TreeMap<>();
    app.finalVerdicts().forEach(v -> judged.put(v.getWindowEnd(), Judged.of(v)));
    close();
    return judged;
  }

  @ParameterizedTest
  @ValueSource(strings = {"unknown", "independent"})
  void finalVerdictsDoNotDependOnWhenOneLooks(String delay) {
    Map<Instant, Judged> atTheEnd = judged(delay, 1800);

    assertThat(atTheEnd).hasSizeGreaterThan(55);
    assertThat(atTheEnd.values().stream().map(Judged::since).distinct().count()).isGreaterThan(2);
    assertThat(judged(delay, 5))
        .usingRecursiveComparison()
        .withComparatorForType(new DoubleComparator(1e-9), Double.class)
        .isEqualTo(atTheEnd);
  }
}
