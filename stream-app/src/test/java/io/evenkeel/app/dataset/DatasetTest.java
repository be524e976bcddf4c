package io.evenkeel.app.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.app.codec.Cluster;
import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.app.replay.Case;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatasetTest {
  private static final String COINS =
      """
      about: Coins.
      models:
        - model: coins
          file: coins.csv
          id: 'coins:{n}'
          time: {column: day, format: date}
          distribution: {binary: p}
          label: {column: heads, delay: 12h}
      """;

  @TempDir private Path folder;

  @Test
  void readsAPredictionAndItsLabelFromOneRow() {
    file("coins.csv", "n,day,p,heads", "1,2026-01-31,0.25,1");

    Case one = cases(COINS).get(0);

    assertThat(one.prediction().id()).isEqualTo("coins:1");
    assertThat(one.prediction().model()).isEqualTo("coins");
    assertThat(one.prediction().version()).isEmpty();
    assertThat(one.prediction().madeAt()).isEqualTo(millis("2026-01-31T00:00:00Z"));
    assertThat(one.prediction().distribution()).isEqualTo(Categorical.of(0.75, 0.25));
    assertThat(one.labels())
        .containsExactly(
            new LabelEvent("coins:1", millis("2026-01-31T12:00:00Z"), 0, new RawTarget.Index(1)));
  }

  @Test
  void readsGzippedFiles() throws IOException {
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(folder.resolve("coins.csv.gz")))) {
      out.write("n,day,p,heads\n1,2026-01-31,0.25,1\n".getBytes(StandardCharsets.UTF_8));
    }

    assertThat(cases(COINS.replace("coins.csv", "coins.csv.gz"))).hasSize(1);
  }

  @Test
  void hasNoLabelWhereTheCellIsBlank() {
    file("coins.csv", "n,day,p,heads", "1,2026-01-31,0.25,");

    assertThat(cases(COINS).get(0).labels()).isEmpty();
  }

  @Test
  void readsSegmentsFeaturesAndVersion() {
    file(
        "coins.csv",
        "n,day,p,heads,mint,weight",
        "1,2026-01-31,0.25,1,Perth,7.5",
        "2,2026-01-31,0.25,1,Bern,");

    List<Case> cases =
        cases(
            COINS
                + "    segments: {mint: 'in {mint}'}\n    features: [weight]\n    version: v{n}\n");

    assertThat(cases.get(0).prediction().segments()).isEqualTo(Map.of("mint", "in Perth"));
    assertThat(cases.get(0).prediction().features()).isEqualTo(Map.of("weight", 7.5));
    assertThat(cases.get(0).prediction().version()).isEqualTo("v1");
    assertThat(cases.get(1).prediction().features()).isEmpty();
  }

  @Test
  void sharesTheWeightOfAnOutcomeEquallyAmongItsRows() {
    file(
        "coins.csv",
        "n,day,p,heads,throw,v,split",
        "1,2026-01-30,0.5,1,a,v1,x",
        "2,2026-01-31,0.6,1,a,v1,x",
        "3,2026-01-31,0.6,1,a,v2,x",
        "4,2026-01-31,0.7,1,a,v1,other",
        "5,2026-01-31,0.8,0,,v1,x");

    assertThat(cases(COINS + "    version: '{v}'\n    where: {split: x}\n    cluster: '{throw}'\n"))
        .extracting(one -> one.prediction().cluster())
        .containsExactly(
            new Cluster("a", OptionalDouble.of(0.5)),
            new Cluster("a", OptionalDouble.of(0.5)),
            new Cluster("a", OptionalDouble.of(1)),
            Cluster.NONE);
  }

  @Test
  void takesTheWeightOfAColumn() {
    file(
        "coins.csv",
        "n,day,p,heads,throw,share",
        "1,2026-01-30,0.5,1,a,0.1",
        "2,2026-01-31,0.6,1,a,");

    assertThat(cases(COINS + "    cluster: '{throw}'\n    weight: share\n"))
        .extracting(one -> one.prediction().cluster().weight())
        .containsExactly(OptionalDouble.of(0.1), OptionalDouble.empty());
  }

  @Test
  void takesOnlyTheRowsAskedFor() {
    file("coins.csv", "n,day,p,heads,split", "1,2026-01-31,0.5,1,fit", "2,2026-01-31,0.5,1,test");

    assertThat(cases(COINS + "    where: {split: test}\n"))
        .extracting(one -> one.prediction().id())
        .containsExactly("coins:2");
    assertThat(cases(COINS + "    where: {split: [test, fit], n: 1}\n"))
        .extracting(one -> one.prediction().id())
        .containsExactly("coins:1");
  }

  @ParameterizedTest
  @CsvSource({
    "2026-01-31,            date,          2026-01-31T00:00:00Z",
    "2026-01-31T12:00Z,     instant,       2026-01-31T12:00:00Z",
    "2026-01-31T12:00:00.5+02:00, instant, 2026-01-31T10:00:00.500Z",
    "2026,                  year,          2026-01-01T00:00:00Z",
    "1769817600,            epoch-seconds, 2026-01-31T00:00:00Z",
    "1769817600250,         epoch-millis,  2026-01-31T00:00:00.250Z"
  })
  void readsTimesOfEachFormat(String cell, String format, String time) {
    file("coins.csv", "n,day,p,heads", "1," + cell + ",0.25,1");

    assertThat(cases(COINS.replace("format: date", "format: " + format)).get(0).prediction())
        .satisfies(p -> assertThat(p.madeAt()).isEqualTo(millis(time)));
  }

  @Test
  void makesTimesForRowsWithout() {
    file("coins.csv", "n,p,heads", "1,0.25,1", "2,0.25,1");
    String steps =
        COINS.replace("{column: day, format: date}", "{start: '2026-01-31T00:00:00Z', step: 90s}");

    assertThat(cases(steps).get(1).prediction().madeAt()).isEqualTo(millis("2026-01-31T00:01:30Z"));
  }

  @Test
  void readsClassesByNameInTheOrderOfTheirProbabilities() {
    file("coins.csv", "n,day,a,b,c,won", "1,2026-01-31,0.2,0.3,0.5,draw");
    String threeClasses =
        COINS
            .replace("{binary: p}", "{categorical: [a, b, c]}")
            .replace("column: heads", "column: won, classes: [home, draw, away]");

    Case one = cases(threeClasses).get(0);

    assertThat(one.prediction().distribution()).isEqualTo(Categorical.of(0.2, 0.3, 0.5));
    assertThat(one.labels().get(0).target()).isEqualTo(new RawTarget.Index(1));
  }

  @Test
  void readsANormal() {
    file("coins.csv", "n,day,m,s,heads", "1,2026-01-31,-1.5,0.25,3.5");

    Case one =
        cases(COINS.replace("{binary: p}", "{normal: {mean: m, standard-deviation: s}}")).get(0);

    assertThat(one.prediction().distribution()).isEqualTo(Normal.of(-1.5, 0.25));
    assertThat(one.labels().get(0).target()).isEqualTo(new RawTarget.Real(3.5));
  }

  @Test
  void takesTheMembersOfAnEnsemble() {
    file("coins.csv", "n,day,a,b,c,heads", "1,2026-01-31,1,2,6,3.5", "2,2026-01-31,1,1,1,3.5");

    List<Case> cases = cases(COINS.replace("{binary: p}", "{ensemble: [a, b, c]}"));

    assertThat(cases)
        .extracting(one -> one.prediction().distribution())
        .containsExactly(Ensemble.of(1, 2, 6), Ensemble.of(1, 1, 1));
  }

  @Test
  void takesLogitsOfAllClasses() {
    file("coins.csv", "n,day,a,b,c,heads", "1,2026-01-31,1000,1000.6931471805599453,-1e6,1");

    List<Case> cases = cases(COINS.replace("{binary: p}", "{logits: [a, b, c]}"));

    Categorical p = (Categorical) cases.get(0).prediction().distribution();
    assertThat(p.probability(0)).isCloseTo(1 / 3.0, within(1e-12));
    assertThat(p.probability(1)).isCloseTo(2 / 3.0, within(1e-12));
    assertThat(p.probability(2)).isZero();
  }

  @Test
  void takesOneLogitAsTheLogOddsOfClassOne() {
    file("coins.csv", "n,day,z,heads", "1,2026-01-31,-1.0986122886681098,1");

    List<Case> cases = cases(COINS.replace("{binary: p}", "{logits: [z]}"));

    Categorical p = (Categorical) cases.get(0).prediction().distribution();
    assertThat(p.classes()).isEqualTo(2);
    assertThat(p.probability(1)).isCloseTo(0.25, within(1e-12));
  }

  @ParameterizedTest
  @CsvSource({"m8..m11, m8 m9 m10 m11", "m08..m10, m08 m09 m10", "a..m2, a..m2", "m1..n2, m1..n2"})
  void takesColumnsWhoseNamesAreNumberedAsARange(String range, String columns) {
    assertThat(ColumnRange.expand(List.of("x", range)))
        .containsExactlyElementsOf(List.of(("x " + columns).split(" ")));
  }

  @Test
  void takesTheMembersOfAnEnsembleAsARange() {
    file("coins.csv", "n,day,m1,m2,m3,heads", "1,2026-01-31,1,3,2,1");

    List<Case> cases = cases(COINS.replace("{binary: p}", "{ensemble: [m1..m3]}"));

    assertThat(cases.get(0).prediction().distribution()).isEqualTo(Ensemble.of(1, 3, 2));
  }

  @Test
  void takesQuantilesInTheOrderOfTheirLevels() {
    file("coins.csv", "n,day,lo,mid,hi,heads", "1,2026-01-31,1,2,6,3.5");

    Case one =
        cases(COINS.replace("{binary: p}", "{quantiles: {0.5: mid, 0.25: lo, 0.75: hi}}")).get(0);

    assertThat(one.prediction().distribution())
        .isEqualTo(Quantiles.of(new double[] {0.25, 0.5, 0.75}, new double[] {1, 2, 6}));
  }

  @Test
  void takesQuantilesWhoseNamesHoldTheirLevels() {
    file("coins.csv", "n,day,q75_mm,q0.5_mm,q250_mm,q_mm,q5,heads", "1,2026-01-31,6,2,1,7,8,3.5");

    Case one = cases(COINS.replace("{binary: p}", "{quantiles: 'q{level}_mm'}")).get(0);

    assertThat(one.prediction().distribution())
        .isEqualTo(Quantiles.of(new double[] {0.25, 0.5, 0.75}, new double[] {1, 2, 6}));
  }

  @Test
  void takesALaplaceDistribution() {
    file("coins.csv", "n,day,m,b,heads", "1,2026-01-31,1.5,2,3.5");

    Case one = cases(COINS.replace("{binary: p}", "{laplace: {location: m, scale: b}}")).get(0);

    assertThat(one.prediction().distribution()).isEqualTo(new Laplace(1.5, 2));
  }

  @Test
  void takesDistributionsOfCounts() {
    file("coins.csv", "n,day,p,s,r,heads", "1,2026-01-31,0.25,0.75,2,1");

    assertThat(distribution("{poisson: r}")).isEqualTo(Counts.poisson(2));
    assertThat(distribution("{negative-binomial: {mean: r, size: s}}"))
        .isEqualTo(Counts.negativeBinomial(2, 0.75));
    assertThat(distribution("{counts: [p, s]}")).isEqualTo(Counts.of(0, 0.25, 0.75));
  }

  private PredictiveDistribution distribution(String columns) {
    return cases(COINS.replace("{binary: p}", columns)).get(0).prediction().distribution();
  }

  /** As of float32: 1.0000001, and what is left to one. */
  @Test
  void takesProbabilitiesThatRoundingHasPutBeyondZeroAndOne() {
    file("coins.csv", "n,day,p,q,heads", "1,2026-01-31,1.0000001,-1.19e-07,1");

    assertThat(distribution("{binary: p}")).isEqualTo(Categorical.of(0, 1));
    assertThat(distribution("{binary: q}")).isEqualTo(Categorical.of(1, 0));
    assertThat(distribution("{categorical: [q, p]}")).isEqualTo(Categorical.of(0, 1));
    assertThat(distribution("{counts: [q, p]}")).isEqualTo(Counts.of(0, 0, 1));
  }

  @ParameterizedTest
  @CsvSource({"1.00001", "-0.00001"})
  void takesNoProbabilityThatLiesFartherBeyond(String p) {
    file("coins.csv", "n,day,p,heads", "1,2026-01-31," + p + ",1");

    assertThatThrownBy(() -> cases(COINS))
        .hasMessageContaining("the probability of class 1 must lie in [0, 1]");
  }

  @Test
  void skipsRowsWithoutADistribution() {
    file("coins.csv", "n,day,m,s,heads", "1,2026-01-31,,,3.5", "2,2026-01-31,1,2,3.5");

    assertThat(cases(COINS.replace("{binary: p}", "{normal: {mean: m, standard-deviation: s}}")))
        .extracting(one -> one.prediction().id())
        .containsExactly("coins:2");
  }

  @Test
  void joinsLabelsFromASecondFileByAllKeyColumns() {
    file(
        "coins.csv",
        "n,day,p,place",
        "1,2026-01-31,0.5,x",
        "2,2026-01-31,0.5,y",
        "3,2026-01-31,0.5,z");
    file(
        "labels.csv",
        "place,day,heads,seen",
        "y,2026-01-31,1,2026-02-03",
        "x,2026-01-30,1,2026-02-03",
        "z,2026-01-31,,");
    String joined =
        COINS.replace(
            "{column: heads, delay: 12h}",
            "{file: labels.csv, key: [day, place], column: heads,"
                + " time: {column: seen, format: date}, delay: 1h}");

    List<Case> cases = cases(joined);

    assertThat(cases.get(0).labels()).isEmpty();
    assertThat(cases.get(1).labels())
        .containsExactly(
            new LabelEvent("coins:2", millis("2026-02-03T01:00:00Z"), 0, new RawTarget.Index(1)));
    assertThat(cases.get(2).labels()).isEmpty();
  }

  @Test
  void drawsTheSameDelaysForTheSameSeed() {
    String[] rows = new String[101];
    rows[0] = "n,day,p,heads";
    for (int i = 1; i < rows.length; i++) {
      rows[i] = i + ",2026-01-31,0.25,1";
    }
    file("coins.csv", rows);
    String random = COINS.replace("delay: 12h", "delay: 'exponential(1d)', never: 0.25, seed: 5");

    List<Case> first = cases(random);

    assertThat(cases(random)).isEqualTo(first);
    assertThat(cases(random.replace("seed: 5", "seed: 6"))).isNotEqualTo(first);
    assertThat(first.stream().filter(one -> one.labels().isEmpty()).count()).isBetween(8L, 42L);
  }

  @Test
  void sortsAFileWhenTold() {
    file("coins.csv", "n,day,p,heads", "1,2026-01-31,0.5,1", "2,2026-01-30,0.5,1");

    assertThat(cases(COINS + "    sorted: false\n"))
        .extracting(one -> one.prediction().id())
        .containsExactly("coins:2", "coins:1");
  }

  @Test
  void mergesItsModelsByTime() {
    file("coins.csv", "n,day,p,heads", "1,2026-01-30,0.5,1", "2,2026-02-01,0.5,1");
    file("dice.csv", "n,day,p,heads", "1,2026-01-31,0.5,1");
    String second = COINS.substring(COINS.indexOf("  - model")).replace("coins", "dice");

    assertThat(cases(COINS + second))
        .extracting(one -> one.prediction().id())
        .containsExactly("coins:1", "dice:1", "coins:2");
  }

  private static long millis(String instant) {
    return Instant.parse(instant).toEpochMilli();
  }

  private List<Case> cases(String yaml) {
    try {
      Path file = Files.writeString(folder.resolve("dataset.yaml"), yaml);
      try (Stream<Case> cases = Dataset.read(file).cases(folder).cases()) {
        return cases.toList();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void file(String name, String... lines) {
    try {
      Files.write(folder.resolve(name), List.of(lines));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
