package io.evenkeel.app.verdict;

import io.evenkeel.core.calibration.Ckce;
import io.evenkeel.core.calibration.Jackknife;
import io.evenkeel.core.calibration.Skce;
import io.evenkeel.core.hypothesis.AlikePairs;
import io.evenkeel.core.hypothesis.SkceTest;
import io.evenkeel.core.hypothesis.TestResult;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Composite;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.score.Interval;
import io.evenkeel.schemas.VerdictSample;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The statistics of a window that take all pairs, of a uniform sample of its labelled predictions.
 * The SKCE moves when other predictions are made, even if every one of them means what it meant;
 * the CKCE hardly does.
 *
 * @param n the size of the sample, at least 2
 * @param skce the unbiased estimate of the SKCE
 * @param skcePValue of its test by random signs, for which targets count among the members of
 *     ensembles
 * @param alike how much observations with the same prediction miss alike
 * @param ckce the CKCE at the ridge of a full sample; none where the kernel of the predictions is
 *     not positive definite
 */
public record Quadratic(
    int n, double skce, double skcePValue, AlikePairs alike, Optional<Jackknife> ckce) {
  private static final SkceTest TEST = SkceTest.withDefaults().with(SkceTest.Method.WILD_BOOTSTRAP);

  /** A pair of predictions takes all pairs of their components. */
  private static final int MOST_COMPONENTS = 1024;

  /**
   * The statistics of a sample; none of fewer than two predictions that the kernel compares. O(n²)
   * kernel evaluations and O(n³) time; of mixtures, ensembles and quantiles the first are taken,
   * with no more than 1024 components in all.
   *
   * @param sample in an order that says nothing of the observations, so that the first are a sample
   * @param largest the size of a full sample, which fixes the ridge: values of the CKCE are
   *     comparable at the same ridge only
   * @param seed of the random signs
   */
  public static Optional<Quadratic> of(
      TensorKernel kernel, Observations sample, int largest, long seed) {
    Observations compared = compared(kernel, sample);
    int n = compared.size();
    if (n < 2) {
      return Optional.empty();
    }
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
    Observations judged = compared.judged();
    TestResult test = TEST.test(kernel, judged, random);
    boolean isOther = judged.prediction(0) != compared.prediction(0);
    return Optional.of(
        new Quadratic(
            n,
            isOther ? new Skce(kernel).unbiased(compared) : test.statistic() / n,
            test.pValue(),
            AlikePairs.of(kernel, compared),
            ckce(kernel, compared, Ckce.defaultLambda(largest))));
  }

  /** The group of a verdict that says them, with intervals at level 1 − α. */
  VerdictSample group(double alpha, Tests tests) {
    VerdictSample.Builder group =
        VerdictSample.newBuilder().setSize(n).setSkce(skce).setSkcePValue(skcePValue);
    tests
        .neighbourTest()
        .filter(test -> !test.degenerate())
        .ifPresent(test -> group.setNeighboursPValue(test.pValue()));
    if (ckce.isPresent()) {
      Interval interval = ckce.get().interval(1 - alpha);
      group
          .setCkce(ckce.get().estimate())
          .setCkceLower(interval.lower())
          .setCkceUpper(interval.upper());
    }
    return group.build();
  }

  private static Observations compared(TensorKernel kernel, Observations sample) {
    return first(
        sample.subset(
            IntStream.range(0, sample.size())
                .filter(i -> kernel.predictions().takes(sample.prediction(i)))
                .toArray()));
  }

  /** The first of a sample, with no more than 1024 components in all, as all pairs take time. */
  public static Observations first(Observations sample) {
    int components = 0;
    int size = 0;
    while (size < sample.size()) {
      PredictiveDistribution p = sample.prediction(size);
      components += p instanceof Composite composite ? composite.mixture().size() : 1;
      if (components > MOST_COMPONENTS) {
        break;
      }
      size++;
    }
    return sample.subset(IntStream.range(0, size).toArray());
  }

  private static Optional<Jackknife> ckce(TensorKernel kernel, Observations sample, double lambda) {
    try {
      return Optional.of(new Ckce(kernel).jackknife(sample, lambda));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
