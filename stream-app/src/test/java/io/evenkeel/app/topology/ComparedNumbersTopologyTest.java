package io.evenkeel.app.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.app.state.StoreNames;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.score.RelativeCrps;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.Better;
import io.evenkeel.schemas.Comparison;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two versions that predict a number. */
class ComparedNumbersTopologyTest extends ComparisonScenario {
  private static final Normal BIASED = Normal.of(1, 1);
  private static final Normal RIGHT = Normal.of(0, 1);

  private void cases(int count) {
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < count; i++) {
      complete("a" + i, BIASED, RIGHT, random.nextGaussian());
    }
    settle();
  }

  @Test
  void comparesPredictionsOfAllKinds() {
    List<PredictiveDistribution> kinds =
        List.of(
            Normal.of(0.3, 1.1),
            new Laplace(0.5, 0.8),
            Mixture.of(new double[] {0.3, 0.7}, List.of(Normal.of(-2, 0.5), new Laplace(1, 0.7))),
            Ensemble.of(-0.3, 0.7, 0.7, 1.2),
            Quantiles.of(new double[] {0.1, 0.5, 0.8}, new double[] {-0.3, 0.2, 1.2}));
    double sum = 0;
    for (PredictiveDistribution p : kinds) {
      for (PredictiveDistribution q : kinds) {
        complete(p + " " + q.hashCode(), p, q, 0.4);
        sum += RelativeCrps.difference(p, q, 0.4);
      }
    }

    Comparison all = newest();
    assertThat(all.getN()).isEqualTo(25);
    assertThat(all.getScore()).isEqualTo("relative_crps");
    assertThat(all.getDifference()).isEqualTo(sum / 25, within(1e-12));
  }

  @Test
  void alertsWhenTheChallengerIsBetter() {
    cases(300);

    assertThat(newest().getBetter()).isEqualTo(Better.CHALLENGER);
    assertThat(alerts).hasSize(1);
    Alert firing = alerts.get(0);
    assertThat(firing.getSummary())
        .matches(
            "churn: challenger 2 is better than 1: CRPS lower by \\d+ % of what was expected"
                + " \\(\\S+ % to \\d+ %\\) on \\d+ labels");
    assertThat(firing.getEffectParameter())
        .isEqualTo("CRPS, champion less challenger, as a share of what was expected");
    assertThat(firing.getEffectLower()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e6, -1e6, Double.MAX_VALUE, -Double.MAX_VALUE})
  void isMovedByALabelThatIsGarbageAsLittleAsByAnyOther(double garbage) {
    complete("garbage", BIASED, RIGHT, garbage);
    Comparison first = newest();
    assertThat(first.getBetter()).isEqualTo(Better.UNDECIDED);
    assertThat(Math.abs(first.getDifference())).isEqualTo(1, within(1e-6));

    cases(300);
    assertThat(newest().getBetter()).isEqualTo(Better.CHALLENGER);
    complete("again", BIASED, RIGHT, garbage);
    assertThat(newest().getBetter()).isEqualTo(Better.CHALLENGER);
  }

  @Test
  void countsATieWhereBothNameTheSameNumber() {
    complete("a", Normal.of(3, 0), Ensemble.of(3), 5);

    assertThat(newest().getN()).isEqualTo(1);
    assertThat(newest().getDifference()).isZero();
  }

  @Test
  void comparesSeveralNumbersEachByItsOwnScale() {
    Normal p = Normal.diagonal(new double[] {0, 100}, new double[] {1, 2500});
    Ensemble q = Ensemble.of(new double[][] {{1, 160}, {-1, 40}, {2, 90}});
    RealVector y = (RealVector) Target.of(0.5, 130);
    champion(event("a", "1", MADE, p));
    challenger(event("a", "2", MADE, q));
    label("a", MADE.plusSeconds(60), 0, new RawTarget.Reals(y));

    assertThat(newest().getScore()).isEqualTo("relative_crps");
    assertThat(newest().getDifference())
        .isEqualTo(
            (RelativeCrps.difference(Normal.of(0, 1), Ensemble.of(1, -1, 2), 0.5)
                    + RelativeCrps.difference(Normal.of(100, 50), Ensemble.of(160, 40, 90), 130))
                / 2,
            within(1e-12));
  }

  @Test
  void leavesOutWhatCannotBeCompared() {
    champion(event("dimensions", "1", MADE, Normal.point((RealVector) Target.of(1, 2))));
    challenger(event("dimensions", "2", MADE, RIGHT));
    label("dimensions", MADE, 0, new RawTarget.Reals((RealVector) Target.of(1, 2)));
    complete("large", Ensemble.of(-1e300, 1e300), RIGHT, 0);
    complete("kinds", RIGHT, binary(0.5), 1);
    champion(event("class", "1", MADE, RIGHT));
    challenger(event("class", "2", MADE, RIGHT));
    label("class", MADE, 0, new RawTarget.Name("leaves"));
    settle();
    assertThat(comparisons).isEmpty();

    complete("a", BIASED, RIGHT, 0);
    assertThat(newest().getN()).isEqualTo(1);
  }

  @Test
  void countsOneKindOfTargetOfTwoVersions() {
    complete("a", BIASED, RIGHT, 0);
    complete("b", 0.6, 0.9, 1);
    complete("c", BIASED, RIGHT, 1);

    Comparison one = newest();
    assertThat(one.getN()).isEqualTo(2);
    assertThat(one.getScore()).isEqualTo("relative_crps");
    assertThat(keys(StoreNames.PAIRS)).containsExactly(KEY);
  }

  @Test
  void goesOnAfterARestart() {
    cases(300);
    Comparison before = newest();
    restart(AVRO);
    comparisons.clear();

    assertThat(newest()).isEqualTo(before);
    assertThat(before.getScore()).isEqualTo("relative_crps");
  }
}
