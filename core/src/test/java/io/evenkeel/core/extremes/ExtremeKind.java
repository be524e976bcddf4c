package io.evenkeel.core.extremes;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Exponential;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.prediction.Uniform;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.apache.commons.rng.UniformRandomProvider;

/** A kind of prediction, made of extreme numbers or of ordinary ones. */
enum ExtremeKind {
  TWO_CLASSES(TargetSpace.classes(2)) {
    @Override
    PredictiveDistribution make(DoubleSupplier number) {
      double p = probability(number);
      return Categorical.of(1 - p, p);
    }
  },
  FIVE_CLASSES(TargetSpace.classes(5)) {
    @Override
    PredictiveDistribution make(DoubleSupplier number) {
      double p = probability(number);
      double q = probability(number);
      return Categorical.of(p / 2, q / 2, 1 - p / 2 - q / 2, 0, 0);
    }
  },
  NORMAL(TargetSpace.reals(1)) {
    @Override
    PredictiveDistribution make(DoubleSupplier number) {
      return Normal.diagonal(numbers(number, 1), new double[] {Math.abs(number.getAsDouble())});
    }
  },
  LAPLACE(TargetSpace.reals(1)) {
    @Override
    PredictiveDistribution make(DoubleSupplier number) {
      return new Laplace(number.getAsDouble(), Math.abs(number.getAsDouble()));
    }
  },
  UNIFORM(TargetSpace.reals(1)) {
    @Override
    PredictiveDistribution make(DoubleSupplier number) {
      double a = number.getAsDouble();
      double b = number.getAsDouble();
      return new Uniform(Math.min(a, b), Math.max(a, b));
    }
  },
  EXPONENTIAL(TargetSpace.reals(1)) {
    @Override
    PredictiveDistribution make(DoubleSupplier number) {
      return new Exponential(number.getAsDouble(), number.getAsDouble());
    }
  },
  MIXTURE(TargetSpace.reals(1)) {
    @Override
    PredictiveDistribution make(DoubleSupplier number) {
      return Mixture.of(
          new double[] {0.4, 0.6, 0},
          List.of(NORMAL.make(number), NORMAL.make(number), NORMAL.make(number)));
    }
  },
  MIXTURE_OF_KINDS(TargetSpace.reals(1)) {
    @Override
    PredictiveDistribution make(DoubleSupplier number) {
      return Mixture.of(
          new double[] {0.4, 0.6}, List.of(NORMAL.make(number), LAPLACE.make(number)));
    }
  },
  ENSEMBLE(TargetSpace.reals(1)) {
    @Override
    PredictiveDistribution make(DoubleSupplier number) {
      return Ensemble.of(numbers(number, 5));
    }
  },
  QUANTILES(TargetSpace.reals(1)) {
    @Override
    PredictiveDistribution make(DoubleSupplier number) {
      return Quantiles.of(new double[] {0.1, 0.5, 0.9}, numbers(number, 3));
    }
  },
  COUNTS(TargetSpace.reals(1)) {
    @Override
    PredictiveDistribution make(DoubleSupplier number) {
      double mean = Math.abs(number.getAsDouble());
      double size = Math.abs(number.getAsDouble());
      return size > 1 ? Counts.poisson(mean) : Counts.negativeBinomial(mean, size);
    }
  },
  GIVEN_COUNTS(TargetSpace.reals(1)) {
    @Override
    PredictiveDistribution make(DoubleSupplier number) {
      double p = probability(number);
      return Counts.of((long) number.getAsDouble(), p, 0, 1 - p);
    }
  },
  VECTOR(TargetSpace.reals(3)) {
    @Override
    PredictiveDistribution make(DoubleSupplier number) {
      double[] variances = numbers(number, 3);
      for (int i = 0; i < variances.length; i++) {
        variances[i] = Math.abs(variances[i]);
      }
      return Normal.diagonal(numbers(number, 3), variances);
    }
  },
  CORRELATED_VECTOR(TargetSpace.reals(3)) {
    @Override
    PredictiveDistribution make(DoubleSupplier number) {
      double[] sd = numbers(number, 3);
      double[][] covariance = new double[sd.length][sd.length];
      for (int i = 0; i < sd.length; i++) {
        for (int j = 0; j < sd.length; j++) {
          covariance[i][j] = (i == j ? 1 : 0.3) * sd[i] * sd[j];
        }
      }
      return Normal.full(numbers(number, 3), covariance);
    }
  },
  MIXTURE_OF_VECTORS(TargetSpace.reals(3)) {
    @Override
    PredictiveDistribution make(DoubleSupplier number) {
      return Mixture.of(new double[] {0.5, 0.5}, List.of(VECTOR.make(number), VECTOR.make(number)));
    }
  },
  ENSEMBLE_OF_VECTORS(TargetSpace.reals(3)) {
    @Override
    PredictiveDistribution make(DoubleSupplier number) {
      return Ensemble.of(
          new double[][] {numbers(number, 3), numbers(number, 3), numbers(number, 3)});
    }
  };

  private static final double[] MAGNITUDES = {
    0,
    Double.MIN_VALUE,
    1e-310,
    1e-160,
    1e-150,
    1e-9,
    1,
    1e9,
    1e150,
    1e154,
    1e200,
    1e300,
    1e308,
    Double.MAX_VALUE
  };

  @SuppressWarnings("ImmutableEnumChecker") // never changes
  private final TargetSpace space;

  ExtremeKind(TargetSpace space) {
    this.space = space;
  }

  /** A prediction of the given numbers; refused with an IllegalArgumentException if it is none. */
  abstract PredictiveDistribution make(DoubleSupplier number);

  TargetSpace space() {
    return space;
  }

  /** A target of the given numbers. */
  Target target(DoubleSupplier number, UniformRandomProvider random) {
    return space.kind() == TargetSpace.Kind.CLASSES
        ? Target.ofClass(random.nextInt(space.size()))
        : Target.of(numbers(number, space.size()));
  }

  /** The first prediction of such numbers that is one. */
  PredictiveDistribution prediction(DoubleSupplier number) {
    while (true) {
      try {
        return make(number);
      } catch (IllegalArgumentException refused) {
        // What is refused at the door does no harm.
      }
    }
  }

  /** Numbers of either sign from the smallest to the largest. */
  static DoubleSupplier extreme(UniformRandomProvider random) {
    return () -> (random.nextBoolean() ? 1 : -1) * MAGNITUDES[random.nextInt(MAGNITUDES.length)];
  }

  /** Numbers between −3 and 3. */
  static DoubleSupplier ordinary(UniformRandomProvider random) {
    return () -> random.nextDouble(-3, 3);
  }

  private static double probability(DoubleSupplier number) {
    double x = Math.abs(number.getAsDouble());
    return Math.min(1, x);
  }

  private static double[] numbers(DoubleSupplier number, int d) {
    double[] numbers = new double[d];
    for (int i = 0; i < d; i++) {
      numbers[i] = number.getAsDouble();
    }
    return numbers;
  }
}
