package io.evenkeel.core.simulation;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSampler;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.AhrensDieterMarsagliaTsangGammaSampler;
import org.apache.commons.rng.sampling.distribution.SharedStateContinuousSampler;
import org.apache.commons.rng.simple.RandomSource;

/** A mutable source of simulated observations whose truth is known. */
public final class Stream {
  private final Law law;
  private final UnaryOperator<PredictiveDistribution> model;
  private final UniformRandomProvider random;
  private final TargetSampler sampler;

  /** A law of true predictive distributions. */
  @FunctionalInterface
  public interface Law {
    PredictiveDistribution draw(UniformRandomProvider random);
  }

  private Stream(Law law, UnaryOperator<PredictiveDistribution> model, long seed) {
    this.law = law;
    this.model = model;
    this.random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
    this.sampler = new TargetSampler(random);
  }

  /** Predictions drawn from the law, with targets drawn from them. */
  public static Stream calibrated(Law law, long seed) {
    return new Stream(law, UnaryOperator.identity(), seed);
  }

  /** Truths drawn from the law, with targets drawn from them, and what the model makes of them. */
  public static Stream distorted(Law law, UnaryOperator<PredictiveDistribution> model, long seed) {
    return new Stream(law, model, seed);
  }

  public Observation next() {
    PredictiveDistribution truth = law.draw(random);
    Target y = sampler.draw(truth);
    return new Observation(model.apply(truth), y);
  }

  public List<Observation> next(int n) {
    List<Observation> observations = new ArrayList<>(n);
    for (int i = 0; i < n; i++) {
      observations.add(next());
    }
    return observations;
  }

  public Observations observations(int n) {
    List<Observation> sample = next(n);
    return Observations.of(
        sample.stream().map(Observation::prediction).toList(),
        sample.stream().map(Observation::target).toList());
  }

  public List<PredictiveDistribution> predictions(int n) {
    return next(n).stream().map(Observation::prediction).toList();
  }

  /** The symmetric Dirichlet distribution over m classes. */
  public static Law dirichlet(int m, double alpha) {
    return random -> {
      SharedStateContinuousSampler gamma =
          AhrensDieterMarsagliaTsangGammaSampler.of(random, alpha, 1);
      double[] p = new double[m];
      double sum = 0;
      for (int k = 0; k < m; k++) {
        p[k] = gamma.sample();
        sum += p[k];
      }
      for (int k = 0; k < m; k++) {
        p[k] /= sum;
      }
      return Categorical.of(p);
    };
  }

  /** N(c 1, 0.01 I) in d dimensions with c uniform on (0, 1): Widmann et al. 2021, A.2. */
  public static Law normals(int d) {
    return random -> {
      double c = random.nextDouble();
      double[] mean = new double[d];
      double[] variances = new double[d];
      for (int i = 0; i < d; i++) {
        mean[i] = c;
        variances[i] = 0.01;
      }
      return Normal.diagonal(mean, variances);
    };
  }

  /** The prediction p^(1/T), normalised: sharper than the truth for T below 1. */
  public static UnaryOperator<PredictiveDistribution> temperature(double t) {
    return truth -> {
      Categorical p = (Categorical) truth;
      double[] q = new double[p.classes()];
      double top = p.probability(p.argmax());
      double sum = 0;
      for (int k = 0; k < q.length; k++) {
        q[k] = Math.pow(p.probability(k) / top, 1 / t);
        sum += q[k];
      }
      for (int k = 0; k < q.length; k++) {
        q[k] /= sum;
      }
      return Categorical.of(q);
    };
  }

  /** The normal prediction with its mean moved by the shift and its sd multiplied by the scale. */
  public static UnaryOperator<PredictiveDistribution> moved(double shiftInSd, double scale) {
    return truth -> {
      Normal p = (Normal) truth;
      double[] mean = new double[p.dimension()];
      double[] variances = new double[p.dimension()];
      for (int i = 0; i < mean.length; i++) {
        mean[i] = p.mean(i) + shiftInSd * Math.sqrt(p.variance(i));
        variances[i] = p.variance(i) * scale * scale;
      }
      return Normal.diagonal(mean, variances);
    };
  }
}
