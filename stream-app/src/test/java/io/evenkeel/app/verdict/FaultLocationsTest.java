package io.evenkeel.app.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.app.config.ClassNames;
import io.evenkeel.app.verdict.FaultLocations.Place;
import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.ExponentialKernel;
import io.evenkeel.core.kernel.GaussianKernel;
import io.evenkeel.core.kernel.KroneckerKernel;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.TestLocation;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultLocationsTest {
  private static final double ALPHA = 0.01;
  private static final TensorKernel CLASSES =
      new TensorKernel(new ExponentialKernel(Distance.EUCLIDEAN, 4, 1), new KroneckerKernel());
  private static final TensorKernel NUMBERS =
      new TensorKernel(
          new ExponentialKernel(Distance.WASSERSTEIN_2, 1, 1), new GaussianKernel(0.5));
  private static final Categorical CAT = Categorical.of(0.05, 0.9, 0.05);
  private static final Categorical DOG = Categorical.of(0.1, 0.3, 0.6);
  private static final ClassNames NAMES = ClassNames.of(List.of("bird", "cat", "dog"));

  private static Sketch sketch(TensorKernel kernel, TestLocation... locations) {
    TargetSpace space = locations[0].prediction().space();
    return SketchPlan.of(space, new Profile(1, space, kernel, List.of(locations))).empty();
  }

  private static TestLocation at(PredictiveDistribution prediction, Target target) {
    return new TestLocation(prediction, target);
  }

  private static void add(Sketch sketch, int n, PredictiveDistribution p, Target y) {
    for (int i = 0; i < n; i++) {
      sketch.add(p, y);
    }
  }

  @Test
  void namesTheClassAndTheProbabilityAtWhichItComesLessOften() {
    Sketch sketch = sketch(CLASSES, at(DOG, Target.ofClass(2)), at(CAT, Target.ofClass(1)));
    add(sketch, 60, CAT, Target.ofClass(1));
    add(sketch, 40, CAT, Target.ofClass(0));
    add(sketch, 60, DOG, Target.ofClass(2));
    add(sketch, 30, DOG, Target.ofClass(1));
    add(sketch, 10, DOG, Target.ofClass(0));

    FaultLocations where = FaultLocations.of(sketch, NAMES);

    assertThat(where.inWords(ALPHA))
        .isEqualTo(
            "most where class cat is predicted near 0.9: it comes true less often than predicted");
    assertThat(where.places())
        .extracting(Place::label)
        .containsExactly("class cat is predicted near 0.9", "class dog is predicted near 0.6");
  }

  @Test
  void tellsHowManyOfAllPredictionsAndWhatChanceDoes() {
    Sketch sketch = sketch(CLASSES, at(CAT, Target.ofClass(1)));
    add(sketch, 60, CAT, Target.ofClass(1));
    add(sketch, 40, CAT, Target.ofClass(0));

    Place place = FaultLocations.of(sketch, NAMES).places().get(0);

    assertThat(place.contribution()).isCloseTo(0.6 - 0.9, within(1e-12));
    assertThat(place.standardError()).isCloseTo(Math.sqrt(0.9 * 0.1 / 100), within(1e-12));
  }

  @Test
  void ofTwoClassesTheFirstIsToldByTheSecond() {
    Categorical p = Categorical.of(0.96, 0.04);
    Sketch sketch = sketch(CLASSES, at(p, Target.ofClass(0)), at(p, Target.ofClass(1)));
    add(sketch, 80, p, Target.ofClass(0));
    add(sketch, 20, p, Target.ofClass(1));

    FaultLocations where = FaultLocations.of(sketch, ClassNames.of(List.of()));

    assertThat(where.places()).hasSize(1);
    assertThat(where.places().get(0).label()).isEqualTo("class 1 is predicted near 0.04");
    assertThat(where.places().get(0).contribution()).isCloseTo(0.16, within(1e-12));
    assertThat(where.inWords(ALPHA)).endsWith("it comes true more often than predicted");
  }

  @Test
  void namesNumbersByThePredictionsAndTheTargetsThatCameInstead() {
    Sketch sketch =
        sketch(NUMBERS, at(Normal.of(12.34, 1), Target.of(11)), at(Normal.of(2, 1), Target.of(2)));
    for (int i = 0; i < 50; i++) {
      sketch.add(Normal.of(12.3, 1), Target.of(11 + 0.01 * i));
      sketch.add(Normal.of(2, 1), Target.of(1 + 0.04 * i));
    }

    assertThat(FaultLocations.of(sketch, ClassNames.of(List.of())).inWords(ALPHA))
        .isEqualTo(
            "most where predictions are around 12.3: targets near 11.0 come more often than"
                + " predicted");
  }

  @Test
  void namesVectorsByTheirMedians() {
    Normal p = Normal.diagonal(new double[] {1, -20}, new double[] {1, 1});
    Sketch sketch = sketch(NUMBERS, at(p, Target.of(2, -20)));
    add(sketch, 1, p, Target.of(2, -20));

    assertThat(FaultLocations.of(sketch, ClassNames.of(List.of())).places())
        .extracting(Place::label)
        .containsExactly("predictions are around (1.00, -20.0), targets near (2.00, -20.0)");
  }

  @Test
  void saysNothingOfWhatChanceDoes() {
    Sketch sketch = sketch(CLASSES, at(CAT, Target.ofClass(1)), at(DOG, Target.ofClass(2)));
    add(sketch, 86, CAT, Target.ofClass(1));
    add(sketch, 14, CAT, Target.ofClass(0));

    FaultLocations where = FaultLocations.of(sketch, NAMES);

    assertThat(where.places()).isNotEmpty();
    assertThat(where.inWords(ALPHA)).isEmpty();
  }

  @Test
  void knowsNoPlaceWithoutLabelsOrWithoutAProfile() {
    Sketch unlabelled = sketch(CLASSES, at(CAT, Target.ofClass(1)));
    Sketch unprofiled = SketchPlan.of(TargetSpace.classes(3), null).empty();
    unprofiled.add(CAT, Target.ofClass(1));

    assertThat(FaultLocations.of(unlabelled, NAMES).places()).isEmpty();
    assertThat(FaultLocations.of(unprofiled, NAMES).places()).isEmpty();
    assertThat(FaultLocations.of(unprofiled, NAMES).inWords(ALPHA)).isEmpty();
  }
}
