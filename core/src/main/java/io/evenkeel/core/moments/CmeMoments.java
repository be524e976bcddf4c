package io.evenkeel.core.moments;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.profile.TestLocation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sums of the calibration mean embedding at J test locations T<sub>j</sub> = (p<sub>j</sub>,
 * y<sub>j</sub>): ζ<sub>j</sub> = k(T<sub>j</sub>, (p, y)) − E k(T<sub>j</sub>, (p, Z)) for Z ~ p,
 * which has mean 0 given p if p is calibrated.
 *
 * <p>Layout: n; Σζ (J); Σζζᵀ and then Σ Cov₀(ζ | p), the covariance of ζ given p if p is calibrated
 * in closed form, each as the J(J + 1)/2 entries of the upper triangle, row by row; Σ E₀(ζ⁴ | p)
 * (J).
 *
 * <p>An ensemble counts as the one that its members and the target make {@linkplain Ensemble#judged
 * together}. A quantile forecast does not count: what it gave are the probabilities between its
 * levels, and a kernel needs a density.
 *
 * <p>A prediction that k_P does not take, or whose numbers are so large that expectations under it
 * are none, does not count.
 *
 * <p>Cost per observation: J evaluations of k_P and J′(J′ + 1)/2 of the target kernel's product
 * expectation, where J′ &le; J is the number of different targets of locations at which k_P does
 * not underflow to 0.
 */
public final class CmeMoments implements AdditiveStatistic {
  private final TensorKernel kernel;
  private final List<TestLocation> locations;

  /** What all that add for classes share; null for other targets and kernels. */
  private final @Nullable ClassLocations ofClasses;

  /**
   * The sums of a kernel at test locations.
   *
   * @param kernel k
   * @param locations the J &ge; 1 test locations
   * @throws IllegalArgumentException without a location
   */
  public CmeMoments(TensorKernel kernel, List<TestLocation> locations) {
    if (locations.isEmpty()) {
      throw new IllegalArgumentException("a mean embedding needs at least one test location");
    }
    this.kernel = kernel;
    this.locations = List.copyOf(locations);
    this.ofClasses =
        ClassLocations.suit(kernel, locations) ? new ClassLocations(kernel, locations) : null;
  }

  /** The kernel. */
  public TensorKernel kernel() {
    return kernel;
  }

  /** The test locations. */
  public List<TestLocation> locations() {
    return locations;
  }

  @Override
  public int length() {
    return 1 + 2 * locations.size() + 2 * Triangle.length(locations.size());
  }

  @Override
  public Accumulator accumulator(double[] block, int offset) {
    return ofClasses == null
        ? new CmeAdder(this, block, offset)
        : new ClassCmeAdder(ofClasses, block, offset);
  }

  /** Whether a prediction counts. */
  boolean takes(PredictiveDistribution p) {
    return !(p instanceof Quantiles) && kernel.predictions().takes(p);
  }

  /** ζ of one observation. */
  double[] features(PredictiveDistribution prediction, Target y) {
    PredictiveDistribution p = Ensemble.judged(prediction, y);
    double[] zeta = new double[locations.size()];
    for (int j = 0; j < zeta.length; j++) {
      TestLocation location = locations.get(j);
      zeta[j] =
          kernel.predictions().apply(location.prediction(), p)
              * (kernel.targets().apply(location.target(), y)
                  - kernel.targets().expectation(p, location.target()));
    }
    return zeta;
  }

  /** The mean embedding in the sums. */
  public Cme cme(double[] block, int offset) {
    return Cme.ofSums(locations.size(), block, offset);
  }

  /**
   * The sums along a direction. O(J²).
   *
   * @param direction w, J numbers
   */
  public Projection project(double[] block, int offset, double... direction) {
    int size = locations.size();
    Checks.sameLength("direction", direction.length, "locations", size);
    int products = offset + 1 + size;
    int covariances = products + Triangle.length(size);
    double sum = 0;
    double squares = 0;
    double variance = 0;
    for (int i = 0; i < size; i++) {
      sum += direction[i] * block[offset + 1 + i];
      for (int j = i; j < size; j++) {
        int at = Triangle.row(i, size) + j;
        double weight = direction[i] * direction[j] * (i == j ? 1 : 2);
        squares += weight * block[products + at];
        variance += weight * block[covariances + at];
      }
    }
    return new Projection(OutcomeCounts.sum(block[offset]), sum, squares, variance);
  }
}
