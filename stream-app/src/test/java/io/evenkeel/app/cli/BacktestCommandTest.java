package io.evenkeel.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.dataset.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BacktestCommandTest extends CommandTest {
  /** Of a fair coin. */
  private static final int ROWS = 600;

  private int backtest(String probability, String... more) throws IOException {
    Path file =
        TestData.table(folder.resolve("coins.csv"), "p,y", ROWS, n -> probability + "," + n % 2);
    Path settings =
        Files.writeString(
            folder.resolve("settings.yaml"),
            "defaults: {window: {size: 2m, advance: 1m}, labels: {wait: 10s}}\n");
    List<String> args =
        new ArrayList<>(
            List.of("backtest", file.toString(), "--probabilities", "p", "--label", "y"));
    args.addAll(List.of("-c", settings.toString()));
    args.addAll(List.of(more));
    return execute(args.toArray(String[]::new));
  }

  @Test
  void summarizesEachSeriesInWords() throws IOException {
    assertThat(backtest("0.99")).isZero();

    assertThat(out.toString())
        .contains("Windows: ")
        .containsPattern("Alerts that fired: 1 miscalibration \\(at \\d{4}-")
        .contains("Labels: 600 of 600 predictions have one.")
        .contains("labels.wait is 10s")
        .contains("What would be found: ");
  }

  @Test
  void endsWithACodeOfItsOwnWhereAnAlertIsAsSevereAsAsked() throws IOException {
    assertThat(backtest("0.99", "--fail-on", "critical")).isEqualTo(Errors.ALERTS_FIRED);
    assertThat(backtest("0.5", "--fail-on", "info")).isZero();
    assertThat(out.toString()).contains("No alert fired.");
    assertThat(backtest("0.5", "--fail-on", "loud")).isEqualTo(2);
    assertThat(err.toString()).contains("'loud' is no severity: write info, warning or critical");
  }

  @Test
  void leavesOutWhatIsOfTheFuture() throws IOException {
    Files.writeString(
        folder.resolve("coins.csv"),
        "n,at,p,y,known\n1,2026-01-01,0.5,1,2026-01-02\n2,2026-01-01,0.5,0,9999-12-31\n");
    Path file =
        Files.writeString(
            folder.resolve("coins.yaml"),
            """
            models:
              - model: coins
                file: coins.csv
                id: '{n}'
                time: {column: at, format: date}
                distribution: {binary: p}
                label: {column: y, time: {column: known, format: date}}
            """);

    assertThat(execute("backtest", file.toString())).isZero();
    assertThat(out.toString()).contains("Labels: 1 of 2 predictions have one.");
    assertThat(err.toString()).contains("Left out, as they are of the future: 1 event");
  }

  @Test
  void setsTwoSettingsSideBySide() throws IOException {
    Path others =
        Files.writeString(
            folder.resolve("others.yaml"),
            "defaults: {window: {size: 4m, advance: 2m}, labels: {wait: 1h}}\n");

    assertThat(backtest("0.99", "--compare", others.toString())).isZero();
    assertThat(out.toString())
        .containsPattern("settings.yaml: +Alerts that fired: 1 miscalibration")
        .containsPattern("others.yaml: +Alerts that fired: 1 miscalibration");
    assertThat(err.toString()).contains("others.yaml:");
  }

  @Test
  void writesAPageThatIsOneFile() throws IOException {
    Path page = folder.resolve("backtest.html");

    assertThat(backtest("0.99", "--html", page.toString())).isZero();
    assertThat(Files.readString(page))
        .contains("Alerts that fired: 1 miscalibration")
        .contains("alt=\"Evidence over time of coins\"", "alt=\"Score over time of coins\"")
        .contains("src=\"data:image/svg+xml;base64,")
        .doesNotContain("<script", "src=\"http", "href=");
    assertThat(err.toString()).contains("written: " + page);
  }

  @Test
  void asksForAFolderThatIsThereBeforeItRuns() throws IOException {
    Path page = folder.resolve("none").resolve("backtest.html");

    assertThat(backtest("0.99", "--html", page.toString())).isEqualTo(2);
    assertThat(err.toString())
        .contains("--html: " + page + " cannot be written: there is no such file or folder")
        .doesNotContain("cases read");
  }
}
