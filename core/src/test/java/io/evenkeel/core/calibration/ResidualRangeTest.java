package io.evenkeel.core.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.kernel.ConstantKernel;
import io.evenkeel.core.kernel.GaussianKernel;
import io.evenkeel.core.kernel.KroneckerKernel;
import io.evenkeel.core.kernel.LaplacianKernel;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Target;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResidualRangeTest {

  @Test
  void isTheRangeOverAllPairsOfClasses() {
    Categorical[] predictions = {
      Categorical.of(0.5, 0.3, 0.2), Categorical.of(0.1, 0.2, 0.7), Categorical.of(0, 0, 1)
    };
    TensorKernel kernel = new TensorKernel(new ConstantKernel(), new KroneckerKernel());
    for (Categorical p : predictions) {
      for (Categorical q : predictions) {
        double lower = Double.POSITIVE_INFINITY;
        double upper = Double.NEGATIVE_INFINITY;
        for (int y = 0; y < 3; y++) {
          for (int z = 0; z < 3; z++) {
            double h = kernel.residual(p, Target.ofClass(y), q, Target.ofClass(z));
            lower = Math.min(lower, h);
            upper = Math.max(upper, h);
          }
        }

        ResidualRange range = ResidualRange.of(kernel.targets(), p, q);
        assertThat(range.lower()).isCloseTo(lower, within(1e-15));
        assertThat(range.upper()).isCloseTo(upper, within(1e-15));
      }
    }
  }

  @Test
  void attainsBothEndsOfTwoAtTheVertices() {
    KroneckerKernel kernel = new KroneckerKernel();
    Categorical first = Categorical.of(1, 0, 0);

    assertThat(ResidualRange.of(kernel, first, first)).isEqualTo(new ResidualRange(0, 2));
    assertThat(ResidualRange.of(kernel, first, Categorical.of(0, 1, 0)).lower()).isEqualTo(-2);
  }

  @Test
  void holdsForNormals() {
    TensorKernel kernel = new TensorKernel(new ConstantKernel(), new GaussianKernel(0.7));
    Normal p = Normal.of(0.2, 0.3);
    Normal q = Normal.of(0.5, 1.1);
    ResidualRange range = ResidualRange.of(kernel.targets(), p, q);
    for (double y = -3; y <= 3; y += 0.125) {
      for (double z = -3; z <= 3; z += 0.125) {
        double h = kernel.residual(p, Target.of(y), q, Target.of(z));

        assertThat(h).isBetween(range.lower(), range.upper());
      }
    }
  }

  @Test
  void holdsForMixturesOfLaplaceDistributions() {
    TensorKernel kernel = new TensorKernel(new ConstantKernel(), new LaplacianKernel(0.7));
    Laplace p = new Laplace(0.2, 0.3);
    Mixture q = Mixture.of(new double[] {0.4, 0.6}, List.of(p, new Laplace(1.5, 0.8)));
    ResidualRange range = ResidualRange.of(kernel.targets(), p, q);
    for (double y = -3; y <= 3; y += 0.125) {
      for (double z = -3; z <= 3; z += 0.125) {
        assertThat(kernel.residual(p, Target.of(y), q, Target.of(z)))
            .isBetween(range.lower(), range.upper());
      }
    }
  }
}
