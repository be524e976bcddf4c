package io.evenkeel.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.schemas.Verdict;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of one model a share of the predictions is looked at, of another one all. */
class SampleTopologyTest {
  private static final int COUNT = 1000;
  private static final double SHARE = 0.3;
  private static final Instant HOUR = Instant.parse("2025-03-01T00:00:00Z");
  private static final String SAMPLED = "sampled";
  private static final String WHOLE = "whole";

  @TempDir Path folder;

  private TopologyHarness start() {
    AppConfig config =
        AppConfig.of(
            Map.of(
                "defaults.window.size", "1h",
                "defaults.window.advance", "1h",
                "defaults.labels.wait", "2h",
                "monitor.early-label-wait", "1h",
                "monitor.unknown-models", "false",
                "models.sampled.sampling", Double.toString(SHARE),
                "models.whole.sampling", "1"));
    return new TopologyHarness(config, folder);
  }

  private static void predict(TopologyHarness app, String model) {
    for (int i = 0; i < COUNT; i++) {
      app.predict(
          new PredictionEvent(
              model + i,
              model,
              "",
              HOUR.plusSeconds(i).toEpochMilli(),
              Map.of(),
              Map.of(),
              TopologyHarness.binary(SHARE)));
    }
  }

  private static void label(TopologyHarness app, String model) {
    long knownAt = HOUR.plus(Duration.ofMinutes(90)).toEpochMilli();
    for (int i = 0; i < COUNT; i++) {
      app.label(new LabelEvent(model + i, knownAt, 0, new RawTarget.Index(i % 2)));
    }
  }

  /** The final verdict on the hour, after labels without a prediction have been given up. */
  private static Verdict judged(TopologyHarness app, String model) {
    app.heartbeat(model, HOUR.plus(Duration.ofHours(4)));
    app.settle();
    app.pass(Duration.ofHours(2));
    app.settle();
    return app.finalVerdicts().stream()
        .filter(verdict -> verdict.getModel().equals(model) && verdict.getPredictions() > 0)
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void countsAShareOfOneModelAndAllOfTheOtherWhicheverComesFirst(boolean labelsFirst) {
    try (TopologyHarness app = start()) {
      for (String model : new String[] {SAMPLED, WHOLE}) {
        if (labelsFirst) {
          label(app, model);
        }
        predict(app, model);
        if (!labelsFirst) {
          label(app, model);
        }
      }

      Verdict whole = judged(app, WHOLE);
      Verdict sampled = judged(app, SAMPLED);

      assertThat(whole.getPredictions()).isEqualTo(COUNT);
      assertThat(whole.getLabelled()).isEqualTo(COUNT);
      // Four standard deviations of a binomial count.
      assertThat(sampled.getPredictions()).isBetween(242L, 358L);
      assertThat(sampled.getLabelled()).isEqualTo(sampled.getPredictions());
      assertThat(app.deadLetters()).isEmpty();
    }
  }

  @Test
  void countsWhatItLeavesOut() {
    try (TopologyHarness app = start()) {
      predict(app, SAMPLED);
      label(app, SAMPLED);
      long sampled = judged(app, SAMPLED).getPredictions();

      assertThat(app.measured().scrape())
          .contains("evenkeel_unsampled_total{kind=\"prediction\"} " + (double) (COUNT - sampled))
          .contains("evenkeel_unsampled_total{kind=\"label\"} " + (double) (COUNT - sampled));
    }
  }

  @Test
  void quarantinesLabelsWhosePredictionIsMissingThoughEachSampleHasIt() {
    long sampled;
    try (TopologyHarness app = start()) {
      predict(app, SAMPLED);
      sampled = judged(app, SAMPLED).getPredictions();
    }
    try (TopologyHarness app = start()) {
      label(app, SAMPLED);
      app.settle();
      app.pass(Duration.ofHours(2));
      app.settle();

      assertThat(app.deadLetters())
          .hasSize((int) sampled)
          .allSatisfy(
              letter ->
                  assertThat(letter.headers().lastHeader(DeadLetters.REASON).value())
                      .isEqualTo("unmatched_label".getBytes(StandardCharsets.UTF_8)));
    }
  }
}
