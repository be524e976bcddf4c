package io.evenkeel.core.drift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.ExponentialKernel;
import io.evenkeel.core.moments.ExpectedScoreMoments;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DriftPlanTest {
  private static final List<Map<String, Double>> FEATURES =
      List.of(Map.of("a", 1.0, "b", 2.0), Map.of("a", 3.0), Map.of("b", 0.5));
  private static final List<Normal> PREDICTIONS =
      List.of(Normal.of(0, 1), Normal.of(1, 2), Normal.of(5, 1));

  private static final DriftPlan PLAN =
      new DriftPlan(
          new PredictionEmbedding(
              new ExponentialKernel(Distance.WASSERSTEIN_2, 1, 1), PREDICTIONS.subList(0, 2)),
          FeatureLearner.ofPredictions(PREDICTIONS),
          FeatureLearner.learn(FEATURES, 10, 1),
          FeatureLearner.ofTargets(PREDICTIONS, 1));

  /** A block without the sums of scores, which are its end. */
  private static double[] ofDrift(double[] block) {
    int scores = PLAN.forecastSums(block).length + PLAN.labelledSums(block).length;
    return Arrays.copyOf(block, block.length - scores);
  }

  @Test
  void sumsUpTheScoresOfAllPredictionsAndOfThoseWithALabel() {
    double[] block = new double[PLAN.length()];
    PREDICTIONS.forEach(p -> PLAN.add(block, p, Map.of()));
    PLAN.label(block, PREDICTIONS.get(1), Target.of(1.5), 1);
    PLAN.label(block, PREDICTIONS.get(2), Target.of(4), 1);
    PLAN.label(block, PREDICTIONS.get(2), Target.of(4), -1);

    ExpectedScoreMoments moments = PLAN.scores().orElseThrow();
    double[] all = new double[moments.forecastLength()];
    PREDICTIONS.forEach(p -> moments.forecasts(all, 0).add(p, 1));
    double[] labelled = new double[moments.length()];
    moments.accumulator(labelled, 0).add(PREDICTIONS.get(1), Target.of(1.5), 1);
    assertThat(PLAN.forecastSums(block)).isEqualTo(all);
    assertThat(PLAN.labelledSums(block)).containsExactly(labelled, within(1e-12));
  }

  @Test
  void keepsWhatItIsGivenApart() {
    double[] block = new double[PLAN.length()];
    for (int i = 0; i < 3; i++) {
      PLAN.add(block, PREDICTIONS.get(i), FEATURES.get(i));
    }
    PLAN.label(block, PREDICTIONS.get(1), Target.of(1.5), 1);
    DriftMoments moments = PLAN.moments(block);

    assertThat(moments.predictions().toArray())
        .isEqualTo(PLAN.predictions().moments(PREDICTIONS).toArray());
    assertThat(moments.labelled().toArray())
        .isEqualTo(PLAN.predictions().moments(PREDICTIONS.subList(1, 2)).toArray());
    assertThat(moments.waiting().n()).isEqualTo(2);
    assertThat(moments.toArray()).isEqualTo(ofDrift(block));
    assertThat(moments.features().n()).isEqualTo(3);
    assertThat(moments.features().counts(1)[0]).isEqualTo(1);
    assertThat(moments.targets().n()).isEqualTo(1);
    assertThat(moments.plus(moments).targets().n()).isEqualTo(2);
    assertThat(moments.coverage(1).counts()).containsExactly(2, 1, 0);
  }

  @Test
  void countsCasesWithFeaturesThatItDoesNotKnow() {
    double[] block = new double[PLAN.length()];
    PLAN.add(block, PREDICTIONS.get(0), Map.of("a", 1.0, "new", 1.0, "newer", 2.0));
    PLAN.add(block, PREDICTIONS.get(1), Map.of("new", 1.0));
    PLAN.add(block, PREDICTIONS.get(2), Map.of("a", 1.0, "b", 1.0));
    DriftMoments moments = PLAN.moments(block);
    int known = PLAN.features().cells();

    assertThat(moments.others()).isEqualTo(2);
    assertThat(moments.plus(moments).others()).isEqualTo(4);
    assertThat(moments.toArray()).isEqualTo(ofDrift(block));
    assertThat(PLAN.featuresAndOthers().all()).endsWith(OtherFeatures.FEATURE).hasSize(3);
    assertThat(moments.featuresAndOthers().counts())
        .startsWith(moments.features().counts())
        .endsWith(1, 2, 0)
        .hasSize(known + 3);
  }

  @Test
  void watchesNoOtherFeaturesWhereThereAreNone() {
    DriftPlan plan =
        new DriftPlan(PLAN.predictions(), PLAN.coordinates(), Features.NONE, PLAN.targets());

    assertThat(plan.featuresAndOthers().all()).isEmpty();
    assertThat(plan.moments(new double[plan.length()]).featuresAndOthers().n()).isZero();
  }

  @Test
  void countsLabelsUpToAShareOfPredictions() {
    double[] block = new double[PLAN.length()];
    for (int i = 0; i < 3; i++) {
      PLAN.add(block, PREDICTIONS.get(i), FEATURES.get(i));
      PLAN.label(block, PREDICTIONS.get(i), Target.of(0), 1);
    }
    DriftMoments moments = PLAN.moments(block);

    assertThat(moments.coverage(1).counts()).containsExactly(0, 3, 0);
    assertThat(moments.coverage(0.5).counts()).containsExactly(1, 2, 0);
  }

  @Test
  void takesALabelBack() {
    double[] block = new double[PLAN.length()];

    PLAN.label(block, PREDICTIONS.get(0), Target.of(-2), 1);
    PLAN.label(block, PREDICTIONS.get(0), Target.of(-2), -1);

    assertThat(block).containsOnly(0);
  }

  @Test
  void countsTheMostProbableClassesApart() {
    double[] p = new double[60];
    for (int k = 0; k < 60; k++) {
      p[k] = (k + 1) / 1830.0;
    }
    Feature label = FeatureLearner.ofTargets(List.of(Categorical.of(p)), 1).all().get(0);

    assertThat(label.cells()).isEqualTo(52);
    assertThat(List.of(label.cell(10), label.cell(59), label.cell(9))).containsExactly(1, 50, 51);
  }

  @Test
  void comparesTheCoordinatesOfLabels() {
    Random random = new Random(1);
    List<PredictiveDistribution> predictions = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      predictions.add(Normal.diagonal(new double[] {0, 3}, new double[] {1, 1}));
    }
    Features targets = FeatureLearner.ofTargets(predictions, 1);
    double[] before = new double[targets.length()];
    double[] now = new double[targets.length()];
    for (int i = 0; i < 500; i++) {
      double first = random.nextGaussian();
      targets.add(before, 0, coordinate -> coordinate == 0 ? first : 3 + random.nextGaussian(), 1);
      targets.add(now, 0, coordinate -> coordinate == 0 ? first : 4 + random.nextGaussian(), 1);
    }

    FeatureShift shift = targets.moments(now, 0).since(targets.moments(before, 0));
    assertThat(shift.drifted(0.005)).extracting(FeatureDrift::name).containsExactly("label[1]");
    assertThat(shift.features().get(1).displacement().shift()).isCloseTo(1, within(0.4));
  }
}
