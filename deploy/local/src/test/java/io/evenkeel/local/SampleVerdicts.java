package io.evenkeel.local;

import io.evenkeel.schemas.Finding;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictDiagrams;
import io.evenkeel.schemas.VerdictEvidence;
import io.evenkeel.schemas.VerdictProvenance;
import io.evenkeel.schemas.VerdictStatus;
import io.evenkeel.schemas.VerdictTests;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Verdicts that no application has made, to look at on the page. */
final class SampleVerdicts {
  private static final VerdictDiagrams DIAGRAMS =
      VerdictDiagrams.newBuilder()
          .setReliabilityCounts(LongStream.range(0, 15).map(k -> k < 9 ? 3 : 0).boxed().toList())
          .setReliabilityConfidences(
              DoubleStream.iterate(0.5 / 15, x -> x + 1.0 / 15).limit(15).boxed().toList())
          .setReliabilityFrequencies(DoubleStream.generate(() -> 0.5).limit(15).boxed().toList())
          .build();

  private SampleVerdicts() {}

  /** The verdict on an hour of a calibrated segment, counted from the beginning of 2026. */
  static Verdict.Builder verdict(String model, int window) {
    Instant start = Instant.parse("2026-01-01T00:00:00Z").plus(Duration.ofHours(window));
    return Verdict.newBuilder()
        .setModel(model)
        .setVersion("3")
        .setSegment("country=DE")
        .setWindowStart(start)
        .setWindowEnd(start.plus(Duration.ofHours(1)))
        .setStatus(VerdictStatus.FINAL)
        .setRevision(0)
        .setFinding(Finding.CALIBRATED)
        .setSummary("Nothing speaks against the predictions; 45 of 60 predictions labelled")
        .setPredictions(60)
        .setLabelled(45)
        .setCoverage(0.75)
        .setLate(0)
        .setImpossible(0)
        .setProfile(1)
        .setTests(
            VerdictTests.newBuilder()
                .setAlpha(0.01)
                .setSkce(0.001 * Math.sin(window))
                .setSkceStandardError(0.001)
                .build())
        .setEvidence(evidence(null, Math.sin(window)))
        .setDiagrams(DIAGRAMS)
        .setProvenance(
            new VerdictProvenance("", List.of(), List.of(), List.of(), List.of(), List.of()));
  }

  /** The evidence of a series. */
  static VerdictEvidence evidence(@Nullable String recalibration, double logE) {
    return VerdictEvidence.newBuilder()
        .setSince(Instant.EPOCH)
        .setThrough(Instant.EPOCH)
        .setRecalibration(recalibration)
        .setLogESeries(logE)
        .build();
  }
}
