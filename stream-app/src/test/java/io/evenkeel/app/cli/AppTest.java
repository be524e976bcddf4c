package io.evenkeel.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.SettingsTable;
import io.evenkeel.app.metrics.MetricsTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class AppTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int execute(String... args) {
    return App.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
        .execute(args);
  }

  @Test
  void showsCommandsAndExitCodes() {
    assertThat(execute("--help")).isZero();

    assertThat(out.toString())
        .contains("run", "topics", "describe")
        .contains("Exit codes:", "0   done", "1   stopped", "2   the command", "3   brokers");
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "topics", "recalibrations", "apply-maps", "compare", "describe"})
  void helpsWithEveryCommand(String command) {
    assertThat(execute(command, "--help")).isZero();
    assertThat(out.toString()).startsWith("Usage: evenkeel " + command);
  }

  @Test
  void saysByWhichScoresVersionsAreCompared() {
    assertThat(execute("compare", "--help")).isZero();
    assertThat(out.toString().replaceAll("\\s+", " "))
        .contains("the Brier score of classes or the CRPS of numbers");
  }

  @Test
  void tellsItsVersion() {
    assertThat(execute("--version")).isZero();
    assertThat(out.toString()).startsWith("evenkeel ");
  }

  @Test
  void wantsACommand() {
    assertThat(execute()).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("evenkeel: Missing required subcommand")
        .contains("Try 'evenkeel --help' for what there is.");
  }

  @Test
  void suggestsTheCommandThatWasMeant() {
    assertThat(execute("topic")).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("evenkeel: there is no command 'topic'; did you mean topics")
        .contains("Try 'evenkeel --help'")
        .doesNotContain("\tat ");
  }

  @Test
  void suggestsTheOptionThatWasMeant() {
    assertThat(execute("check", "--sinc", "x")).isEqualTo(2);
    assertThat(err.toString()).contains("'--sinc'", "; did you mean --since");
  }

  @Test
  void helpsAsACommand() {
    assertThat(execute("help")).isZero();
    assertThat(out.toString()).startsWith("Usage: evenkeel ").contains("backtest");
    out.getBuffer().setLength(0);

    assertThat(execute("help", "topics")).isZero();
    assertThat(out.toString()).startsWith("Usage: evenkeel topics");
  }

  @Test
  void saysHowToWriteATime() {
    assertThat(execute("check", "--since", "last week")).isEqualTo(2);
    assertThat(err.toString())
        .startsWith(
            "evenkeel: Invalid value for option '--since': 'last week' is no time: write"
                + " 2026-01-31T12:00:00Z, 2026-01-31, yesterday, or 12h for twelve hours ago");
  }

  @ParameterizedTest
  @CsvSource({
    "'kafka:\\n\\ta: b\\n', 'this is not YAML: a line is indented by a tab; indent by spaces'",
    "'kafka: {a: b\\n', 'this is not YAML: expected'",
    "'a: b: c\\n', 'this is not YAML: mapping values are not allowed here'"
  })
  void saysWhyAFileIsNoYaml(String text, String problem, @TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("e.yaml"), text.translateEscapes());

    assertThat(execute("topics", "-c", file.toString())).isEqualTo(2);
    assertThat(err.toString()).contains(problem);
  }

  @Test
  void saysWhyAFileCannotBeReadOrWritten(@TempDir Path folder) throws IOException {
    assertThat(execute("topics", "-c", "no-such.yaml")).isEqualTo(2);
    assertThat(err.toString())
        .contains("no-such.yaml: cannot be read: there is no such file or folder; check the path");

    Path file = Files.writeString(folder.resolve("file"), "");
    assertThat(execute("simulate", "--count=1", "--out", file.resolve("x").toString()))
        .isEqualTo(1);
    assertThat(err.toString()).contains("x cannot be written: ").doesNotContain("Exception");
  }

  @Test
  void refusesUnknownOptions() {
    assertThat(execute("topics", "--colour")).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("evenkeel: Unknown option: '--colour'")
        .contains("Try 'evenkeel topics --help' for what there is.");
  }

  @Test
  void describesSettingsAndMetrics() {
    assertThat(execute("describe", "config")).isZero();
    assertThat(execute("describe", "metrics")).isZero();
    assertThat(out.toString()).isEqualTo(SettingsTable.markdown() + MetricsTable.markdown());
  }

  @Test
  void describesTheTopologyWithoutBrokers() {
    assertThat(execute("describe", "topology", "-Dtopics.predictions=my-predictions")).isZero();
    assertThat(out.toString()).startsWith("Topologies:").contains("my-predictions");
  }

  @Test
  void describesWhatBrokersMustAllow() {
    assertThat(execute("describe", "acls", "check", "skip", "-Dtopics.labels=my-labels")).isZero();
    assertThat(out.toString())
        .contains("kafka-acls.sh", "User:evenkeel", "--topic my-labels", "evenkeel.dead-letters");
    assertThat(execute("describe", "acls", "--strimzi", "--principal=User:ops", "reset")).isZero();
    assertThat(out.toString()).contains("kind: KafkaUser", "name: ops");
  }

  @Test
  void doesNotResetToATimeToCome() {
    assertThat(execute("reset", "--since=2999-01-01T00:00:00Z")).isEqualTo(2);
    assertThat(err.toString()).contains("2999-01-01", "lies in the future");
  }

  @Test
  void namesTheTasksThatBrokersAreToAllow() {
    assertThat(execute("describe", "acls", "walk")).isEqualTo(2);
    assertThat(err.toString()).contains("'walk'", "run, produce");
  }

  @Test
  void wantsToKnowWhatToDescribe() {
    assertThat(execute("describe")).isEqualTo(2);
    assertThat(err.toString()).contains("Missing required subcommand");
  }

  @Test
  void tellsAMistakeInTheConfigurationInOneLine() {
    assertThat(execute("topics", "-D", "models.churn.windw.size=1d")).isEqualTo(2);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "evenkeel: models.churn.windw.size (-D): there is no such setting; did you mean"
                + " models.churn.window.size?");
  }

  @Test
  void showsWhereAnErrorCameFromWhenAsked() {
    assertThat(execute("topics", "--verbose", "-D", "a=b")).isEqualTo(2);
    assertThat(err.toString()).contains("evenkeel: a (-D): ", "\tat io.evenkeel");
  }

  @Test
  void readsTheFileAndLetsOptionsReplaceItsSettings(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("e.yaml"), "http: {port: x}\n");

    assertThat(execute("topics", "--config", file.toString())).isEqualTo(2);
    assertThat(err.toString()).startsWith("evenkeel: http.port = 'x' (e.yaml, line 1): ");

    assertThat(execute("topics", "-c", file.toString(), "-Dhttp.port=0")).isEqualTo(2);
    assertThat(err.toString()).contains("evenkeel: kafka.bootstrap.servers: is not set; ");
  }

  @ParameterizedTest
  @CsvSource({"-Dhttp.host=a=b c, a=b c", "-Dhttp.host=, ''"})
  void takesValuesAsTheyAre(String option, String value) {
    assertThat(execute("topics", option)).isEqualTo(2);
    assertThat(err.toString()).startsWith("evenkeel: http.host = '" + value + "' (-D): ");
  }

  @Test
  void wantsAValueForASetting() {
    assertThat(execute("topics", "-D", "http.host")).isEqualTo(2);
    assertThat(err.toString())
        .contains("-D http.port=8080; got 'http.host'", "Try 'evenkeel topics --help'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "topics"})
  void saysThatNoBrokerAnswers(String command) {
    int code =
        execute(
            command,
            "-D=kafka.bootstrap.servers=127.0.0.1:1",
            "-D=kafka.default.api.timeout.ms=200",
            "-D=kafka.request.timeout.ms=100");

    assertThat(code).isEqualTo(3);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "evenkeel: kafka.bootstrap.servers = '127.0.0.1:1': no broker answered; check the"
                + " addresses, and that security.protocol and its settings are those of the"
                + " listener");
  }

  @ParameterizedTest
  @ValueSource(strings = {"alerts", "recalibrations", "silence list", "explain ea3de5b6"})
  void saysThatNoBrokerAnswersToWhoeverReadsATopic(String command) {
    List<String> words = new ArrayList<>(List.of(command.split(" ", -1)));
    words.add("-D=kafka.bootstrap.servers=127.0.0.1:1");
    words.add("-D=kafka.default.api.timeout.ms=200");
    words.add("-D=kafka.request.timeout.ms=100");
    words.add("-D=serde.serializer=io.evenkeel.app.serde.JsonSerializer");
    words.add("-D=serde.deserializer=io.evenkeel.app.serde.JsonDeserializer");

    assertThat(execute(words.toArray(String[]::new))).isEqualTo(3);
    assertThat(err.toString())
        .startsWith("evenkeel: no broker answered in time (at 127.0.0.1:1: ")
        .contains("check the addresses of kafka.bootstrap.servers");
  }

  @Test
  void wantsTheValueOfASegmentThatIsToBeSilenced() {
    assertThat(execute("silence", "add", "--model=churn", "--segment=country", "--for=1h"))
        .isEqualTo(2);
    assertThat(err.toString())
        .contains("'country' is no attribute with its value, such as country=DE");
  }

  /** They are a series of their own, with alerts. */
  @Test
  void silencesTheSegmentsBeyondTheLimit() {
    assertThat(execute("silence", "add", "--model=churn", "--segment=(others)", "--for=1h"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("kafka.bootstrap.servers: is not set");
  }

  @Test
  void wantsTheAddressOfAnAlertmanagerUnlessTheSettingsHaveIt() {
    assertThat(execute("alertmanager")).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("evenkeel: missing the address of an Alertmanager: --url or alertmanager.urls");

    assertThat(execute("alertmanager", "-Dalertmanager.urls=http://localhost:9093")).isEqualTo(2);
    assertThat(err.toString()).contains("kafka.bootstrap.servers: is not set");
  }

  @Test
  void saysThatABrokerCannotBeFound() {
    assertThat(execute("topics", "-Dkafka.bootstrap.servers=no-such-host.invalid:9092"))
        .isEqualTo(3);
    assertThat(err.toString())
        .startsWith(
            "evenkeel: kafka.bootstrap.servers = 'no-such-host.invalid:9092': no client can be"
                + " made (");
  }

  @Test
  void neverShowsSecretsInErrors() {
    execute(
        "topics",
        "--verbose",
        "-Dkafka.bootstrap.servers=127.0.0.1:1",
        "-Dkafka.security.protocol=SASL_SSL",
        "-Dkafka.sasl.mechanism=PLAIN",
        "-Dkafka.ssl.truststore.password=s3cret",
        "-Dkafka.sasl.jaas.config=s3cret");

    assertThat(err.toString()).startsWith("evenkeel: ").doesNotContain("s3cret");
  }
}
