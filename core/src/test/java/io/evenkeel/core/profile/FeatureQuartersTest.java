package io.evenkeel.core.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FeatureQuartersTest {
  private static final FeatureQuarters AGE = FeatureQuarters.of("age", 8, 7, 6, 5, 4, 3, 2, 1);

  @Test
  void cutAtTheQuartersOfASample() {
    assertThat(AGE.cuts()).containsExactly(3.0, 5.0, 7.0);
    assertThat(AGE.cell(-1e300)).isZero();
    assertThat(AGE.cell(2.9)).isZero();
    assertThat(AGE.cell(3)).isOne();
    assertThat(AGE.cell(6.9)).isEqualTo((byte) 2);
    assertThat(AGE.cell(1e300)).isEqualTo((byte) 3);
  }

  /** However seldom the other values are. */
  @Test
  void keepTheSmallestValueApartWhereItIsFrequent() {
    FeatureQuarters flag = FeatureQuarters.of("flag", 0, 0, 0, 0, 0, 0, 0, 1);
    FeatureQuarters rain = FeatureQuarters.of("rain", 0, 0, 0, 0, 0, -0.0, 0.5, 3);

    assertThat(flag.cuts()).containsExactly(1.0);
    assertThat(rain.cuts()).containsExactly(0.5);
    assertThat(FeatureQuarters.of("constant", 2, 2).cuts()).isEmpty();
    assertThat(FeatureQuarters.of("one", 2).cell(2)).isZero();
  }

  @Test
  void areLearnedOfTheFirstFeaturesByName() {
    List<Map<String, Double>> sample =
        List.of(Map.of("b", 1.0, "c", 1.0), Map.of("b", 2.0, "a", 7.0), Map.of("b", 3.0));

    assertThat(FeatureQuarters.learn(sample, 2))
        .containsExactly(FeatureQuarters.of("a", 7), FeatureQuarters.of("b", 1, 2, 3));
    assertThat(FeatureQuarters.learn(sample, 50)).hasSize(3);
  }

  @Test
  void sortACaseByItsFeatures() {
    List<FeatureQuarters> features = List.of(AGE, FeatureQuarters.of("flag", 0, 1));

    assertThat(FeatureQuarters.cells(features, Map.of("age", 9.0, "other", 1.0)))
        .containsExactly(3, FeatureQuarters.NONE);
  }

  @Test
  void sayWhatACellHasInCommon() {
    assertThat(AGE.describe(0)).isEqualTo("feature age is less than 3 (its lower quarter)");
    assertThat(AGE.describe(1)).isEqualTo("feature age is from 3 to less than 5");
    assertThat(AGE.describe(3)).isEqualTo("feature age is 7 or more (its upper quarter)");
    FeatureQuarters flag = FeatureQuarters.of("flag", 0, 0, 0, 1);
    assertThat(flag.describe(0)).isEqualTo("feature flag is less than 1");
    assertThat(flag.describe(1)).isEqualTo("feature flag is 1 or more");
    assertThat(FeatureQuarters.of("one", 2).describe(0)).isEqualTo("feature one is given");
  }

  @Test
  void areFour() {
    assertThatThrownBy(() -> new FeatureQuarters("age", List.of(1.0, 2.0, 3.0, 4.0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most three cuts");
  }
}
