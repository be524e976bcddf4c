package io.evenkeel.core.papers;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.hypothesis.SkceTest;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSampler;
import io.evenkeel.core.score.QuantileCalibration;
import io.evenkeel.core.simulation.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Widmann et al. 2021, Figures 1, 4 and 5, Section A.1: a line fitted to a sine by ordinary least
 * squares looks calibrated by its quantiles, and the SKCE test rejects it. The paper has one data
 * set; here are 400.
 */
@Tag("simulation")
class OrdinaryLeastSquaresTest {
  private static final int DATA_SETS = 400;
  private static final int TRAINED = 100;
  private static final int JUDGED = 50;
  private static final double ALPHA = 0.05;

  /** The 95 % point of √n times the largest distance of an empirical distribution from its own. */
  private static final double KOLMOGOROV = 1.3581;

  /** What one data set shows. */
  private record Outcome(double bootstrap, double exact, double ifCalibrated, double distance) {}

  @Test
  void theSkceTestRejectsWhatLooksCalibratedByItsQuantiles() {
    List<Outcome> outcomes =
        IntStream.range(0, DATA_SETS).parallel().mapToObj(OrdinaryLeastSquaresTest::run).toList();
    double[] bootstrap = outcomes.stream().mapToDouble(Outcome::bootstrap).sorted().toArray();
    double median = bootstrap[DATA_SETS / 2];
    double rejected = rejected(bootstrap);
    double exact = rejected(outcomes.stream().mapToDouble(Outcome::exact).toArray());
    double size = rejected(outcomes.stream().mapToDouble(Outcome::ifCalibrated).toArray());
    double byQuantiles =
        outcomes.stream().filter(it -> it.distance > KOLMOGOROV / Math.sqrt(JUDGED)).count()
            / (double) DATA_SETS;

    Table table = new Table("papers_ols", "value", "printed", "ours");
    table.add("p of the SKCE test (bootstrap): median", "< 0.05", median);
    table.add("data sets rejected at 0.05 (bootstrap)", "the one shown", rejected);
    table.add("data sets rejected at 0.05 (targets redrawn)", "", exact);
    table.add("the same model with targets drawn from it (targets redrawn)", "", size);
    table.add("rejected at 0.05 by quantiles (Kolmogorov)", "not the one shown", byQuantiles);
    table.write(Kernels.KEPT);

    assertThat(median).isLessThan(ALPHA);
    assertThat(rejected).isGreaterThan(byQuantiles);
    assertThat(size).isLessThan(ALPHA + 3 * Math.sqrt(ALPHA * (1 - ALPHA) / DATA_SETS));
  }

  private static double rejected(double[] p) {
    return Arrays.stream(p).filter(it -> it <= ALPHA).count() / (double) p.length;
  }

  private static Outcome run(int seed) {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
    double[][] trained = draw(TRAINED, random);
    double[][] judged = draw(JUDGED, random);
    double[] line = line(trained);
    List<PredictiveDistribution> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (double[] xy : judged) {
      predictions.add(Normal.of(line[0] + line[1] * xy[0], line[2]));
      targets.add(Target.of(xy[1]));
    }
    Observations sample = Observations.of(predictions, targets);
    TargetSampler sampler = new TargetSampler(random);
    Observations calibrated = sample.withTargets(predictions.stream().map(sampler::draw).toList());
    return new Outcome(
        p(SkceTest.Method.BOOTSTRAP, sample, random),
        p(SkceTest.Method.EXACT, sample, random),
        p(SkceTest.Method.EXACT, calibrated, random),
        distance(sample));
  }

  private static double p(SkceTest.Method method, Observations sample, UniformRandomProvider rng) {
    return SkceTest.withDefaults().with(method).test(Kernels.NORMALS, sample, rng).pValue();
  }

  /** x uniform on [−1, 1], and sin(πx) + |1 + x| ε with ε of standard deviation 0.15. */
  private static double[][] draw(int n, UniformRandomProvider random) {
    ZigguratSampler.NormalizedGaussian noise = ZigguratSampler.NormalizedGaussian.of(random);
    double[][] pairs = new double[n][];
    for (int i = 0; i < n; i++) {
      double x = 2 * random.nextDouble() - 1;
      pairs[i] = new double[] {x, Math.sin(Math.PI * x) + Math.abs(1 + x) * 0.15 * noise.sample()};
    }
    return pairs;
  }

  /** Offset, slope, and standard deviation of the residuals with n − 2 degrees of freedom. */
  private static double[] line(double[][] pairs) {
    double meanX = Arrays.stream(pairs).mapToDouble(xy -> xy[0]).average().orElseThrow();
    double meanY = Arrays.stream(pairs).mapToDouble(xy -> xy[1]).average().orElseThrow();
    double xx = 0;
    double xy = 0;
    double yy = 0;
    for (double[] pair : pairs) {
      xx += (pair[0] - meanX) * (pair[0] - meanX);
      xy += (pair[0] - meanX) * (pair[1] - meanY);
      yy += (pair[1] - meanY) * (pair[1] - meanY);
    }
    double slope = xy / xx;
    double sd = Math.sqrt((yy - slope * xy) / (pairs.length - 2));
    return new double[] {meanY - slope * meanX, slope, sd};
  }

  /** The largest distance of the curve of Figure 5 from the diagonal. */
  private static double distance(Observations sample) {
    double[] u = QuantileCalibration.of(sample, 0.5).transforms();
    Arrays.sort(u);
    double largest = 0;
    for (int i = 0; i < u.length; i++) {
      largest =
          Math.max(largest, Math.max(u[i] - i / (double) u.length, (i + 1.0) / u.length - u[i]));
    }
    return largest;
  }
}
