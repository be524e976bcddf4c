package io.evenkeel.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.RecalibrationFamily.Parameter;
import io.evenkeel.core.recalibration.RecalibrationGrid;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MapProofTest {
  private static final RecalibrationGrid BINARY = RecalibrationGrid.of(TargetSpace.classes(2));
  private static final int LABELS = 100;

  private final SplittableRandom random = new SplittableRandom(5);

  /** A pane of predictions uniform on (0, 1), the log-odds of whose targets are higher. */
  private double[] pane(double logOdds) {
    double[] sums = new double[BINARY.size()];
    for (int i = 0; i < LABELS; i++) {
      double p = random.nextDouble();
      double odds = p / (1 - p) * Math.exp(logOdds);
      int y = random.nextDouble() < odds / (1 + odds) ? 1 : 0;
      add(BINARY, Categorical.of(1 - p, p), Target.ofClass(y), sums);
    }
    return sums;
  }

  private static void add(
      RecalibrationGrid grid, PredictiveDistribution p, Target target, double... sums) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] += grid.get(i).logRatio(p, target);
    }
  }

  /** Adds panes until the map changes so, at most so many. */
  private int until(MapProof proof, MapProof.Change change, double logOdds, int panes) {
    for (int i = 0; i < panes; i++) {
      if (proof.add(0, LABELS, pane(logOdds)) == change) {
        return i;
      }
    }
    return panes;
  }

  @Test
  void aMapThatPaysIsUsedSoonAndIsTheRightOne() {
    MapProof proof = MapProof.empty(BINARY);

    assertThat(until(proof, MapProof.Change.PUBLISHED, 0.5, 50)).isLessThan(10);
    until(proof, MapProof.Change.WITHDRAWN, 0.5, 200);

    MapProof.Used used = proof.used().orElseThrow();
    assertThat(used.family().parameter()).isEqualTo(Parameter.CLASS_LOG_ODDS);
    assertThat(used.parameter()).isCloseTo(0.5, within(0.15));
    assertThat(used.gains().contains(used.gain())).isTrue();
    assertThat(proof.logEValue()).isGreaterThan(MapProof.LOG_PROVEN);
  }

  @Test
  void itsGainIsThatOnLabelsThatItWasNotLearnedFrom() {
    MapProof proof = MapProof.empty(BINARY);
    until(proof, MapProof.Change.PUBLISHED, 0.5, 50);
    double saved = 0;
    for (int i = 0; i < 100; i++) {
      double[] pane = pane(0.5);
      MapProof.Used used = proof.used().orElseThrow();
      saved += used.family().chord(used.family().displacement(used.parameter()), pane);
      proof.add(0, LABELS, pane);
    }

    MapProof.Later later = proof.later();
    assertThat(later.labels()).isEqualTo(100 * LABELS);
    assertThat(later.gain()).isCloseTo(saved / later.labels(), within(1e-12));
    // At most half of the squared shift times the mean variance of a label, 1/6.
    assertThat(later.gain()).isBetween(0.014, 0.5 * 0.5 / 2 / 6);
    // A pane of so many nats has about twice as large a variance.
    double halfWidth = later.interval().orElseThrow().upper() - later.gain();
    assertThat(halfWidth).isCloseTo(1.98 * Math.sqrt(2 * later.gain() / 10_000), within(0.001));
  }

  @Test
  void itIsWithdrawnWhenThePredictionsAreMendedAndUsedAgainWhenTheyAreNot() {
    MapProof proof = MapProof.empty(BINARY);
    until(proof, MapProof.Change.PUBLISHED, 0.7, 50);
    until(proof, MapProof.Change.WITHDRAWN, 0.7, 30);

    assertThat(until(proof, MapProof.Change.WITHDRAWN, 0, 50)).isLessThan(10);
    assertThat(proof.used()).isEmpty();
    assertThat(until(proof, MapProof.Change.PUBLISHED, -0.7, 60)).isLessThan(50);
    assertThat(proof.used().orElseThrow().parameter()).isNegative();
  }

  @Test
  void aMapThatHoldsIsConfirmedEachTimeThatHalfAsManyLabelsMoreHaveCome() {
    MapProof proof = MapProof.empty(BINARY);
    until(proof, MapProof.Change.PUBLISHED, 0.5, 50);
    int confirmed = 0;
    for (int i = 0; i < 400; i++) {
      confirmed += proof.add(0, LABELS, pane(0.5)) == MapProof.Change.CONFIRMED ? 1 : 0;
    }

    assertThat(confirmed).isBetween(4, 11);
    assertThat(proof.changes()).isGreaterThan(confirmed);
  }

  @Test
  void predictionsThatAreCalibratedHaveNone() {
    MapProof proof = MapProof.empty(BINARY);

    assertThat(until(proof, MapProof.Change.PUBLISHED, 0, 300)).isEqualTo(300);
    assertThat(proof.later().labels()).isZero();
    assertThat(proof.later().interval()).isEmpty();
  }

  @Test
  void ofNormalDistributionsItIsAShift() {
    RecalibrationGrid grid = RecalibrationGrid.of(TargetSpace.reals(1));
    MapProof proof = MapProof.empty(grid);
    for (int pane = 0; pane < 20; pane++) {
      double[] sums = new double[grid.size()];
      for (int i = 0; i < LABELS; i++) {
        add(grid, Normal.of(3, 2), Target.of(3 + 2 * (0.3 + random.nextGaussian())), sums);
      }
      proof.add(0, LABELS, sums);
    }

    MapProof.Used used = proof.used().orElseThrow();
    assertThat(used.family().parameter()).isEqualTo(Parameter.LOCATION);
    assertThat(used.parameter()).isCloseTo(0.3, within(0.06));
  }

  @Test
  void aPaneWithoutLabelsOrWithAnInfiniteSumIsNone() {
    MapProof proof = MapProof.empty(BINARY);
    double[] infinite = pane(0);
    infinite[3] = Double.NEGATIVE_INFINITY;

    assertThat(proof.add(0, 0, new double[BINARY.size()])).isEqualTo(MapProof.Change.NONE);
    assertThat(proof.add(0, LABELS, infinite)).isEqualTo(MapProof.Change.NONE);
    assertThat(proof.panes()).isZero();
    assertThat(proof.logEValue()).isZero();
  }

  @Test
  void itGoesOnFromItsState() {
    MapProof whole = MapProof.empty(BINARY);
    MapProof resumed = MapProof.empty(BINARY);
    for (int i = 0; i < 60; i++) {
      double[] pane = pane(i < 30 ? 0.7 : 0);
      assertThat(resumed.add(0, LABELS, pane)).isEqualTo(whole.add(0, LABELS, pane));
      resumed = MapProof.read(BINARY, resumed.toArray());
      assertThat(resumed.toArray()).isEqualTo(whole.toArray());
      assertThat(resumed.used()).isEqualTo(whole.used());
    }
    assertThat(whole.used()).isEqualTo(Optional.empty());
  }

  @Test
  void theStateOfAnotherKindOfTargetIsRefused() {
    double[] state = MapProof.empty(BINARY).toArray();

    assertThatThrownBy(() -> MapProof.read(RecalibrationGrid.of(TargetSpace.classes(10)), state))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("it was written for another kind of target");
    assertThatThrownBy(() -> MapProof.read(BINARY, Arrays.copyOf(state, 3)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
