package io.evenkeel.core.calibration;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.score.BrierScore;
import io.evenkeel.core.score.LogLoss;

/** A proper score with the convex function F and the divergence that belong to it. */
enum ProperScore {
  /** ‖p − e_y‖²; F(p) = ‖p‖². */
  BRIER {
    @Override
    double of(Categorical p, ClassLabel y) {
      return BrierScore.of(p, y);
    }

    @Override
    double convex(double[] frequencies) {
      double sum = 0;
      for (double q : frequencies) {
        sum += q * q;
      }
      return sum;
    }

    @Override
    double divergence(double[] frequencies, Categorical p) {
      double sum = 0;
      for (int k = 0; k < frequencies.length; k++) {
        double difference = frequencies[k] - p.probability(k);
        sum += difference * difference;
      }
      return sum;
    }

    @Override
    double ofSurePrediction() {
      return 1;
    }
  },

  /** −log p_y; F(p) = Σ p log p. */
  LOG_LOSS {
    @Override
    double of(Categorical p, ClassLabel y) {
      return LogLoss.of(p, y);
    }

    @Override
    double convex(double[] frequencies) {
      double sum = 0;
      for (double q : frequencies) {
        sum += q > 0 ? q * Math.log(q) : 0;
      }
      return sum;
    }

    @Override
    double divergence(double[] frequencies, Categorical p) {
      double sum = 0;
      for (int k = 0; k < frequencies.length; k++) {
        double q = frequencies[k];
        // Not the logarithm of a ratio, which overflows for very small probabilities.
        sum += q > 0 ? q * (Math.log(q) - Math.log(p.probability(k))) : 0;
      }
      return sum;
    }

    @Override
    double ofSurePrediction() {
      return 0;
    }
  };

  abstract double of(Categorical p, ClassLabel y);

  /** F, whose negative is the expected score of the frequencies, up to a constant. */
  abstract double convex(double[] frequencies);

  /** How much the score of p is expected to exceed that of the frequencies. */
  abstract double divergence(double[] frequencies, Categorical p);

  /** That constant: F at a vertex, where the expected score is 0. */
  abstract double ofSurePrediction();
}
