package io.evenkeel.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.app.dataset.TestData;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables as data scientists have them, without a dataset file. */
class TableOptionsTest extends CommandTest {
  private String table(String name, String header, IntFunction<String> row) throws IOException {
    return table(name, 200, header, row);
  }

  private String table(String name, int size, String header, IntFunction<String> row)
      throws IOException {
    return TestData.table(folder.resolve(name), header, size, row).toString();
  }

  private JsonNode model() throws IOException {
    return new ObjectMapper().readTree(out.toString()).at("/models/0");
  }

  @Test
  void evaluatesATableOfPandasAtTheFirstTry() throws IOException {
    String file =
        table(
            "preds.v2.csv",
            ",country,created,p,y",
            n ->
                n
                    + (n % 2 == 0 ? ",DE," : ",FR,")
                    + "2026-01-01 00:%02d:%02d,0.5,".formatted(n / 60, n % 60)
                    + (n / 2 % 2)
                    + ".0");

    assertThat(
            execute(
                "evaluate",
                file,
                "--probabilities=p",
                "--label=y",
                "--segment=country",
                "--time=created",
                "--json"))
        .as(err.toString())
        .isZero();
    assertThat(model().at("/model").asText()).isEqualTo("preds.v2");
    assertThat(model().at("/rows/labelled").asInt()).isEqualTo(200);
    assertThat(out.toString()).contains("country=DE", "country=FR");
  }

  @Test
  void takesTheNamesOfClassesFromTheNamesOfTheColumns() throws IOException {
    String file =
        table(
            "pets.csv",
            "p_cat,p_dog,p_bird,animal",
            n -> "0.5,0.3,0.2," + (n % 2 == 0 ? "cat" : n % 5 == 0 ? "bird" : "dog"));

    assertThat(execute("evaluate", file, "--probabilities=p_*", "--label=animal", "--json"))
        .as(err.toString())
        .isZero();
    assertThat(model().at("/rows/labelled").asInt()).isEqualTo(200);
  }

  @Test
  void takesTruthForClass1OfTwoHoweverManyColumnsPredictThem() throws IOException {
    String file = table("t.csv", "p_0,p_1,y", n -> "0.4,0.6," + (n % 5 < 3));
    assertThat(execute("evaluate", file, "--probabilities=p_*", "--label=y")).isZero();
    assertThat(out.toString()).contains("200 predictions, 200 of them with a label");
    assertThat(out.toString()).contains("accuracy                                        0.6000");

    String named = table("u.csv", "p_true,p_false,y", n -> "0.4,0.6," + (n % 5 < 2));
    assertThat(execute("evaluate", named, "--probabilities=p_*", "--label=y")).isZero();
    assertThat(out.toString()).as("by their names").doesNotContain("Miscalibrated");
  }

  /** Of a label that could be an index or a name, the column of that name is meant. */
  @Test
  void takesTheColumnOfALabelByItsNameInWhicheverOrderTheColumnsStand() throws IOException {
    String file = table("t.csv", "p_1,p_0,y", n -> "0.2,0.8," + (n % 5 == 0 ? 1 : 0));

    assertThat(execute("evaluate", file, "--probabilities=p_*", "--label=y")).isZero();
    assertThat(out.toString()).contains("accuracy                                        0.8000");
  }

  /** Columns as pandas names them after classes in a column of floats. */
  @ParameterizedTest
  @ValueSource(strings = {".0", ""})
  void takesTheColumnOfALabelByItsNameAlsoWhereThatHasAPoint(String end) throws IOException {
    String file = table("t.csv", "p_1.0,p_0.0,y", n -> "0.2,0.8," + (n % 5 == 0 ? 1 : 0) + end);

    assertThat(execute("evaluate", file, "--probabilities=p_*", "--label=y"))
        .as(err.toString())
        .isZero();
    assertThat(out.toString()).contains("accuracy                                        0.8000");
  }

  @ParameterizedTest
  @CsvSource({"1, 2, 3", "0, 1, 2"})
  void looksAtAllRowsWhereTheFirstOnesDoNotSayWhichNumbersTheClassesHave(
      String first, String second, String third) throws IOException {
    boolean fromOne = first.equals("1");
    String rare = fromOne ? third : first;
    String often = fromOne ? first : third;
    String file =
        table(
            "t.csv",
            2000,
            "p_1,p_2,p_3,y",
            n -> "0.3,0.4,0.3," + (n >= 1500 ? rare : n % 2 == 0 ? second : often));

    assertThat(execute("evaluate", file, "--probabilities=p_*", "--label=y", "--json"))
        .as(err.toString())
        .isZero();
    assertThat(model().at("/rows/labelled").asInt()).isEqualTo(2000);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // Of two classes, the second comes late and rarely.
        "p             | 0.1         | 1    | 2  | [1, 2]",
        "p             | 0.9         | 1    | -1 | [1, -1]",
        "p_a,p_b,p_c   | 0.5,0.4,0.1 | 1, 2 | 3  | [1, 2, 3]",
        // Of three classes, the third does not come.
        "p_a,p_b,p_c   | 0.5,0.4,0.1 | 1    | 2  | [1, 2]",
        // A few rows have 0 for what is not known.
        "p_0,p_1,p_2   | 0.5,0.4,0.1 | 1, 3 | 0  | [1, 3, 0]"
      })
  void takesNoNumbersForIndicesThatMayCountFromOne(
      String columns, String probabilities, String often, String rare, String found)
      throws IOException {
    List<String> classes = List.of(often.split(", ", -1));
    String file =
        table(
            "t.csv",
            2000,
            columns + ",y",
            n -> probabilities + "," + (n % 400 == 399 ? rare : classes.get(n % classes.size())));

    assertThat(execute("evaluate", file, "--probabilities=p*", "--label=y")).isEqualTo(2);
    assertThat(err.toString())
        .contains("has the classes " + found + ": name all of them by --classes");
  }

  @Test
  void looksForAClassThatOnlyLateRowsHaveBeforeNumbersAreTakenForIndices() throws IOException {
    String file = table("t.csv", 2000, "p,y", n -> "0.01," + (n == 1990 ? 2 : 1));

    assertThat(execute("evaluate", file, "--probabilities=p", "--label=y")).isEqualTo(2);
    assertThat(err.toString()).contains("[1, 2]: name all of them by --classes", "(p is that of");
    assertThat(execute("evaluate", file, "--probabilities=p", "--label=y", "--classes=1,2"))
        .isZero();
    assertThat(out.toString()).contains("2,000 of them with a label");
  }

  @ParameterizedTest
  @CsvSource({"0, 1, 9", "0, 1, 2", "1, 1, 1"})
  void takesNumbersForIndicesWhereNothingSpeaksAgainstIt(String first, String second, String rare)
      throws IOException {
    String file =
        table(
            "t.csv",
            2000,
            "p,y",
            n -> "0.5," + (n % 400 == 399 ? rare : n / 2 % 2 == 0 ? first : second));

    assertThat(execute("evaluate", file, "--probabilities=p", "--label=y"))
        .as(err.toString())
        .isZero();
  }

  @Test
  void saysWhatIsWrongWithATableThatIsNoUtf8OrHasOtherSeparators() throws IOException {
    Path latin = folder.resolve("latin.csv");
    Files.writeString(latin, "p,y,s\n0.5,1,caf\u00e9\n", StandardCharsets.ISO_8859_1);
    assertThat(execute("evaluate", latin.toString(), "--probabilities=p", "--label=y"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("latin.csv: the file is not UTF-8");

    Path semicolons = folder.resolve("semicolons.csv");
    Files.writeString(semicolons, "p;y\n0.5;1\n");
    assertThat(execute("evaluate", semicolons.toString(), "--probabilities=p", "--label=y"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("has one column, 'p;y': put commas between the columns");

    Path decimals = folder.resolve("decimals.csv");
    Files.writeString(decimals, "p;y\n0,5;1\n");
    assertThat(execute("evaluate", decimals.toString(), "--probabilities=p", "--label=y"))
        .isEqualTo(2);
    assertThat(err.toString())
        .contains("has one column, 'p;y': put commas between the columns, and points in numbers");

    Path ragged = Files.writeString(folder.resolve("ragged.csv"), "p,y\n0.5,1,2\n");
    assertThat(execute("evaluate", ragged.toString(), "--probabilities=p", "--label=y"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("no row that can be read; the first: ", "has 3 cells");

    Path other = Files.writeString(folder.resolve("table.txt"), "p,y\n0.5,1\n");
    assertThat(execute("evaluate", other.toString(), "--probabilities=p", "--label=y"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("the ending says neither that it is a table");
  }

  @Test
  void saysInWhatATableIsWrittenThatIsNoUtf8() throws IOException {
    String text = "p,y\n0.5,1\n";
    Path wide = Files.writeString(folder.resolve("wide.csv"), text, StandardCharsets.UTF_16);
    assertThat(execute("evaluate", wide.toString(), "--probabilities=p", "--label=y")).isEqualTo(2);
    assertThat(err.toString()).contains("UTF-16; ", "'iconv -f utf-16 -t utf-8'");

    Path packed = folder.resolve("packed.csv");
    try (OutputStream gzip = new GZIPOutputStream(Files.newOutputStream(packed))) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    assertThat(execute("evaluate", packed.toString(), "--probabilities=p", "--label=y"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("packed by gzip: name it packed.csv.gz");

    for (String content : List.of(text, "")) {
      Path plain = Files.writeString(folder.resolve("plain.csv.gz"), content);
      assertThat(execute("evaluate", plain.toString(), "--probabilities=p", "--label=y"))
          .isEqualTo(2);
      assertThat(err.toString()).contains("not packed by gzip, as its name says: take .gz off");
    }
  }

  @Test
  void saysThatAListOfRowsIsNoTable() throws IOException {
    Path list = Files.writeString(folder.resolve("list.json"), "[{\"p\": 0.5, \"y\": 1}]");

    assertThat(execute("evaluate", list.toString(), "--probabilities=p", "--label=y")).isEqualTo(2);
    assertThat(err.toString()).contains("one object in each line and name it .jsonl");
  }

  @Test
  void hasNoMonthsWithoutTimes() throws IOException {
    String file = table("t.csv", "p,y", n -> "0.5," + n % 2);

    assertThat(execute("evaluate", file, "--probabilities=p", "--label=y", "--by=month"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("--by 'month' needs the times of the rows");
    assertThat(execute("evaluate", file, "--probabilities=p", "--label=y", "--by=50")).isZero();
  }

  @Test
  void saysWhyAReportCannotBeWritten() throws IOException {
    String file = table("t.csv", "p,y", n -> "0.5," + n % 2);
    String page = folder.resolve("none/page.html").toString();

    assertThat(execute("evaluate", file, "--probabilities=p", "--label=y", "--html=" + page))
        .isEqualTo(2);
    assertThat(err.toString()).contains("--html: " + page + " cannot be written: there is no such");
    assertThat(execute("evaluate", file, "--probabilities=p", "--label=y", "--bad-rows=5"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("--bad-rows is a share of the rows, in [0, 1], got 5.0");
  }

  @Test
  void judgesNoModelByLabelsThatAreASelection() throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    IntFunction<String> row =
        n -> {
          double p = random.nextDouble();
          int y = random.nextDouble() < p ? 1 : 0;
          return p + "," + (p < 0.3 ? "NaN" : y);
        };
    String file = table("t.csv", 2000, "p,y", row);

    assertThat(execute("evaluate", file, "--probabilities=p", "--label=y", "--json")).isZero();
    assertThat(model().at("/whole/finding").asText()).isEqualTo("unknown");
    assertThat(model().at("/whole/sentence").asText())
        .startsWith("Labels are not representative, so the model is not judged")
        .contains("On labelled rows alone: Nothing speaks against the predictions");
  }

  @ParameterizedTest
  @ValueSource(strings = {"NaN", "nan", "NA", "N/A", "<NA>", "null", "NULL", "None"})
  void labelsThatAreWrittenAsMissingAreAsBlankOnes(String missing) throws IOException {
    IntFunction<String> row = n -> "0.3,0.3,0.4," + (n % 3 == 0 ? n / 3 % 3 : missing);
    String file = table("t.csv", "p_a,p_b,p_c,y", row);

    assertThat(execute("evaluate", file, "--probabilities=p_*", "--label=y", "--json"))
        .as(err.toString())
        .isZero();
    assertThat(model().at("/rows/predictions").asInt()).isEqualTo(200);
    assertThat(model().at("/rows/labelled").asInt()).isEqualTo(67);
    assertThat(model().at("/rows/unusable")).isEmpty();
  }

  @Test
  void saysThatAFaultMayLieBeyondWhatIsWeighed() throws IOException {
    String file = table("t.csv", 2000, "p,y", n -> (n % 2 == 0 ? "0.999," : "0.001,") + n / 2 % 2);

    assertThat(execute("evaluate", file, "--probabilities=p", "--label=y")).isZero();
    assertThat(out.toString())
        .contains("temperature 2.67 or beyond (at least 2.6")
        .contains("; putting it right would save at least ");
  }

  /** The last that is weighed is .8: the size that is named was below the one beside it. */
  @Test
  void namesAFaultFarBeyondByTheLeastThatItIs() throws IOException {
    String file = table("far.csv", 2000, "m,s,y", n -> n % 7 + ",1," + (n % 7 + 2.5 + n % 3 - 1));

    assertThat(execute("evaluate", file, "--normal=m,s", "--label=y")).isZero();
    assertThat(out.toString())
        .containsPattern(
            "biased low by 1[.]\\d+ sd or beyond \\(putting it right would save at least");
  }

  @Test
  void learnsFromLabelsThatWereHeldImpossible() throws IOException {
    String file = table("t.csv", "p,y", n -> (n % 10 == 0 ? "1,0" : "0.5," + n % 2));

    assertThat(execute("evaluate", file, "--probabilities=p", "--label=y", "--recalibrate"))
        .isZero();
    assertThat(out.toString())
        .contains("Recalibration pays. The map is: ")
        .contains("20 labels had a predicted probability of 0; it counts as 0.00001 here.");
  }

  @Test
  void judgesSegmentsByAColumnOfAnyName() throws IOException {
    String file = table("t.csv", "p,y,c++", n -> "0.5," + n / 2 % 2 + (n % 2 == 0 ? ",a" : ",b"));

    assertThat(execute("evaluate", file, "--probabilities=p", "--label=y", "--segment=c++"))
        .as(err.toString())
        .isZero();
    assertThat(out.toString()).contains("c++=a", "c++=b");
  }

  @Test
  void takesLogitsAsItTakesProbabilities() throws IOException {
    String file =
        table(
            "logits.csv",
            "z_cat,z_dog,z_bird,animal",
            n -> "1.5,0.3,-0.2," + (n % 2 == 0 ? "cat" : n % 5 == 0 ? "bird" : "dog"));

    assertThat(execute("evaluate", file, "--logits=z_*", "--label=animal", "--json"))
        .as(err.toString())
        .isZero();
    assertThat(model().at("/rows/labelled").asInt()).isEqualTo(200);
    assertThat(execute("evaluate", file, "--logits=z_*", "--probabilities=z_*", "--label=animal"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("by one of --probabilities, --logits");
  }

  @ParameterizedTest
  @CsvSource({"--probabilities=p*", "--counts=p*"})
  void takesManyProbabilitiesThatWereRoundedToThreeDecimals(String option) throws IOException {
    String header = IntStream.range(0, 12).mapToObj(k -> "p" + k).collect(Collectors.joining(","));
    String file = table("t.csv", header + ",y", n -> "0.083,".repeat(12) + n % 12);

    assertThat(execute("evaluate", file, option, "--label=y")).as(err.toString()).isZero();
  }

  @Test
  void countsAFewRowsWhoseLabelIsNoClass() throws IOException {
    String file =
        table(
            "coins.csv", "p,y", n -> "0.5," + (n == 77 ? "maybe" : n % 2 == 0 ? "True" : "False"));

    assertThat(execute("evaluate", file, "--probabilities=p", "--label=y", "--json"))
        .as(err.toString())
        .isZero();
    assertThat(model().at("/rows/labelled").asInt()).isEqualTo(199);
    assertThat(model().at("/rows/first_unusable/0").toString()).contains("row 78", "maybe");
  }

  @Test
  void readsLevelsFromTheNamesOfQuantiles() throws IOException {
    String file = table("rain.csv", "q05,q0.5,q95,mm", n -> "0,1,2," + (n % 20) / 10.0);

    assertThat(execute("evaluate", file, "--quantiles=q*", "--label=mm", "--json"))
        .as(err.toString())
        .isZero();
    assertThat(model().at("/rows/labelled").asInt()).isEqualTo(200);
  }

  @Test
  void readsPercentagesWithAPointFromTheNamesOfQuantiles() throws IOException {
    IntFunction<String> row = n -> "-1.96,0,1.96," + (n % 20 - 9.5) / 8;
    String percentages = table("a.csv", "q2.5,q50,q97.5,y", row);

    assertThat(execute("evaluate", percentages, "--quantiles=q*", "--label=y"))
        .as(err.toString())
        .isZero();
    assertThat(out.toString()).contains("share in the central 95 % interval");
    String report = out.toString();
    String shares = table("a.csv", "q0.025,q0.5,q0.975,y", row);
    assertThat(execute("evaluate", shares, "--quantiles=q*", "--label=y")).isZero();
    assertThat(out.toString()).isEqualTo(report);
  }

  /** The one below 1 % looks like half, and says what it is only beside the others. */
  @Test
  void readsAPercentageBelowOneBesideOthersWithAPoint() throws IOException {
    IntFunction<String> row = n -> "-2.58,-1.96,-0.67,0.67,1.96,2.58," + (n % 20 - 9.5) / 8;
    String percentages = table("a.csv", "q0.5,q2.5,q25,q75,q97.5,q99.5,y", row);

    assertThat(execute("evaluate", percentages, "--quantiles=q*", "--label=y"))
        .as(err.toString())
        .isZero();
    String report = out.toString();
    String shares = table("a.csv", "q0.005,q0.025,q0.25,q0.75,q0.975,q0.995,y", row);
    assertThat(execute("evaluate", shares, "--quantiles=q*", "--label=y")).isZero();
    assertThat(out.toString()).isEqualTo(report);
  }

  @Test
  void takesNoLevelOfOneForOnePercentBesideSharesOfOne() throws IOException {
    String file = table("a.csv", "q0.1,q0.5,q1.0,y", n -> "-1,0,1," + (n % 20 - 9.5) / 8);

    assertThat(execute("evaluate", file, "--quantiles=q*", "--label=y")).isEqualTo(2);
    assertThat(err.toString()).contains("quantiles need at least two levels between 0 and 1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "q5,q10,q100 | q*              | q10 and q100 have the same level, 0.1",
        "q05,q5,q50  | q05,q5,q50      | q05 and q5 have the same level, 0.05",
        "q5,q50,q5_old | q*            | in column q5_old the * stands for '5_old', no level",
        "d1_q5,d1_q50,q95 | d1_q5,d1_q50,q95 | column d1_q5 holds no level, or several numbers"
      })
  void takesNoColumnOfQuantilesWhoseLevelIsInDoubt(String columns, String option, String why)
      throws IOException {
    String file = table("rain.csv", columns + ",mm", n -> "0,1,2," + (n % 20) / 10.0);

    assertThat(execute("evaluate", file, "--quantiles=" + option, "--label=mm")).isEqualTo(2);
    assertThat(err.toString()).contains(why);
  }

  @Test
  void evaluatesMeansWithStandardDeviationsAndEnsembles() throws IOException {
    String file = table("t.csv", "mu,sd,m1,m2,m3,y", n -> "0,1,-1,0,1," + (n % 5 - 2) / 2.0);

    assertThat(execute("evaluate", file, "--normal=mu,sd", "--label=y")).isZero();
    assertThat(execute("evaluate", file, "--members=m1,m2,m3", "--label=y")).isZero();
  }

  @Test
  void countsRowsOfOneOutcomeAsOne() throws IOException {
    String file = table("games.csv", "game,p,y", n -> n / 20 + ",0.9," + n / 20 % 2);

    assertThat(execute("evaluate", file, "--probabilities=p", "--label=y", "--cluster=game"))
        .as(err.toString())
        .isZero();
    assertThat(out.toString()).contains("200 labels (10 as evidence, as they share outcomes)");
  }

  @Test
  void backtestsATable() throws IOException {
    String file = table("preds.csv", "p,y", n -> "0.5," + n / 2 % 2);

    assertThat(execute("backtest", file, "--probabilities=p", "--label=y", "--json"))
        .as(err.toString())
        .isZero();
    assertThat(new ObjectMapper().readTree(out.toString()).at("/series/0/labelled").asInt())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "m,y        | 2,           | --poisson=m",
        "m,s,y      | 2,0.5,       | --negative-binomial=m,s",
        "p0,p1,p2,y | 0.2,0.5,0.3, | --counts=p*"
      })
  void countsAreGivenByColumns(String columns, String row, String option) throws IOException {
    String file = table("counts.csv", columns, n -> row + n % 3);

    assertThat(execute("evaluate", file, option, "--label=y")).as(err.toString()).isZero();
    assertThat(out.toString())
        .contains("CRPS", "bias: predicted mean less target", "central 50 % interval");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2.5 | the label is not a whole number, but the prediction is of counts",
        "-1  | the label is negative, but the prediction is of counts from 0"
      })
  void aLabelThatIsNoCountIsARowThatCannotBeUsed(String label, String why) throws IOException {
    String file = table("counts.csv", "m,y", n -> "2," + (n == 7 ? label : n % 3));

    assertThat(execute("evaluate", file, "--poisson=m", "--label=y")).as(err.toString()).isZero();
    assertThat(out.toString()).contains("counts.csv, row 8: " + why, "199 predictions");
    assertThat(
            execute("recalibrate", file, "--poisson=m", "--label=y", "--out", folder + "/map.json"))
        .as(err.toString())
        .isZero();
  }

  @Test
  void ratingsAreJudgedByTheirOrder() throws IOException {
    String file = table("stars.csv", "p_1,p_2,p_3,stars", n -> "0.3,0.3,0.4," + (1 + n % 3));

    assertThat(
            execute(
                "evaluate", file, "--probabilities=p_*", "--label=stars", "--calibration=ordered"))
        .as(err.toString())
        .isZero();
    assertThat(out.toString())
        .contains(
            "CRPS", "Note: a class is judged as its place in the order: 1 as 0, 2 as 1, 3 as 2.");
  }

  @Test
  void saysWhatIsMissing() throws IOException {
    String file = table("t.csv", "p,q,y", n -> "0.5,0.5,maybe");

    assertThat(execute("evaluate", file, "--label=y")).isEqualTo(2);
    assertThat(err.toString())
        .contains("--probabilities, --logits, --normal, --members, --quantiles, --poisson,");
    assertThat(execute("evaluate", file, "--probabilities=x*", "--label=y")).isEqualTo(2);
    assertThat(err.toString()).contains("no column is like 'x*'; the columns are [p, q, y]");
    assertThat(execute("evaluate", file, "--probabilities=p,q", "--label=y")).isEqualTo(2);
    assertThat(err.toString()).contains("has the classes [maybe]: name all of them by --classes");
  }

  @Test
  void saysHowToWriteTimesThatHaveNoSeparators() throws IOException {
    String file = table("t.csv", "init,p,y", n -> (2026013100L + n % 24) + ",0.5," + n % 2);

    assertThat(execute("evaluate", file, "--probabilities=p", "--label=y", "--time=init"))
        .isEqualTo(2);
    assertThat(err.toString())
        .contains("column init has the time '2026013100': write times as 2026-01-31, 2026-");
  }

  @Test
  void saysThatATableHasNoRows() throws IOException {
    String file = table("t.csv", "p,y,made", n -> "");

    assertThat(execute("evaluate", file, "--probabilities=p", "--label=y", "--time=made"))
        .isEqualTo(2);
    assertThat(err.toString())
        .contains("t.csv has no row; the first line of a CSV names the columns");
    Path lines = Files.writeString(folder.resolve("t.jsonl"), "");
    assertThat(execute("evaluate", lines.toString(), "--probabilities=p", "--label=y"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("t.jsonl has no row").doesNotContain("CSV");
  }

  @Test
  void refusesATableOfWhichManyRowsCannotBeUsed() throws IOException {
    String file = table("t.csv", "p,y", n -> n % 20 == 0 ? "1.5,0" : "0.5," + n / 2 % 2);

    assertThat(execute("evaluate", file, "--probabilities=p", "--label=y")).isEqualTo(2);
    assertThat(err.toString()).contains("10 of 200 rows of t cannot be used", "t.csv, row 1:");
    assertThat(execute("evaluate", file, "--probabilities=p", "--label=y", "--bad-rows=0.05"))
        .isZero();
  }
}
