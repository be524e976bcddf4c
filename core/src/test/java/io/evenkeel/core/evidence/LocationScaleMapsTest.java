package io.evenkeel.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.core.recalibration.LocationScale;
import io.evenkeel.core.recalibration.MapKind;
import io.evenkeel.core.recalibration.RecalibrationFamily.Score;
import io.evenkeel.core.score.LabelNoise;
import io.evenkeel.core.score.LogLoss;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LocationScaleMapsTest {
  private static final double[] MAP = {0.3, 1.3};
  private final SplittableRandom random = new SplittableRandom(2);
  private final LocationScaleMaps maps = new LocationScaleMaps(LabelNoise.USUAL);

  private Observations sample(int size, double shift, double scale) {
    List<PredictiveDistribution> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      double mean = random.nextGaussian();
      double sd = 0.5 + random.nextDouble();
      predictions.add(Normal.of(mean, sd));
      targets.add(Target.of(mean + sd * (shift + scale * random.nextGaussian())));
    }
    return Observations.of(predictions, targets);
  }

  private static Sketch sketch(SketchPlan plan, Observations sample) {
    Sketch sketch = plan.empty();
    for (int i = 0; i < sample.size(); i++) {
      sketch.add(sample.prediction(i), sample.target(i));
    }
    return sketch;
  }

  private SketchPlan plan() {
    return SketchPlan.of(
        TargetSpace.reals(1), ProfileLearner.learn(1, sample(64, 0, 1).predictions(), 4, 1));
  }

  @Test
  void theMapIsThatOfAFitToTheObservations() {
    Observations sample = sample(500, 0.2, 1.1);
    LocationScale fitted = (LocationScale) MapKind.LOCATION_SCALE.fit(sample);

    double[] map = maps.fit(LocationScaleMaps.sums(sketch(plan(), sample))).orElseThrow();

    assertThat(map[0]).isCloseTo(fitted.shift(), within(1e-3));
    assertThat(map[1]).isCloseTo(fitted.scale(), within(1e-3));
  }

  @Test
  void theLogRatioIsThatOfTheObservations() {
    Observations sample = sample(300, 0, 0.8);
    double exact = 0;
    for (int i = 0; i < sample.size(); i++) {
      RealVector y = (RealVector) sample.target(i);
      exact += LogLoss.of(sample.prediction(i), y);
      exact -= LogLoss.of(maps.published(MAP).recalibrate(sample.prediction(i)), y);
    }

    assertThat(maps.logRatio(MAP, LocationScaleMaps.sums(sketch(plan(), sample))))
        .isCloseTo(exact, within(1e-9));
  }

  @Test
  void theRatioOfALabelIsAtMostOneOnAverageIfPredictionsAreCalibrated() {
    SketchPlan plan = plan();
    double sum = 0;
    int labels = 200_000;
    for (int i = 0; i < labels; i++) {
      sum += Math.exp(maps.logRatio(MAP, LocationScaleMaps.sums(sketch(plan, sample(1, 0, 1)))));
    }

    // The variance of a ratio is below 1, so that this is more than four standard errors.
    assertThat(sum / labels).isBetween(0.99, 1.01);
  }

  @Test
  void thereIsNoneBeforeThereIsAProfileAndNoneOfEnsembles() {
    Sketch early = sketch(SketchPlan.of(TargetSpace.reals(1), null), sample(100, 1, 1));
    Sketch ensembles = plan().empty();
    ensembles.add(Ensemble.of(0, 1, 2), Target.of(5));

    assertThat(maps.fit(LocationScaleMaps.sums(early))).isEmpty();
    assertThat(maps.fit(LocationScaleMaps.sums(ensembles))).isEmpty();
  }

  @Test
  void theScoreIsStandardWhereTheMapIsRight() {
    SketchPlan plan = plan();
    double sum = 0;
    double squares = 0;
    int panes = 2000;
    for (int i = 0; i < panes; i++) {
      double[] pane = LocationScaleMaps.sums(sketch(plan, sample(30, 0.1, 1.1)));
      Score score = maps.score(0, Optional.of(new double[] {0.1, 1.1}), pane);
      sum += score.slope();
      squares += score.slope() * score.slope();
    }

    assertThat(sum / panes).isCloseTo(0, within(0.1));
    assertThat(squares / panes).isCloseTo(1, within(0.1));
  }
}
