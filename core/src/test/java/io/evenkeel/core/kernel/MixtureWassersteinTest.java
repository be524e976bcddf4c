package io.evenkeel.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import java.util.List;
import org.junit.jupiter.api.Test;

class MixtureWassersteinTest {

  @Test
  void isTheWassersteinDistanceOfSingleComponents() {
    Normal p = Normal.of(0, 1);
    Normal q = Normal.of(3, 5);

    assertThat(new MixtureWasserstein(1.7).between(p, q)).isCloseTo(5, within(1e-14));
  }

  @Test
  void carriesWeightsBetweenTheNearestComponents() {
    Mixture p = Mixture.of(new double[] {0.5, 0.5}, List.of(Normal.of(0, 1), Normal.of(10, 1)));
    Mixture q = Mixture.of(new double[] {0.25, 0.75}, List.of(Normal.of(10, 1), Normal.of(1, 1)));

    // ½ from 0 to 1, ¼ stays, ¼ from 10 to 1.
    assertThat(new MixtureWasserstein(2).between(p, q))
        .isCloseTo(Math.sqrt(0.5 + 81 * 0.25), within(1e-14));
    assertThat(new MixtureWasserstein(1).between(p, q)).isCloseTo(0.5 + 9 * 0.25, within(1e-14));
  }

  @Test
  void isZeroForTheSameMixtureWrittenOtherwise() {
    Mixture p = Mixture.of(new double[] {0.5, 0.5}, List.of(Normal.of(0, 1), Normal.of(10, 1)));
    Mixture q =
        Mixture.of(
            new double[] {0.2, 0.5, 0.3},
            List.of(Normal.of(0, 1), Normal.of(10, 1), Normal.of(0, 1)));

    assertThat(new MixtureWasserstein(2).between(p, q)).isEqualTo(0);
  }

  /**
   * Equal-weight mixtures of two normals at corners of a square in (mean, sd): MW₂ is not
   * Hilbertian.
   */
  @Test
  void maySpoilPositiveDefiniteness() {
    Normal a = Normal.of(0, 1);
    Normal b = Normal.of(1, 1);
    Normal c = Normal.of(1, 2);
    Normal d = Normal.of(0, 2);
    List<Mixture> mixtures =
        List.of(pair(a, b), pair(b, c), pair(c, d), pair(d, a), pair(a, c), pair(b, d));
    ExponentialKernel kernel = new ExponentialKernel(new MixtureWasserstein(2), 0.1, 2);

    assertThat(
            KernelContract.smallestEigenvalue(
                KernelContract.<Mixture>gram(kernel::apply, mixtures)))
        .isNegative();
  }

  private static Mixture pair(Normal first, Normal second) {
    return Mixture.of(new double[] {0.5, 0.5}, List.of(first, second));
  }
}
