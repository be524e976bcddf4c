package io.evenkeel.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.dataset.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sentences name the classes as the data does, unless the settings do. */
class NamedClassesTest extends CommandTest {
  private static final String NOT_NAMED = "(?s).*class 1(?! \\().*";

  /** Of loans that are called bad too rarely. */
  @BeforeEach
  void writeTable() throws IOException {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(5);
    TestData.table(
        folder.resolve("loans.csv"),
        "t,region,p_good,p_bad,loan",
        2000,
        n -> {
          double p = 0.1 + 0.5 * random.nextDouble();
          double odds = p / (1 - p) * (n % 2 == 0 ? 5 : 2);
          String loan = random.nextDouble() < odds / (1 + odds) ? "bad" : "good";
          String region = n % 2 == 0 ? "north" : "south";
          return String.format(
              Locale.ROOT, "%d,%s,%.6f,%.6f,%s", 1_700_000_000 + n, region, 1 - p, p, loan);
        });
  }

  private String[] command(String name, String... more) {
    String[] table = {
      name, folder.resolve("loans.csv").toString(), "--probabilities", "p_*", "--label", "loan"
    };
    String[] all = Arrays.copyOf(table, table.length + more.length);
    System.arraycopy(more, 0, all, table.length, more.length);
    return all;
  }

  private String dataset(String settings) throws IOException {
    return TestData.dataset(
            folder,
            """
            models:
              - model: loans
                file: loans.csv
                id: '{t}'
                time: {column: t, format: epoch-seconds}
                distribution: {binary: p_bad}
                label: {column: loan, delay: 1s, classes: [good, bad]}
                settings: {%s}
            """
                .formatted(settings))
        .toString();
  }

  @Test
  void evaluateNamesTheClassesOfATable() {
    assertThat(execute(command("evaluate", "--all", "--recalibrate"))).isZero();

    assertThat(out.toString())
        .contains("Miscalibrated: class 1 (bad) ", "calibration in the large")
        .contains("Brier score of class 1 (bad), (p - y)^2")
        .doesNotMatch(NOT_NAMED);
  }

  @Test
  void evaluateNamesTheClassesOfADatasetFileInItsPage() throws IOException {
    Path page = folder.resolve("page.html");

    assertThat(execute("evaluate", dataset(""), "--json", "--html", page.toString())).isZero();
    assertThat(out.toString()).contains("class 1 (bad)").doesNotMatch(NOT_NAMED);
    assertThat(Files.readString(page)).contains("class 1 (bad)");
  }

  @Test
  void recalibrateNamesTheClasses() {
    String map = folder.resolve("map.json").toString();

    assertThat(execute(command("recalibrate", "--segment", "region", "--by", "region", "-o", map)))
        .isZero();

    assertThat(out.toString()).contains("class 1 (bad)").doesNotMatch(NOT_NAMED);
  }

  @Test
  void backtestNamesTheClasses() throws IOException {
    String windows = "window: {size: 10m, advance: 10m}, labels: {wait: 10s}";

    assertThat(execute("backtest", dataset(windows))).isZero();
    assertThat(out.toString()).contains("class 1 (bad)").doesNotMatch(NOT_NAMED);
  }

  @Test
  void namesOfTheSettingsGoBeforeThoseOfTheData() throws IOException {
    assertThat(execute("evaluate", dataset("classes: [paid, lost]"))).isZero();

    assertThat(out.toString()).contains("class 1 (lost)").doesNotContain("(bad)");
  }
}
