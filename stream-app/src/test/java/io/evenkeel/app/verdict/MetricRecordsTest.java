package io.evenkeel.app.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.schemas.Finding;
import io.evenkeel.schemas.Metric;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictEvidence;
import io.evenkeel.schemas.VerdictProvenance;
import io.evenkeel.schemas.VerdictStatus;
import io.evenkeel.schemas.VerdictTests;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class MetricRecordsTest {
  private static final Verdict VERDICT =
      Verdict.newBuilder()
          .setModel("m")
          .setVersion("v")
          .setSegment("country=DE")
          .setWindowStart(Instant.ofEpochMilli(1000))
          .setWindowEnd(Instant.ofEpochMilli(2000))
          .setStatus(VerdictStatus.REVISED)
          .setRevision(3)
          .setFinding(Finding.CALIBRATED)
          .setSummary("")
          .setPredictions(10)
          .setLabelled(7)
          .setCoverage(0.7)
          .setLate(0)
          .setImpossible(0)
          .setProfile(1)
          .setTests(VerdictTests.newBuilder().setAlpha(0.01).setSkce(-0.25).build())
          .setEvidence(
              VerdictEvidence.newBuilder()
                  .setSince(Instant.EPOCH)
                  .setThrough(Instant.EPOCH)
                  .build())
          .setProvenance(
              new VerdictProvenance("", List.of(), List.of(), List.of(), List.of(), List.of()))
          .build();

  @Test
  void givesEachNumberOfTheVerdictARecord() {
    assertThat(MetricRecords.of(VERDICT))
        .extracting(Metric::getName)
        .contains("predictions", "labelled", "coverage", "tests_skce")
        .doesNotHaveDuplicates();
    assertThat(MetricRecords.of(VERDICT))
        .filteredOn(metric -> metric.getName().equals("tests_skce"))
        .extracting(Metric::getValue)
        .containsExactly(-0.25);
  }

  @Test
  void leavesOutWhatHasNoValueAndWhatOnlySaysWhichWindowItIs() {
    assertThat(MetricRecords.of(VERDICT))
        .extracting(Metric::getName)
        .doesNotContain(
            "tests_cme_p_value",
            "scores_brier",
            "evidence_since",
            "window_start",
            "window_end",
            "revision");
  }

  @Test
  void saysOfEachNumberWhereItIsFrom() {
    assertThat(MetricRecords.of(VERDICT))
        .allSatisfy(
            metric -> {
              assertThat(metric.getModel()).isEqualTo("m");
              assertThat(metric.getVersion()).isEqualTo("v");
              assertThat(metric.getSegment()).isEqualTo("country=DE");
              assertThat(metric.getWindowStart()).isEqualTo(Instant.ofEpochMilli(1000));
              assertThat(metric.getWindowEnd()).isEqualTo(Instant.ofEpochMilli(2000));
              assertThat(metric.getStatus()).isEqualTo("REVISED");
              assertThat(metric.getRevision()).isEqualTo(3);
            });
  }
}
