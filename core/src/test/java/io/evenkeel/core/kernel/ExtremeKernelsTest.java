package io.evenkeel.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Exponential;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.Uniform;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Values of kernels are numbers from 0 to 1, however far apart their arguments. */
class ExtremeKernelsTest {
  private static final double[] SIZES = {
    0, 1e-300, 1e-160, 1e-150, 1e-80, 1e-9, 1, 700, 1e3, 1e9, 1e75, 1e150, 1e200, 1e300
  };
  private static final double[] LENGTHS = {1e-300, 1e-150, 1e-9, 1, 1e9, 1e150, 1e300};

  private static final double ROUNDING = 1e-12;

  @Test
  void kernelsOfDistancesAreNumbers() {
    for (double r : SIZES) {
      List<Double> values =
          List.of(
              Matern32Kernel.kappa(r),
              Matern52Kernel.kappa(r),
              RationalQuadraticKernel.kappa(r, 1e-9),
              RationalQuadraticKernel.kappa(r, 1e9),
              new ExponentialKernel(Distance.EUCLIDEAN, 1, 0.5).ofDistance(r),
              new ExponentialKernel(Distance.EUCLIDEAN, 1, 2).ofDistance(r));
      assertThat(values).as("r %s", r).allSatisfy(ExtremeKernelsTest::isOfAKernel);
    }
  }

  @Test
  void kernelsOfTargetsAreNumbers() {
    for (double length : LENGTHS) {
      for (TargetKernel kernel :
          List.of(
              new LaplacianKernel(1 / length),
              new Matern32TargetKernel(length),
              new Matern52TargetKernel(length),
              new RationalQuadraticTargetKernel(length, 2),
              new GaussianKernel(1 / length))) {
        for (double y : SIZES) {
          for (PredictiveDistribution p : List.of(Ensemble.of(0, 1e-9, 1), Ensemble.of(-1e300))) {
            isOfAKernel(kernel.apply(Target.of(y), Target.of(0)));
            isOfAKernel(kernel.expectation(p, Target.of(y)));
            isOfAKernel(kernel.productExpectation(p, Target.of(y), Target.of(-y)));
          }
        }
      }
    }
  }

  @Test
  void expectationsOfTheLaplacianKernelAreNumbers() {
    List<PredictiveDistribution> predictions = new ArrayList<>();
    for (double location : SIZES) {
      for (double scale : SIZES) {
        predictions.add(new Laplace(location, scale));
        predictions.add(new Exponential(location, scale));
        predictions.add(new Exponential(-location, -scale));
        predictions.add(new Uniform(location, location + scale));
        if (scale <= 1e150 && (scale == 0 || scale >= 1e-160)) {
          predictions.add(Normal.of(location, scale));
        }
      }
    }
    for (double length : LENGTHS) {
      LaplacianKernel kernel = new LaplacianKernel(1 / length);
      for (PredictiveDistribution p : predictions) {
        for (double y : SIZES) {
          assertThat(kernel.expectation(p, Target.of(y)))
              .as("%s under %s at %s", kernel, p, y)
              .isBetween(0.0, 1 + ROUNDING);
        }
      }
    }
  }

  @Test
  void expectationsOverPairsOfLaplaceDistributionsAreNumbers() {
    for (double gamma : LENGTHS) {
      for (double r : SIZES) {
        for (double a : SIZES) {
          for (double b : SIZES) {
            if (a >= 1e-150 && b >= 1e-150) {
              assertThat(LaplacePairs.expectation(gamma, r, a, b))
                  .as("gamma %s, distance %s, scales %s and %s", gamma, r, a, b)
                  .isBetween(0.0, 1 + ROUNDING);
            }
          }
        }
      }
    }
  }

  private static void isOfAKernel(double value) {
    assertThat(value).isBetween(0.0, 1 + ROUNDING);
  }
}
