package io.evenkeel.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Target;
import java.util.List;
import org.junit.jupiter.api.Test;

class KroneckerKernelTest {
  private static final Categorical P = Categorical.of(0.5, 0.3, 0.2);
  private static final Categorical Q = Categorical.of(0.1, 0, 0.9);

  private final KroneckerKernel kernel = new KroneckerKernel();

  @Test
  void isAKernel() {
    KernelContract.holds(kernel, Samples.classes(5), Samples.categoricals(20, 5, 1));
  }

  @Test
  void isOneOnEqualClassesOnly() {
    assertThat(kernel.apply(Target.ofClass(1), Target.ofClass(1))).isEqualTo(1);
    assertThat(kernel.apply(Target.ofClass(1), Target.ofClass(2))).isEqualTo(0);
  }

  @Test
  void hasTheExpectationsThatEnumerationGives() {
    double pair = 0;
    for (int i = 0; i < 3; i++) {
      double single = 0;
      for (int j = 0; j < 3; j++) {
        double k = kernel.apply(Target.ofClass(i), Target.ofClass(j));
        single += P.probability(j) * k;
        pair += P.probability(i) * Q.probability(j) * k;
      }
      assertThat(kernel.expectation(P, Target.ofClass(i))).isCloseTo(single, within(1e-15));
    }
    assertThat(kernel.expectation(P, Q)).isCloseTo(pair, within(1e-15));
  }

  @Test
  void hasTheProductExpectationsThatEnumerationGives() {
    for (int y = 0; y < 3; y++) {
      for (int z = 0; z < 3; z++) {
        double sum = 0;
        for (int k = 0; k < 3; k++) {
          sum +=
              P.probability(k)
                  * kernel.apply(Target.ofClass(k), Target.ofClass(y))
                  * kernel.apply(Target.ofClass(k), Target.ofClass(z));
        }
        assertThat(kernel.productExpectation(P, Target.ofClass(y), Target.ofClass(z)))
            .isCloseTo(sum, within(1e-15));
      }
    }
  }

  @Test
  void hasTheResidualVarianceThatEnumerationGives() {
    TensorKernel one = new TensorKernel(new ConstantKernel(), kernel);
    double sum = 0;
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        double h = one.residual(P, Target.ofClass(i), Q, Target.ofClass(j));
        sum += P.probability(i) * Q.probability(j) * h * h;
      }
    }

    assertThat(kernel.residualVariance(P, Q)).isCloseTo(sum, within(1e-15));
  }

  @Test
  void takesAMixtureAsItsMeanProbabilities() {
    Mixture mixture = Mixture.of(new double[] {0.25, 0.75}, List.of(P, Q));

    assertThat(kernel.expectation(mixture, Target.ofClass(2))).isCloseTo(0.725, within(1e-15));
    assertThat(kernel.expectation(mixture, P))
        .isCloseTo(
            0.25 * kernel.expectation(P, P) + 0.75 * kernel.expectation(Q, P), within(1e-15));
  }

  @Test
  void namesWhatItCannotTake() {
    assertThatThrownBy(() -> kernel.apply(Target.of(0.25), Target.ofClass(0)))
        .hasMessageContaining("0.25");
    assertThatThrownBy(() -> kernel.expectation(P, Categorical.of(0.5, 0.5)))
        .hasMessageContaining("3 and 2");
  }
}
