package io.evenkeel.core.calibration;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.recalibration.Temperature;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.DirichletSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Cases whose true probabilities are known, as the experiments of the papers make them: drawn from
 * a symmetric Dirichlet distribution, each with a target drawn from it.
 *
 * @param probabilities of each case
 * @param targets of each case
 */
public record Truths(List<Categorical> probabilities, List<Target> targets) {

  public static Truths draw(int n, int classes, double concentration, long seed) {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
    DirichletSampler dirichlet = DirichletSampler.symmetric(random, classes, concentration);
    return of(
        IntStream.range(0, n).mapToObj(i -> Categorical.of(dirichlet.sample())).toList(), random);
  }

  public static Truths of(List<Categorical> probabilities, UniformRandomProvider random) {
    return new Truths(
        probabilities, probabilities.stream().map(p -> draw(p, random.nextDouble())).toList());
  }

  private static Target draw(Categorical p, double u) {
    int k = 0;
    for (double rest = u - p.probability(0); rest >= 0 && k < p.classes() - 1; k++) {
      rest -= p.probability(k + 1);
    }
    return Target.ofClass(k);
  }

  /** What a model says that knows them. */
  public Observations predicted() {
    return Observations.of(probabilities, targets);
  }

  /** What a model says that knows their temperature wrong. */
  public Observations predicted(double temperature) {
    return Observations.of(
        probabilities.stream().map(new Temperature(temperature)::recalibrate).toList(), targets);
  }
}
