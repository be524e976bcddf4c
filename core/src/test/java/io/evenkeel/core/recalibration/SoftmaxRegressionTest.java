package io.evenkeel.core.recalibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSampler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.DirichletSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/** Vector scaling and Dirichlet calibration, which are such regressions. */
class SoftmaxRegressionTest {
  private static final VectorScaling VECTOR =
      new VectorScaling(List.of(1.3, 0.8, 1.0), List.of(0.5, -0.7, 0.2));
  private static final DirichletCalibration DIRICHLET =
      new DirichletCalibration(
          List.of(List.of(1.2, 0.4, 0.0), List.of(0.0, 0.9, -0.3), List.of(0.1, 0.0, 1.0)),
          List.of(0.3, -0.3, 0.0));

  private static double loss(RecalibrationMap map, Observations sample) {
    return IntStream.range(0, sample.size())
        .mapToDouble(i -> MapChoice.loss(map.recalibrate(sample.prediction(i)), sample.target(i)))
        .average()
        .orElseThrow();
  }

  /** Predictions of three classes, whose targets come as a map of them says. */
  private static Observations sample(int n, long seed, UnaryOperator<Categorical> truth) {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
    DirichletSampler sampler = DirichletSampler.symmetric(random, 3, 1);
    TargetSampler targetsOf = new TargetSampler(random);
    List<Categorical> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      Categorical p = Categorical.of(sampler.sample());
      predictions.add(p);
      targets.add(targetsOf.draw(truth.apply(p)));
    }
    return Observations.of(predictions, targets);
  }

  /** Logits have no zero: what is added to all of them changes nothing. */
  private static double[] relative(List<Double> offsets) {
    return offsets.stream().mapToDouble(b -> b - offsets.get(0)).toArray();
  }

  @Test
  void vectorScalingIsRecovered() {
    Observations sample = sample(100_000, 1, p -> (Categorical) VECTOR.recalibrate(p));

    VectorScaling map = VectorScaling.fit(sample);

    for (int k = 0; k < 3; k++) {
      assertThat(map.scales().get(k)).isCloseTo(VECTOR.scales().get(k), within(0.03));
    }
    assertThat(relative(map.offsets())).containsExactly(relative(VECTOR.offsets()), within(0.05));
  }

  /** What a matrix adds to all rows alike changes nothing, so the predictions are compared. */
  @Test
  void dirichletCalibrationIsRecovered() {
    Observations sample = sample(100_000, 2, p -> (Categorical) DIRICHLET.recalibrate(p));

    DirichletCalibration map = DirichletCalibration.fit(sample);

    for (int i = 0; i < 100; i++) {
      Categorical right = (Categorical) DIRICHLET.recalibrate(sample.prediction(i));
      Categorical found = (Categorical) map.recalibrate(sample.prediction(i));
      for (int k = 0; k < 3; k++) {
        assertThat(found.probability(k)).isCloseTo(right.probability(k), within(0.02));
      }
    }
    assertThat(loss(map, sample))
        .isLessThanOrEqualTo(loss(DIRICHLET, sample) + 1e-4)
        .isLessThan(loss(VectorScaling.fit(sample), sample) - 0.002);
  }

  /** The penalised loss rises in whichever direction a parameter goes. */
  @Test
  void noParameterCanBeBettered() {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(3);
    int n = 40;
    double[][][] features =
        IntStream.range(0, n)
            .mapToObj(
                i ->
                    IntStream.range(0, 4)
                        .mapToObj(
                            k ->
                                DoubleStream.generate(() -> 4 * random.nextDouble() - 2)
                                    .limit(3)
                                    .toArray())
                        .toArray(double[][]::new))
            .toArray(double[][][]::new);
    int[] targets = random.ints(n, 0, 3).toArray();
    double[] identity = random.doubles(12).toArray();
    double[] precisions = random.doubles(12).map(x -> 0.1 + x).toArray();

    double[] best = new SoftmaxRegression(features, targets, identity, precisions).fit();

    double least = penalised(features, targets, identity, precisions, best);
    for (int a = 0; a < best.length; a++) {
      for (double step : new double[] {-1e-3, 1e-3}) {
        double[] other = best.clone();
        other[a] += step;
        assertThat(penalised(features, targets, identity, precisions, other))
            .isGreaterThan(least + 1e-8);
      }
    }
  }

  private static double penalised(
      double[][][] features, int[] targets, double[] identity, double[] precisions, double[] at) {
    double loss = 0;
    for (int i = 0; i < targets.length; i++) {
      double[] scores = new double[features[i].length];
      for (int k = 0; k < scores.length; k++) {
        for (int a = 0; a < 3; a++) {
          scores[k] += at[3 * k + a] * features[i][k][a];
        }
      }
      loss += Math.log(Arrays.stream(scores).map(Math::exp).sum()) - scores[targets[i]];
    }
    for (int a = 0; a < at.length; a++) {
      loss += precisions[a] * Math.pow(at[a] - identity[a], 2) / 2;
    }
    return loss;
  }

  /** All certain and right, all certain and wrong within what is possible, one row, one class. */
  @Test
  void extremesHaveFiniteMaps() {
    List<Categorical> certain =
        List.of(Categorical.of(1, 0, 0), Categorical.of(0, 1, 0), Categorical.of(0, 0, 1));
    List<Categorical> nearly =
        List.of(Categorical.of(1 - 2e-12, 1e-12, 1e-12), Categorical.of(1e-9, 1 - 2e-9, 1e-9));
    List<Observations> samples =
        List.of(
            Observations.of(
                certain, List.of(Target.ofClass(0), Target.ofClass(1), Target.ofClass(2))),
            Observations.of(nearly, List.of(Target.ofClass(1), Target.ofClass(2))),
            Observations.of(nearly.subList(0, 1), List.of(Target.ofClass(2))),
            sample(2000, 4, p -> Categorical.of(1, 0, 0)));
    for (Observations sample : samples) {
      for (RecalibrationMap map :
          List.of(VectorScaling.fit(sample), DirichletCalibration.fit(sample))) {
        assertThat(loss(map, sample)).isLessThanOrEqualTo(loss(MapChain.IDENTITY, sample) + 1e-9);
        assertThat(map.describe()).doesNotContain("NaN");
      }
    }
  }

  @Test
  void isForAsManyClassesAsItHas() {
    assertThatThrownBy(() -> VECTOR.recalibrate(Categorical.of(0.5, 0.5)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the map is for 3 classes, got");
    assertThatThrownBy(() -> DIRICHLET.recalibrate(Normal.of(0, 1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new VectorScaling(List.of(1.0, 1.0), List.of(0.0)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                new DirichletCalibration(
                    List.of(List.of(1.0, 0.0), List.of(0.0)), List.of(0.0, 0.0)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void saysWhichClassMovesMost() {
    assertThat(VECTOR.describe())
        .isEqualTo("vector scaling: the logit of class 1 moves by -0.7, others by less");
  }
}
