package io.evenkeel.app.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.app.config.CalibrationNotion;
import io.evenkeel.app.config.TolerableError;
import io.evenkeel.app.dataset.TestData;
import io.evenkeel.core.score.CorpDiagram;
import io.evenkeel.core.score.Interval;
import io.evenkeel.core.score.ReliabilityDiagram;
import io.evenkeel.schemas.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;

class EvaluationTest {
  private static final int ROWS = 900;
  private static final Plan PLAN = new Plan(600, 2, 0.01, TolerableError.of(0.02), 1);

  /** Two models of the same coins: "right" knows their probability, "sharp" exaggerates it. */
  private static final String COINS =
      """
      models:
        - model: right
          file: coins.csv
          id: 'right:{n}'
          time: {start: '2026-01-01T00:00:00Z', step: 1s}
          segments: {mint: '{mint}'}
          distribution: {binary: right}
          label: {column: heads, delay: 1s}
        - model: sharp
          file: coins.csv
          id: 'sharp:{n}'
          time: {start: '2026-01-01T00:00:00Z', step: 1s}
          distribution: {binary: sharp}
          label: {column: heads, delay: 1s}
      """;

  private static final String ANIMALS =
      """
      models:
        - model: animals
          file: animals.csv
          id: '{n}'
          time: {start: '2026-01-01T00:00:00Z', step: 1s}
          distribution: {categorical: [cat, dog, owl]}
          label: {column: seen, delay: 1s, classes: [cat, dog, owl]}
      """;

  private static final String HEIGHTS =
      """
      models:
        - model: heights
          file: heights.csv
          id: '{n}'
          time: {start: '2026-01-01T00:00:00Z', step: 1s}
          distribution: {normal: {mean: mean, standard-deviation: sd}}
          label: {column: y, delay: 1s}
      """;

  /** The report that most tests look at: it is the same each time. */
  private static Report judged;

  @TempDir private Path folder;

  @BeforeAll
  static void judge(@TempDir Path shared) throws IOException {
    judged = coins(shared, ROWS, List.of("sharp", "right"));
  }

  private static Report coins(Path folder, int rows, List<String> compared, String... more)
      throws IOException {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(3);
    StringBuilder csv = new StringBuilder("n,mint,right,sharp,heads\n");
    for (int n = 0; n < rows; n++) {
      double p = 0.05 + 0.9 * random.nextDouble();
      double odds = Math.pow(p / (1 - p), 2);
      csv.append(
          String.format(
              Locale.ROOT,
              "%d,%s,%.6f,%.6f,%d%n",
              n,
              n % 3 == 0 ? "A" : n % 7 == 0 ? "B" : "C",
              p,
              odds / (1 + odds),
              random.nextDouble() < p ? 1 : 0));
    }
    csv.append(String.join("\n", more));
    Files.writeString(folder.resolve("coins.csv"), csv);
    return Reports.evaluation(
            folder, COINS, new Plan(rows * 2 / 3, 2, 0.01, TolerableError.of(0.02), 1))
        .report(compared);
  }

  private Report animals(String calibration, Plan plan) throws IOException {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(4);
    StringBuilder csv = new StringBuilder("n,cat,dog,owl,seen\n");
    for (int n = 0; n < ROWS; n++) {
      double cat = 0.5 + 0.3 * random.nextDouble();
      double u = random.nextDouble();
      // Owls come as often as the model says of dogs, and dogs as often as it says of owls.
      String seen = u < cat ? "cat" : u < cat + (1 - cat) / 8 ? "dog" : "owl";
      csv.append(
          String.format(
              Locale.ROOT,
              "%d,%.6f,%.6f,%.6f,%s%n",
              n,
              cat,
              (1 - cat) * 7 / 8,
              (1 - cat) / 8,
              seen));
    }
    Files.writeString(folder.resolve("animals.csv"), csv);
    return Reports.of(folder, ANIMALS + calibration, plan);
  }

  @Test
  void judgesWhatIsToBeCalibrated() throws IOException {
    SeriesReport all = animals("", PLAN).models().get(0).whole();
    Report top = animals("    settings: {calibration: top-label}\n", PLAN);
    SeriesReport owls =
        animals("", PLAN.judging(CalibrationNotion.parse("class:owl"))).models().get(0).whole();

    assertThat(all.finding()).isEqualTo(Finding.MISCALIBRATED);
    assertThat(top.models().get(0).whole().finding()).isEqualTo(Finding.CALIBRATED);
    assertThat(top.models().get(0).whole().sentence())
        .endsWith(". Note: only the probability of the top label is judged.");
    assertThat(JsonReport.of(top)).contains("\"calibration\" : \"top-label\"");
    String text = Reports.text(top, true);
    assertThat(text)
        .contains("ECE, the top label, 15 bins", "Brier score of the top label")
        .doesNotContain("class 1");
    assertThat(owls.finding()).isEqualTo(Finding.MISCALIBRATED);
    assertThat(owls.sentence()).contains("class owl").doesNotContain("class 1");
    assertThatThrownBy(() -> animals("", PLAN.judging(CalibrationNotion.parse("above:3"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "calibration = above:3 judges a number, but the model has the classes [cat, dog, owl]:"
                + " write class: and one of them, or leave out classes");
    assertThatThrownBy(() -> animals("", PLAN.judging(CalibrationNotion.parse("class:7"))))
        .hasMessage("calibration = class:7 is beyond the 3 classes");
  }

  @Test
  void judgesWhatIsAskedForBeforeWhatTheSettingsSay() throws IOException {
    String topLabel = "    settings: {calibration: top-label}\n";
    Plan canonical = PLAN.judging(CalibrationNotion.CANONICAL);

    assertThat(JsonReport.of(animals(topLabel, canonical)))
        .contains("\"calibration\" : \"canonical\"");
  }

  @Test
  void tellsTheModelThatIsRightFromTheOneThatExaggerates() {
    SeriesReport right = judged.models().get(0).whole();
    SeriesReport sharp = judged.models().get(1).whole();
    assertThat(right.finding()).isEqualTo(Finding.CALIBRATED);
    assertThat(right.sentence()).startsWith("Nothing speaks against the predictions; 900 labels");
    assertThat(sharp.finding()).isEqualTo(Finding.MISCALIBRATED);
    assertThat(sharp.sentence())
        .startsWith(
            "Miscalibrated: over-confident: temperature 1.89 (1.48 to 2.67; putting it right");
    assertThat(sharp.pValue()).isLessThan(1e-6);
    assertThat(value(sharp, Quantity.SKCE)).isGreaterThan(10 * value(right, Quantity.SKCE));
    Measure ece = sharp.measure(Quantity.ECE).orElseThrow();
    assertThat(ece.value()).isGreaterThan(Objects.requireNonNull(ece.ifCalibrated()).upper());
    assertThat(ece.n()).isEqualTo(600);
    assertThat(sharp.measure(Quantity.CME).orElseThrow().n()).isEqualTo(ROWS);
  }

  /** Odds that are squared need a slope of a half. */
  @Test
  void fitsTheLineOfTheLogOddsAndTakesTheScoresApart() {
    SeriesReport right = judged.models().get(0).whole();
    SeriesReport sharp = judged.models().get(1).whole();
    Interval slope = interval(right.measure(Quantity.CALIBRATION_SLOPE));
    assertThat(slope.contains(1)).isTrue();
    slope = interval(sharp.measure(Quantity.CALIBRATION_SLOPE));
    assertThat(slope.contains(0.5)).isTrue();
    assertThat(slope.contains(1)).isFalse();
    for (Quantity quantity : List.of(Quantity.MISCALIBRATION_BRIER, Quantity.MISCALIBRATION_LOG)) {
      assertThat(rangeIfCalibrated(right, quantity).contains(value(right, quantity))).isTrue();
      assertThat(value(sharp, quantity)).isGreaterThan(rangeIfCalibrated(sharp, quantity).upper());
    }
  }

  private static Interval interval(Optional<Measure> measure) {
    return measure.map(Measure::interval).orElseThrow();
  }

  private static Interval rangeIfCalibrated(SeriesReport report, Quantity quantity) {
    return report.measure(quantity).map(Measure::ifCalibrated).orElseThrow();
  }

  @Test
  void countsTheRowsOfAnOutcomeAsOne() throws IOException {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(5);
    StringBuilder csv = new StringBuilder("n,throw,right,sharp,heads\n");
    for (int n = 0; n < 1200; n++) {
      double p = 0.05 + 0.9 * random.nextDouble();
      int heads = random.nextDouble() < p ? 1 : 0;
      for (int row = 0; row < 10; row++) {
        csv.append(String.format(Locale.ROOT, "%d-%d,%d,%.6f,,%d%n", n, row, n, p, heads));
      }
    }
    Files.writeString(folder.resolve("coins.csv"), csv);
    String right =
        COINS.substring(0, COINS.indexOf("  - model: sharp")).replaceFirst(" *segments.*\n", "");
    String shared = right.replace("model: right", "cluster: '{throw}'\n    model: right");

    SeriesReport naive = Reports.of(folder, right, PLAN).models().get(0).whole();
    SeriesReport known = Reports.of(folder, shared, PLAN).models().get(0).whole();

    assertThat(naive.finding()).isEqualTo(Finding.MISCALIBRATED);
    assertThat(known.finding()).isEqualTo(Finding.CALIBRATED);
    assertThat(known.sentence())
        .contains("12,000 labels (1200 as evidence, as they share outcomes)");
    assertThat(known.measure(Quantity.CME).orElseThrow().n()).isEqualTo(1200);
  }

  @Test
  void countsAnOutcomeOnceThatTwoVersionsPredict() throws IOException {
    TestData.table(
        folder.resolve("matches.csv"),
        "match,v,p,y",
        400,
        row -> row / 2 + ",v" + row % 2 + ",0.5," + row / 2 % 2);
    String dataset =
        """
        models:
          - model: matches
            version: '{v}'
            file: matches.csv
            id: '{match}-{v}'
            cluster: '{match}'
            time: {start: '2026-01-01T00:00:00Z', step: 1s}
            distribution: {binary: p}
            label: {column: y, delay: 1s}
        """;

    assertThat(Reports.of(folder, dataset, PLAN).models().get(0).whole().sentence())
        .contains("400 labels (200 as evidence, as they share outcomes)");
  }

  private static double value(SeriesReport series, Quantity quantity) {
    return series.measure(quantity).orElseThrow().value();
  }

  @Test
  void judgesTheLargestSegments() {
    ModelReport right = judged.models().get(0);

    assertThat(right.segments())
        .extracting(SeriesReport::segment)
        .containsExactly("mint=A", "mint=C");
    assertThat(right.segments()).extracting(SeriesReport::labels).containsExactly(300L, 514L);
    assertThat(right.segmentsLeftOut()).isEqualTo(1);
    assertThat(right.segments())
        .allSatisfy(segment -> assertThat(segment.sentence()).contains("(200 rejects)"));
    assertThat(right.whole().sentence()).contains("(100 rejects)");
  }

  @Test
  void comparesTwoModelsOnTheRowsThatBothHave() {
    Comparison comparison = judged.comparison().orElseThrow();

    Measure brier = comparison.differences().get(1);
    assertThat(brier.n()).isEqualTo(600);
    assertThat(Objects.requireNonNull(brier.interval()).lower()).isPositive();
    Interval skill = Objects.requireNonNull(comparison.skill().interval());
    assertThat(skill.upper()).isNegative();
    double mean = value(judged.models().get(0).whole(), Quantity.BRIER_SKILL);
    double meanOfSharp = value(judged.models().get(1).whole(), Quantity.BRIER_SKILL);
    assertThat(comparison.skill().value())
        .isCloseTo(1 - (1 - meanOfSharp) / (1 - mean), within(1e-12));
    assertThat(comparison.sentence())
        .isEqualTo(
            "Better: right by log loss, nats, right by Brier score, right by CKCE, ridge n^(-1/4).");
  }

  @Test
  void saysWhichRowsTheDifferenceOfLogLossesLeavesOut() throws IOException {
    coins(folder, 90, List.of(), "90,A,0.5,0,1", "91,A,0.5,1,0", "92,A,1,0.5,0", "93,A,0,0,1");

    Report report = Reports.evaluation(folder, COINS, PLAN).report(List.of("sharp", "right"));

    Comparison comparison = report.comparison().orElseThrow();
    Map<String, Long> leftOut =
        Map.of(
            "sharp held the target impossible", 2L,
            "right held the target impossible", 1L,
            "sharp held the target impossible, right held the target impossible", 1L);
    assertThat(comparison.leftOut()).isEqualTo(leftOut);
    Measure logLoss = comparison.differences().get(0);
    assertThat(logLoss.n()).isEqualTo(90);
    assertThat(comparison.differences().get(1).n()).isEqualTo(94);
    assertThat(logLoss.value()).isFinite();
    assertThat(comparison.sentence()).doesNotContain("log loss");
    JsonNode json = new ObjectMapper().readTree(JsonReport.of(report));
    assertThat(json.at("/comparison/log_loss_left_out/sharp held the target impossible").asLong())
        .isEqualTo(2);
    String out = Reports.text(report, true);
    assertThat(out)
        .contains(
            "  2 rows left out of the difference of log losses: sharp held the target impossible\n");
  }

  @Test
  void saysThatAnInfiniteLogLossIsWorse() throws IOException {
    coins(folder, 90, List.of(), "90,A,0.5,0,1", "91,A,0.5,1,0");

    Report report = Reports.evaluation(folder, COINS, PLAN).report(List.of("sharp", "right"));

    assertThat(report.comparison().orElseThrow().sentence())
        .startsWith("Better: right by log loss, nats (that of sharp is infinite)");
  }

  @Test
  void claimsNothingOfADifferenceThatNoRowHas() throws IOException {
    String ensembles =
        HEIGHTS.replace("{normal: {mean: mean, standard-deviation: sd}}", "{ensemble: [mean, sd]}");
    String other =
        ensembles.substring(ensembles.indexOf("  - model")).replace("model: h", "model: th");
    StringBuilder csv = new StringBuilder("n,mean,sd,y\n");
    for (int n = 0; n < 40; n++) {
      csv.append(n + ",0,1," + n % 2 + "\n");
    }
    Files.writeString(folder.resolve("heights.csv"), csv);

    Report report =
        Reports.evaluation(folder, ensembles + other, PLAN).report(List.of("heights", "theights"));

    Comparison comparison = report.comparison().orElseThrow();
    assertThat(comparison.leftOut())
        .isEqualTo(Map.of("heights has no density, theights has no density", 40L));
    assertThat(comparison.sentence()).startsWith("Their scores do not tell");
  }

  @Test
  void countsWhatItCannotUseAndGoesOn() throws IOException {
    Report report =
        coins(folder, 90, List.of(), "7,A,0.5,0.5,", "8,A,x,0.5,1", "9,A,1.5,0.5,1", "10,A,x,0,1");

    RowCounts rows = report.models().get(0).rows();
    assertThat(rows.predictions()).isEqualTo(91);
    assertThat(rows.labelled()).isEqualTo(90);
    assertThat(rows.unusable())
        .isEqualTo(
            Map.of(
                "column right: expected finite number", 2L, "the numbers are no distribution", 1L));
    assertThat(rows.offenders()).hasSize(3);
    assertThat(rows.offenders().get(0))
        .isEqualTo("coins.csv, row 92, column right: expected finite number, got 'x'");
  }

  @Test
  void saysHowManyRowsHoldNoPrediction() throws IOException {
    Report report = coins(folder, 90, List.of(), "7,A,,0.5,1", "8,A,,0.5,");

    RowCounts rows = report.models().get(0).rows();
    assertThat(rows.predictions()).isEqualTo(90);
    assertThat(rows.unusable()).isEmpty();
    assertThat(Reports.text(report, false)).contains("  2 rows hold no prediction");
    assertThat(HtmlReport.of(report)).contains("2 rows hold no prediction");
    JsonNode json = new ObjectMapper().readTree(JsonReport.of(report));
    assertThat(json.at("/models/0/rows/without_prediction").asInt()).isEqualTo(2);
    assertThat(json.at("/models/1/rows/without_prediction").asInt(-1)).isZero();
  }

  @Test
  void stopsWhereNothingCanBeUsed() throws IOException {
    Files.writeString(folder.resolve("coins.csv"), "n,mint,right,sharp,heads\n1,A,x,0.5,1\n");

    assertThatThrownBy(() -> Reports.of(folder, COINS, PLAN))
        .hasMessageContaining("right: no row can be used; the first: coins.csv, row 1");
  }

  @Test
  void refusesToCompareWhatIsNotThere() throws IOException {
    Evaluation evaluation = Reports.evaluation(folder, COINS, PLAN);

    assertThatThrownBy(() -> evaluation.report(List.of("right", "left")))
        .hasMessageContaining("its models are [right, sharp]");
    assertThatThrownBy(() -> evaluation.report(List.of("right", "right")))
        .hasMessageContaining("two different models");
  }

  /** Half of the predictions are below 0.001: bins of equal width would be one point. */
  @Test
  void showsTheReliabilityOfRareEvents() throws IOException {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(6);
    StringBuilder csv = new StringBuilder("n,mint,right,sharp,heads\n");
    for (int n = 0; n < ROWS; n++) {
      double p = Math.pow(10, -1 - 4 * random.nextDouble());
      int heads = random.nextDouble() < p ? 1 : 0;
      csv.append(String.format(Locale.ROOT, "%d,A,%.9f,%.9f,%d%n", n, p, p, heads));
    }
    Files.writeString(folder.resolve("coins.csv"), csv);
    Report report = Reports.of(folder, COINS, PLAN);
    ReliabilityDiagram rare =
        Objects.requireNonNull(report.models().get(0).whole().diagrams().classOne());

    assertThat(rare.bins()).hasSize(27);
    assertThat(rare.bins().stream().filter(bin -> bin.upper() <= 0.0011 && bin.count() > 50))
        .hasSize(2);
    XYChart chart = Objects.requireNonNull(Charts.of(report.models().get(0), PLAN).get("class-1"));
    assertThat(chart.getStyler().getXAxisMin()).isBetween(-5.5, -4.5);
  }

  @Test
  void drawsTheCurveOfEachClassAndTheRowsOfItsBins() throws IOException {
    Report report = animals("", PLAN);

    List<ReliabilityDiagram> ofClasses = report.models().get(0).whole().diagrams().ofClasses();
    assertThat(ofClasses).hasSize(3).allMatch(diagram -> diagram.n() == 600);
    // Dogs come as often as the model says of owls.
    for (int k : new int[] {1, 2}) {
      assertThat(ofClasses.get(k).ece()).isGreaterThan(ofClasses.get(k).calibratedEce().upper());
    }
    assertThat(Charts.of(report.models().get(0), PLAN).keySet())
        .containsExactly("class-0", "class-1", "class-2", "reliability");
    XYChart owls = Objects.requireNonNull(Charts.of(report.models().get(0), PLAN).get("class-2"));
    assertThat(owls.getSeriesCollection())
        .extracting(XYSeries::getName)
        .contains("seen", "95 % band if calibrated")
        .anyMatch(name -> name.startsWith("rows (log scale, largest "));
    JsonNode owl =
        new ObjectMapper().readTree(JsonReport.of(report)).at("/models/0/whole/diagrams/classes/2");
    assertThat(owl).hasSize(27);
    assertThat(owl.findValues("count").stream().mapToLong(JsonNode::asLong).sum()).isEqualTo(600);
  }

  /**
   * Every estimate that is biased has a range; that of owls and dogs, which are exchanged, ends
   * below.
   */
  @Test
  void saysWhereBiasedErrorsWouldLieIfCalibrated() throws IOException {
    SeriesReport classes = animals("", PLAN).models().get(0).whole();
    SeriesReport two = judged.models().get(1).whole();
    SeriesReport numbers = heights(600, 1.5).models().get(0).whole();

    assertThat(above(classes, Quantity.ECE_CLASSWISE)).isTrue();
    assertThat(above(classes, Quantity.CE2_CLASSWISE)).isTrue();
    assertThat(above(classes, Quantity.CE_KL_CLASSWISE)).isTrue();
    assertThat(above(classes, Quantity.CE2_TOP_LABEL)).isFalse();
    assertThat(above(two, Quantity.CE2_TOP_LABEL)).isTrue();
    assertThat(two.measure(Quantity.CE2_CLASSWISE)).isEmpty();
    assertThat(value(two, Quantity.DISCRIMINATION_LOG))
        .isLessThan(rangeIfCalibrated(two, Quantity.DISCRIMINATION_LOG).lower());
    assertThat(above(numbers, Quantity.QUANTILE_CALIBRATION)).isTrue();
    assertThat(value(classes, Quantity.REFINEMENT_LOG) + value(classes, Quantity.SHARPNESS_LOG))
        .isPositive();
  }

  private static boolean above(SeriesReport report, Quantity quantity) {
    return value(report, quantity) > rangeIfCalibrated(report, quantity).upper();
  }

  @Test
  void drawsTheCurveOfTwoClassesWithoutBins() {
    for (ModelReport model : judged.models()) {
      CorpDiagram corp = Objects.requireNonNull(model.whole().diagrams().corp());
      XYChart chart = Objects.requireNonNull(Charts.of(model, PLAN).get("isotonic"));
      String parts =
          String.format(Locale.ROOT, "seen: MCB %.2g, DSC", corp.brier().of().miscalibration());
      assertThat(chart.getSeriesCollection())
          .extracting(XYSeries::getName)
          .anyMatch(name -> name.startsWith(parts));
    }
  }

  @Test
  void judgesNumbers() throws IOException {
    SeriesReport heights = heights(600, 1.5).models().get(0).whole();

    assertThat(heights.finding()).isEqualTo(Finding.MISCALIBRATED);
    assertThat(heights.recalibration()).contains("too narrow");
    // P(|Z| < 0.6745 / 1.5) and P(|Z| < 1.6449 / 1.5) of a standard normal Z.
    Measure half = heights.measure(Quantity.COVERAGE_50).orElseThrow();
    assertThat(Objects.requireNonNull(half.interval()).contains(0.3471)).isTrue();
    assertThat(value(heights, Quantity.COVERAGE_90)).isCloseTo(0.7272, within(0.06));
    assertThat(Objects.requireNonNull(heights.diagrams().pit()).n()).isEqualTo(600);
  }

  @Test
  void saysSoOfTooFewLabelsAndOfNone() throws IOException {
    assertThat(heights(10, 1).models().get(0).whole().finding()).isEqualTo(Finding.UNDERPOWERED);
    Files.writeString(folder.resolve("heights.csv"), "n,mean,sd,y\n1,0,1,\n");

    SeriesReport none = Reports.of(folder, HEIGHTS, PLAN).models().get(0).whole();

    assertThat(none.finding()).isEqualTo(Finding.NO_DATA);
    assertThat(none.sentence()).isEqualTo("No labels.");
    assertThat(none.pValue()).isEqualTo(1);
  }

  /** Standard normal predictions of numbers whose standard deviation is {@code sd}. */
  private Report heights(int rows, double sd) throws IOException {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(5);
    var gaussian = ZigguratSampler.NormalizedGaussian.of(random);
    StringBuilder csv = new StringBuilder("n,mean,sd,y\n");
    for (int n = 0; n < rows; n++) {
      csv.append(n).append(",0,1,").append(sd * gaussian.sample()).append('\n');
    }
    Files.writeString(folder.resolve("heights.csv"), csv);
    return Reports.of(folder, HEIGHTS, PLAN);
  }

  @Test
  void saysTheSameEachTime() throws IOException {
    String first = JsonReport.of(coins(folder, 150, List.of("right", "sharp")));

    assertThat(JsonReport.of(coins(folder, 150, List.of("right", "sharp")))).isEqualTo(first);
  }

  /** Programs depend on these names: some may be added, none may go. */
  @Test
  void hasAJsonFormWithStableNames() throws IOException {
    JsonNode json = new ObjectMapper().readTree(JsonReport.of(judged));

    assertThat(paths("", json))
        .contains(
            "plan.sample",
            "plan.test_sample",
            "plan.alpha",
            "plan.seed",
            "models[].model",
            "models[].rows.predictions",
            "models[].rows.labelled",
            "models[].whole.finding",
            "models[].whole.sentence",
            "models[].whole.p",
            "models[].whole.log10_e",
            "models[].whole.log10_e_beyond",
            "models[].whole.gain",
            "models[].whole.detectable_gain",
            "models[].whole.tolerable_gain",
            "models[].whole.recalibration",
            "models[].whole.measures.log_loss.value",
            "models[].whole.measures.log_loss.lower",
            "models[].whole.measures.log_loss.upper",
            "models[].whole.measures.log_loss.n",
            "models[].whole.measures.brier.value",
            "models[].whole.measures.accuracy.value",
            "models[].whole.measures.brier_skill.value",
            "models[].whole.measures.log_skill.lower",
            "models[].whole.climatology",
            "models[].whole.measures.reliability.value",
            "models[].whole.measures.skce.value",
            "models[].whole.measures.skce_test.p",
            "models[].whole.measures.block_skce.p",
            "models[].whole.measures.cme.p",
            "models[].whole.measures.ckce.value",
            "models[].whole.measures.ece.calibrated_lower",
            "models[].whole.diagrams.top_label[].frequency",
            "models[].whole.diagrams.class_one[].calibrated_upper",
            "models[].whole.diagrams.class_one_isotonic[].p",
            "models[].whole.diagrams.class_one_isotonic[].frequency",
            "models[].whole.diagrams.class_one_isotonic[].calibrated_upper",
            "models[].segments[].segment",
            "models[].segments_left_out",
            "comparison.first",
            "comparison.differences.brier.upper",
            "comparison.skill.brier.value",
            "comparison.brier_at_all_times.alpha",
            "comparison.brier_at_all_times.upper",
            "comparison.brier_at_all_times.sentence",
            "comparison.brier_at_all_times.second.log10_e");
    assertThat(json.at("/models/1/whole/finding").asText()).isEqualTo("miscalibrated");
  }

  private static Set<String> paths(String path, JsonNode node) {
    Set<String> paths = new TreeSet<>();
    if (node.isObject()) {
      node.properties()
          .forEach(
              entry ->
                  paths.addAll(
                      paths(
                          path.isEmpty() ? entry.getKey() : path + "." + entry.getKey(),
                          entry.getValue())));
    } else if (node.isArray()) {
      node.forEach(item -> paths.addAll(paths(path + "[]", item)));
    } else {
      paths.add(path);
    }
    return paths;
  }

  /** Two coins a minute: the lag of two minutes makes three panes overlap. */
  @Test
  void horizonsThatOverlapMakeLabelsCountLess() throws IOException {
    StringBuilder csv = new StringBuilder("n,at,right,heads\n");
    for (int n = 0; n < ROWS; n++) {
      csv.append(String.format(Locale.ROOT, "%d,%d,0.5,%d%n", n, 60L * (n / 2), n % 2));
    }
    Files.writeString(folder.resolve("coins.csv"), csv);
    String dataset =
        """
        models:
          - model: right
            file: coins.csv
            id: '{n}'
            time: {column: at, format: epoch-seconds}
            distribution: {binary: right}
            label: {column: heads, delay: 2m}
            settings: {window: {size: 1m, advance: 1m}, labels: {lag: 2m}}
        """;

    SeriesReport whole = Reports.of(folder, dataset, PLAN).models().get(0).whole();

    assertThat(whole.sentence())
        .contains("900 labels (300 as evidence, as their horizons overlap)");
    assertThat(whole.measure(Quantity.BLOCK_SKCE).orElseThrow().n()).isEqualTo(ROWS / 2 / 3);
    assertThat(whole.measure(Quantity.SKCE).orElseThrow().n()).isBetween(150L, 250L);
  }

  @Test
  void printsTheVerdictBeforeTheNumbers() {
    String out = Reports.text(judged, true);

    assertThat(out.lines())
        .first()
        .asString()
        .startsWith("right: Nothing speaks against the predictions; 900 labels");
    assertThat(out)
        .contains("n = 600: from a uniform sample of the rows.")
        .containsPattern("Brier score +0\\.3\\d+ +0\\.3\\d+ to 0\\.3\\d+ +900")
        .containsPattern("mint=C +514 ")
        .contains("Detectable with 80 % power: 0.021 nats per label. Tolerance 0.02: at most 8.8")
        .contains("1 smaller segments were not judged")
        .contains("Tests and e-values take rows as independent");
  }
}
