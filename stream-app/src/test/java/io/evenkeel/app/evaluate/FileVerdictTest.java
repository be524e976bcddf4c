package io.evenkeel.app.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.TolerableError;
import io.evenkeel.core.moments.Outcome;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.FeatureQuarters;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.core.recalibration.Tolerance;
import io.evenkeel.schemas.Finding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class FileVerdictTest {
  private static final Plan PLAN = new Plan(100, 0, 0.01, TolerableError.of(0.1), 1);

  private final UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(11);
  private final DoubleSupplier gaussian = ZigguratSampler.NormalizedGaussian.of(random)::sample;

  private static SeriesStatistics of(List<Observation> rows) {
    SeriesStatistics statistics = new SeriesStatistics(sketches(profile(rows)), true, 100, 1);
    for (int i = 0; i < rows.size(); i++) {
      statistics.add("row-" + i, rows.get(i));
    }
    return statistics;
  }

  private static Profile profile(List<Observation> rows) {
    List<PredictiveDistribution> predictions =
        rows.stream().limit(256).map(Observation::prediction).toList();
    return ProfileLearner.learn(1, predictions, 8, 1);
  }

  private static SketchPlan sketches(Profile profile) {
    return SketchPlan.of(profile.space(), profile);
  }

  private static FileVerdict verdict(SeriesStatistics statistics) {
    return verdict(statistics, PLAN.rejectsFrom());
  }

  private static FileVerdict verdict(SeriesStatistics statistics, double rejectsFrom) {
    return new FileVerdict(
        statistics.sketch(),
        PLAN,
        statistics.logE(TolerableError.of(0)),
        statistics.logE(PLAN.tolerance()),
        rejectsFrom,
        1,
        statistics.found(),
        statistics.selection(),
        statistics.isTied());
  }

  private Observation coin() {
    double p = 0.05 + 0.9 * random.nextDouble();
    return new Observation(
        Categorical.of(1 - p, p), new ClassLabel(random.nextDouble() < p ? 1 : 0), Outcome.OWN);
  }

  private List<Observation> normals(int rows, ToDoubleFunction<Double> target) {
    return Stream.generate(gaussian::getAsDouble)
        .limit(rows)
        .map(
            mean ->
                new Observation(
                    Normal.of(mean, 1), Target.of(target.applyAsDouble(mean)), Outcome.OWN))
        .toList();
  }

  /** One in four cases has the flag, whose log-odds are too low. */
  @Test
  void seesWhatIsWrongWhereAFeatureIsLarge() {
    FeatureQuarters flag = FeatureQuarters.of("flag", 0, 1);
    List<Observation> rows = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      byte quarter = (byte) (i % 4 == 0 ? 1 : 0);
      double p = 0.05 + 0.9 * random.nextDouble();
      double odds = p / (1 - p) * (quarter == 1 ? 2.5 : 1);
      ClassLabel y = new ClassLabel(random.nextDouble() < odds / (1 + odds) ? 1 : 0);
      rows.add(
          new Observation(
              Categorical.of(1 - p, p), y, Outcome.OWN, new byte[] {quarter}, 0, Place.ANY));
    }
    List<Observation> blind =
        rows.stream()
            .map(row -> new Observation(row.prediction(), row.target(), row.outcome()))
            .toList();
    SeriesStatistics seen =
        new SeriesStatistics(sketches(profile(rows).withFeatures(List.of(flag))), false, 100, 1);
    for (int i = 0; i < rows.size(); i++) {
      seen.add("row-" + i, rows.get(i));
    }

    assertThat(seen.logE(TolerableError.of(0)))
        .isGreaterThan(of(blind).logE(TolerableError.of(0)) + 5);
  }

  @Test
  void rejectsFewCalibratedFiles() {
    int rejected = 0;
    for (int file = 0; file < 200; file++) {
      SeriesStatistics statistics = of(Stream.generate(this::coin).limit(60).toList());
      rejected += statistics.logE(TolerableError.of(0)) >= PLAN.rejectsFrom() ? 1 : 0;
    }
    // At most 1 % are expected; of 200 more than 8 have a chance of 2e-4 then.
    assertThat(rejected).isLessThanOrEqualTo(8);
  }

  /** The level and what it costs not to know the fault are 4.6 and 7 nats of all labels. */
  @Test
  void saysWhatItsLabelsWouldRarelyHaveShown() {
    FileVerdict verdict = verdict(of(Stream.generate(this::coin).limit(1000).toList()));

    double tolerable = PLAN.tolerance().nats(TargetSpace.classes(2));
    assertThat(verdict.gains().tolerable()).isEqualTo(tolerable);
    assertThat(Math.sqrt(verdict.gains().detectable()) - Math.sqrt(tolerable))
        .isBetween(Math.sqrt(11.6 / 1000), Math.sqrt(20.0 / 1000));
    assertThat(verdict.sentence())
        .startsWith("Nothing speaks against the predictions; 1,000 labels")
        .endsWith(". A miscalibration below 0.031 nats per label would rarely have shown.");
  }

  @Test
  void saysNothingOfTheSizeOfFaultsThatFewLabelsHide() {
    FileVerdict few = verdict(of(Stream.generate(this::coin).limit(20).toList()));

    assertThat(few.sentence())
        .startsWith("Too few labels to say that all is well; 20 labels")
        .doesNotContain("rarely");
  }

  @Test
  void saysNothingOfSmallFaultsWhereOneWasFound() {
    FileVerdict found = verdict(of(normals(3000, mean -> mean + 1.3 * gaussian.getAsDouble())));

    assertThat(found.sentence()).doesNotContain("rarely");
  }

  @Test
  void doesNotMindAFileThatIsSortedByItsLabels() {
    List<Observation> rows = new ArrayList<>(Stream.generate(this::coin).limit(3000).toList());
    rows.sort(Comparator.comparing(row -> ((ClassLabel) row.target()).index()));

    assertThat(of(rows).logE(TolerableError.of(0))).isLessThan(PLAN.rejectsFrom());
  }

  @Test
  void seesWhatNoRecalibrationExpresses() {
    // Uniform with the mean and the standard deviation that were predicted.
    double half = Math.sqrt(3);
    SeriesStatistics uniform =
        of(normals(3000, mean -> mean + half * (2 * random.nextDouble() - 1)));

    double byRecalibrations =
        uniform.sketch().evidence().logEValueBeyond(Tolerance.within(PLAN.tolerance().size()));
    assertThat(byRecalibrations).isLessThan(PLAN.rejectsFrom());
    assertThat(verdict(uniform).finding()).isEqualTo(Finding.MISCALIBRATED);
    assertThat(verdict(uniform).sentence())
        .startsWith("Miscalibrated: the shape of the predicted distributions is wrong: about ");
  }

  /** A scale of 0.95 would mend a little of it, too. */
  @Test
  void namesTheShapeOfErrorsThatAreSkewed() {
    FileVerdict skewed =
        verdict(of(normals(6000, mean -> mean + (-1 - Math.log(1 - random.nextDouble())))));

    assertThat(skewed.sentence())
        .startsWith("Miscalibrated: the shape of the predicted distributions is wrong: about ");
  }

  /** The predictions say too little where the mean is low, and too much where it is high. */
  @Test
  void namesWhereTheBiasIs() {
    FileVerdict biased =
        verdict(of(normals(6000, mean -> mean - 0.5 * Math.signum(mean) + gaussian.getAsDouble())));

    assertThat(biased.sentence()).startsWith("Miscalibrated: where ").contains(" sd too ");
  }

  @Test
  void namesATemperatureThatIsNotOfTheGrid() {
    List<Observation> rows =
        Stream.generate(
                () -> {
                  double logit = 3 * gaussian.getAsDouble();
                  double p = 1 / (1 + Math.exp(-1.2 * logit));
                  int label = random.nextDouble() < 1 / (1 + Math.exp(-logit)) ? 1 : 0;
                  return new Observation(
                      Categorical.of(1 - p, p), new ClassLabel(label), Outcome.OWN);
                })
            .limit(20_000)
            .toList();

    assertThat(verdict(of(rows)).sentence())
        .matches("Miscalibrated: over-confident: temperature 1\\.(1[5-9]|2[0-5]?) \\(1\\.1.*");
  }

  /** A temperature explains more than half of it. */
  @Test
  void namesRandomLabelsBesideTheRecalibrationThatTheyLookLike() {
    List<Observation> rows =
        Stream.generate(
                () -> {
                  double p = 1 / (1 + Math.exp(-2.5 * gaussian.getAsDouble()));
                  double right = 0.05 * 0.5 + 0.95 * p;
                  int label = random.nextDouble() < right ? 1 : 0;
                  return new Observation(
                      Categorical.of(1 - p, p), new ClassLabel(label), Outcome.OWN);
                })
            .limit(20_000)
            .toList();

    assertThat(verdict(of(rows)).sentence())
        .startsWith("Miscalibrated: over-confident: temperature 1.")
        .containsPattern(
            " per label\\) and about [4-6].* % of the labels look random; 20,000 labels");
  }

  /** Of votes of a forest one in twenty is wrong, also where all trees agree. */
  @Test
  void countsTargetsThatWereHeldImpossibleBesideWhatItNames() {
    List<Observation> rows =
        Stream.generate(
                () -> {
                  double p = random.nextInt(6) / 5.0;
                  double right = Math.max(0.05, Math.min(0.95, p));
                  int label = random.nextDouble() < right ? 1 : 0;
                  return new Observation(
                      Categorical.of(1 - p, p), new ClassLabel(label), Outcome.OWN);
                })
            .limit(4000)
            .toList();

    assertThat(verdict(of(rows)).sentence())
        .matches("Miscalibrated: .* targets held impossible \\(probability 0\\); 4,000 labels.*");
  }

  @Test
  void tellsWhatIsTolerableFromWhatIsNot() {
    FileVerdict within = verdict(of(normals(6000, mean -> mean + 1.06 * gaussian.getAsDouble())));

    assertThat(within.logE()).isGreaterThan(PLAN.rejectsFrom());
    assertThat(within.finding()).isEqualTo(Finding.CALIBRATED);
    assertThat(within.sentence()).startsWith("Nothing beyond the tolerance of 0.1: too narrow");
    FileVerdict beyond = verdict(of(normals(3000, mean -> mean + 1.3 * gaussian.getAsDouble())));
    assertThat(beyond.sentence()).startsWith("Miscalibrated: too narrow: scale 1.");
  }

  /** As one of many segments needs more evidence than one alone. */
  @Test
  void saysFromWhichEValueOnOneOfManySeriesIsRejected() {
    SeriesStatistics statistics = of(normals(700, mean -> mean + 1.3 * gaussian.getAsDouble()));
    FileVerdict alone = verdict(statistics);
    FileVerdict ofMany = verdict(statistics, Math.log(1e40));

    assertThat(alone.finding()).isEqualTo(Finding.MISCALIBRATED);
    assertThat(alone.sentence()).contains("(100 rejects)");
    assertThat(ofMany.finding()).isEqualTo(Finding.CALIBRATED);
    assertThat(ofMany.sentence()).contains("(10^40 rejects)").doesNotContain("the tolerance of");
    assertThat(ofMany.gains().detectable()).isGreaterThan(alone.gains().detectable());
  }

  @Test
  void doesNotJudgeByLabelsThatAreNotRepresentative() {
    SeriesStatistics selected = of(normals(600, mean -> mean + 1 + gaussian.getAsDouble()));
    assertThat(verdict(selected).finding()).isEqualTo(Finding.MISCALIBRATED);
    for (int i = 0; i < 200; i++) {
      selected.addWaiting(Normal.of(2 + gaussian.getAsDouble(), 1));
    }

    FileVerdict verdict = verdict(selected);

    assertThat(verdict.finding()).isEqualTo(Finding.UNKNOWN);
    assertThat(verdict.sentence())
        .startsWith(
            "Labels are not representative, so the model is not judged: the 200 predictions without"
                + " one differ (p-value <1e-10). On labelled rows alone: ");
  }

  @Test
  void judgesByLabelsThatAreMissingAtRandom() {
    SeriesStatistics statistics = of(normals(600, mean -> mean + 1 + gaussian.getAsDouble()));
    for (int i = 0; i < 200; i++) {
      statistics.addWaiting(Normal.of(gaussian.getAsDouble(), 1));
    }

    assertThat(verdict(statistics).finding()).isEqualTo(Finding.MISCALIBRATED);
  }
}
