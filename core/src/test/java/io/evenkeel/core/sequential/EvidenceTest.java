package io.evenkeel.core.sequential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.evenkeel.core.moments.RecalibrationMoments;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.RecalibrationFamily;
import io.evenkeel.core.recalibration.RecalibrationGrid;
import io.evenkeel.core.recalibration.Temperature;
import io.evenkeel.core.recalibration.Tolerance;
import io.evenkeel.core.score.Interval;
import io.evenkeel.core.simulation.Stream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EvidenceTest {
  private static final RecalibrationGrid GRID = RecalibrationGrid.of(TargetSpace.classes(10));

  @Test
  void ofNoLabelsIsOne() {
    Evidence evidence = Evidence.of(GRID, new double[GRID.size()], 0, 0);

    assertThat(evidence.logEValue()).isCloseTo(0, within(1e-14));
    assertThat(evidence.best()).isEmpty();
    assertThat(evidence.gain()).isZero();
    assertThat(evidence.describe()).isEqualTo("as predicted");
  }

  @Test
  void isTheWeightedMeanOfTheProducts() {
    double[] sums = new double[GRID.size()];
    double mean = 0;
    for (int i = 0; i < sums.length; i++) {
      sums[i] = Math.sin(i);
      mean += Math.exp(GRID.logWeights()[i] + sums[i]);
    }

    assertThat(Evidence.of(GRID, sums, 5, 0).logEValue()).isCloseTo(Math.log(mean), within(1e-14));
  }

  @Test
  void staysFiniteWhereProductsOverflow() {
    double[] sums = new double[GRID.size()];
    Arrays.fill(sums, -1e6);
    sums[0] = 1e5;

    Evidence evidence = Evidence.of(GRID, sums, 10, 0);

    assertThat(evidence.logEValue()).isCloseTo(1e5 + GRID.logWeights()[0], within(1e-9));
    assertThat(evidence.gain()).isEqualTo(1e4);
  }

  @Test
  void rejectsAtOneOverAlpha() {
    double[] sums = new double[GRID.size()];
    Arrays.fill(sums, Math.log(101));
    Evidence evidence = Evidence.of(GRID, sums, 10, 0);

    assertThat(evidence.rejects(0.01)).isTrue();
    assertThat(evidence.rejects(0.0099)).isFalse();
    assertThatThrownBy(() -> evidence.rejects(0)).hasMessageContaining("0.0");
  }

  @Test
  void namesTheTemperatureOfOverConfidentPredictions() {
    Stream stream = Stream.distorted(Stream.dirichlet(10, 0.5), Stream.temperature(0.5), 1);
    Sketch sketch = SketchPlan.of(TargetSpace.classes(10), null).empty();
    stream.next(1000).forEach(o -> sketch.add(o.prediction(), o.target()));

    Evidence evidence = sketch.evidence();

    Temperature best = (Temperature) evidence.best().orElseThrow();
    assertThat(best.temperature()).isBetween(1.9, 2.1);
    assertThat(evidence.describe()).startsWith("over-confident: temperature ");
    assertThat(evidence.logEValue()).isCloseTo(evidence.gain() * 1000, within(10.0));
  }

  /** The grid ends at 0.4 and 2.67, and has no 2.3. */
  @ParameterizedTest
  @CsvSource({"1.4, false", "2.3, false", "0.45, false", "4, true", "0.3, true"})
  void looksForTheBestBetweenThePointsOfTheGridAndNotBeyond(double truth, boolean isBeyond) {
    Stream stream = Stream.distorted(Stream.dirichlet(10, 1), Stream.temperature(1 / truth), 1);
    Sketch sketch = SketchPlan.of(TargetSpace.classes(10), null).empty();
    stream.next(10_000).forEach(o -> sketch.add(o.prediction(), o.target()));

    Evidence evidence = sketch.evidence();

    double said = ((Temperature) evidence.best().orElseThrow()).temperature();
    assertThat(evidence.isAtEnd()).isEqualTo(isBeyond);
    assertThat(evidence.describe().endsWith(" or beyond")).isEqualTo(isBeyond);
    if (!isBeyond) {
      assertThat(said).isCloseTo(truth, withinPercentage(2.5));
    }
  }

  @Test
  void takesAnImpossibleTargetAsOneThatIsHardlyPossible() {
    Sketch sketch = SketchPlan.of(TargetSpace.classes(3), null).empty();
    sketch.add(Categorical.of(0.5, 0.3, 0.2), Target.ofClass(1));
    double before = sketch.evidence().logEValue();

    sketch.add(Categorical.of(0.5, 0.5, 0), Target.ofClass(2));

    Sketch hardly = SketchPlan.of(TargetSpace.classes(3), null).empty();
    hardly.add(Categorical.of(0.5, 0.3, 0.2), Target.ofClass(1));
    hardly.add(Categorical.of(0.5, 0.5 - 1e-13, 1e-13), Target.ofClass(2));
    assertThat(sketch.evidence().logEValue())
        .isCloseTo(hardly.evidence().logEValue(), within(1e-9))
        .isGreaterThan(before);
    assertThat(sketch.evidence().describe()).contains("1 target held impossible");

    sketch.remove(Categorical.of(0.5, 0.5, 0), Target.ofClass(2));

    assertThat(sketch.evidence().logEValue()).isCloseTo(before, within(1e-12));
  }

  @Test
  void targetsHeldImpossibleAreEvidenceForWhichNoRemedyIsNamed() {
    Sketch sketch = SketchPlan.of(TargetSpace.classes(3), null).empty();
    for (int i = 0; i < 100; i++) {
      sketch.add(Categorical.of(0.5, 0.5, 0), Target.ofClass(i % 10 == 0 ? 2 : i % 2));
    }

    Evidence evidence = sketch.evidence();
    assertThat(evidence.rejects(1e-6)).isTrue();
    assertThat(evidence.best()).isEmpty();
    assertThat(evidence.gain()).isZero();
    assertThat(evidence.describe()).isEqualTo("10 targets held impossible (probability 0)");
  }

  /** A temperature changes neither 0 nor 1, but by rounding. */
  @Test
  void roundingIsNoRemedy() {
    Sketch sketch = SketchPlan.of(TargetSpace.classes(2), null).empty();
    for (int i = 0; i < 4000; i++) {
      sketch.add(Categorical.of(0, 1), Target.ofClass(i % 10 == 0 ? 0 : 1));
    }

    assertThat(sketch.evidence().best()).isEmpty();
    assertThat(sketch.evidence().describe())
        .isEqualTo("400 targets held impossible (probability 0)");
  }

  /** How often, of 400 series, the interval ever leaves out the temperature that is needed. */
  @Test
  void intervalsHoldAtAllTimes() {
    RecalibrationFamily temperatures = GRID.families().get(0);
    int left = 0;
    for (int repetition = 0; repetition < 400; repetition++) {
      Stream stream =
          Stream.distorted(Stream.dirichlet(10, 0.5), Stream.temperature(0.8), repetition);
      Sketch sketch = SketchPlan.of(TargetSpace.classes(10), null).empty();
      boolean holds = true;
      for (int t = 0; t < 150 && holds; t++) {
        stream.next(2).forEach(o -> sketch.add(o.prediction(), o.target()));
        holds =
            sketch
                .evidence()
                .interval(temperatures, 0.2)
                .map(interval -> interval.contains(1.25))
                .orElse(false);
      }
      left += holds ? 0 : 1;
    }
    assertThat(left).isLessThanOrEqualTo(80);
  }

  @Test
  void intervalsNarrowWithTheSample() {
    Stream stream = Stream.distorted(Stream.dirichlet(10, 0.5), Stream.temperature(0.8), 3);
    Sketch sketch = SketchPlan.of(TargetSpace.classes(10), null).empty();
    stream.next(20_000).forEach(o -> sketch.add(o.prediction(), o.target()));

    Interval interval = sketch.evidence().interval(GRID.families().get(0), 0.05).orElseThrow();

    assertThat(interval.lower()).isBetween(1.15, 1.25);
    assertThat(interval.upper()).isBetween(1.25, 1.37);
    assertThat(sketch.evidence().interval(GRID.families().get(1), 0.05)).isEmpty();
  }

  /** A million labels as they are expected, of a temperature of 1.02. */
  @Test
  void saysNothingBeyondTheToleranceOfWhatIsTolerable() {
    RecalibrationMoments moments = new RecalibrationMoments(GRID);
    double[] sums = new double[moments.length()];
    var accumulator = moments.accumulator(sums, 0);
    for (PredictiveDistribution truth :
        Stream.calibrated(Stream.dirichlet(10, 0.5), 4).predictions(500)) {
      PredictiveDistribution p = Stream.temperature(1 / 1.02).apply(truth);
      for (int k = 0; k < 10; k++) {
        accumulator.add(p, Target.ofClass(k), 2000 * ((Categorical) truth).probability(k));
      }
    }

    Evidence evidence = moments.evidence(sums, 0);

    assertThat(evidence.logEValue()).isGreaterThan(50);
    assertThat(evidence.logEValueBeyond(Tolerance.within(0))).isEqualTo(evidence.logEValue());
    assertThat(evidence.logEValueBeyond(Tolerance.within(0.05))).isLessThan(-20);
    assertThat(evidence.logEValueBeyond(Tolerance.within(0.004))).isGreaterThan(10);
    Interval interval = evidence.interval(GRID.families().get(0), 0.01).orElseThrow();
    assertThat(interval.lower()).isBetween(1.005, 1.02);
    assertThat(interval.upper()).isBetween(1.02, 1.04);
  }

  @Test
  void withoutAPartIsTheEvidenceOfTheRest() {
    Stream stream = Stream.distorted(Stream.dirichlet(10, 0.5), Stream.temperature(0.5), 5);
    Sketch part = SketchPlan.of(TargetSpace.classes(10), null).empty();
    Sketch rest = SketchPlan.of(TargetSpace.classes(10), null).empty();
    stream.next(300).forEach(o -> part.add(o.prediction(), o.target()));
    stream.next(700).forEach(o -> rest.add(o.prediction(), o.target()));
    Sketch whole = part.copy();
    whole.merge(rest);

    Evidence without = whole.evidence().without(part.evidence());

    Evidence with = without.with(part.evidence());
    assertThat(with.labels()).isEqualTo(1000);
    assertThat(with.logEValue()).isCloseTo(whole.evidence().logEValue(), within(1e-9));
    assertThat(without.labels()).isEqualTo(700);
    assertThat(without.logEValue()).isCloseTo(rest.evidence().logEValue(), within(1e-9));
    assertThat(without.best()).isEqualTo(rest.evidence().best());
    assertThat(part.evidence().mayBePartOf(whole.evidence())).isTrue();
    assertThat(rest.evidence().mayBePartOf(part.evidence())).isFalse();
    assertThatThrownBy(() -> part.evidence().without(rest.evidence()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** The temperature that all need, 1 / 0.77, lies between two of the grid. */
  @Test
  void aFaultOfAllIsRarelyTakenForOneOfAPart() {
    int taken = 0;
    for (int seed = 0; seed < 200; seed++) {
      double logE = difference(0.77, 100, 0.77, 300, seed);
      taken += logE >= Math.log(20) ? 1 : 0;
    }
    assertThat(taken).isLessThanOrEqualTo(10);
    // Half-way between the reciprocal temperatures 40/64 and 48/64 of the grid.
    for (int seed = 1000; seed < 1010; seed++) {
      assertThat(difference(44 / 64.0, 20_000, 44 / 64.0, 20_000, seed)).isLessThan(0);
    }
  }

  /**
   * Between members of the grid of which each part may seem to need another: the two outermost
   * shifts, and two shifts with one scale.
   */
  @ParameterizedTest
  @CsvSource({"2, -0.6, 1", "1, -0.333, 0.8333"})
  void aFaultOfAllBetweenMembersIsNotTakenForOneOfAPart(int d, double shift, double scale) {
    SketchPlan plan = SketchPlan.of(TargetSpace.reals(d), null);
    int taken = 0;
    for (int seed = 0; seed < 40; seed++) {
      Evidence[] parts = new Evidence[2];
      for (int k = 0; k < 2; k++) {
        Stream stream =
            Stream.distorted(Stream.normals(d), Stream.moved(shift, scale), 2L * seed + k);
        Sketch sketch = plan.empty();
        stream.next(10_000).forEach(o -> sketch.add(o.prediction(), o.target()));
        parts[k] = sketch.evidence();
      }
      taken += parts[0].logEValueOfDifference(parts[1]) >= Math.log(100) ? 1 : 0;
    }

    assertThat(taken).isZero();
  }

  @Test
  void aFaultOfAPartIsToldFromOneOfAll() {
    int told = 0;
    for (int seed = 0; seed < 50; seed++) {
      told += difference(0.5, 200, 1, 1800, seed) >= Math.log(1000) ? 1 : 0;
    }
    assertThat(told).isGreaterThanOrEqualTo(48);
  }

  @Test
  void evidenceOfOtherSpacesHasNothingInCommon() {
    RecalibrationGrid real = RecalibrationGrid.of(TargetSpace.reals(1));
    Evidence ofClasses = Evidence.of(GRID, new double[GRID.size()], 0, 0);
    Evidence ofReals = Evidence.of(real, new double[real.size()], 0, 0);

    assertThat(ofClasses.mayBePartOf(ofReals)).isFalse();
    assertThatThrownBy(() -> ofClasses.logEValueOfDifference(ofReals))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("in common");
  }

  private static double difference(double one, int n, double other, int m, int seed) {
    return evidence(one, n, 2L * seed).logEValueOfDifference(evidence(other, m, 2L * seed + 1));
  }

  private static Evidence evidence(double temperature, int n, long seed) {
    Stream stream =
        Stream.distorted(Stream.dirichlet(10, 0.5), Stream.temperature(temperature), seed);
    Sketch sketch = SketchPlan.of(TargetSpace.classes(10), null).empty();
    stream.next(n).forEach(o -> sketch.add(o.prediction(), o.target()));
    return sketch.evidence();
  }
}
