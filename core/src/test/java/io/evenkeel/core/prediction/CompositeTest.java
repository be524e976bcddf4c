package io.evenkeel.core.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class CompositeTest {
  private static final double[] LEVELS = {0.25, 0.5, 0.75};

  @Test
  void anEnsembleDoesNotDependOnTheOrderOfItsMembers() {
    assertThat(Ensemble.of(3, 1, 2)).isEqualTo(Ensemble.of(1, 2, 3));
    assertThat(Ensemble.of(3, 1, 2)).hasSameHashCodeAs(Ensemble.of(1, 2, 3));
    assertThat(Ensemble.of(new double[][] {{2}, {1}})).isEqualTo(Ensemble.of(1, 2));
    assertThat(Ensemble.of(1, 2)).isNotEqualTo(Ensemble.of(1, 1, 2));
  }

  @Test
  void anEnsembleIsAPointMassForEachMember() {
    Mixture mixture = Ensemble.of(new double[][] {{1, 2}, {3, 4}}).mixture();

    assertThat(mixture.component(1)).isEqualTo(Normal.point((RealVector) Target.of(3, 4)));
    assertThat(mixture.weight(1)).isEqualTo(0.5);
    assertThat(mixture.space()).isEqualTo(TargetSpace.reals(2));
  }

  @Test
  void anEnsembleNeedsMembersOfOneSizeThatAreFinite() {
    assertThatThrownBy(Ensemble::of)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("members must be at least 1, got 0");
    assertThatThrownBy(() -> Ensemble.of(1, Double.NaN)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> Ensemble.of(new double[][] {{1, 2}, {3}}))
        .hasMessageContaining("got 2 and 1");
  }

  @Test
  void quantilesThatCrossArePutInOrder() {
    Quantiles p = Quantiles.of(LEVELS, new double[] {1, 3, 2.5});

    assertThat(p).isEqualTo(Quantiles.of(LEVELS, new double[] {1, 2.5, 3}));
    assertThat(p.value(1)).isEqualTo(2.5);
    assertThat(p.level(2)).isEqualTo(0.75);
  }

  @Test
  void quantilesAreTailsAndIntervals() {
    Mixture mixture = Quantiles.of(LEVELS, new double[] {1, 2, 4}).mixture();

    assertThat(mixture)
        .isEqualTo(
            Mixture.of(
                new double[] {0.25, 0.25, 0.25, 0.25},
                List.of(
                    new Exponential(1, -1),
                    new Uniform(1, 2),
                    new Uniform(2, 4),
                    new Exponential(4, 2))));
  }

  @Test
  void quantilesNeedAscendingLevels() {
    assertThatThrownBy(() -> Quantiles.of(new double[] {0.5, 0.5}, new double[] {1, 2}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[0.5, 0.5]");
    assertThatThrownBy(() -> Quantiles.of(LEVELS, new double[] {1, 2}))
        .hasMessageContaining("3 and 2");
    assertThatThrownBy(() -> Quantiles.of(LEVELS, new double[] {1, 2, Double.NaN}))
        .hasMessageContaining("NaN");
  }

  @Test
  void mixturesTakeApartWhatIsComposite() {
    Mixture mixture =
        Mixture.of(new double[] {0.5, 0.5}, List.of(Ensemble.of(1, 2), Normal.of(0, 1)));

    assertThat(mixture.size()).isEqualTo(3);
    assertThat(mixture.weight(0)).isEqualTo(0.25);
    assertThat(mixture.component(2)).isEqualTo(Normal.of(0, 1));
  }

  @Test
  void endsAndOriginsAreFinite() {
    assertThatThrownBy(() -> new Uniform(2, 1)).hasMessageContaining("-1");
    assertThatThrownBy(() -> new Uniform(Double.NaN, 1)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> new Exponential(0, Double.NEGATIVE_INFINITY))
        .hasMessageContaining("-Infinity");
  }
}
