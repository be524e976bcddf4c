package io.evenkeel.local.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.schemas.Finding;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictEvidence;
import io.evenkeel.schemas.VerdictProvenance;
import io.evenkeel.schemas.VerdictStatus;
import io.evenkeel.schemas.VerdictTests;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VerdictTableTest {
  private static final Instant START = Instant.parse("2013-11-25T00:00:00Z");

  private final VerdictTable table = new VerdictTable();

  @Test
  void addsUpTheNewestFinalVerdictOfEachWindow() {
    table.add(verdict(0, VerdictStatus.PROVISIONAL, 99).build());
    table.add(verdict(0, VerdictStatus.FINAL, 100).build());
    table.add(verdict(0, VerdictStatus.FINAL, 120).setRevision(1).build());
    table.add(verdict(1, VerdictStatus.FINAL, 80).setFinding(Finding.MISCALIBRATED).build());

    assertThat(table.size()).isEqualTo(2);
    assertThat(table.text().lines())
        .contains(
            "model  labelled         estimate  p-value  e-value  alerts  verdict",
            "m           200  0.0100 ± 0.0036    0.080      2.7       0  miscalibrated in 1 of 2"
                + " windows");
  }

  @Test
  void waitsForTheWindowsThatItIsTold() throws Exception {
    table.add(verdict(0, VerdictStatus.FINAL, 100).build());

    assertThat(table.await(Map.of("m", START), Duration.ZERO)).isTrue();
    assertThat(table.await(Map.of("m", START.plusSeconds(3600)), Duration.ofMillis(1))).isFalse();
  }

  private static Verdict.Builder verdict(int hour, VerdictStatus status, long labelled) {
    Instant start = START.plus(Duration.ofHours(hour));
    return Verdict.newBuilder()
        .setModel("m")
        .setVersion("")
        .setSegment("")
        .setWindowStart(start)
        .setWindowEnd(start.plus(Duration.ofHours(1)))
        .setStatus(status)
        .setRevision(0)
        .setFinding(Finding.CALIBRATED)
        .setSummary("")
        .setPredictions(200)
        .setLabelled(labelled)
        .setCoverage(labelled / 200.0)
        .setLate(0)
        .setImpossible(0)
        .setProfile(1)
        .setTests(
            VerdictTests.newBuilder()
                .setAlpha(0.01)
                .setSkce(0.01)
                .setSkceStandardError(0.005)
                .setCmePValue(0.04)
                .build())
        .setEvidence(
            VerdictEvidence.newBuilder()
                .setSince(Instant.EPOCH)
                .setThrough(start)
                .setLogESeries(1.0)
                .build())
        .setProvenance(
            new VerdictProvenance("", List.of(), List.of(), List.of(), List.of(), List.of()));
  }
}
