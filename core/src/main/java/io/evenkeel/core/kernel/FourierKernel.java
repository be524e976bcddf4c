package io.evenkeel.core.kernel;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * A Gaussian kernel on predictions made of D random Fourier features, of which few make long
 * computations short. Its values have the right mean and a standard deviation of order 1/√D.
 *
 * <p>With the coordinates u of a prediction its features are cos w₁ᵀu / √D, sin w₁ᵀu / √D, cos w₂ᵀu
 * / √D, …; the kernel is their inner product and approaches exp(−‖u − v‖² / (2γ²)). The coordinates
 * are such that their distance is that of the predictions:
 *
 * <ul>
 *   <li>for m classes the probabilities, in the {@linkplain Distance#EUCLIDEAN Euclidean} distance;
 *       they are features themselves as well, so that Σ p_k q_k is added to the kernel, which
 *       approaches that of {@link io.evenkeel.core.calibration.Ckce#predictionKernel};
 *   <li>for normals of d independent coordinates the means and the standard deviations, and for
 *       Laplace distributions (μ, √2 β), in the {@linkplain Distance#WASSERSTEIN_2 Wasserstein}
 *       distance.
 * </ul>
 *
 * <p>Always positive semi-definite. O(D) time per coordinate.
 *
 * <p>Source: Rahimi and Recht, <i>Random features for large-scale kernel machines</i>, 2007, as
 * used by Moskvichev and Sejdinovic, Appendix B.
 */
public final class FourierKernel implements PredictionKernel {
  private final double[][] frequencies;

  private FourierKernel(double[][] frequencies) {
    this.frequencies = frequencies;
  }

  /**
   * The kernel with given frequencies.
   *
   * @param frequencies D &ge; 1 rows w, of as many numbers as predictions have coordinates
   */
  public static FourierKernel of(double[][] frequencies) {
    Checks.atLeast("number of frequencies", frequencies.length, 1);
    double[][] copy = frequencies.clone();
    for (int i = 0; i < copy.length; i++) {
      Checks.sameLength("frequency " + i, copy[i].length, "frequency 0", copy[0].length);
      copy[i] = copy[i].clone();
    }
    return new FourierKernel(copy);
  }

  /**
   * The kernel with frequencies drawn from N(0, I / γ²).
   *
   * @param gamma γ &gt; 0, the bandwidth, in the unit of the distance
   * @param coordinates of a prediction: m for classes, 2d for normals, 2 for Laplace distributions
   * @param count D &ge; 1
   * @param seed of the draw: the same seed gives the same frequencies
   */
  public static FourierKernel random(double gamma, int coordinates, int count, long seed) {
    Checks.positive("gamma", gamma);
    Checks.atLeast("number of coordinates", coordinates, 1);
    var gaussian =
        ZigguratSampler.NormalizedGaussian.of(RandomSource.XO_RO_SHI_RO_128_PP.create(seed));
    double[][] frequencies =
        new double[Checks.atLeast("number of frequencies", count, 1)][coordinates];
    for (double[] frequency : frequencies) {
      for (int k = 0; k < coordinates; k++) {
        frequency[k] = gaussian.sample() / gamma;
      }
    }
    return new FourierKernel(frequencies);
  }

  @Override
  public double apply(PredictiveDistribution p, PredictiveDistribution q) {
    double[] u = coordinates(p);
    double[] v = coordinates(q);
    KernelArguments.sameSize(u.length, v.length);
    double linear = 0;
    double[] difference = new double[u.length];
    for (int k = 0; k < u.length; k++) {
      linear += u[k] * v[k];
      difference[k] = u[k] - v[k];
    }
    double cosines = 0;
    for (double[] frequency : frequencies) {
      cosines += Math.cos(phase(frequency, difference));
    }
    return (p instanceof Categorical ? linear : 0) + cosines / frequencies.length;
  }

  /** The m + 2D features of a prediction of m classes, or the 2D features of any other. */
  public double[] features(PredictiveDistribution p) {
    double[] u = coordinates(p);
    int first = p instanceof Categorical ? u.length : 0;
    double[] features = new double[first + 2 * frequencies.length];
    System.arraycopy(u, 0, features, 0, first);
    double scale = 1 / Math.sqrt(frequencies.length);
    for (int d = 0; d < frequencies.length; d++) {
      double phase = phase(frequencies[d], u);
      features[first + 2 * d] = scale * Math.cos(phase);
      features[first + 2 * d + 1] = scale * Math.sin(phase);
    }
    return features;
  }

  private double[] coordinates(PredictiveDistribution p) {
    double[] coordinates = uncheckedCoordinates(p);
    Checks.sameLength("coordinates", coordinates.length, "a frequency", frequencies[0].length);
    return coordinates;
  }

  private static double[] uncheckedCoordinates(PredictiveDistribution p) {
    if (p instanceof Categorical categorical) {
      double[] probabilities = new double[categorical.classes()];
      for (int k = 0; k < probabilities.length; k++) {
        probabilities[k] = categorical.probability(k);
      }
      return probabilities;
    }
    if (p instanceof Normal normal && normal.isDiagonal()) {
      int d = normal.dimension();
      double[] coordinates = new double[2 * d];
      for (int i = 0; i < d; i++) {
        coordinates[i] = normal.mean(i);
        coordinates[d + i] = Math.sqrt(normal.variance(i));
      }
      return coordinates;
    }
    if (p instanceof Laplace laplace) {
      return new double[] {laplace.location(), Math.sqrt(2) * laplace.scale()};
    }
    throw new IllegalArgumentException(
        "a categorical, diagonal normal or Laplace prediction is needed, got " + p);
  }

  private static double phase(double[] frequency, double[] u) {
    double phase = 0;
    for (int k = 0; k < frequency.length; k++) {
      phase += frequency[k] * u[k];
    }
    return phase;
  }
}
