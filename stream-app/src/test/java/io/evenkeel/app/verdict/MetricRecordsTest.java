package io.evenkeel.app.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.schemas.Finding;
import io.evenkeel.schemas.Metric;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictStatus;
import java.time.Instant;
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
          .setAlpha(0.01)
          .setProfile(1)
          .setSkce(-0.25)
          .build();

  @Test
  void givesEachNumberOfTheVerdictARecord() {
    assertThat(MetricRecords.of(VERDICT))
        .extracting(Metric::getName)
        .contains("predictions", "labelled", "coverage", "skce")
        .doesNotHaveDuplicates();
    assertThat(MetricRecords.of(VERDICT))
        .filteredOn(metric -> metric.getName().equals("skce"))
        .extracting(Metric::getValue)
        .containsExactly(-0.25);
  }

  @Test
  void leavesOutWhatHasNoValueAndWhatOnlySaysWhichWindowItIs() {
    assertThat(MetricRecords.of(VERDICT))
        .extracting(Metric::getName)
        .doesNotContain("cme_p_value", "brier", "window_start", "window_end", "revision");
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
