package io.evenkeel.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.moments.Outcome;
import org.junit.jupiter.api.Test;

class OverlapTest {
  private static final Outcome SHARED = new Outcome("match", 0.5);

  @Test
  void changesNothingWhereTargetsAreKnownBeforeTheNextPane() {
    assertThat(Overlap.NONE.of("row", Outcome.OWN)).isEqualTo(Outcome.OWN);
    assertThat(Overlap.NONE.of("row", SHARED)).isEqualTo(SHARED);
    assertThat(Overlap.NONE.logThreshold(5)).isEqualTo(5);
    assertThat(Overlap.NONE.logEver(5)).isEqualTo(5);
    assertThat(Overlap.NONE.isOfOneClass(1)).isTrue();
  }

  @Test
  void sharesTheWeightOfARowAmongThePanesThatOverlap() {
    Overlap overlap = new Overlap(4);

    assertThat(overlap.of("row", Outcome.OWN)).isEqualTo(new Outcome("row", 0.25));
    assertThat(overlap.of("row", SHARED)).isEqualTo(new Outcome("match", 0.125));
  }

  @Test
  void pairsRowsOfOnePaneButForThoseOfOneOutcome() {
    Overlap overlap = new Overlap(4);
    Outcome row = overlap.of("row", Outcome.OWN);

    assertThat(row.weightWith(overlap.of("other", Outcome.OWN))).isEqualTo(0.25);
    assertThat(overlap.of("one", SHARED).weightWith(overlap.of("two", SHARED))).isZero();
  }

  @Test
  void asksForTheNumberOfPanesTimesTheEvidenceButAtMostForETimes() {
    assertThat(new Overlap(2).logEver(10)).isEqualTo(10 - Math.log(2));
    assertThat(new Overlap(3).logEver(10)).isEqualTo(9);
    assertThat(new Overlap(30).logEver(10)).isEqualTo(9);
  }

  @Test
  void raisesTheThresholdByTheRunThatIsLostAtTheStop() {
    assertThat(Math.exp(new Overlap(2).logThreshold(Math.log(1000))))
        .isCloseTo(2 * 1001, within(1e-9));
    assertThat(Math.exp(new Overlap(31).logThreshold(Math.log(1000))))
        .isCloseTo(Math.E * 1030, within(1e-9));
  }

  @Test
  void putsEveryLthPaneIntoOneClass() {
    Overlap overlap = new Overlap(3);

    assertThat(overlap.isOfOneClass(0)).isTrue();
    assertThat(overlap.isOfOneClass(-3)).isTrue();
    assertThat(overlap.isOfOneClass(4)).isFalse();
  }

  @Test
  void needsAPane() {
    assertThatThrownBy(() -> new Overlap(0)).hasMessageContaining("got 0");
  }
}
