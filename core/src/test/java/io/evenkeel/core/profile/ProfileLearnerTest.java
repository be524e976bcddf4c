package io.evenkeel.core.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.ExponentialKernel;
import io.evenkeel.core.kernel.MaximumMeanDiscrepancy;
import io.evenkeel.core.kernel.PredictionDistance;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.simulation.Stream;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProfileLearnerTest {
  private static final List<PredictiveDistribution> SAMPLE =
      Stream.calibrated(Stream.dirichlet(4, 0.5), 1).predictions(200);

  @Test
  void givesTheSameProfileForTheSameSampleAndSeed() {
    assertThat(ProfileLearner.learn(3, SAMPLE, 32, 7))
        .isEqualTo(ProfileLearner.learn(3, SAMPLE, 32, 7))
        .isNotEqualTo(ProfileLearner.learn(3, SAMPLE, 32, 8));
  }

  @Test
  void placesDistinctLocationsAtPredictionsOfTheSample() {
    Profile profile = ProfileLearner.learn(3, SAMPLE, 32, 7);

    List<PredictiveDistribution> places =
        profile.locations().stream().map(TestLocation::prediction).toList();
    assertThat(places).hasSize(32).isSubsetOf(SAMPLE);
    assertThat(new HashSet<>(places)).hasSize(32);
    assertThat(profile.space()).isEqualTo(TargetSpace.classes(4));
    assertThat(profile.version()).isEqualTo(3);
  }

  @Test
  void copesWithASampleOfEqualPredictions() {
    List<PredictiveDistribution> equal =
        List.of(
            Categorical.of(0.5, 0.5),
            Categorical.of(0, 1),
            Normal.of(1, 2),
            Normal.of(1, 0),
            Normal.full(new double[] {0, 0}, new double[][] {{1, 0.5}, {0.5, 1}}),
            Ensemble.of(1, 2, 2),
            Ensemble.of(3),
            Ensemble.of(new double[][] {{1, 2}, {3, 4}}),
            Quantiles.of(new double[] {0.1, 0.5, 0.9}, new double[] {1, 2, 4}),
            Mixture.of(new double[] {0.5, 0.5}, List.of(Normal.of(1, 2), new Laplace(0, 1))));

    for (PredictiveDistribution p : equal) {
      Profile profile = ProfileLearner.learn(1, Collections.nCopies(20, p), 8, 7);

      assertThat(profile.locations()).hasSize(8);
      assertThat(profile.kernel().predictions().apply(p, p)).isEqualTo(1);
    }
  }

  @Test
  void comparesMixturesByTheirEmbeddingsAndAllOthersByTransport() {
    Quantiles quantiles = Quantiles.of(new double[] {0.1, 0.9}, new double[] {1, 4});
    List<PredictiveDistribution> numbers = List.of(Normal.of(1, 2), Ensemble.of(1, 4), quantiles);
    List<PredictiveDistribution> mixed = List.of(Normal.of(1, 2), Mixture.of(quantiles));

    assertThat(distance(numbers)).isEqualTo(Distance.WASSERSTEIN_2);
    assertThat(distance(mixed)).isInstanceOf(MaximumMeanDiscrepancy.class);
  }

  private static PredictionDistance distance(List<PredictiveDistribution> sample) {
    Profile profile = ProfileLearner.learn(1, sample, 4, 7);
    return ((ExponentialKernel) profile.kernel().predictions()).distance();
  }

  @Test
  void repeatsPredictionsWhenThereAreFewerThanLocations() {
    assertThat(ProfileLearner.learn(1, SAMPLE.subList(0, 3), 10, 7).locations()).hasSize(10);
  }

  @Test
  void refusesToLearnFromNothing() {
    assertThatThrownBy(() -> ProfileLearner.learn(1, List.of(), 10, 7))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("none");
    assertThatThrownBy(() -> ProfileLearner.learn(1, SAMPLE, 0, 7)).hasMessageContaining("0");
    assertThatThrownBy(() -> ProfileLearner.learn(0, SAMPLE, 5, 7)).hasMessageContaining("0");
    List<PredictiveDistribution> mixed = List.of(Categorical.of(0.5, 0.5), SAMPLE.get(0));
    assertThatThrownBy(() -> ProfileLearner.learn(1, mixed, 5, 7))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
