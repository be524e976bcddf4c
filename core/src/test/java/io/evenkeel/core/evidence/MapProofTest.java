package io.evenkeel.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.moments.Outcome;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSampler;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.core.recalibration.IsotonicCalibration;
import io.evenkeel.core.recalibration.LocationScale;
import io.evenkeel.core.recalibration.NormalRegression;
import io.evenkeel.core.recalibration.RecalibrationMap;
import io.evenkeel.core.score.LabelNoise;
import io.evenkeel.core.simulation.Saved;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class MapProofTest {
  private static final SketchPlan BINARY = SketchPlan.of(TargetSpace.classes(2), null);
  private static final int LABELS = 100;

  private final SplittableRandom random = new SplittableRandom(5);
  private final TargetSampler targets =
      new TargetSampler(RandomSource.XO_RO_SHI_RO_128_PP.create(5));

  /** A pane of predictions uniform on (0, 1), the log-odds of whose targets are higher. */
  private Sketch pane(double logOdds) {
    return pane(1, logOdds);
  }

  /** The same, with log-odds that are multiplied by a slope, too. */
  private Sketch pane(double slope, double logOdds) {
    Sketch pane = BINARY.empty();
    for (int i = 0; i < LABELS; i++) {
      double p = random.nextDouble();
      double odds = Math.pow(p / (1 - p), slope) * Math.exp(logOdds);
      int y = random.nextDouble() < odds / (1 + odds) ? 1 : 0;
      pane.add(Categorical.of(1 - p, p), Target.ofClass(y));
    }
    return pane;
  }

  /** Adds panes until the map changes so, at most so many. */
  private int until(MapProof proof, MapProof.Change change, double logOdds, int panes) {
    for (int i = 0; i < panes; i++) {
      if (proof.add(0, pane(logOdds)) == change) {
        return i;
      }
    }
    return panes;
  }

  /** What a map adds to log-odds. */
  private static double movedFrom(double p, RecalibrationMap map) {
    double q = ((Categorical) map.recalibrate(Categorical.of(1 - p, p))).probability(1);
    return Math.log(q / (1 - q)) - Math.log(p / (1 - p));
  }

  @Test
  void aMapThatPaysIsUsedSoonAndIsTheRightOne() {
    MapProof proof = MapProof.empty(BINARY);

    assertThat(until(proof, MapProof.Change.PUBLISHED, 0.5, 50)).isLessThan(10);
    until(proof, MapProof.Change.WITHDRAWN, 0.5, 200);

    MapProof.Used used = proof.used().orElseThrow();
    assertThat(movedFrom(0.5, used.map())).isCloseTo(0.5, within(0.15));
    assertThat(used.gains().contains(used.gain())).isTrue();
    assertThat(proof.logEValue()).isGreaterThan(MapProof.LOG_PROVEN);
  }

  /** Panes are merged in any order, and explained from events in another. */
  @Test
  void isAsMuchEvidenceFromLabelsInAnotherOrder() {
    List<PredictiveDistribution> first =
        Stream.generate(() -> Normal.of(random.nextDouble(), 1))
            .map(PredictiveDistribution.class::cast)
            .limit(256)
            .toList();
    SketchPlan plan = SketchPlan.of(TargetSpace.reals(1), ProfileLearner.learn(1, first, 8, 1));
    for (int repetition = 0; repetition < 10; repetition++) {
      MapProof proof = MapProof.empty(plan);
      MapProof reversed = MapProof.empty(plan);
      for (int pane = 0; pane < 30; pane++) {
        Sketch there = plan.empty();
        Sketch back = plan.empty();
        List<Normal> predictions = new ArrayList<>();
        for (int i = 0; i < LABELS; i++) {
          predictions.add(Normal.of(random.nextDouble(), 1));
        }
        List<Target> outcomes =
            predictions.stream()
                .map(p -> Target.of(p.mean(0) + 0.4 + 1.04 * random.nextGaussian()))
                .toList();
        for (int i = 0; i < LABELS; i++) {
          there.add(predictions.get(i), outcomes.get(i));
          back.add(predictions.get(LABELS - 1 - i), outcomes.get(LABELS - 1 - i));
        }
        proof.add(pane, there);
        reversed.add(pane, back);
      }
      assertThat(reversed.logEValue() / proof.logEValue()).isCloseTo(1, within(1e-12));
    }
  }

  @Test
  void itsGainIsThatOnLabelsThatItWasNotLearnedFrom() {
    MapProof proof = MapProof.empty(BINARY);
    until(proof, MapProof.Change.PUBLISHED, 0.5, 50);
    double saved = 0;
    for (int i = 0; i < 100; i++) {
      Sketch pane = pane(0.5);
      saved += Saved.by(proof.used().orElseThrow().map(), pane);
      proof.add(0, pane);
    }

    MapProof.Later later = proof.later();
    assertThat(later.labels()).isEqualTo(100 * LABELS);
    assertThat(later.gain()).isCloseTo(saved / later.labels(), within(1e-12));
    // At most half of the squared shift times the mean variance of a label, 1/6.
    assertThat(later.gain()).isBetween(0.014, 0.5 * 0.5 / 2 / 6);
    // A pane of so many nats has about twice as large a variance.
    double halfWidth = later.interval().orElseThrow().upper() - later.gain();
    assertThat(halfWidth).isCloseTo(1.98 * Math.sqrt(2 * later.gain() / 10_000), within(0.001));
  }

  @Test
  void itIsWithdrawnWhenThePredictionsAreMendedAndUsedAgainWhenTheyAreNot() {
    MapProof proof = MapProof.empty(BINARY);
    until(proof, MapProof.Change.PUBLISHED, 0.7, 50);
    until(proof, MapProof.Change.WITHDRAWN, 0.7, 30);

    assertThat(until(proof, MapProof.Change.WITHDRAWN, 0, 50)).isLessThan(10);
    assertThat(proof.used()).isEmpty();
    assertThat(until(proof, MapProof.Change.PUBLISHED, -0.7, 60)).isLessThan(50);
    assertThat(movedFrom(0.5, proof.used().orElseThrow().map())).isNegative();
  }

  @Test
  void aPaneOfChanceSeldomBringsBackAMapThatIsNotNeededAnyMore() {
    int streams = 30;
    int again = 0;
    for (int stream = 0; stream < streams; stream++) {
      MapProof proof = MapProof.empty(BINARY);
      for (int pane = 0; pane < 60; pane++) {
        proof.add(0, pane(0.5));
      }
      until(proof, MapProof.Change.WITHDRAWN, 0, 50);
      again += until(proof, MapProof.Change.PUBLISHED, 0, 150) < 150 ? 1 : 0;
    }
    assertThat(again).isLessThanOrEqualTo(3);
  }

  @Test
  void aMapThatHoldsIsConfirmedEachTimeThatHalfAsManyLabelsMoreHaveCome() {
    MapProof proof = MapProof.empty(BINARY);
    until(proof, MapProof.Change.PUBLISHED, 0.5, 50);
    int confirmed = 0;
    for (int i = 0; i < 400; i++) {
      confirmed += proof.add(0, pane(0.5)) == MapProof.Change.CONFIRMED ? 1 : 0;
    }

    assertThat(confirmed).isBetween(4, 11);
    assertThat(proof.changes()).isGreaterThan(confirmed);
  }

  @Test
  void predictionsThatAreCalibratedHaveNone() {
    MapProof proof = MapProof.empty(BINARY);

    assertThat(until(proof, MapProof.Change.PUBLISHED, 0, 300)).isEqualTo(300);
    assertThat(proof.later().labels()).isZero();
    assertThat(proof.later().interval()).isEmpty();
  }

  @Test
  void whereSlopeAndOffsetAreWrongTheMapHasBoth() {
    MapProof proof = MapProof.empty(BINARY);
    for (int i = 0; i < 200; i++) {
      proof.add(0, pane(0.6, 0.5));
    }

    RecalibrationMap map = proof.used().orElseThrow().map();
    assertThat(movedFrom(0.5, map)).isCloseTo(0.5, within(0.1));
    assertThat(movedFrom(0.9, map)).isCloseTo(0.5 - 0.4 * Math.log(9), within(0.15));
    assertThat(movedFrom(0.1, map)).isCloseTo(0.5 + 0.4 * Math.log(9), within(0.15));
  }

  @Test
  void aFaultOfAShapeThatNoLineHasGetsACurve() {
    MapProof proof = MapProof.empty(BINARY);
    for (int i = 0; i < 300; i++) {
      Sketch pane = BINARY.empty();
      for (int k = 0; k < LABELS; k++) {
        double p = random.nextDouble();
        double truth = p < 0.5 ? p : 0.5 + (p - 0.5) / 3;
        int y = random.nextDouble() < truth ? 1 : 0;
        pane.add(Categorical.of(1 - p, p), Target.ofClass(y));
      }
      proof.add(0, pane);
    }

    MapProof.Used used = proof.used().orElseThrow();
    assertThat(used.map()).isInstanceOf(IsotonicCalibration.class);
    assertThat(movedFrom(0.2, used.map())).isCloseTo(0, within(0.15));
    assertThat(movedFrom(0.9, used.map()))
        .isCloseTo(Math.log(0.6333 / 0.3667) - Math.log(9), within(0.2));
    assertThat(used.gains().contains(used.gain())).isTrue();
  }

  /** Votes of a forest: half of the predictions are certain, of which some are wrong. */
  private double wrongCertainty(MapProof proof, double wrong, int panes, SketchPlan plan) {
    double saved = 0;
    for (int i = 0; i < panes; i++) {
      Sketch pane = plan.empty();
      Optional<RecalibrationMap> map = proof.used().map(MapProof.Used::map);
      for (int k = 0; k < LABELS; k++) {
        boolean isCertain = random.nextBoolean();
        double p = isCertain ? random.nextInt(2) : random.nextDouble();
        double truth = isCertain ? Math.abs(p - wrong) : p;
        int y = random.nextDouble() < truth ? 1 : 0;
        Categorical prediction = Categorical.of(1 - p, p);
        pane.add(prediction, Target.ofClass(y));
        saved +=
            map.map(of -> log((Categorical) of.recalibrate(prediction), y) - log(prediction, y))
                .orElse(0.0);
      }
      proof.add(0, pane);
    }
    return saved / (panes * LABELS);
  }

  private static double log(Categorical p, int y) {
    return Math.log(Math.max(1e-12, p.probability(y)));
  }

  @Test
  void predictionsOfZeroAndOneThatAreWrongAreMended() {
    MapProof proof = MapProof.empty(BINARY);
    wrongCertainty(proof, 0.03, 60, BINARY);
    double saved = wrongCertainty(proof, 0.03, 60, BINARY);

    assertThat(proof.used()).isPresent();
    assertThat(proof.later().gain()).isPositive();
    assertThat(saved).isGreaterThan(proof.later().gain());
    RecalibrationMap map = proof.used().orElseThrow().map();
    assertThat(map.describe()).startsWith("at least 0.00001, at most 0.99999, then ");
    assertThat(movedFrom(1e-5, map)).isPositive();
  }

  /** A classifier that says 0 or 1. */
  @Test
  void aModelThatIsAlwaysCertainHasAMapOnceItIsWrong() {
    MapProof proof = MapProof.empty(BINARY);
    for (int i = 0; i < 60; i++) {
      Sketch pane = BINARY.empty();
      for (int k = 0; k < LABELS; k++) {
        int said = random.nextInt(2);
        int y = random.nextDouble() < 0.03 ? 1 - said : said;
        pane.add(Categorical.of(1.0 - said, said), Target.ofClass(y));
      }
      proof.add(0, pane);
    }

    RecalibrationMap map = proof.used().orElseThrow().map();
    Categorical yes = (Categorical) map.recalibrate(Categorical.of(0, 1));
    assertThat(yes.probability(1)).isBetween(0.95, 0.985);
  }

  @Test
  void labelsThatAreNeverWrongLetAMapBeLearnedFromCertainPredictions() {
    SketchPlan plan = SketchPlan.of(TargetSpace.classes(2), null, LabelNoise.NONE);
    MapProof proof = MapProof.empty(plan);
    for (int i = 0; i < 50; i++) {
      Sketch pane = plan.read(new double[plan.length()]);
      for (int k = 0; k < LABELS; k++) {
        double p = k == 0 ? 1 : random.nextDouble();
        double odds = p / (1 - p) * 2;
        int y = p == 1 || random.nextDouble() < odds / (1 + odds) ? 1 : 0;
        pane.add(Categorical.of(1 - p, p), Target.ofClass(y));
      }
      proof.add(0, pane);
    }

    assertThat(movedFrom(0.5, proof.used().orElseThrow().map()))
        .isCloseTo(Math.log(2), within(0.15));
  }

  /** Panes of normal distributions whose targets are off by some sd and spread by a scale. */
  private MapProof ofNormals(double shift, double scale) {
    List<PredictiveDistribution> sample =
        Stream.generate(this::normal).limit(64).<PredictiveDistribution>map(p -> p).toList();
    SketchPlan plan = SketchPlan.of(TargetSpace.reals(1), ProfileLearner.learn(1, sample, 4, 1));
    MapProof proof = MapProof.empty(plan);
    for (int i = 0; i < 20; i++) {
      Sketch pane = plan.empty();
      for (int k = 0; k < LABELS; k++) {
        Normal p = normal();
        double z = shift + scale * random.nextGaussian();
        pane.add(p, Target.of(p.mean(0) + z * Math.sqrt(p.variance(0))));
      }
      proof.add(0, pane);
      proof = MapProof.read(plan, proof.toArray());
    }
    return proof;
  }

  private Normal normal() {
    return Normal.of(random.nextGaussian(), 1 + random.nextDouble());
  }

  @Test
  void ofNormalDistributionsItIsAShift() {
    LocationScale map = (LocationScale) ofNormals(0.3, 1).used().orElseThrow().map();

    assertThat(map.shift()).isCloseTo(0.3, within(0.06));
    assertThat(map.scale()).isCloseTo(1, within(0.06));
  }

  @Test
  void ofNormalDistributionsItIsAShiftAndAScaleWhereBothAreWrong() {
    MapProof.Used used = ofNormals(0.3, 1.3).used().orElseThrow();

    LocationScale map = (LocationScale) used.map();
    assertThat(map.shift()).isCloseTo(0.3, within(0.08));
    assertThat(map.scale()).isCloseTo(1.3, within(0.08));
    assertThat(used.gains().contains((0.09 + 0.69) / 2 - Math.log(1.3))).isTrue();
  }

  @Test
  void rowsThatShareAnOutcomeProveAsMuchAsOne() {
    SketchPlan plan = SketchPlan.of(TargetSpace.reals(1), null);
    MapProof alone = MapProof.empty(plan);
    MapProof shared = MapProof.empty(plan);
    for (int i = 0; i < 20; i++) {
      Sketch one = plan.empty();
      Sketch ten = plan.empty();
      for (int k = 0; k < LABELS; k++) {
        Normal p = normal();
        double z = 0.3 + 1.3 * random.nextGaussian();
        Target y = Target.of(p.mean(0) + z * Math.sqrt(p.variance(0)));
        one.add(p, y);
        for (int row = 0; row < 10; row++) {
          ten.add(p, y, new Outcome("" + k, 0.1));
        }
      }
      alone.add(0, one);
      shared.add(0, ten);
    }

    assertThat(shared.logEValue()).isCloseTo(alone.logEValue(), within(1e-6));
  }

  @Test
  void predictionsThatAreFarOffAreShiftedAndNotMadeNarrower() {
    LocationScale map = (LocationScale) ofNormals(30, 1).used().orElseThrow().map();

    assertThat(map.shift()).isBetween(3.5, 4.5);
    assertThat(map.scale()).isGreaterThanOrEqualTo(1);
  }

  @Test
  void aPaneWithoutLabelsOrWithAnInfiniteSumIsNone() {
    MapProof proof = MapProof.empty(BINARY);
    double[] infinite = pane(0).toArray();
    Arrays.fill(infinite, Double.POSITIVE_INFINITY);

    assertThat(proof.add(0, BINARY.empty())).isEqualTo(MapProof.Change.NONE);
    assertThat(proof.add(0, BINARY.read(infinite))).isEqualTo(MapProof.Change.NONE);
    assertThat(proof.panes()).isZero();
    assertThat(proof.logEValue()).isZero();
  }

  @Test
  void itGoesOnFromItsState() {
    MapProof whole = MapProof.empty(BINARY);
    MapProof resumed = MapProof.empty(BINARY);
    for (int i = 0; i < 60; i++) {
      Sketch pane = pane(i < 30 ? 0.7 : 0);
      assertThat(resumed.add(0, pane)).isEqualTo(whole.add(0, pane));
      resumed = MapProof.read(BINARY, resumed.toArray());
      assertThat(resumed.toArray()).isEqualTo(whole.toArray());
      assertThat(resumed.used()).isEqualTo(whole.used());
    }
    assertThat(whole.used()).isEqualTo(Optional.empty());
  }

  @Test
  void theStateOfAnotherKindOfTargetIsRefused() {
    double[] state = MapProof.empty(BINARY).toArray();

    SketchPlan other = SketchPlan.of(TargetSpace.classes(10), null);
    assertThatThrownBy(() -> MapProof.read(other, state))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("it was written for another kind of target");
    assertThatThrownBy(() -> MapProof.read(BINARY, Arrays.copyOf(state, 3)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static final SketchPlan NUMBERS = SketchPlan.of(TargetSpace.reals(1), null);

  /** Ensembles of eight whose targets have so many times the spread of the members. */
  private Sketch ensembles(double width) {
    Sketch pane = NUMBERS.empty();
    for (int i = 0; i < LABELS; i++) {
      double[] members = random.doubles(8).map(u -> random.nextGaussian()).toArray();
      pane.add(Ensemble.of(members), Target.of(width * random.nextGaussian()));
    }
    return pane;
  }

  @Test
  void ensemblesThatAreTooNarrowGetANormalRegression() {
    MapProof proof = MapProof.empty(NUMBERS);
    for (int i = 0; i < 20; i++) {
      proof.add(0, ensembles(2));
    }

    NormalRegression map = (NormalRegression) proof.used().orElseThrow().map();
    assertThat(map.c() + map.d()).isBetween(3.0, 6.0);
    assertThat(proof.later().gain()).isPositive();
    assertThat(MapProof.read(NUMBERS, proof.toArray()).toArray()).isEqualTo(proof.toArray());
  }

  @Test
  void aWrongLabelDoesNotSpoilTheMapOfEnsembles() {
    MapProof proof = MapProof.empty(NUMBERS);
    for (int i = 0; i < 40; i++) {
      Sketch pane = ensembles(2);
      if (i == 20) {
        pane.add(Ensemble.of(0, 1, 2), Target.of(-9999));
      }
      proof.add(0, pane);
    }

    NormalRegression map = (NormalRegression) proof.used().orElseThrow().map();
    assertThat(map.c() + map.d()).isBetween(3.0, 8.0);
  }

  @Test
  void predictionsThatAreNoEnsemblesAnyMoreHaveNoMapOfThem() {
    MapProof proof = MapProof.empty(NUMBERS);
    for (int i = 0; i < 20; i++) {
      proof.add(0, ensembles(2));
    }
    Sketch normals = NUMBERS.empty();
    normals.add(Normal.of(0, 1), Target.of(0.3));

    assertThat(proof.add(0, normals)).isEqualTo(MapProof.Change.WITHDRAWN);
    assertThat(proof.used()).isEmpty();
    assertThat(proof.logEValue()).isLessThan(1);
  }

  /**
   * Ten classes whose probabilities are the shares of ten votes: a class without a vote comes, but
   * the others come as often as they should.
   */
  private Sketch votes(SketchPlan plan, List<Sketch> later) {
    Sketch pane = plan.empty();
    for (int i = 0; i < LABELS; i++) {
      double[] p = new double[10];
      for (int vote = 0; vote < 10; vote++) {
        p[random.nextInt(4)] += 0.1;
      }
      Target without = Target.ofClass(4 + random.nextInt(6));
      Categorical said = Categorical.of(p);
      pane.add(said, random.nextInt(10) == 0 ? without : targets.draw(said));
    }
    later.add(pane);
    return pane;
  }

  @Test
  void classesThatWereHeldImpossibleSpeakForNoTemperature() {
    SketchPlan plan = SketchPlan.of(TargetSpace.classes(10), null);
    MapProof proof = MapProof.empty(plan);
    List<Sketch> panes = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      proof.add(0, votes(plan, panes));
    }

    assertThat(panes.get(0).evidence().impossible()).isGreaterThan(5);
    assertThat(proof.used().map(used -> used.map().describe()).orElse("none"))
        .doesNotContain("temperature");
  }

  @Test
  void numbersThatWereHeldImpossibleSpeakForNoMap() {
    MapProof proof = MapProof.empty(NUMBERS);
    for (int i = 0; i < 40; i++) {
      Sketch pane = NUMBERS.empty();
      for (int k = 0; k < LABELS; k++) {
        boolean isPoint = random.nextBoolean();
        double off = random.nextInt(10) == 0 ? 1 : 0;
        pane.add(Normal.of(0, isPoint ? 0 : 1), Target.of(isPoint ? off : random.nextGaussian()));
      }
      proof.add(0, pane);
    }

    assertThat(proof.used()).isEmpty();
  }
}
