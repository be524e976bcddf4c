package io.evenkeel.app.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.judge.MapReplay;
import io.evenkeel.app.verdict.Sources;
import io.evenkeel.schemas.PublishedMap;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictStatus;
import io.evenkeel.schemas.internal.SourceOffsets;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is said of a published map. */
class MapExplanationTest {
  private static final Instant SINCE = Instant.parse("2026-01-01T00:00:00Z");
  private static final String MAP =
      """
      {"format": 1, "labels": 2000, "gain": {"mean": 0.061, "lower": 0.05, "upper": 0.07},
       "map": {"kind": "isotonic", "curve": {"from": [-1, 0.1], "to": [0, 0.2]}}}
      """;

  private static PublishedMap.Builder record(@Nullable String map, String words) {
    return PublishedMap.newBuilder()
        .setModel("churn")
        .setVersion("3")
        .setSegment("")
        .setMap(map)
        .setWords(words)
        .setUpdatedAt(SINCE.plusSeconds(7200))
        .setLaterLabels(1000)
        .setGain(0.06)
        .setGainLower(0.048)
        .setGainUpper(0.072)
        .setLogEvidence(20);
  }

  private static MapExplanation explained(
      PublishedMap then, @Nullable PublishedMap now, List<MapReplay.Step> steps) {
    Verdict verdict = new Verdict();
    verdict.put("coverage", 0.33);
    verdict.put("status", VerdictStatus.FINAL);
    return new MapExplanation(
        new MapReplay.Then(then, SINCE, verdict, AppConfig.of(Map.of()), null),
        "churn|3||001767225600000#1",
        new MapReplay(now, steps, ""),
        new Agreement(
            Sources.of(List.of(new SourceOffsets(0, 0L, 12L, 0L, Long.MAX_VALUE))),
            Comparison.of(then, now),
            List.of("something differs")));
  }

  private static List<MapReplay.Step> steps() {
    long start = SINCE.toEpochMilli();
    return List.of(
        new MapReplay.Step(start, 1200, 1000, 1, 0.4, ""),
        new MapReplay.Step(start + 3600_000, 1200, 1000, 3.1, 0.1, "temperature 1.6"),
        new MapReplay.Step(start + 7200_000, 5, 0, 3.1, 0.93, "none"));
  }

  private static String text(MapExplanation explanation) {
    StringWriter out = new StringWriter();
    new TextExplanation(new PrintWriter(out)).print(explanation);
    return out.toString();
  }

  @Test
  void aMapInForceIsExplainedByItsProofWhatItLearnedFromAndWhatItSaved() {
    PublishedMap then = record(MAP, "temperature 1.65").build();

    String text = text(explained(then, then, steps()));

    assertThat(text.lines().limit(7))
        .containsExactly(
            "churn 3: temperature 1.65",
            "  churn|3|, decided 2026-01-01T02:00:00Z, with verdict churn|3||001767225600000#1"
                + " (FINAL)",
            "  Proof: 2,000 labels of 2 panes since 2026-01-01 00:00 UTC. Proven by the pane of"
                + " 2026-01-01 01:00 UTC, with an e-value of 22, of which 20 is needed; when this"
                + " was decided it was 10^9.",
            "  Learned: from 2,000 labels, by which it saves 0.061 (0.05 to 0.07) nats per label."
                + " Those of older panes may count less.",
            "  Would have saved: 0.06 (0.048 to 0.072) nats per label, on 1,000 labels since the first"
                + " map. No map had learned from the labels that judge it.",
            "Warning: something differs.",
            "Read:");
    assertThat(text)
        .contains("partition 0: predictions 0 to 11, labels 0 to the end")
        .containsPattern("2026-01-01T01:00:00Z +1,200 +1,000 +22 +0.1 +temperature 1.6\n")
        .containsPattern("map_curve_from +2 values +2 values +same\n")
        .contains("Same: 14, different: 0, not recomputed: 0.\nEqual to the last bit: 14.");
  }

  @Test
  void aMapThatWasWithdrawnIsExplainedByTheNumbersThatDecideIt() {
    PublishedMap then = record(null, "no map: the newest labels do not need one").build();

    assertThat(text(explained(then, then, steps())))
        .contains(
            "Withdrawn: the newest labels do not need one. Among all maps, to leave predictions as"
                + " they are has the weight 0.93: above 0.9, a map is withdrawn, and below 0.1 used"
                + " again. Of the predictions of the newest window, 33 % had a label: below 80 %, no"
                + " map is used.")
        .doesNotContain("Learned:");
  }

  @Test
  void whatDiffersIsShownFieldByField() {
    PublishedMap then = record(MAP, "temperature 1.65").build();
    PublishedMap now =
        record(MAP.replace("0.2]", "0.3]"), "temperature 1.65").setLogEvidence(20 + 1e-12).build();

    MapExplanation explanation = explained(then, now, steps());

    assertThat(explanation.agreement().agrees()).isFalse();
    assertThat(text(explanation))
        .containsPattern("map_curve_to +2 values +2 values +DIFFERENT\n")
        .containsPattern("log_evidence +20.0 +20.0\\d+ +same to 13 digits\n")
        .contains("Same: 13, different: 1, not recomputed: 0.\nEqual to the last bit: 12.");
  }

  @Test
  void aMapOfWhichNothingIsFoundAgainDiffers() {
    PublishedMap then = record("no JSON", "temperature 1.65").build();

    MapExplanation explanation = explained(then, null, List.of());

    assertThat(explanation.agreement().agrees()).isFalse();
    assertThat(text(explanation))
        .contains("The e-value, of which 20 is needed, was 10^9.")
        .containsPattern("map +no JSON +DIFFERENT\n");
  }

  @Test
  void programsGetTheSame() {
    PublishedMap then = record(MAP, "temperature 1.65").build();

    assertThat(JsonExplanation.of(explained(then, then, steps())))
        .contains(
            "\"key\" : \"churn|3|\"",
            "\"decided_at\" : \"2026-01-01T02:00:00Z\"",
            "\"agrees\" : true",
            "\"Proof: 2,000 labels",
            "\"weight_of_none\" : 0.93",
            "\"map_gain_mean\" : {");
  }
}
