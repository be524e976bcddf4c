package io.evenkeel.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.core.simulation.Observation;
import io.evenkeel.core.simulation.Sketches;
import io.evenkeel.core.simulation.Stream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeriesEvidenceTest {
  private static final TargetSpace SPACE = TargetSpace.classes(3);
  private static final Stream.Law LAW = Stream.dirichlet(3, 1);
  private static final SketchPlan PLAN =
      SketchPlan.of(
          SPACE, ProfileLearner.learn(1, Stream.calibrated(LAW, 99).predictions(200), 32, 1));
  private static final int PANE = 50;

  private static Sketch sketch(SketchPlan plan, List<Observation> observations) {
    Sketch sketch = plan.empty();
    observations.forEach(o -> sketch.add(o.prediction(), o.target()));
    return sketch;
  }

  private static SeriesEvidence after(Stream stream, int panes, double tolerance) {
    SeriesEvidence evidence = SeriesEvidence.empty(PLAN, tolerance);
    for (int i = 0; i < panes; i++) {
      evidence.add(sketch(PLAN, stream.next(PANE)));
    }
    return evidence;
  }

  @Test
  void ofNoPanesIsOne() {
    SeriesEvidence evidence = SeriesEvidence.empty(PLAN, 0.05);

    evidence.add(PLAN.empty());

    assertThat(evidence.panes()).isZero();
    assertThat(evidence.logEValue()).isZero();
    assertThat(evidence.logEValueBeyond()).isZero();
    assertThat(evidence.logDetector()).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(evidence.evidence().labels()).isZero();
  }

  /** Half of the weight is on the grid; of the bets on classes .14, .17, .12 and .06 parts. */
  @Test
  void isTheMeanOfWhatItIsMadeOf() {
    Map<EvidenceKind, Double> parts =
        after(Stream.distorted(LAW, Stream.temperature(0.4), 3), 4, 0).logEValues();
    double bets = 0.14 + 0.17 + 0.12 + 0.06;
    Map<EvidenceKind, Double> weights =
        Map.of(
            EvidenceKind.GRID, 0.5,
            EvidenceKind.KERNEL, 0.5 * 0.14 / bets,
            EvidenceKind.RELIABILITY, 0.5 * 0.17 / bets,
            EvidenceKind.NOISE, 0.5 * 0.12 / bets,
            EvidenceKind.FEATURES, 0.5 * 0.06 / bets);

    assertThat(parts).containsOnlyKeys(weights.keySet());
    assertThat(parts.get(EvidenceKind.GRID)).isGreaterThan(5);
    double mean =
        weights.entrySet().stream()
            .mapToDouble(
                of -> of.getValue() * Math.exp(parts.getOrDefault(of.getKey(), Double.NaN)))
            .sum();
    assertThat(Math.log(mean))
        .isCloseTo(
            after(Stream.distorted(LAW, Stream.temperature(0.4), 3), 4, 0).logEValue(),
            within(1e-12));
  }

  @Test
  void resumesWhereItWasLeft() {
    Stream stream = Stream.distorted(LAW, Stream.temperature(0.8), 1);
    SeriesEvidence evidence = after(stream, 5, 0.05);
    SeriesEvidence resumed = SeriesEvidence.read(PLAN, 0.05, evidence.toArray());

    Sketch next = sketch(PLAN, stream.next(PANE));
    evidence.add(next);
    resumed.add(next);

    assertThat(resumed.toArray()).containsExactly(evidence.toArray());
    assertThat(resumed.logEValueBeyond()).isEqualTo(evidence.logEValueBeyond());
  }

  @Test
  void isThatOfTheMergedSketchesOfAPane() {
    Stream stream = Stream.distorted(LAW, Stream.temperature(0.8), 2);
    SeriesEvidence whole = SeriesEvidence.empty(PLAN, 0.05);
    SeriesEvidence merged = SeriesEvidence.empty(PLAN, 0.05);
    for (int pane = 0; pane < 4; pane++) {
      List<Observation> observations = stream.next(PANE);
      whole.add(sketch(PLAN, observations));
      Sketch parts = sketch(PLAN, observations.subList(30, PANE));
      parts.merge(sketch(PLAN, observations.subList(0, 30)));
      merged.add(parts);
    }

    assertThat(merged.logEValue()).isCloseTo(whole.logEValue(), within(1e-11));
    assertThat(merged.logEValueBeyond()).isCloseTo(whole.logEValueBeyond(), within(1e-11));
    assertThat(merged.logDetector()).isCloseTo(whole.logDetector(), within(1e-11));
  }

  @Test
  void toleratesNothingAtZero() {
    SeriesEvidence evidence = after(Stream.distorted(LAW, Stream.temperature(0.8), 3), 8, 0);

    assertThat(evidence.logEValueBeyond()).isEqualTo(evidence.logEValue());
  }

  @Test
  void waitsForTheProfileWithItsBets() {
    Stream stream = Stream.distorted(LAW, Stream.temperature(0.7), 4);
    SketchPlan bare = SketchPlan.of(SPACE, null);
    SeriesEvidence evidence = SeriesEvidence.empty(bare, 0.05);
    evidence.add(sketch(bare, stream.next(PANE)));
    double before = evidence.logEValue();

    SeriesEvidence resumed = SeriesEvidence.read(PLAN, 0.05, evidence.toArray());
    assertThat(resumed.logEValue()).isEqualTo(before);
    resumed.add(sketch(PLAN, stream.next(PANE)));
    resumed.add(sketch(PLAN, stream.next(PANE)));

    assertThat(resumed.evidence().labels()).isEqualTo(3 * PANE);
    assertThat(resumed.toArray()).hasSizeGreaterThan(evidence.toArray().length);
  }

  @Test
  void isOfOneKindOfTarget() {
    double[] binary =
        SeriesEvidence.empty(SketchPlan.of(TargetSpace.classes(2), null), 0).toArray();
    assertThatThrownBy(() -> SeriesEvidence.read(PLAN, 0, binary))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 classes");
  }

  /** States are read from changelogs that another version may have written. */
  @Test
  void isOfTheBetsThatItWasWrittenWith() {
    double[] state = SeriesEvidence.empty(PLAN, 0).toArray();
    state[0]--;

    assertThatThrownBy(() -> SeriesEvidence.read(PLAN, 0, state))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("another version; start it without that state");
  }

  /** Class 1 comes too rarely where class 0 is likely and too often elsewhere. */
  @Test
  void findsByItsBetsWhatNoRecalibrationOfTheGridMends() {
    UnaryOperator<PredictiveDistribution> twisted =
        truth -> {
          Categorical p = (Categorical) truth;
          double factor = Math.exp(p.probability(0) > 0.206 ? 0.5 : -0.5);
          double one = p.probability(1) * factor;
          double two = p.probability(2) / factor;
          double sum = p.probability(0) + one + two;
          return Categorical.of(p.probability(0) / sum, one / sum, two / sum);
        };
    SeriesEvidence evidence = after(Stream.distorted(LAW, twisted, 5), 80, 0.05);

    assertThat(evidence.logEValueBeyond()).isGreaterThan(10);
    assertThat(evidence.logEValue()).isGreaterThan(evidence.evidence().logEValue() + 5);
  }

  /** At most a tenth of 300 calibrated series ever reach 10, by either e-process. */
  @Test
  void seldomEverRejectsCalibratedSeries() {
    int reached = 0;
    int reachedBeyond = 0;
    for (int run = 0; run < 300; run++) {
      Stream stream = Stream.calibrated(LAW, 1000 + run);
      SeriesEvidence evidence = SeriesEvidence.empty(PLAN, 0.05);
      boolean ever = false;
      boolean everBeyond = false;
      for (int pane = 0; pane < 25; pane++) {
        evidence.add(sketch(PLAN, stream.next(10)));
        ever |= evidence.logEValue() >= Math.log(10);
        everBeyond |= evidence.logEValueBeyond() >= Math.log(10);
      }
      reached += ever ? 1 : 0;
      reachedBeyond += everBeyond ? 1 : 0;
    }
    assertThat(reached).isBetween(1, 30);
    assertThat(reachedBeyond).isLessThanOrEqualTo(reached);
  }

  /** Ten panes of a hundred thousand labels as they are expected, of a temperature of 1.02. */
  @ParameterizedTest
  @ValueSource(doubles = {0.02, 0.05})
  void doesNotRaiseATolerableModelHoweverManyLabels(double tolerance) {
    Sketch pane = PLAN.empty();
    for (PredictiveDistribution truth : Stream.calibrated(LAW, 6).predictions(100)) {
      PredictiveDistribution p = Stream.temperature(1 / 1.02).apply(truth);
      for (int k = 0; k < 3; k++) {
        long count = Math.round(1000 * ((Categorical) truth).probability(k));
        for (long i = 0; i < count; i++) {
          pane.add(p, Target.ofClass(k));
        }
      }
    }
    SeriesEvidence evidence = SeriesEvidence.empty(PLAN, tolerance);
    for (int i = 0; i < 10; i++) {
      evidence.add(pane);
    }

    assertThat(evidence.logEValue()).isGreaterThan(Math.log(100));
    assertThat(evidence.logEValueBeyond()).isLessThan(0);
    // A bet of nothing, as within the tolerance, counts the panes.
    assertThat(evidence.logDetector()).isLessThan(Math.log((double) evidence.panes()));
  }

  /**
   * At the edge of the tolerance, where one of many classes is likely: there the residuals are far
   * from zero in their standard deviations.
   */
  @ParameterizedTest
  @ValueSource(ints = {2, 20, 200})
  void doesNotRaiseAModelAtTheEdgeOfTheTolerance(int classes) {
    Stream.Law confident = random -> confident(classes, random.nextDouble(0.85, 0.95));
    SketchPlan plan =
        SketchPlan.of(
            TargetSpace.classes(classes),
            ProfileLearner.learn(1, Stream.calibrated(confident, 9).predictions(100), 8, 1));
    Stream stream = Stream.distorted(confident, Stream.temperature(1 / 1.05), 10);
    SeriesEvidence evidence = SeriesEvidence.empty(plan, 0.05);
    for (int i = 0; i < 20; i++) {
      evidence.add(sketch(plan, stream.next(2000)));
    }

    assertThat(evidence.logEValueBeyond()).isLessThan(0);
    assertThat(evidence.logDetector()).isLessThan(Math.log(100));
  }

  private static Categorical confident(int classes, double top) {
    double[] p = new double[classes];
    Arrays.fill(p, (1 - top) / (classes - 1));
    p[0] = top;
    return Categorical.of(p);
  }

  /** Predictions at a temperature of 0.3 of binary truths, whose SKCE is far from zero. */
  @Test
  void boundsTheSkceByThePairsOfAllPanes() {
    TargetSpace binary = TargetSpace.classes(2);
    Stream.Law law = Stream.dirichlet(2, 2);
    SketchPlan plan =
        SketchPlan.of(
            binary, ProfileLearner.learn(1, Stream.calibrated(law, 8).predictions(100), 8, 1));
    SeriesEvidence calibrated = SeriesEvidence.empty(plan, 0);
    SeriesEvidence wrong = SeriesEvidence.empty(plan, 0);
    for (int pane = 0; pane < 10; pane++) {
      Sketch right = plan.empty();
      Sketches.addAll(right, Stream.calibrated(law, 100 + pane).next(1000));
      calibrated.add(right);
      Sketch sharp = plan.empty();
      Sketches.addAll(sharp, Stream.distorted(law, Stream.temperature(0.3), pane).next(1000));
      wrong.add(sharp);
    }

    assertThat(calibrated.skce(0.05).orElseThrow().lower()).isZero();
    assertThat(calibrated.skce(0.05).orElseThrow().upper()).isBetween(0.001, 0.05);
    assertThat(wrong.skce(0.05).orElseThrow().lower()).isGreaterThan(0.001);
    assertThat(SeriesEvidence.empty(SketchPlan.of(binary, null), 0).skce(0.05)).isEmpty();
  }

  @Test
  void takesLessThan16KibibytesOfState() {
    TargetSpace many = TargetSpace.classes(20);
    var profile =
        ProfileLearner.learn(
            1, Stream.calibrated(Stream.dirichlet(20, 1), 7).predictions(100), 32, 1);

    int doubles = SeriesEvidence.empty(SketchPlan.of(many, profile), 0.05).toArray().length;

    assertThat(doubles * Double.BYTES).isLessThan(16 * 1024);
  }
}
