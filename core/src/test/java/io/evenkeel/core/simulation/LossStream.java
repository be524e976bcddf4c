package io.evenkeel.core.simulation;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.score.ForecastScore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Streams of binary predictions in windows of 200, whose log-odds x have the law N(m, s²), m = −0.5
 * and s = 1.5 unless they shift. Class 1 has the log-odds 0.8 x + 0.2, unless the stream says
 * otherwise.
 */
enum LossStream {
  STATIONARY,
  CALIBRATED {
    @Override
    double truth(double x, double u, int window, double walk) {
      return x;
    }
  },
  /** m and s move as sines. */
  MOVING {
    @Override
    double location(int window) {
      return -0.5 + 1.5 * Math.sin(window / 9.0) * Math.min(1, window / 20.0);
    }

    @Override
    double scale(int window) {
      return 1.5 * (1 + 0.4 * Math.cos(window / 5.0));
    }
  },
  /** m = 2 and s = 1 from window 60 on. */
  JUMP {
    @Override
    double location(int window) {
      return window < CHANGE ? -0.5 : 2;
    }

    @Override
    double scale(int window) {
      return window < CHANGE ? 1.5 : 1;
    }
  },
  /** A fault that no line in the log-odds expresses. */
  WAVE {
    @Override
    double truth(double x, double u, int window, double walk) {
      return x + 0.5 * Math.sin(1.5 * x);
    }
  },
  /** Two groups with faults of their own, one of which grows from 30 % to 80 %. */
  HIDDEN {
    @Override
    double truth(double x, double u, int window, double walk) {
      return x + (u < (window < CHANGE ? 0.3 : 0.8) ? 0.4 : -0.1);
    }
  },
  /** The offset walks at random. */
  WALK {
    @Override
    double truth(double x, double u, int window, double walk) {
      return 0.8 * x + 0.2 + walk;
    }
  },
  /** The log-odds of class 1 are larger by 0.6 from window 60 on. */
  CONCEPT {
    @Override
    double truth(double x, double u, int window, double walk) {
      return 0.8 * x + (window < CHANGE ? 0.2 : 0.8);
    }
  };

  /** The first window after a change. */
  static final int CHANGE = 60;

  static final int SIZE = 200;

  /** Rows and the sum of the variances that each score has under the true law. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Window(List<Observation> rows, double[] variances) {}

  /** Whether class 1 comes as often where x is the same in all windows: no withdrawal is right. */
  boolean isRelationConstant() {
    return this != HIDDEN && this != WALK && this != CONCEPT;
  }

  double location(int window) {
    return -0.5;
  }

  double scale(int window) {
    return 1.5;
  }

  /** The true log-odds. */
  double truth(double x, double u, int window, double walk) {
    return 0.8 * x + 0.2;
  }

  List<Window> windows(int count, UniformRandomProvider random) {
    List<Window> windows = new ArrayList<>();
    double walk = 0;
    for (int window = 0; window < count; window++) {
      List<Observation> rows = new ArrayList<>();
      double[] variances = new double[3];
      for (int i = 0; i < SIZE; i++) {
        double x = location(window) + scale(window) * gaussian(random);
        double q = probability(truth(x, random.nextDouble(), window, walk));
        double p = Math.min(1 - 1e-6, Math.max(1e-6, probability(x)));
        PredictiveDistribution prediction = Categorical.of(1 - p, p);
        rows.add(new Observation(prediction, Target.ofClass(random.nextDouble() < q ? 1 : 0)));
        addVariances(prediction, q, variances);
      }
      windows.add(new Window(rows, variances));
      walk += 0.04 * gaussian(random);
    }
    return windows;
  }

  private static void addVariances(PredictiveDistribution p, double q, double[] variances) {
    ForecastScore[] scores = ForecastScore.of(p.space()).toArray(ForecastScore[]::new);
    Arrays.setAll(
        variances,
        s -> {
          double range = scores[s].of(p, Target.ofClass(1)) - scores[s].of(p, Target.ofClass(0));
          return variances[s] + q * (1 - q) * range * range;
        });
  }

  private static double gaussian(UniformRandomProvider random) {
    return Math.sqrt(-2 * Math.log(1 - random.nextDouble()))
        * Math.cos(2 * Math.PI * random.nextDouble());
  }

  private static double probability(double odds) {
    return 1 / (1 + Math.exp(-odds));
  }
}
