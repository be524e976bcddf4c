package io.evenkeel.local.measure;

import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.Univariate;
import java.util.stream.IntStream;

/** In which form a simulated prediction is made. All but the first begin with a normal one. */
enum Form {
  /** As it was simulated. */
  SIMULATED,
  /** 23 quantiles, as forecast hubs ask for. */
  QUANTILES {
    @Override
    PredictiveDistribution of(PredictiveDistribution p) {
      double[] levels = IntStream.rangeClosed(1, 23).mapToDouble(k -> k / 24.0).toArray();
      return Quantiles.of(levels, atLevels(p, levels));
    }
  },
  /** An ensemble of 20 members. */
  ENSEMBLE {
    @Override
    PredictiveDistribution of(PredictiveDistribution p) {
      double[] levels = IntStream.range(0, 20).mapToDouble(k -> (k + 0.5) / 20).toArray();
      return Ensemble.of(atLevels(p, levels));
    }
  },
  /** A Poisson distribution, whose mean is 4 in the median. */
  COUNTS {
    @Override
    PredictiveDistribution of(PredictiveDistribution p) {
      return Counts.poisson(4 * Math.exp(((Normal) p).mean(0)));
    }

    /** The count at the level at which the number lies. */
    @Override
    RawTarget target(PredictiveDistribution p, RawTarget y) {
      double level = Univariate.of(p).cdf(((RawTarget.Real) y).value());
      return new RawTarget.Real(Univariate.of(of(p)).quantile(level));
    }
  };

  /** What is predicted instead. */
  PredictiveDistribution of(PredictiveDistribution p) {
    return p;
  }

  /** What comes instead. */
  RawTarget target(PredictiveDistribution p, RawTarget y) {
    return y;
  }

  private static double[] atLevels(PredictiveDistribution p, double[] levels) {
    Univariate univariate = Univariate.of(p);
    return IntStream.range(0, levels.length)
        .mapToDouble(k -> univariate.quantile(levels[k]))
        .toArray();
  }
}
