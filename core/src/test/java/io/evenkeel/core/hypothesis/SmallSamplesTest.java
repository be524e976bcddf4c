package io.evenkeel.core.hypothesis;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.ProfileLearner;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every test has a p-value in (0, 1] where there is next to nothing to see. */
class SmallSamplesTest {

  /** Predictions of each kind, with a target that is and one that is not the expected one. */
  private record Case(PredictiveDistribution prediction, Target hit, Target miss) {}

  private static List<Case> cases() {
    return List.of(
        new Case(Categorical.of(0.7, 0.3), Target.ofClass(0), Target.ofClass(1)),
        new Case(Categorical.of(1, 0), Target.ofClass(0), Target.ofClass(1)),
        new Case(Normal.of(1, 2), Target.of(1), Target.of(9)),
        new Case(Normal.of(1, 0), Target.of(1), Target.of(9)),
        new Case(Ensemble.of(1, 1, 2), Target.of(1), Target.of(9)),
        new Case(Ensemble.of(1), Target.of(1), Target.of(9)),
        new Case(
            Quantiles.of(new double[] {0.2, 0.8}, new double[] {0, 2}),
            Target.of(1),
            Target.of(9)));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 7})
  void haveValuesBetweenZeroAndOneForEqualPredictions(int n) {
    for (Case one : cases()) {
      List<PredictiveDistribution> equal = Collections.nCopies(n, one.prediction());
      List<Target> mixed = new ArrayList<>(Collections.nCopies(n, one.hit()));
      if (n > 0) {
        mixed.set(n - 1, one.miss());
      }
      Profile profile = ProfileLearner.learn(1, List.of(one.prediction()), 3, 7);
      for (List<Target> targets : List.of(Collections.nCopies(n, one.hit()), mixed)) {
        Observations sample = Observations.of(equal, targets);
        for (double p : pValues(profile, sample)) {
          assertThat(p).as("%s %s", one.prediction(), targets).isBetween(Double.MIN_VALUE, 1.0);
        }
      }
    }
  }

  private static List<Double> pValues(Profile profile, Observations sample) {
    TensorKernel kernel = profile.kernel();
    List<Double> values = new ArrayList<>();
    for (SkceTest.Method method : SkceTest.Method.values()) {
      values.add(
          SkceTest.withDefaults()
              .with(method)
              .withReplicates(19)
              .test(kernel, sample, RandomSource.XO_RO_SHI_RO_128_PP.create(1))
              .pValue());
    }
    for (BlockSkceTest.Variance variance : BlockSkceTest.Variance.values()) {
      values.add(BlockSkceTest.withDefaults().with(variance).test(kernel, sample).pValue());
    }
    for (CmeTest.Covariance covariance : CmeTest.Covariance.values()) {
      values.add(
          CmeTest.withDefaults()
              .with(covariance)
              .test(kernel, profile.locations(), sample)
              .pValue());
    }
    return values;
  }
}
