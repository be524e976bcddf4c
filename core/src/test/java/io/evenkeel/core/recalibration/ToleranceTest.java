package io.evenkeel.core.recalibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.internal.StandardNormal;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
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

  /** ‖q − p‖², what the SKCE is if each prediction p needs that recalibration. */
  private static double moved(Recalibration r, Categorical p) {
    double sum = 0;
    for (int y = 0; y < p.classes(); y++) {
      if (p.probability(y) > 0) {
        double difference = p.probability(y) * Math.expm1(r.logRatio(p, Target.ofClass(y)));
        sum += difference * difference;
      }
    }
    return sum;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 10, 100})
  void noRecalibrationOfClassesWithinItMakesALargerSkce(int classes) {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(classes);
    for (double epsilon : new double[] {0.02, 0.3}) {
      double bound = Tolerance.within(epsilon).skce(TargetSpace.classes(classes));
      double most = 0;
      for (int i = 0; i < 600; i++) {
        // So many classes have one probability, and the others, or some of them, another.
        int first = i % 3 == 0 ? 1 + random.nextInt(classes - 1) : 1;
        double share = random.nextDouble();
        int others = i % 3 == 1 ? 1 + random.nextInt(classes - first) : classes - first;
        double[] values = new double[classes];
        Arrays.fill(values, 0, first, share / first);
        Arrays.fill(values, first, first + others, (1 - share) / others);
        Categorical p = Categorical.of(values);
        for (Recalibration r :
            List.of(
                new Temperature(1 + epsilon),
                new Temperature(1 / (1 + epsilon)),
                new ClassShift(0, epsilon),
                new ClassShift(0, -epsilon))) {
          most = Math.max(most, moved(r, p));
        }
      }
      assertThat(most).isBetween((1 - epsilon) * (1 - epsilon) * 0.98 * bound, bound);
    }
  }

  /** Gaussian kernels of all widths, ∏ (1 + 2γ(s² + t²))^(−½) e^(−γδ² / …), per coordinate. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10})
  void noRecalibrationOfNormalsWithinItMakesALargerSkce(int d) {
    double epsilon = 0.02;
    double bound = Tolerance.within(epsilon).skce(TargetSpace.reals(d));
    for (double width = 1e-3; width < 1e3; width *= 1.2) {
      for (double ratio : new double[] {1, 2, 30}) {
        for (double scale : new double[] {1, 1 + epsilon, 1 / (1 + epsilon)}) {
          double shift = scale == 1 ? epsilon : 0;
          double moved =
              embedded(d, width, ratio, 1, 1, 0)
                  + embedded(d, width, ratio, scale, scale, 0)
                  - 2 * embedded(d, width, ratio, 1, scale, shift);
          assertThat(moved).isLessThan(bound);
        }
      }
    }
  }

  /** The coordinates have sds of 1, 1/ratio, 1, … */
  private static double embedded(
      int d, double gamma, double ratio, double scale, double other, double shift) {
    double log = 0;
    for (int i = 0; i < d; i++) {
      double unit = i % 2 == 0 ? gamma : gamma / ratio / ratio;
      double spread = 1 + 2 * unit * (scale * scale + other * other);
      log -= Math.log(spread) / 2 + unit * shift * shift / spread;
    }
    return Math.exp(log);
  }

  /** Predictions of two and three points far apart, by the normal scores between them. */
  @Test
  void noRecalibrationOfPointsWithinItMakesALargerSkce() {
    double epsilon = 0.02;
    double bound = Tolerance.within(epsilon).skce(TargetSpace.reals(1));
    double most = 0;
    for (LocationScale map :
        List.of(
            new LocationScale(epsilon, 1),
            new LocationScale(0, 1 + epsilon),
            new LocationScale(0, 1 / (1 + epsilon)))) {
      for (double low = -4; low < 4; low += 0.05) {
        for (double high = low; high < 4; high += 0.05) {
          double below = change(map, low);
          double above = -change(map, high);
          double between = -below - above;
          most = Math.max(most, below * below + above * above + between * between);
        }
      }
    }
    assertThat(most).isBetween(0.95 * bound, bound);
  }

  /** By how much the probability below a normal score grows. */
  private static double change(LocationScale map, double score) {
    return StandardNormal.cdf((score - map.shift()) / map.scale()) - StandardNormal.cdf(score);
  }
}
