package io.evenkeel.app.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictDiagrams;
import io.evenkeel.schemas.VerdictScores;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WindowSumTest {
  private static Verdict.Builder verdict() {
    return OutputRecords.verdict("m", 0);
  }

  /** Of windows of an hour, each with its start in minutes. */
  private static WindowSum sumOfWindowsAt(Integer... minutes) {
    return WindowSum.of(
        Stream.of(minutes)
            .map(
                minute -> {
                  Instant start = Instant.EPOCH.plus(Duration.ofMinutes(minute));
                  return JudgedWindow.of(
                      verdict()
                          .setWindowStart(start)
                          .setWindowEnd(start.plus(Duration.ofHours(1)))
                          .build());
                })
            .toList());
  }

  private static WindowSum sum(Verdict... verdicts) {
    return new WindowSum(List.of(verdicts), 0);
  }

  private static VerdictDiagrams diagrams(VerdictDiagrams.Builder... each) {
    Verdict[] verdicts =
        Stream.of(each)
            .map(builder -> verdict().setDiagrams(builder.build()).build())
            .toArray(Verdict[]::new);
    return Objects.requireNonNull(sum(verdicts).diagrams());
  }

  private static VerdictDiagrams.Builder reliability(
      List<Long> counts, List<Double> confidences, List<Double> frequencies) {
    return VerdictDiagrams.newBuilder()
        .setReliabilityCounts(counts)
        .setReliabilityConfidences(confidences)
        .setReliabilityFrequencies(frequencies);
  }

  @Test
  void takesNoTwoWindowsThatOverlapAndTheNewest() {
    WindowSum sum = sumOfWindowsAt(0, 10, 20, 30, 40, 50, 60, 70, 80);

    assertThat(sum.verdicts())
        .extracting(verdict -> verdict.getWindowStart().getEpochSecond() / 60)
        .containsExactly(20L, 80L);
    assertThat(sum.leftOut()).isEqualTo(7);
  }

  @Test
  void takesAllWindowsThatDoNotOverlapThoughThereAreNoneBetween() {
    WindowSum sum = sumOfWindowsAt(0, 60, 600);

    assertThat(sum.verdicts()).hasSize(3);
    assertThat(sum.leftOut()).isZero();
  }

  @Test
  void addsUpTheNumbersOfItsWindows() {
    WindowSum sum = sum(verdict().setLabelled(40).build(), verdict().setLabelled(2).build());

    assertThat(sum.total(Verdict::getLabelled)).isEqualTo(42);
  }

  @Test
  void weighsEachBinByItsCases() {
    VerdictDiagrams sum =
        diagrams(
            reliability(List.of(0L, 30L), List.of(Double.NaN, 0.6), List.of(Double.NaN, 0.5)),
            reliability(List.of(5L, 10L), List.of(0.2, 0.8), List.of(0.4, 0.9)),
            reliability(List.of(0L, 0L), List.of(Double.NaN, Double.NaN), List.of(0.0, 0.0)));

    assertThat(sum.getReliabilityCounts()).containsExactly(5L, 40L);
    assertThat(sum.getReliabilityConfidences().get(0)).isEqualTo(0.2);
    assertThat(sum.getReliabilityConfidences().get(1)).isEqualTo(0.65, within(1e-12));
    assertThat(sum.getReliabilityFrequencies().get(1)).isEqualTo(0.6, within(1e-12));
    assertThat(sum.getEventCounts()).isNull();
    assertThat(sum.getPitCounts()).isNull();
  }

  @Test
  void knowsNoMeanOfABinThatIsEmptyInAllWindows() {
    VerdictDiagrams sum = diagrams(reliability(List.of(0L), List.of(0.5), List.of(0.5)));

    assertThat(sum.getReliabilityCounts()).containsExactly(0L);
    assertThat(sum.getReliabilityConfidences()).containsExactly(Double.NaN);
  }

  @Test
  void addsUpTheBinsOfAnEventAndOfAHistogram() {
    VerdictDiagrams sum =
        diagrams(
            VerdictDiagrams.newBuilder()
                .setEventCounts(List.of(10L))
                .setEventProbabilities(List.of(0.01))
                .setEventFrequencies(List.of(0.1))
                .setPitCounts(List.of(1L, 2L)),
            VerdictDiagrams.newBuilder()
                .setEventCounts(List.of(30L))
                .setEventProbabilities(List.of(0.03))
                .setEventFrequencies(List.of(0.0))
                .setPitCounts(List.of(3L, 4L)));

    assertThat(sum.getEventCounts()).containsExactly(40L);
    assertThat(sum.getEventProbabilities().get(0)).isEqualTo(0.025, within(1e-12));
    assertThat(sum.getEventFrequencies().get(0)).isEqualTo(0.025, within(1e-12));
    assertThat(sum.getPitCounts()).containsExactly(4L, 6L);
    assertThat(sum.getReliabilityCounts()).isNull();
  }

  @Test
  void leavesOutBinsOfAnotherNumberThanTheNewest() {
    VerdictDiagrams sum =
        diagrams(
            VerdictDiagrams.newBuilder().setPitCounts(List.of(7L)),
            VerdictDiagrams.newBuilder().setPitCounts(List.of(1L, 2L)));

    assertThat(sum.getPitCounts()).containsExactly(1L, 2L);
  }

  @Test
  void weighsScoresByLabelsAndKnowsThoseOfNoWindowNot() {
    WindowSum sum =
        sum(
            verdict().setLabelled(0).setDiagrams(null).build(),
            verdict().setLabelled(10).setScores(score(0.2)).build(),
            verdict().setLabelled(30).setScores(score(0.6)).build());

    VerdictScores scores = Objects.requireNonNull(sum.scores());
    assertThat(scores.getLogLoss()).isEqualTo(0.5, within(1e-12));
    assertThat(scores.getCrps()).isNull();
  }

  private static VerdictScores score(double logLoss) {
    return VerdictScores.newBuilder().setLogLoss(logLoss).build();
  }

  @Test
  void saysNothingOfWindowsWithoutLabels() {
    assertThat(sum(verdict().build()).diagrams()).isNull();
    assertThat(sum(verdict().build()).scores()).isNull();
  }
}
