package io.evenkeel.app.simulate;

import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.core.prediction.Categorical;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.DirichletSampler;

/**
 * Class probabilities from a Dirichlet distribution, with the targets drawn from them.
 *
 * <p>After the change the model predicts p with p_k proportional to q_k^(1/T), where q is the
 * distribution of the target and T the temperature: over-confident below 1, calibrated at 1,
 * under-confident above. Class 1 is the positive outcome.
 *
 * @param classes number of classes m, at least 2
 * @param concentration parameter of the symmetric Dirichlet distribution, positive
 * @param temperature T after the change, positive
 * @param covariateShift factor of the first class's Dirichlet parameter after the change, positive:
 *     other cases come, and the model is as good for them; 1 for none
 */
public record CategoricalLaw(
    int classes, double concentration, double temperature, double covariateShift) implements Law {
  private static final int POSITIVE = 1;

  /** Checks the parameters. */
  public CategoricalLaw {
    if (classes < 2) {
      throw new IllegalArgumentException("at least two classes are needed, got " + classes);
    }
    Checks.positive("concentration", concentration);
    Checks.positive("temperature", temperature);
    Checks.positive("covariate shift", covariateShift);
  }

  @Override
  public Sampler sampler(UniformRandomProvider random) {
    double[] parameters = new double[classes];
    Arrays.fill(parameters, concentration);
    DirichletSampler before = DirichletSampler.of(random, parameters);
    parameters[0] *= covariateShift;
    DirichletSampler after = DirichletSampler.of(random, parameters);
    return changed -> {
      double[] q = (changed ? after : before).sample();
      int target = draw(q, random.nextDouble());
      Categorical predicted = Categorical.of(changed ? tempered(q) : q);
      return new Draw(predicted, new RawTarget.Index(target), target == POSITIVE);
    };
  }

  private double[] tempered(double[] q) {
    double most = Math.log(Arrays.stream(q).max().orElseThrow());
    double[] p = new double[q.length];
    double sum = 0;
    for (int k = 0; k < p.length; k++) {
      p[k] = Math.exp((Math.log(q[k]) - most) / temperature);
      sum += p[k];
    }
    for (int k = 0; k < p.length; k++) {
      p[k] /= sum;
    }
    return p;
  }

  private static int draw(double[] q, double u) {
    double sum = 0;
    int last = 0;
    for (int k = 0; k < q.length; k++) {
      sum += q[k];
      if (u < sum) {
        return k;
      }
      last = q[k] > 0 ? k : last;
    }
    return last; // the sum may be a rounding error short of 1
  }
}
