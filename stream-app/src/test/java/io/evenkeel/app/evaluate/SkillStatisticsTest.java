package io.evenkeel.app.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is said of a model beside climatology. */
class SkillStatisticsTest {
  private static final int ROWS = 400;

  /** Targets 0, 1, 1, 0, 0, 1, 1, ... */
  private static int target(int row) {
    return row / 2 % 2 ^ row % 2;
  }

  private static List<Measure> measures(
      int rows, IntFunction<? extends PredictiveDistribution> model, IntFunction<Target> target) {
    return SkillStatistics.measures(
        Observations.of(
            IntStream.range(0, rows).mapToObj(model).toList(),
            IntStream.range(0, rows).mapToObj(target).toList()));
  }

  private static List<Measure> events(int rows, IntFunction<Double> p) {
    return measures(
        rows,
        row -> Categorical.of(1 - p.apply(row), p.apply(row)),
        row -> Target.ofClass(target(row)));
  }

  private static double value(List<Measure> measures, Quantity quantity) {
    return measures.stream()
        .filter(one -> one.quantity() == quantity)
        .findFirst()
        .orElseThrow()
        .value();
  }

  @Test
  void saysNothingOfAModelThatIsBetter() {
    List<Measure> measures = events(ROWS, row -> target(row) == 1 ? 0.8 : 0.2);

    // 2 · 0.2² of 2 · 0.5², but for leaving one out.
    assertThat(value(measures, Quantity.BRIER_SKILL)).isCloseTo(1 - 0.08 / 0.5, within(0.01));
    assertThat(value(measures, Quantity.LOG_SKILL))
        .isCloseTo(1 - Math.log(0.8) / Math.log(0.5), within(0.01));
    assertThat(SkillStatistics.sentence(measures)).isEmpty();
  }

  /** Of a calibrated forecast of rare events, a sample without any would say that it is worse. */
  @Test
  void isNotToldFromAFewEvents() {
    List<Measure> nine = rare(9);

    assertThat(nine).isEmpty();
    assertThat(SkillStatistics.sentence(nine)).isEmpty();
    assertThat(rare(10)).hasSize(2);
  }

  private static List<Measure> rare(int events) {
    return measures(
        4000, row -> Categorical.of(0.999, 0.001), row -> Target.ofClass(row < events ? 1 : 0));
  }

  @Test
  void saysWhenAModelIsWorse() {
    List<Measure> measures = events(ROWS, row -> row % 2 == 0 ? 0.9 : 0.1);

    assertThat(SkillStatistics.sentence(measures))
        .startsWith(
            "Worse than climatology, which predicts each row from the labels of the others: Brier"
                + " skill score -0.6")
        .contains(", log skill score -0.7");
    assertThat(SkillStatistics.sentence(measures.subList(0, 1))).doesNotContain("log skill");
  }

  /** One row of probability 0 makes the mean log loss infinite, whatever the other rows say. */
  @Test
  void saysWhenATargetWasHeldImpossible() {
    List<Measure> measures = events(ROWS, row -> row == 1 ? 0.0 : target(row) == 1 ? 0.9 : 0.1);

    assertThat(SkillStatistics.sentence(measures))
        .endsWith("of the others: log skill score -Infinity.");
  }

  @Test
  void saysWhenNothingIsShownEitherWay() {
    assertThat(SkillStatistics.sentence(events(ROWS, row -> row % 2 == 0 ? 0.51 : 0.49)))
        .startsWith("Not measurably better than climatology, ");
    assertThat(SkillStatistics.sentence(events(ROWS, row -> 0.5)))
        .startsWith("Not measurably better than climatology, ");
    assertThat(SkillStatistics.sentence(events(20, row -> 0.01))).isEmpty();
  }

  @Test
  void comparesNumbersByTheirCrps() {
    List<Measure> right =
        measures(ROWS, row -> Normal.of(row % 7, 1), row -> Target.of(row % 7 + row % 3 - 1.0));
    List<Measure> wrong =
        measures(ROWS, row -> Normal.of(-row % 7, 1), row -> Target.of(row % 7 + row % 3 - 1.0));

    assertThat(value(right, Quantity.CRPS_SKILL)).isBetween(0.5, 0.8);
    assertThat(SkillStatistics.sentence(right)).isEmpty();
    assertThat(SkillStatistics.sentence(wrong)).contains("the others: CRPS skill score -");
  }
}
