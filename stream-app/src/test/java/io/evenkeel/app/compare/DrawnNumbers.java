package io.evenkeel.app.compare;

import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.score.RelativeCrps;
import io.evenkeel.schemas.internal.ScoredCase;
import java.util.SplittableRandom;

/**
 * Scored cases of numbers at random: the target is normal, its standard deviation anything from 1
 * to 1000.
 */
enum DrawnNumbers {
  /** Normals whose means are off by an error of their own, half a standard deviation in size. */
  OWN_ERRORS {
    @Override
    PredictiveDistribution predict(SplittableRandom random, double mean, double sd, int side) {
      return Normal.of(mean + 0.5 * sd * random.nextGaussian(), sd);
    }
  },

  /** One is too high by as much as the other is too low. */
  OPPOSITE_BIAS {
    @Override
    PredictiveDistribution predict(SplittableRandom random, double mean, double sd, int side) {
      return Normal.of(mean + 0.3 * sd * side, sd);
    }
  },

  /** Targets that follow no normal, and have no variance. */
  HEAVY_TAILS {
    @Override
    PredictiveDistribution predict(SplittableRandom random, double mean, double sd, int side) {
      return OWN_ERRORS.predict(random, mean, sd, side);
    }

    @Override
    double error(SplittableRandom random) {
      return super.error(random) / Math.sqrt(-Math.log(1 - random.nextDouble()));
    }
  },

  /** In seven of ten cases both name the same number. */
  MOSTLY_THE_SAME {
    @Override
    PredictiveDistribution predict(SplittableRandom random, double mean, double sd, int side) {
      return sd > 8 ? Normal.of(mean, 0) : OWN_ERRORS.predict(random, mean, sd, side);
    }
  },

  /** Five draws each of the law of the target. */
  ENSEMBLES {
    @Override
    PredictiveDistribution predict(SplittableRandom random, double mean, double sd, int side) {
      double[] members = new double[5];
      for (int k = 0; k < members.length; k++) {
        members[k] = mean + sd * random.nextGaussian();
      }
      return Ensemble.of(members);
    }
  },

  /** The champion is too high by 0.3 standard deviations, the challenger right. */
  BIASED {
    @Override
    PredictiveDistribution predict(SplittableRandom random, double mean, double sd, int side) {
      return Normal.of(side > 0 ? mean + 0.3 * sd : mean, sd);
    }
  },

  /** The standard deviation of the champion is 1.5 times too small, the challenger right. */
  NARROW {
    @Override
    PredictiveDistribution predict(SplittableRandom random, double mean, double sd, int side) {
      return Normal.of(mean, side > 0 ? sd / 1.5 : sd);
    }
  },

  /** The champion is off by an error of half a standard deviation, the challenger right. */
  ERRONEOUS {
    @Override
    PredictiveDistribution predict(SplittableRandom random, double mean, double sd, int side) {
      return side > 0 ? OWN_ERRORS.predict(random, mean, sd, side) : Normal.of(mean, sd);
    }
  };

  /** What a version predicts: side 1 is the champion, side −1 the challenger. */
  abstract PredictiveDistribution predict(
      SplittableRandom random, double mean, double sd, int side);

  /** How far the target is from its mean, in standard deviations. */
  double error(SplittableRandom random) {
    return random.nextGaussian();
  }

  ScoredCase of(SplittableRandom random) {
    double sd = Math.pow(10, 3 * random.nextDouble());
    double mean = 100 * random.nextGaussian();
    double y = mean + sd * error(random);
    return DrawnCases.ofNumbers(
        RelativeCrps.difference(predict(random, mean, sd, 1), predict(random, mean, sd, -1), y));
  }
}
