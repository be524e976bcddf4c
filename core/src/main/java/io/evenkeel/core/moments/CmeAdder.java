package io.evenkeel.core.moments;

import io.evenkeel.core.kernel.TargetKernel;
import io.evenkeel.core.kernel.TargetMoments;
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

  /** The targets by number, with their moments, whose products become covariances. */
  private final Target[] targets;

  private final TargetMoments ofTargets;

  /** k(y, label) less its expectation, of each target. */
  private final double[] residuals;

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
    this.ofTargets = new TargetMoments(j);
    this.residuals = new double[j];
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
          targets[different++] = locations[j].target();
        }
        active[near] = j;
        targetOf[near] = numbers[first];
        weights[near++] = k;
      }
    }
    targetKernel.moments(p, targets, different, ofTargets);
    for (int a = 0; a < different; a++) {
      residuals[a] = targetKernel.apply(targets[a], y) - ofTargets.mean(a);
    }
    if (areNumbers(different)) {
      center(different);
      block[offset] += weight;
      addProducts(near, covariances(near, different), weight);
    }
  }

  private boolean areNumbers(int different) {
    double sum = 0;
    for (int a = 0; a < different; a++) {
      sum += residuals[a] + ofTargets.fourth(a);
    }
    double[] products = ofTargets.products();
    for (int pair = 0; pair < Triangle.length(different); pair++) {
      sum += products[pair];
    }
    return Double.isFinite(sum);
  }

  private void center(int different) {
    double[] products = ofTargets.products();
    int pair = 0;
    for (int a = 0; a < different; a++) {
      double mean = ofTargets.mean(a);
      for (int b = a; b < different; b++) {
        products[pair++] -= mean * ofTargets.mean(b);
      }
    }
  }

  /** The covariances of the targets of all pairs of active locations, row by row. */
  private double[] covariances(int near, int different) {
    if (different == near) {
      return ofTargets.products();
    }
    double[] products = ofTargets.products();
    int pair = 0;
    for (int a = 0; a < near; a++) {
      for (int b = a; b < near; b++) {
        int first = Math.min(targetOf[a], targetOf[b]);
        int second = Math.max(targetOf[a], targetOf[b]);
        ofLocations[pair++] = products[Triangle.row(first, different) + second];
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
      zeta[a] = weights[a] * residuals[targetOf[a]];
    }
    for (int a = 0; a < near; a++) {
      double k = weights[a];
      block[moments4 + active[a]] += weight * (k * k * k * k * ofTargets.fourth(targetOf[a]));
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
