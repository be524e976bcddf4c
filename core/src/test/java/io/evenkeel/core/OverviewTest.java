package io.evenkeel.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.calibration.Skce;
import io.evenkeel.core.hypothesis.SkceTest;
import io.evenkeel.core.hypothesis.TestResult;
import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.ExponentialKernel;
import io.evenkeel.core.kernel.KroneckerKernel;
import io.evenkeel.core.kernel.MedianHeuristic;
import io.evenkeel.core.kernel.PredictionKernel;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/** The lines of code in the overview of the library. */
class OverviewTest {

  @Test
  void findsAModelMiscalibratedThatIsTooSure() {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(1);
    List<PredictiveDistribution> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      double share = random.nextDouble();
      predictions.add(share < 0.5 ? Categorical.of(0.1, 0.9) : Categorical.of(0.9, 0.1));
      targets.add(Target.ofClass(random.nextDouble() < share ? 0 : 1));
    }

    Observations sample = Observations.of(predictions, targets);
    double length = MedianHeuristic.of(Distance.EUCLIDEAN, sample.predictions());
    PredictionKernel ofPredictions = new ExponentialKernel(Distance.EUCLIDEAN, 1 / length, 1);
    TensorKernel kernel = new TensorKernel(ofPredictions, new KroneckerKernel());
    double skce = new Skce(kernel).unbiased(sample);
    TestResult test = SkceTest.withDefaults().test(kernel, sample, random);
    boolean miscalibrated = test.rejects(0.01);

    assertThat(skce).isPositive();
    assertThat(miscalibrated).isTrue();
  }
}
