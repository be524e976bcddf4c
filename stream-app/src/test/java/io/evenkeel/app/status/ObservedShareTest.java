package io.evenkeel.app.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.schemas.VerdictDiagrams;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ObservedShareTest {
  private static ObservedShare ofClasses(
      List<Long> counts, List<Double> confidences, List<Double> frequencies) {
    return ObservedShare.of(
            VerdictDiagrams.newBuilder()
                .setReliabilityCounts(counts)
                .setReliabilityConfidences(confidences)
                .setReliabilityFrequencies(frequencies)
                .build(),
            LongStream.of(counts.stream().mapToLong(Long::longValue).toArray()).sum())
        .orElseThrow();
  }

  private static VerdictDiagrams pit(List<Long> counts) {
    return VerdictDiagrams.newBuilder().setPitCounts(counts).build();
  }

  @Test
  void isTheAccuracyBesideTheMeanConfidenceWhateverEmptyBinsHold() {
    ObservedShare share =
        ofClasses(
            List.of(0L, 60L, 40L), List.of(Double.NaN, 0.6, 0.9), List.of(Double.NaN, 0.5, 0.75));

    assertThat(share.kind()).isEqualTo(ObservedShare.Kind.ACCURACY);
    assertThat(share.share()).isCloseTo(0.6, within(1e-12));
    assertThat(share.expected()).isCloseTo(0.72, within(1e-12));
    // Wilson's formula, in Python.
    assertThat(share.lower()).isCloseTo(0.5020026, within(1e-6));
    assertThat(share.upper()).isCloseTo(0.6905987, within(1e-6));
  }

  @Test
  void keepsItsIntervalWithinOfAllAndOfNone() {
    ObservedShare all = ofClasses(List.of(10L), List.of(0.9), List.of(1.0));
    ObservedShare none = ofClasses(List.of(10L), List.of(0.9), List.of(0.0));

    assertThat(all.upper()).isCloseTo(1, within(1e-12)).isLessThanOrEqualTo(1);
    assertThat(all.lower()).isCloseTo(0.7224672, within(1e-6));
    assertThat(none.lower()).isCloseTo(0, within(1e-12)).isNotNegative();
    assertThat(none.upper()).isCloseTo(0.2775328, within(1e-6));
  }

  @Test
  void countsTargetsBetweenThePredictedQuartiles() {
    ObservedShare share =
        ObservedShare.of(pit(List.of(30L, 10L, 10L, 20L, 10L, 10L, 5L, 5L)), 100).orElseThrow();

    assertThat(share.kind()).isEqualTo(ObservedShare.Kind.CENTRAL_HALF);
    assertThat(share.share()).isEqualTo(0.5);
    assertThat(share.expected()).isEqualTo(0.5);
  }

  @Test
  void takesTheCoordinatesOfATargetForOneCase() {
    List<Long> counts = List.of(25L, 25L, 25L, 25L);
    ObservedShare one = ObservedShare.of(pit(counts), 100).orElseThrow();
    ObservedShare two = ObservedShare.of(pit(counts), 50).orElseThrow();

    assertThat(two.share()).isEqualTo(one.share());
    assertThat(two.upper() - two.lower()).isGreaterThan(1.3 * (one.upper() - one.lower()));
  }

  @Test
  void isNoneWithoutTargets() {
    assertThat(ObservedShare.of(VerdictDiagrams.newBuilder().build(), 0)).isEmpty();
    assertThat(ObservedShare.of(pit(Collections.nCopies(4, 0L)), 0)).isEmpty();
    // Quartiles are no ends of ten bins.
    assertThat(ObservedShare.of(pit(Collections.nCopies(10, 1L)), 10)).isEmpty();
  }
}
