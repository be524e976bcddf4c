package io.evenkeel.core.moments;

import io.evenkeel.core.kernel.TargetKernel;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.profile.TestLocation;
import java.util.Arrays;
import java.util.List;

/**
 * Adds observations to the sums of {@link CmeMoments}.
 *
 * <p>What the target kernel says does not depend on the prediction of a location. So it is computed
 * once for locations that share a target, as those of counts do. The targets of an observation are
 * numbered in the order in which they are needed.
 */
final class CmeAdder implements AdditiveStatistic.Accumulator {
  private static final int NOT_YET = -1;

  private final TargetKernel targetKernel;
  private final CmeMoments moments;
  private final TestLocation[] locations;
  private final double[] block;
  private final int offset;

  /** The first location with the target of each. */
  private final int[] firstAlike;

  /** The number of its target, by the first location that has it. */
  private final int[] numbers;

  /** The locations where k_P is not 0; the number of the target of each, k_P and ζ. */
  private final int[] active;

  private final int[] targetOf;
  private final double[] weights;
  private final double[] zeta;

  /** The targets by number, and E k(Z, y), k(y, label) less that, and the fourth moment of each. */
  private final Target[] targets;

  private final double[] expectations;
  private final double[] residuals;
  private final double[] fourths;

  /** Of pairs of targets, row by row: E k(Z, y) k(Z, y′), and then the covariance. */
  private final double[] ofTargets;

  /** The covariance for pairs of active locations, where some share a target. */
  private final double[] ofLocations;

  CmeAdder(CmeMoments moments, double[] block, int offset) {
    int j = moments.locations().size();
    this.moments = moments;
    this.targetKernel = moments.kernel().targets();
    this.locations = moments.locations().toArray(TestLocation[]::new);
    this.block = block;
    this.offset = offset;
    List<Target> all = moments.locations().stream().map(TestLocation::target).toList();
    this.firstAlike = all.stream().mapToInt(all::indexOf).toArray();
    this.numbers = new int[j];
    this.active = new int[j];
    this.targetOf = new int[j];
    this.weights = new double[j];
    this.zeta = new double[j];
    this.targets = new Target[j];
    this.expectations = new double[j];
    this.residuals = new double[j];
    this.fourths = new double[j];
    this.ofTargets = new double[Triangle.length(j)];
    this.ofLocations = new double[Triangle.length(j)];
  }

  @Override
  public void add(PredictiveDistribution prediction, Target y, double weight) {
    if (!moments.takes(prediction)) {
      return;
    }
    PredictiveDistribution p = Ensemble.judged(prediction, y);
    Arrays.fill(numbers, NOT_YET);
    int near = 0;
    int different = 0;
    for (int j = 0; j < locations.length; j++) {
      double k = moments.kernel().predictions().apply(locations[j].prediction(), p);
      if (k != 0) {
        int first = firstAlike[j];
        if (numbers[first] == NOT_YET) {
          numbers[first] = different;
          expect(p, y, locations[j].target(), different++);
        }
        active[near] = j;
        targetOf[near] = numbers[first];
        weights[near] = k;
        zeta[near++] = k * residuals[numbers[first]];
      }
    }
    targetKernel.productExpectations(p, targets, different, ofTargets);
    if (areNumbers(different)) {
      center(different);
      block[offset] += weight;
      addProducts(near, covariances(near, different), weight);
    }
  }

  private void expect(PredictiveDistribution p, Target y, Target target, int number) {
    targets[number] = target;
    expectations[number] = targetKernel.expectation(p, target);
    residuals[number] = targetKernel.apply(target, y) - expectations[number];
    fourths[number] = targetKernel.fourthMoment(p, target);
  }

  private boolean areNumbers(int different) {
    double sum = 0;
    for (int a = 0; a < different; a++) {
      sum += residuals[a] + fourths[a];
    }
    for (int pair = 0; pair < Triangle.length(different); pair++) {
      sum += ofTargets[pair];
    }
    return Double.isFinite(sum);
  }

  private void center(int different) {
    int pair = 0;
    for (int a = 0; a < different; a++) {
      for (int b = a; b < different; b++) {
        ofTargets[pair++] -= expectations[a] * expectations[b];
      }
    }
  }

  /** The covariances of the targets of all pairs of active locations, row by row. */
  private double[] covariances(int near, int different) {
    if (different == near) {
      return ofTargets;
    }
    int pair = 0;
    for (int a = 0; a < near; a++) {
      for (int b = a; b < near; b++) {
        int first = Math.min(targetOf[a], targetOf[b]);
        int second = Math.max(targetOf[a], targetOf[b]);
        ofLocations[pair++] = ofTargets[Triangle.row(first, different) + second];
      }
    }
    return ofLocations;
  }

  private void addProducts(int near, double[] ofPairs, double weight) {
    int size = locations.length;
    int products = offset + 1 + size;
    int covariances = products + Triangle.length(size);
    int moments4 = covariances + Triangle.length(size);
    int pair = 0;
    for (int a = 0; a < near; a++) {
      double k = weights[a];
      block[moments4 + active[a]] += weight * (k * k * k * k * fourths[targetOf[a]]);
      int row = Triangle.row(active[a], size);
      block[offset + 1 + active[a]] += weight * zeta[a];
      for (int b = a; b < near; b++) {
        int at = row + active[b];
        block[products + at] += weight * zeta[a] * zeta[b];
        block[covariances + at] += weight * k * weights[b] * ofPairs[pair++];
      }
    }
  }
}
