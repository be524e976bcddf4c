package io.evenkeel.core.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.calibration.DirichletKernel;
import io.evenkeel.core.calibration.ProperCalibration;
import io.evenkeel.core.calibration.ProperCalibrationError;
import io.evenkeel.core.calibration.ProperDecomposition;
import io.evenkeel.core.calibration.Truths;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.recalibration.Temperature;
import io.evenkeel.core.simulation.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.DirichletSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Popordanoska, Gruber et al., Figures 2 and 4, Sections 7.1 and F.2: class-wise estimates of
 * proper calibration errors against the truth. A truth is a uniform point of the simplex at
 * temperature 0.9, and its prediction the truth at temperature 0.6. The paper gives no number of
 * bins: here are 15 of equal width, each observation left out of its own.
 */
@Tag("simulation")
class ProperErrorBiasTest {
  private static final int REPETITIONS = 20;
  private static final int[] CLASSES = {2, 3, 5, 10};
  private static final int[] SIZES = {50, 100, 250, 500, 1000};
  private static final int BINS = 15;

  /** The paper chooses by likelihood and by eye, within 0.0001 and 0.01. */
  private static final double[] BANDWIDTHS = {0.001, 0.01};

  private static final int TRUTHS = 400_000;
  private static final int GROUP = 2000;
  private static final Temperature TRUTH = new Temperature(0.9);
  private static final double MODEL = 0.6;

  private static final Table TABLE =
      new Table(
          "papers_proper_bias",
          "error",
          "classes",
          "bandwidth",
          "n",
          "truth",
          "dirichlet_direct",
          "dirichlet_score",
          "bins_direct",
          "bins_score");

  private enum Kind {
    SQUARED,
    LOGARITHMIC;

    ProperDecomposition of(ProperCalibration calibration) {
      return this == SQUARED ? calibration.squared() : calibration.logarithmic();
    }

    double divergence(double q, double p) {
      return this == SQUARED ? 2 * (q - p) * (q - p) : part(q, p) + part(1 - q, 1 - p);
    }

    private static double part(double q, double p) {
      return q > 0 ? q * Math.log(q / p) : 0;
    }

    /** The score that frequencies q expect of themselves. */
    double entropy(double q) {
      return this == SQUARED ? 2 * q * (1 - q) : -part(q, 1) - part(1 - q, 1);
    }
  }

  @Test
  void theBiasOfTheDirichletKernelFallsAndTheDefinitionIsNearerThanTheScore() {
    SoftAssertions softly = new SoftAssertions();
    for (Kind kind : Kind.values()) {
      for (int classes : CLASSES) {
        double truth = truth(kind, classes);
        if (classes == 2) {
          assertThat(truth).isCloseTo(kind == Kind.SQUARED ? 0.01259 : 0.0366, within(2e-4));
        }
        for (double bandwidth : BANDWIDTHS) {
          List<double[]> biases =
              Arrays.stream(SIZES)
                  .mapToObj(n -> biases(kind, classes, n, bandwidth, truth))
                  .toList();
          double[] few = biases.get(0);
          double[] many = biases.get(biases.size() - 1);
          String setting = kind + ", " + classes + " classes, bandwidth " + bandwidth;
          softly.assertThat(Math.abs(many[0])).as(setting).isLessThan(Math.abs(few[0]));
          softly.assertThat(Math.abs(many[0])).as(setting).isLessThan(Math.abs(many[1]));
          if (bandwidth == BANDWIDTHS[1]) {
            softly.assertThat(Math.abs(many[0])).as(setting).isLessThan(Math.abs(many[2]));
          }
        }
      }
    }
    TABLE.write(Kernels.KEPT);
    softly.assertAll();
  }

  /** What the mean of each estimate exceeds the truth by. */
  private static double[] biases(Kind kind, int classes, int n, double bandwidth, double truth) {
    List<double[]> all =
        IntStream.range(0, REPETITIONS)
            .parallel()
            .mapToObj(seed -> estimates(kind, sample(classes, n, seed), bandwidth))
            .toList();
    double[] means =
        IntStream.range(0, 4)
            .mapToDouble(k -> all.stream().mapToDouble(it -> it[k]).average().orElseThrow())
            .toArray();
    TABLE.add(kind, classes, bandwidth, n, truth, means[0], means[1], means[2], means[3]);
    return Arrays.stream(means).map(mean -> mean - truth).toArray();
  }

  /** With the Dirichlet kernel and with bins, by definition and by the score. */
  private static double[] estimates(Kind kind, Observations sample, double bandwidth) {
    List<ProperCalibration> byClass =
        new ProperCalibrationError(new DirichletKernel(bandwidth)).byClass(sample);
    double[] bins = new double[2];
    for (int k = 0; k < byClass.size(); k++) {
      double[] ofClass = binned(kind, event(sample, k));
      bins[0] += ofClass[0] / byClass.size();
      bins[1] += ofClass[1] / byClass.size();
    }
    return new double[] {
      mean(byClass, it -> kind.of(it).calibration()),
      mean(byClass, it -> kind.of(it).calibrationByScore()),
      bins[0],
      bins[1]
    };
  }

  private static double mean(List<ProperCalibration> all, Function<ProperCalibration, Double> of) {
    return all.stream().mapToDouble(of::apply).average().orElseThrow();
  }

  /** By definition, and by the score. */
  private static double[] binned(Kind kind, Observations event) {
    CellFrequencies cells = new CellFrequencies(event, BINS);
    double direct = 0;
    double byScore = 0;
    int used = 0;
    for (int i = 0; i < event.size(); i++) {
      double[] frequencies = cells.givenOthers(i);
      if (frequencies.length > 0) {
        used++;
        double p = ((Categorical) event.prediction(i)).probability(0);
        double came = ((ClassLabel) event.target(i)).index() == 0 ? 1 : 0;
        direct += kind.divergence(frequencies[0], p);
        byScore += kind.divergence(came, p) - kind.entropy(frequencies[0]);
      }
    }
    return new double[] {direct / used, byScore / used};
  }

  private static Observations event(Observations sample, int k) {
    List<Categorical> predictions = new ArrayList<>();
    List<Target> came = new ArrayList<>();
    for (int i = 0; i < sample.size(); i++) {
      double p = ((Categorical) sample.prediction(i)).probability(k);
      predictions.add(Categorical.of(p, 1 - p));
      came.add(Target.ofClass(((ClassLabel) sample.target(i)).index() == k ? 0 : 1));
    }
    return Observations.of(predictions, came);
  }

  private static Observations sample(int classes, int n, long seed) {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
    return Truths.of(truths(classes, n, random), random).predicted(MODEL);
  }

  private static List<Categorical> truths(int classes, int n, UniformRandomProvider random) {
    DirichletSampler uniform = DirichletSampler.symmetric(random, classes, 1);
    return IntStream.range(0, n)
        .mapToObj(i -> TRUTH.recalibrate(Categorical.of(uniform.sample())))
        .toList();
  }

  /** From the means of groups of truths whose predictions are next to each other. */
  private static double truth(Kind kind, int classes) {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(-1);
    Temperature model = new Temperature(MODEL);
    double[][] pairs =
        truths(classes, TRUTHS, random).stream()
            .map(p -> new double[] {model.recalibrate(p).probability(0), p.probability(0)})
            .sorted(Comparator.comparingDouble(pair -> pair[0]))
            .toArray(double[][]::new);
    double sum = 0;
    for (int from = 0; from < TRUTHS; from += GROUP) {
      double[][] group = Arrays.copyOfRange(pairs, from, from + GROUP);
      double p = Arrays.stream(group).mapToDouble(pair -> pair[0]).average().orElseThrow();
      double q = Arrays.stream(group).mapToDouble(pair -> pair[1]).average().orElseThrow();
      sum += kind.divergence(q, p) * GROUP / TRUTHS;
    }
    return sum;
  }
}
