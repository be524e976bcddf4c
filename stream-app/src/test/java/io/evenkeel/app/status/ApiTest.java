package io.evenkeel.app.status;

import static io.evenkeel.app.status.OutputRecords.alert;
import static io.evenkeel.app.status.OutputRecords.evidence;
import static io.evenkeel.app.status.OutputRecords.map;
import static io.evenkeel.app.status.OutputRecords.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Finding;
import io.evenkeel.schemas.Silence;
import io.evenkeel.schemas.VerdictDiagrams;
import io.evenkeel.schemas.VerdictTests;
import io.evenkeel.schemas.internal.Profile;
import io.evenkeel.schemas.internal.TargetKind;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ApiTest {
  private final OutputIndex index =
      new OutputIndex(OutputRecords.histories(10), () -> OutputRecords.start(0));
  private final Api api = OutputRecords.api(index, () -> new FeedStatus(true, 3, null));

  private static JsonNode json(HttpResponse answer) {
    try {
      return new ObjectMapper().readTree(answer.body());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private JsonNode list() {
    return json(api.fleet(null));
  }

  private JsonNode onlyOfList() {
    JsonNode series = list().get("series");
    assertThat(series).hasSize(1);
    return series.get(0);
  }

  @Test
  void saysHowFarItHasRead() {
    JsonNode answer = list();

    assertThat(answer.get("complete").booleanValue()).isTrue();
    assertThat(answer.get("unreadable").longValue()).isEqualTo(3);
    assertThat(answer.get("problem").isNull()).isTrue();
    assertThat(answer.get("series")).isEmpty();
    assertThat(json(api.alerts()).get("complete").booleanValue()).isTrue();
    assertThat(json(api.alerts()).get("unreadable").longValue()).isEqualTo(3);
  }

  @Test
  void saysInEachAnswerWhatKeepsItFromReadingNow() {
    Api stuck = OutputRecords.api(index, () -> new FeedStatus(true, 0, "not authorized"));
    index.add(verdict("m", 0).build());
    List.of(json(stuck.fleet(null)), json(stuck.alerts()), stuck.series("m||").orElseThrow())
        .forEach(one -> assertThat(one.get("problem").textValue()).isEqualTo("not authorized"));
  }

  @Test
  void makesAnAnswerOnceForAllWhoAskBeforeSomethingChanges() {
    index.add(verdict("m", 0).build());
    HttpResponse first = api.fleet(null);

    assertThat(api.fleet(null)).isSameAs(first);
    index.add(verdict("m", 1).build());
    assertThat(api.fleet(null)).isNotSameAs(first);
    assertThat(api.alerts()).isSameAs(api.alerts());
  }

  @Test
  void listsEachSeriesWithTheVerdictThatSaysMost() {
    index.add(
        verdict("m", 0)
            .setFinding(Finding.MISCALIBRATED)
            .setTests(VerdictTests.newBuilder().setAlpha(0.01).setSkce(0.02).build())
            .build());
    index.add(verdict("m", 1).setFinding(Finding.NO_DATA).setEvidence(evidence(null)).build());

    JsonNode row = onlyOfList();

    assertThat(row.get("key").textValue()).isEqualTo("m||");
    assertThat(row.get("finding").textValue()).isEqualTo("MISCALIBRATED");
    assertThat(row.get("tests_skce").doubleValue()).isEqualTo(0.02);
    assertThat(row.get("evidence_log_detector").doubleValue()).isEqualTo(0.5);
    assertThat(row.get("window_end").textValue()).isEqualTo("1970-01-01T01:00:00Z");
    assertThat(row.get("newest_window_end").textValue()).isEqualTo("1970-01-01T02:00:00Z");
    assertThat(row.get("trend").get(0).doubleValue()).isEqualTo(0.5);
    assertThat(row.get("trend").get(1).isNull()).isTrue();
    assertThat(row.get("alert").isNull()).isTrue();
  }

  @Test
  void roundsWhatIsOnlyDrawn() {
    index.add(verdict("m", 0).setEvidence(evidence(Double.NEGATIVE_INFINITY)).build());
    index.add(verdict("m", 1).setEvidence(evidence(1.23456)).build());

    JsonNode row = onlyOfList();

    assertThat(row.get("trend").get(0).textValue()).isEqualTo("-Infinity");
    assertThat(row.get("trend").get(1).doubleValue()).isEqualTo(1.23);
    assertThat(row.get("evidence_log_detector").doubleValue()).isEqualTo(1.23456);
  }

  @Test
  void listsTheAlertOfASeriesWhileItLives() {
    index.add(verdict("m", 0).build());
    index.add(alert("m", AlertState.FIRING, 1).build());

    assertThat(onlyOfList().get("alert").textValue()).isEqualTo("FIRING");
    assertThat(onlyOfList().get("alert_since").textValue()).isEqualTo("1970-01-01T01:00:00Z");

    index.add(alert("m", AlertState.RESOLVED, 2).build());

    assertThat(onlyOfList().get("alert").isNull()).isTrue();
  }

  @Test
  void tellsEveryWindowOfASeriesByTheFieldsOfItsVerdict() {
    index.add(verdict("m", 0).setCoverage(Double.NaN).build());
    index.add(verdict("m", 1).setEvidence(evidence(Double.POSITIVE_INFINITY)).build());

    JsonNode windows = api.series("m||").orElseThrow().get("windows");

    assertThat(windows).hasSize(2);
    assertThat(windows.get(0).get("coverage").isNull()).isTrue();
    assertThat(windows.get(1).get("evidence").get("log_e_series").textValue())
        .isEqualTo("Infinity");
    assertThat(windows.get(1).get("window_start").textValue()).isEqualTo("1970-01-01T01:00:00Z");
    assertThat(windows.get(1).get("changes").get(0).get("finding").textValue())
        .isEqualTo("CALIBRATED");
    assertThat(windows.get(1).has("model")).isFalse();
  }

  @Test
  void namesTheSegmentsThatCarryWhatIsWrongWithTheirModel() {
    index.add(verdict("m", 0).build());
    index.add(verdict("m", 0).setSegment("country=DE").setEvidence(evidence(-2.0)).build());
    index.add(verdict("m", 0).setSegment("country=FR").setEvidence(evidence(9.0)).build());
    index.add(verdict("m", 0).setSegment("country=IT").setEvidence(evidence(null)).build());
    index.add(verdict("other", 0).setSegment("country=FR").build());

    JsonNode segments = api.series("m||").orElseThrow().get("segments");

    assertThat(segments.findValuesAsText("segment")).containsExactly("country=FR", "country=DE");
    assertThat(api.series("m||country=FR").orElseThrow().get("segments")).isEmpty();
  }

  @Test
  void namesOtherVersionsBeforeOtherSegmentsToCompareWith() {
    index.add(verdict("m", 0).setVersion("1").build());
    index.add(verdict("m", 0).setVersion("1").setSegment("country=DE").build());
    index.add(verdict("m", 0).setVersion("2").build());
    index.add(verdict("m", 0).setVersion("2").setSegment("country=DE").build());
    index.add(verdict("other", 0).setVersion("1").build());

    assertThat(api.series("m|1|").orElseThrow().get("others").findValuesAsText("key"))
        .containsExactly("m|2|", "m|1|country=DE");
    assertThat(api.series("m|2|country=DE").orElseThrow().get("others").findValuesAsText("key"))
        .containsExactly("m|1|country=DE", "m|2|");
  }

  @Test
  void drawsABandAroundEachBinThatHoldsPredictions() {
    index.add(
        verdict("m", 0)
            .setDiagrams(
                VerdictDiagrams.newBuilder()
                    .setReliabilityCounts(List.of(0L, 45L))
                    .setReliabilityConfidences(List.of(Double.NaN, 0.8))
                    .setReliabilityFrequencies(List.of(Double.NaN, 0.5))
                    .build())
            .build());

    JsonNode window = api.series("m||").orElseThrow().get("windows").get(0);
    JsonNode bands = window.get("diagrams").get("reliability_bands");

    assertThat(bands.get(0).isNull()).isTrue();
    assertThat(bands.get(1).get(0).doubleValue()).isBetween(0.6, 0.8);
    assertThat(bands.get(1).get(1).doubleValue()).isBetween(0.8, 1.0);
    JsonNode observed = window.get("observed");
    assertThat(observed.get("kind").textValue()).isEqualTo("accuracy");
    assertThat(observed.get("share").doubleValue()).isEqualTo(0.5);
    assertThat(observed.get("expected").doubleValue()).isEqualTo(0.8);
    assertThat(observed.get("upper").doubleValue()).isBetween(0.5, 0.7);
  }

  @Test
  void drawsABandAndADensityOverTheBarsOfAPitHistogram() {
    index.add(
        verdict("m", 0)
            .setDiagrams(
                VerdictDiagrams.newBuilder().setPitCounts(List.of(2000L, 1000L, 1000L)).build())
            .build());

    JsonNode diagrams = api.series("m||").orElseThrow().get("windows").get(0).get("diagrams");

    assertThat(diagrams.get("pit_band").get(1).intValue()).isBetween(1334, 1450);
    assertThat(diagrams.get("pit_fitted")).hasSize(3);
    assertThat(diagrams.get("pit_fitted").get(0).doubleValue()).isBetween(1.4, 1.5);
    assertThat(diagrams.get("pit_fitted").get(2).doubleValue()).isBetween(0.75, 0.85);
  }

  @Test
  void addsUpTheWindowsOfARangeAndDrawsThemAsOne() {
    VerdictDiagrams diagrams =
        VerdictDiagrams.newBuilder().setPitCounts(List.of(20L, 10L, 10L, 5L)).build();
    for (int window = 0; window < 4; window++) {
      index.add(verdict("m", window).setDiagrams(diagrams).build());
    }

    JsonNode sum = api.sum("m||", "2h").orElseThrow();

    assertThat(sum.get("window_start").textValue()).isEqualTo("1970-01-01T02:00:00Z");
    assertThat(sum.get("window_end").textValue()).isEqualTo("1970-01-01T04:00:00Z");
    assertThat(sum.get("windows").intValue()).isEqualTo(2);
    assertThat(sum.get("left_out").intValue()).isZero();
    assertThat(sum.get("labelled").longValue()).isEqualTo(90);
    assertThat(sum.get("coverage").doubleValue()).isEqualTo(0.75);
    assertThat(sum.get("scores").isNull()).isTrue();
    assertThat(sum.get("diagrams").get("pit_counts").get(0).longValue()).isEqualTo(40);
    assertThat(sum.get("diagrams").get("pit_fitted")).hasSize(4);
    assertThat(sum.get("observed").get("share").doubleValue()).isEqualTo(20 / 45.0);
    assertThat(api.sum("other||", "")).isEmpty();
  }

  @Test
  void drawsABandAroundTheSharesOfARareEventAndNamesIt() {
    index.add(
        verdict("m", 0)
            .setDiagrams(
                VerdictDiagrams.newBuilder()
                    .setEventCounts(List.of(10_000L, 0L))
                    .setEventProbabilities(List.of(1e-3, Double.NaN))
                    .setEventFrequencies(List.of(5e-3, Double.NaN))
                    .build())
            .build());

    JsonNode diagrams = api.series("m||").orElseThrow().get("windows").get(0).get("diagrams");
    JsonNode bands = diagrams.get("event_bands");

    assertThat(diagrams.get("event").textValue()).isEqualTo("class yes");
    // Of 10,000 about 10 are expected: 4 to 17 by the quantiles of the Poisson law of that mean.
    assertThat(bands.get(0).get(0).doubleValue()).isEqualTo(4e-4);
    assertThat(bands.get(0).get(1).doubleValue()).isEqualTo(17e-4);
    assertThat(bands.get(1).isNull()).isTrue();
  }

  @Test
  void tellsNoShareOfAWindowWithoutLabels() {
    index.add(verdict("m", 0).build());

    JsonNode window = api.series("m||").orElseThrow().get("windows").get(0);

    assertThat(window.has("observed")).isFalse();
  }

  @Test
  void tellsTheProfileAndTheAlertsOfASeriesAlone() {
    index.add(verdict("m", 0).build());
    index.add(alert("m", AlertState.FIRING, 1).build());
    index.add(alert("other", AlertState.FIRING, 1).build());
    index.add(
        Profile.newBuilder()
            .setModel("m")
            .setVersion("")
            .setProfile(1)
            .setLearnedThrough(3_600_000)
            .setSpace(TargetKind.CLASSES)
            .setSize(2)
            .build());

    JsonNode series = api.series("m||").orElseThrow();

    assertThat(series.get("profile").get("learned_through").textValue())
        .isEqualTo("1970-01-01T01:00:00Z");
    assertThat(series.get("learning").isNull()).isTrue();
    assertThat(series.get("alerts")).hasSize(1);
    assertThat(series.get("alerts").get(0).get("model").textValue()).isEqualTo("m");
  }

  @Test
  void tellsHowManyPredictionsAProfileIsLearnedFromSoFar() {
    index.add(verdict("m", 0).build());
    index.add(verdict("m", 1).build());

    JsonNode learning = api.series("m||").orElseThrow().get("learning");

    assertThat(learning.get("predictions").longValue()).isEqualTo(120);
    assertThat(learning.get("needed").intValue()).isEqualTo(256);
  }

  @Test
  void tellsTheNewestMapThatASeriesPublished() {
    index.add(verdict("m", 0).build());
    index.add(map("m").setWords("temperature 2").build());
    index.add(map("m").build());
    index.add(map("other").setWords("temperature 3").build());

    JsonNode map = api.series("m||").orElseThrow().get("map");

    assertThat(map.get("words").textValue()).isEqualTo("over-confident: temperature 1.65");
    assertThat(map.get("map").textValue()).isEqualTo("{\"format\":1}");
    assertThat(map.get("updated_at").textValue()).isEqualTo("1970-01-01T01:00:00Z");
    assertThat(map.get("later_labels").longValue()).isEqualTo(5820);
    assertThat(map.get("gain_upper").textValue()).isEqualTo("Infinity");
    assertThat(map.has("model")).isFalse();
  }

  @Test
  void tellsWhyAMapWasWithdrawn() {
    index.add(verdict("m", 0).build());
    index.add(map("m").setMap(null).setWords("no map: the newest labels do not need one").build());

    JsonNode map = api.series("m||").orElseThrow().get("map");

    assertThat(map.get("map").isNull()).isTrue();
    assertThat(map.get("words").textValue()).isEqualTo("no map: the newest labels do not need one");
  }

  @Test
  void tellsNoMapOfASeriesThatPublishedNone() {
    index.add(verdict("m", 0).build());

    assertThat(api.series("m||").orElseThrow().get("map").isNull()).isTrue();
  }

  @Test
  void listsFiringAlertsFirstAndEachWithItsHistory() {
    index.add(alert("calm", AlertState.FIRING, 1).build());
    index.add(alert("calm", AlertState.RESOLVED, 9).build());
    index.add(alert("loud", AlertState.PENDING, 1).build());
    index.add(alert("loud", AlertState.FIRING, 2).build());

    JsonNode alerts = json(api.alerts()).get("alerts");

    assertThat(alerts.findValuesAsText("model")).containsExactly("loud", "calm");
    assertThat(alerts.get(0).get("key").textValue()).isEqualTo("loud||");
    assertThat(alerts.get(0).get("history").findValuesAsText("state"))
        .containsExactly("PENDING", "FIRING");
  }

  @Test
  void listsSilencedAlertsAfterAllOthersThatAreOpen() {
    index.add(verdict("m", 0).build());
    index.add(alert("m", AlertState.FIRING, 3).setSilencedBy("deploy").build());
    index.add(alert("over", AlertState.FIRING, 3).build());
    index.add(alert("over", AlertState.RESOLVED, 4).build());
    index.add(alert("waits", AlertState.PENDING, 1).build());

    assertThat(json(api.alerts()).get("alerts").findValuesAsText("model"))
        .containsExactly("waits", "m", "over");
    assertThat(onlyOfList().get("alert_silenced_by").textValue()).isEqualTo("deploy");
  }

  @Test
  void saysUntilWhenAndWhyAnAlertIsSilenced() {
    index.add(alert("m", AlertState.FIRING, 3).setSilencedBy("deploy").build());
    index.add(alert("other", AlertState.FIRING, 2).setSilencedBy("unknown").build());
    index.add(
        Silence.newBuilder()
            .setSilenceId("deploy")
            .setStartsAt(OutputRecords.start(1))
            .setEndsAt(OutputRecords.start(4))
            .setCreatedBy("ann")
            .setComment("new model")
            .build());

    JsonNode alerts = json(api.alerts()).get("alerts");

    JsonNode silence = alerts.get(0).get("silence");
    assertThat(silence.get("ends_at").textValue()).isEqualTo("1970-01-01T04:00:00Z");
    assertThat(silence.get("created_by").textValue()).isEqualTo("ann");
    assertThat(silence.get("comment").textValue()).isEqualTo("new model");
    assertThat(alerts.get(1).get("silence").isNull()).isTrue();
  }

  @Test
  void takesMissingDataForAnAlertThatIsOpen() {
    index.add(verdict("m", 0).build());
    index.add(alert("fired", AlertState.FIRING, 1).build());
    index.add(alert("m", AlertState.NO_DATA, 2).build());
    index.add(alert("waits", AlertState.PENDING, 3).build());
    index.add(alert("over", AlertState.FIRING, 3).build());
    index.add(alert("over", AlertState.RESOLVED, 4).build());

    assertThat(onlyOfList().get("alert").textValue()).isEqualTo("NO_DATA");
    assertThat(json(api.alerts()).get("alerts").findValuesAsText("model"))
        .containsExactly("fired", "m", "waits", "over");
  }

  @Test
  void knowsNoSeriesThatHadNoVerdict() {
    assertThat(api.series("m||")).isEmpty();
  }
}
