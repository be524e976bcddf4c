package io.evenkeel.core.moments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSampler;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.core.simulation.Observation;
import io.evenkeel.core.simulation.Stream;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SketchTest {
  private static final double ROUNDING = 1e-12;

  private static final Setting CLASSES =
      new Setting(Stream.dirichlet(10, 0.5), TargetSpace.classes(10));
  private static final Setting TWO_CLASSES =
      new Setting(Stream.dirichlet(2, 0.5), TargetSpace.classes(2));
  private static final Setting NORMALS = new Setting(Stream.normals(1), TargetSpace.reals(1));

  private static List<Setting> settings() {
    return List.of(CLASSES, TWO_CLASSES, NORMALS);
  }

  private record Setting(Stream.Law law, TargetSpace space) {
    SketchPlan plan() {
      Profile profile = ProfileLearner.learn(1, Stream.calibrated(law, 1).predictions(100), 32, 2);
      return SketchPlan.of(space, profile);
    }

    List<Observation> observations(int n) {
      return Stream.calibrated(law, 3).next(n);
    }
  }

  private static Sketch sketch(SketchPlan plan, List<Observation> observations) {
    Sketch sketch = plan.empty();
    observations.forEach(o -> sketch.add(o.prediction(), o.target()));
    for (int i = 0; i + 1 < observations.size(); i += 2) {
      Observation a = observations.get(i);
      Observation b = observations.get(i + 1);
      sketch.addPair(a.prediction(), a.target(), b.prediction(), b.target());
    }
    return sketch;
  }

  private static void assertClose(Sketch actual, double[] expected) {
    assertThat(actual.toArray()).containsExactly(expected, within(ROUNDING));
  }

  @ParameterizedTest
  @MethodSource("settings")
  void mergesToTheWhole(Setting setting) {
    List<Observation> all = setting.observations(60);
    Sketch merged = sketch(setting.plan(), all.subList(0, 20));

    merged.merge(sketch(setting.plan(), all.subList(20, 60)));

    assertClose(merged, sketch(setting.plan(), all).toArray());
    assertThat(merged.labelled()).isEqualTo(60);
    assertThat(merged.pairs()).isEqualTo(30);
  }

  @ParameterizedTest
  @MethodSource("settings")
  void returnsToTheStartWhenEverythingIsTakenBack(Setting setting) {
    List<Observation> all = setting.observations(60);
    Sketch sketch = sketch(setting.plan(), all);

    all.forEach(o -> sketch.remove(o.prediction(), o.target()));
    for (int i = 0; i < all.size(); i += 2) {
      Observation a = all.get(i);
      Observation b = all.get(i + 1);
      sketch.removePair(a.prediction(), a.target(), b.prediction(), b.target());
    }

    assertClose(sketch, new double[setting.plan().length()]);
    assertThat(sketch.labelled()).isZero();
  }

  /** A squared residual of 1e9 standard deviations would leave 100 nats of rounding. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void wildTargetsThatAreTakenBackLeaveNoEvidence(int dimension) {
    PredictiveDistribution p = Normal.diagonal(new double[dimension], ones(dimension));
    TargetSampler sampler = new TargetSampler(RandomSource.XO_RO_SHI_RO_128_PP.create(1));
    for (int pane = 0; pane < 20; pane++) {
      Sketch sketch = SketchPlan.of(TargetSpace.reals(dimension), null).empty();
      Sketch untouched = sketch.copy();
      Target wild = Target.of(DoubleStream.of(ones(dimension)).map(x -> 1.3e9 * x).toArray());
      sketch.add(p, wild);
      for (int i = 0; i < 50; i++) {
        Target y = sampler.draw(p);
        sketch.add(p, y);
        untouched.add(p, y);
      }
      sketch.remove(p, wild);

      assertThat(sketch.logRatios()).containsExactly(untouched.logRatios(), within(1e-9));
    }
  }

  /** Where others are lost beside it, the sums say so; where they are not, they are as before. */
  @ParameterizedTest
  @ValueSource(doubles = {0.3, 30, 3e3, 3e5, 1e9, 1e20, 9.96921e36, Double.MAX_VALUE})
  void sayWhetherATargetThatIsTakenBackLeavesTheOthers(double target) {
    for (PredictiveDistribution p :
        List.of(
            Normal.of(0, 1),
            Ensemble.of(-1, 0, 1),
            Quantiles.of(new double[] {0.5}, new double[] {0}))) {
      Sketch sketch = SketchPlan.of(TargetSpace.reals(1), null).empty();
      Sketch untouched = sketch.copy();
      sketch.add(p, Target.of(target));
      for (int i = 1; i <= 50; i++) {
        Target y = Target.of(0.02 * i);
        sketch.add(p, y);
        untouched.add(p, y);
      }

      boolean areGood = sketch.remove(p, Target.of(target));

      assertThat(areGood).isEqualTo(target < 1e4);
      if (areGood) {
        assertThat(sketch.toArray()).containsExactly(untouched.toArray(), within(1e-7));
      }
    }
  }

  @Test
  void anEnsembleWithoutSpreadThatIsTakenBackLosesThePrecisionOfTheOthers() {
    Sketch sketch = SketchPlan.of(TargetSpace.reals(1), null).empty();
    sketch.add(Ensemble.of(-1, 0, 1), Target.of(0.5));
    sketch.add(Ensemble.of(0, 0, 0), Target.of(0));
    sketch.add(Ensemble.of(-1, 0, 1), Target.of(-0.5));

    assertThat(sketch.remove(Ensemble.of(-1, 0, 1), Target.of(-0.5))).isTrue();
    assertThat(sketch.remove(Ensemble.of(0, 0, 0), Target.of(0))).isFalse();
  }

  private static double[] ones(int n) {
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    return ones;
  }

  @ParameterizedTest
  @MethodSource("settings")
  void readsBackWhatItWrote(Setting setting) {
    Sketch sketch = sketch(setting.plan(), setting.observations(10));

    Sketch read = setting.plan().read(sketch.toArray());

    assertThat(read.toArray()).containsExactly(sketch.toArray());
    assertThat(read.scores()).isEqualTo(sketch.scores());
  }

  @ParameterizedTest
  @MethodSource("settings")
  void staysBelowElevenKibibytes(Setting setting) {
    assertThat(setting.plan().length() * Double.BYTES).isLessThan(11 * 1024);
  }

  @Test
  void copiesAreIndependent() {
    Sketch sketch = sketch(CLASSES.plan(), CLASSES.observations(10));
    Sketch copy = sketch.copy();

    sketch.add(CLASSES.observations(1).get(0).prediction(), Target.ofClass(0));

    assertThat(copy.labelled()).isEqualTo(10);
    assertThat(sketch.labelled()).isEqualTo(11);
  }

  @Test
  void worksWithoutAProfile() {
    SketchPlan plan = SketchPlan.of(TargetSpace.classes(10), null);
    Sketch sketch = sketch(plan, CLASSES.observations(10));

    assertThat(sketch.cme()).isEmpty();
    assertThat(sketch.blockSkce()).isEmpty();
    assertThat(sketch.pairs()).isZero();
    assertThat(sketch.evidence().labels()).isEqualTo(10);
  }

  @Test
  void refusesWhatIsNotOfItsPlan() {
    SketchPlan plan = CLASSES.plan();
    Sketch sketch = plan.empty();
    PredictiveDistribution p = Categorical.of(0.5, 0.5);

    assertThatThrownBy(() -> plan.read(new double[7]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("got 7")
        .hasMessageContaining("" + plan.length());
    assertThatThrownBy(() -> sketch.add(p, Target.ofClass(0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("10 classes");
    assertThatThrownBy(() -> sketch.merge(TWO_CLASSES.plan().empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 classes");
    assertThatThrownBy(() -> SketchPlan.of(TargetSpace.classes(3), plan.profile().orElseThrow()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 classes");
  }
}
