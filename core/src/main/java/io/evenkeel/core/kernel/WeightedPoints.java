package io.evenkeel.core.kernel;

import io.evenkeel.core.prediction.Composite;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.prediction.Univariate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.numbers.gamma.InverseErfc;

/**
 * Weighted points that stand for a prediction of real numbers. A point mass stands for itself, so
 * that ensembles are exact. A quantile forecast, and each other component of one number, is the n
 * quantiles at equally spaced levels; a normal component of d numbers the image of n points of a
 * rank-1 sequence in the unit cube, whose generator is the one of Roberts: the powers of 1/g, where
 * g<sup>d+1</sup> = g + 1.
 */
final class WeightedPoints {
  private static final double ROOT_TWO = Math.sqrt(2);
  private static final int GENERATOR_STEPS = 60;

  private final List<Target> targets = new ArrayList<>();
  private double[] weights = {};
  private boolean areMasses = true;

  /**
   * The points of a prediction.
   *
   * @param n the number of points of a component
   * @param shift of the levels, as a share of their spacing
   */
  WeightedPoints(PredictiveDistribution p, int n, double shift) {
    if (p instanceof Ensemble ensemble) {
      for (int i = 0; i < ensemble.size(); i++) {
        targets.add(ensemble.member(i));
      }
      share(1);
    } else if (p instanceof Quantiles || !(p instanceof Composite)) {
      add(1, p, n, shift);
    } else {
      Mixture mixture = Mixture.of(p);
      for (int i = 0; i < mixture.size(); i++) {
        add(mixture.weight(i), mixture.component(i), n, shift);
      }
    }
  }

  private void add(double weight, PredictiveDistribution p, int n, double shift) {
    if (p instanceof Normal normal && normal.isPoint()) {
      targets.add(normal.mean());
    } else if (p.space().equals(TargetSpace.reals(1))) {
      areMasses = false;
      Univariate quantiles = Univariate.of(p);
      for (int i = 0; i < n; i++) {
        targets.add(target(quantiles.quantile((i + 0.5 + shift) / n)));
      }
    } else if (p instanceof Normal normal) {
      areMasses = false;
      addVectors(normal, n);
    } else {
      throw new IllegalArgumentException("a prediction of real numbers is needed, got " + p);
    }
    share(weight);
  }

  /** Shares a weight among the points that have none yet. */
  private void share(double weight) {
    int from = weights.length;
    weights = Arrays.copyOf(weights, targets.size());
    Arrays.fill(weights, from, weights.length, weight / (weights.length - from));
  }

  private void addVectors(Normal p, int n) {
    int d = p.dimension();
    double[] factor = Wasserstein.factor(p).data;
    double generator = generator(d);
    for (int k = 0; k < n; k++) {
      double[] y = new double[d];
      double step = 1;
      for (int i = 0; i < d; i++) {
        y[i] += p.mean(i);
        step /= generator;
        double level = (0.5 + (k + 1) * step) % 1;
        double z = -ROOT_TWO * InverseErfc.value(2 * level);
        for (int row = 0; row < d; row++) {
          y[row] += factor[row * d + i] * z;
        }
      }
      targets.add(target(y));
    }
  }

  private static Target target(double... values) {
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, values[i]));
    }
    return Target.of(values);
  }

  /** The positive root of g^(d + 1) = g + 1. */
  private static double generator(int d) {
    double g = 2;
    for (int step = 0; step < GENERATOR_STEPS; step++) {
      g = Math.pow(1 + g, 1.0 / (d + 1));
    }
    return g;
  }

  int size() {
    return weights.length;
  }

  Target target(int i) {
    return targets.get(i);
  }

  double weight(int i) {
    return weights[i];
  }

  /** The weights themselves. */
  double[] weights() {
    return weights;
  }

  /** Whether the prediction is made of these points, whatever their number and shift. */
  boolean areMasses() {
    return areMasses;
  }
}
