package io.evenkeel.core.moments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.core.simulation.Observation;
import io.evenkeel.core.simulation.Stream;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutcomeTest {
  private static final Stream.Law LAW = Stream.dirichlet(3, 1);
  private static final int ROWS = 7;

  private static SketchPlan plan() {
    Profile profile = ProfileLearner.learn(1, Stream.calibrated(LAW, 1).predictions(100), 8, 2);
    return SketchPlan.of(profile.space(), profile);
  }

  @Test
  void aPairAboutOneOutcomeDoesNotCount() {
    Outcome first = new Outcome("match-1", 0.25);
    Outcome second = new Outcome("match-2", 0.1);
    Outcome unknown = new Outcome("", 0.5);

    assertThat(first.weightWith(new Outcome("match-1", 0.25))).isZero();
    assertThat(first.weightWith(second)).isEqualTo(0.1);
    assertThat(first.weightWith(Outcome.OWN)).isEqualTo(0.25);
    assertThat(first.weightWith(unknown)).isZero();
    assertThat(unknown.weightWith(unknown)).isZero();
    assertThat(Outcome.OWN.weightWith(Outcome.OWN)).isEqualTo(1);
  }

  @Test
  void refusesWeightsThatAreNone() {
    for (double weight : new double[] {-0.1, 1.1, Double.NaN}) {
      assertThatThrownBy(() -> new Outcome("a", weight))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("" + weight);
    }
  }

  @Test
  void equalRowsAboutOneOutcomeAreOneRowToEvidenceAndTestsAndManyToScores() {
    List<Observation> all = Stream.calibrated(LAW, 3).next(40);
    Sketch once = plan().empty();
    Sketch often = plan().empty();
    for (int i = 0; i < all.size(); i++) {
      Observation o = all.get(i);
      once.add(o.prediction(), o.target());
      for (int k = 0; k < ROWS; k++) {
        often.add(o.prediction(), o.target(), new Outcome("" + i, 1.0 / ROWS));
      }
    }

    assertThat(often.logRatios()).containsExactly(once.logRatios(), within(1e-12));
    assertThat(often.evidence().labels()).isCloseTo(40, within(1e-12));
    assertThat(often.cme().orElseThrow().n()).isEqualTo(40);
    assertThat(often.cme().orElseThrow().nullCovariance(0, 1))
        .isCloseTo(once.cme().orElseThrow().nullCovariance(0, 1), within(1e-12));
    assertThat(often.labelled()).isEqualTo(40 * ROWS);
    assertThat(often.scores().n()).isEqualTo(40 * ROWS);
    assertThat(often.scores().brier()).isCloseTo(once.scores().brier(), within(1e-12));
    assertThat(often.outcomes()).isEqualTo(new OutcomeCounts(often.outcomes().weight(), 280, 0));
    assertThat(once.outcomes()).isEqualTo(new OutcomeCounts(40, 0, 0));
  }

  @Test
  void rowsWithoutAWeightCountInScoresAlone() {
    Sketch sketch = plan().empty();
    Observation o = Stream.calibrated(LAW, 3).next();

    sketch.add(o.prediction(), o.target(), new Outcome("a", 0));

    assertThat(sketch.labelled()).isEqualTo(1);
    assertThat(sketch.outcomes()).isEqualTo(new OutcomeCounts(0, 1, 1));
    assertThat(sketch.logRatios()).containsOnly(0);
    assertThat(sketch.cme().orElseThrow().n()).isZero();
    assertThat(sketch.evidence().logEValue()).isCloseTo(0, within(1e-14));
  }

  @Test
  void leavesNothingWhenWeightsAreTakenBack() {
    Sketch sketch = plan().empty();
    List<Observation> all = Stream.calibrated(LAW, 5).next(30);
    for (int i = 0; i < all.size(); i++) {
      Target held = Target.ofClass(i % 3);
      sketch.add(all.get(i).prediction(), held, new Outcome("a", 1.0 / (i + 2)));
    }
    for (int i = 0; i < all.size(); i++) {
      Target held = Target.ofClass(i % 3);
      sketch.remove(all.get(i).prediction(), held, new Outcome("a", 1.0 / (i + 2)));
    }

    assertThat(sketch.toArray()).containsExactly(new double[plan().length()], within(1e-12));
    assertThat(sketch.outcomes()).isEqualTo(new OutcomeCounts(0, 0, 0));
    assertThat(sketch.evidence().labels()).isZero();
  }
}
