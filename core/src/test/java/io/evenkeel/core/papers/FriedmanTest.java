package io.evenkeel.core.papers;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.calibration.Skce;
import io.evenkeel.core.hypothesis.SkceTest;
import io.evenkeel.core.kernel.ExponentialKernel;
import io.evenkeel.core.kernel.GaussianKernel;
import io.evenkeel.core.kernel.MixtureWasserstein;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.score.CheckScore;
import io.evenkeel.core.score.LogLoss;
import io.evenkeel.core.simulation.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Widmann et al. 2021, Figures 3 and 12, Section A.3: the Friedman 1 regression problem. Ten
 * networks with two hidden layers, each a normal prediction whose variance is the mean squared
 * error on the training data, and the mixture of the ten.
 */
@Tag("simulation")
class FriedmanTest {
  private static final int NETWORKS = 10;
  private static final int INPUTS = 10;
  private static final int TRAINED = 100;
  private static final int JUDGED = 50;
  private static final int OVERFIT = 1500;
  private static final int[] ITERATIONS = {50, 100, 200, 500, 1000, OVERFIT, 2000, 3000, 5000};
  private static final double[] LEVELS =
      IntStream.rangeClosed(1, 19).mapToDouble(k -> k / 20.0).toArray();

  /** A normal prediction is a mixture of one: then this is the kernel of the other experiments. */
  private static final TensorKernel KERNEL =
      new TensorKernel(
          new ExponentialKernel(new MixtureWasserstein(2), 1, 1), new GaussianKernel(0.5));

  /** Inputs with a last column of ones. */
  private record Data(DMatrixRMaj inputs, DMatrixRMaj targets) {
    static Data draw(int n, UniformRandomProvider random) {
      ZigguratSampler.NormalizedGaussian noise = ZigguratSampler.NormalizedGaussian.of(random);
      DMatrixRMaj inputs = new DMatrixRMaj(n, INPUTS + 1);
      double[] targets = new double[n];
      for (int i = 0; i < n; i++) {
        double[] x = random.doubles(INPUTS).toArray();
        targets[i] =
            10 * Math.sin(Math.PI * x[0] * x[1])
                + 20 * (x[2] - 0.5) * (x[2] - 0.5)
                + 10 * x[3]
                + 5 * x[4]
                + noise.sample();
        for (int k = 0; k < INPUTS; k++) {
          inputs.set(i, k, x[k]);
        }
        inputs.set(i, INPUTS, 1);
      }
      return new Data(inputs, new DMatrixRMaj(n, 1, true, targets));
    }

    Observations predicted(List<PredictiveDistribution> predictions) {
      return Observations.of(
          predictions, Arrays.stream(targets.data).mapToObj(Target::of).toList());
    }
  }

  /** Squared error, log loss, pinball loss, SKCE (biased, unbiased), p-value. */
  private record Measures(List<Double> values) {
    static Measures of(Observations sample, double[] means, double[] targets, int seed) {
      double squared = 0;
      double loss = 0;
      for (int i = 0; i < targets.length; i++) {
        squared += (means[i] - targets[i]) * (means[i] - targets[i]) / targets.length;
        loss += LogLoss.of(sample.prediction(i), sample.target(i)) / targets.length;
      }
      Skce skce = new Skce(KERNEL);
      double p =
          SkceTest.withDefaults()
              .with(SkceTest.Method.BOOTSTRAP)
              .test(KERNEL, sample, RandomSource.XO_RO_SHI_RO_128_PP.create(seed))
              .pValue();
      return new Measures(
          List.of(
              squared,
              loss,
              CheckScore.mean(sample, LEVELS),
              skce.biased(sample),
              skce.unbiased(sample),
              p));
    }

    static Measures mean(List<Measures> of) {
      return new Measures(
          IntStream.range(0, of.get(0).values.size())
              .mapToObj(
                  k -> of.stream().mapToDouble(it -> it.values.get(k)).average().orElseThrow())
              .toList());
    }

    double squaredError() {
      return values.get(0);
    }

    double logLoss() {
      return values.get(1);
    }

    double skce() {
      return values.get(3);
    }
  }

  private static final Table TABLE =
      new Table(
          "papers_friedman",
          "data",
          "iterations",
          "model",
          "mse",
          "nll",
          "pinball",
          "skce_biased",
          "skce_unbiased",
          "p");

  private final UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(1);
  private final Data trained = Data.draw(TRAINED, random);
  private final Data judged = Data.draw(JUDGED, random);
  private final List<Network> networks =
      IntStream.range(0, NETWORKS).mapToObj(i -> new Network(random, INPUTS, 200, 50, 1)).toList();

  @Test
  void everyMeasureSeesTheOverfit() {
    List<Measures> ofTest = new ArrayList<>();
    List<Measures> ofTraining = new ArrayList<>();
    int done = 0;
    for (int iterations : ITERATIONS) {
      int steps = iterations - done;
      networks.parallelStream().forEach(network -> train(network, steps));
      done = iterations;
      ofTraining.add(measure("training", trained, iterations));
      ofTest.add(measure("test", judged, iterations));
    }
    TABLE.write(Kernels.KEPT);

    int last = ITERATIONS.length - 1;
    int best = best(ofTest);
    assertThat(ITERATIONS[best]).isLessThanOrEqualTo(OVERFIT);
    assertThat(ofTest.get(last).logLoss()).isGreaterThan(ofTest.get(best).logLoss());
    assertThat(ofTest.get(last).skce()).isGreaterThan(ofTest.get(best).skce());
    assertThat(ofTraining.get(last).skce()).isLessThan(ofTest.get(last).skce());
  }

  private void train(Network network, int steps) {
    for (int step = 0; step < steps; step++) {
      network.step(trained.inputs, this::slopes);
    }
  }

  /** Of the mean squared error. */
  private DMatrixRMaj slopes(DMatrixRMaj outputs) {
    DMatrixRMaj slopes = CommonOps_DDRM.subtract(outputs, trained.targets, null);
    CommonOps_DDRM.scale(2.0 / TRAINED, slopes);
    return slopes;
  }

  private static int best(List<Measures> all) {
    return IntStream.range(0, all.size())
        .reduce((a, b) -> all.get(b).logLoss() < all.get(a).logLoss() ? b : a)
        .orElseThrow();
  }

  /** Writes the mean over the networks and what their mixture has, and gives the mean. */
  private Measures measure(String name, Data data, int iterations) {
    double[][] means =
        networks.stream()
            .map(network -> network.outputs(data.inputs).data)
            .toArray(double[][]::new);
    double[] deviations = networks.stream().mapToDouble(this::deviation).toArray();
    List<Measures> ofEach =
        IntStream.range(0, NETWORKS)
            .parallel()
            .mapToObj(
                m ->
                    Measures.of(
                        data.predicted(normals(means[m], deviations[m])),
                        means[m],
                        data.targets.data,
                        iterations + m))
            .toList();
    List<PredictiveDistribution> mixtures = new ArrayList<>();
    double[] mixed = new double[data.targets.data.length];
    for (int i = 0; i < mixed.length; i++) {
      List<Normal> components = new ArrayList<>();
      for (int m = 0; m < NETWORKS; m++) {
        components.add(Normal.of(means[m][i], deviations[m]));
        mixed[i] += means[m][i] / NETWORKS;
      }
      double[] weights = new double[NETWORKS];
      Arrays.fill(weights, 1.0 / NETWORKS);
      mixtures.add(Mixture.of(weights, components));
    }
    Measures mean = Measures.mean(ofEach);
    Measures ensemble = Measures.of(data.predicted(mixtures), mixed, data.targets.data, iterations);
    add(name, iterations, "mean of ten", mean);
    add(name, iterations, "ensemble", ensemble);
    // Both losses are convex, so this holds on any data.
    assertThat(ensemble.squaredError()).isLessThanOrEqualTo(mean.squaredError() + 1e-12);
    assertThat(ensemble.logLoss()).isLessThanOrEqualTo(mean.logLoss() + 1e-12);
    return mean;
  }

  private double deviation(Network network) {
    double[] means = network.outputs(trained.inputs).data;
    double sum = 0;
    for (int i = 0; i < means.length; i++) {
      sum += (means[i] - trained.targets.data[i]) * (means[i] - trained.targets.data[i]);
    }
    return Math.sqrt(sum / means.length);
  }

  private static List<PredictiveDistribution> normals(double[] means, double deviation) {
    return Arrays.stream(means)
        .<PredictiveDistribution>mapToObj(mean -> Normal.of(mean, deviation))
        .toList();
  }

  private static void add(String name, int iterations, String model, Measures measures) {
    List<Object> row = new ArrayList<>(List.of(name, iterations, model));
    row.addAll(measures.values);
    TABLE.add(row.toArray());
  }
}
