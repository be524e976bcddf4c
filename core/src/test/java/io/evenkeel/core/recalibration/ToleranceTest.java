package io.evenkeel.core.recalibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToleranceTest {
  private static final double NATS = 0.001;

  /** What recalibration saves per label if the targets need it. */
  private static double saved(Recalibration r, Categorical p) {
    double saved = 0;
    for (int y = 0; y < p.classes(); y++) {
      double logRatio = r.logRatio(p, Target.ofClass(y));
      saved += p.probability(y) * Math.exp(logRatio) * logRatio;
    }
    return saved;
  }

  /** The most that is saved where one class has some probability and the others are alike. */
  private static double mostSaved(Recalibration r, int classes) {
    double most = 0;
    for (int percent = 1; percent < 100; percent++) {
      double[] p = new double[classes];
      Arrays.fill(p, (1 - percent / 100.0) / (classes - 1));
      p[0] = percent / 100.0;
      most = Math.max(most, saved(r, Categorical.of(p)));
    }
    return most;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 10, 100})
  void inNatsIsWhatNoRecalibrationOfClassesWithinItCosts(int classes) {
    double epsilon = Tolerance.epsilonOf(NATS, TargetSpace.classes(classes));

    double flatter = mostSaved(new Temperature(1 + epsilon), classes);
    double sharper = mostSaved(new Temperature(1 / (1 + epsilon)), classes);
    double shifted = mostSaved(new ClassShift(0, epsilon), classes);

    assertThat(Math.max(flatter, sharper)).isBetween(0.9 * NATS, 1.12 * NATS);
    assertThat(shifted).isLessThan(NATS);
  }

  /**
   * In closed form: a shift of d coordinates costs d ε²/2, a scale s costs d(s² − 1 − log s²)/2.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 50})
  void inNatsIsWhatNoRecalibrationOfNumbersWithinItCosts(int d) {
    double epsilon = Tolerance.epsilonOf(NATS, TargetSpace.reals(d));
    double s2 = (1 + epsilon) * (1 + epsilon);

    assertThat(d * (s2 - 1 - Math.log(s2)) / 2).isCloseTo(NATS, within(0.05 * NATS));
    assertThat(d * epsilon * epsilon / 2).isCloseTo(NATS / 2, within(1e-15));
  }

  @Test
  void natsAndEpsilonAreInversesOfEachOther() {
    for (TargetSpace space : List.of(TargetSpace.classes(10), TargetSpace.reals(2))) {
      double epsilon = Tolerance.epsilonOf(NATS, space);
      assertThat(Tolerance.natsOf(epsilon, space)).isCloseTo(NATS, within(1e-15));
    }
  }

  @Test
  void inNatsHasToBeANumberThatIsNotNegative() {
    assertThat(Tolerance.epsilonOf(0, TargetSpace.classes(2))).isZero();
    assertThatThrownBy(() -> Tolerance.epsilonOf(-1, TargetSpace.classes(2)))
        .hasMessageContaining("nats must be finite and not negative");
  }
}
