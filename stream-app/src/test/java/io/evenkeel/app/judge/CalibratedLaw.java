package io.evenkeel.app.judge;

import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.TargetSampler;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.ProfileLearner;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.DirichletSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/** Laws of predictions, rare events most of all, whose targets are drawn from them. */
enum CalibratedLaw {
  UNIFORM(2) {
    @Override
    PredictiveDistribution draw(UniformRandomProvider random) {
      return binary(random.nextDouble());
    }
  },
  RARE(2) {
    @Override
    PredictiveDistribution draw(UniformRandomProvider random) {
      return binary(logistic(-3 + gauss(random)));
    }
  },
  RARER(2) {
    @Override
    PredictiveDistribution draw(UniformRandomProvider random) {
      return binary(logistic(-5 + 1.5 * gauss(random)));
    }
  },
  THREE_VALUES(2) {
    @Override
    PredictiveDistribution draw(UniformRandomProvider random) {
      return binary(new double[] {0.001, 0.5, 0.999}[random.nextInt(3)]);
    }
  },
  TEN_CLASSES(10) {
    @Override
    PredictiveDistribution draw(UniformRandomProvider random) {
      return Categorical.of(DirichletSampler.symmetric(random, 10, 0.5).sample());
    }
  },
  TEN_CLASSES_SURE(10) {
    @Override
    PredictiveDistribution draw(UniformRandomProvider random) {
      return Categorical.of(DirichletSampler.symmetric(random, 10, 0.05).sample());
    }
  },
  NUMBERS(1) {
    @Override
    PredictiveDistribution draw(UniformRandomProvider random) {
      return Normal.of(random.nextDouble(), 0.1);
    }
  },
  NUMBERS_SD_SIX_ORDERS(1) {
    @Override
    PredictiveDistribution draw(UniformRandomProvider random) {
      return Normal.of(0, Math.pow(10, random.nextDouble(-3, 3)));
    }
  };

  private static final int LEARNED_FROM = 256;
  private static final int LOCATIONS = 32;

  private final int size;

  CalibratedLaw(int size) {
    this.size = size;
  }

  abstract PredictiveDistribution draw(UniformRandomProvider random);

  /** The plan of sketches, with a profile learned from the next predictions. */
  SketchPlan plan(UniformRandomProvider random) {
    var sample = Stream.generate(() -> draw(random)).limit(LEARNED_FROM).toList();
    TargetSpace space = size == 1 ? TargetSpace.reals(1) : TargetSpace.classes(size);
    return SketchPlan.of(space, ProfileLearner.learn(1, sample, LOCATIONS, random.nextInt()));
  }

  /** The next so many labels. */
  Sketch pane(SketchPlan plan, int labels, UniformRandomProvider random) {
    TargetSampler sampler = new TargetSampler(random);
    Sketch sketch = plan.empty();
    for (int i = 0; i < labels; i++) {
      PredictiveDistribution p = draw(random);
      sketch.add(p, sampler.draw(p));
    }
    return sketch;
  }

  private static Categorical binary(double p) {
    return Categorical.of(1 - p, p);
  }

  private static double logistic(double x) {
    return 1 / (1 + Math.exp(-x));
  }

  private static double gauss(UniformRandomProvider random) {
    return ZigguratSampler.NormalizedGaussian.of(random).sample();
  }
}
