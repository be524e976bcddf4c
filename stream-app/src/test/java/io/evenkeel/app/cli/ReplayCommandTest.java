package io.evenkeel.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.ConfigReader;
import io.evenkeel.app.config.Durations;
import io.evenkeel.app.dataset.Dataset;
import io.evenkeel.app.replay.Case;
import io.evenkeel.app.serde.JsonDeserializer;
import io.evenkeel.app.serde.JsonSerializer;
import io.evenkeel.app.simulate.Preset;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  private int execute(String... args) {
    return App.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(args);
  }

  @Test
  void readsBackWhatSimulateWrites() {
    for (String preset : List.of("slow-labels", "biased")) {
      Path written = folder.resolve(preset);
      assertThat(execute("simulate", preset, "--count", "500", "--out", written.toString()))
          .isZero();

      Dataset dataset = Dataset.read(written.resolve("dataset.yaml"));
      try (Stream<Case> cases = dataset.cases(written).cases()) {
        assertThat(cases.toList())
            .isEqualTo(Preset.of(preset).simulation().cases().limit(500).toList());
      }
    }
  }

  @Test
  void keepsTheFilesThatAreThereIfThereIsNoCase() {
    String written = folder.resolve("written").toString();
    assertThat(execute("simulate", "--count", "0", "--out", written)).isEqualTo(2);
    assertThat(folder.resolve("written")).doesNotExist();

    assertThat(execute("simulate", "--count", "5", "--out", written)).isZero();
    assertThat(execute("simulate", "--count", "0", "--out", written)).isEqualTo(2);
    Dataset dataset = Dataset.read(folder.resolve("written/dataset.yaml"));
    try (Stream<Case> cases = dataset.cases(folder.resolve("written")).cases()) {
      assertThat(cases).hasSize(5);
    }
  }

  @Test
  void writesSettingsThatAreAllowedHoweverRarePredictionsAre() throws IOException {
    Path written = folder.resolve("rare");
    assertThat(execute("simulate", "--count", "5", "--every", "400d", "--out", written.toString()))
        .isZero();
    out.getBuffer().setLength(0);
    assertThat(execute("replay", written.resolve("dataset.yaml").toString(), "--settings"))
        .isZero();

    Path config = Files.writeString(folder.resolve("app.yaml"), out.toString());
    assertThat(new ConfigReader().file(config).read().model("overconfident").window().size())
        .isEqualTo(Durations.LONGEST);
  }

  /** The broker is asked before a file is read, which may take long. */
  @Test
  void asksTheBrokerFirst() throws IOException {
    Path file = Files.writeString(folder.resolve("coins.csv"), "p,heads\n0.5,1\nnone,1\n");

    int code =
        execute(
            "replay",
            file.toString(),
            "--probabilities=p",
            "--label=heads",
            "-Dkafka.bootstrap.servers=localhost:1",
            "-Dkafka.max.block.ms=100",
            "-Dserde.serializer=" + JsonSerializer.class.getName(),
            "-Dserde.deserializer=" + JsonDeserializer.class.getName());

    assertThat(code).isEqualTo(Errors.NOT_READY);
    assertThat(err.toString()).contains("not present in metadata").doesNotContain("none");
  }

  @Test
  void refusesOptionsOfSendingWhereItWritesFiles() {
    Path written = folder.resolve("written");
    String[] trouble = {"--duplicates", "0.2", "--shuffle=all", "--speed", "2x", "-Da=b"};
    List<String> line = new ArrayList<>(List.of("simulate", "--out", written.toString()));
    line.addAll(List.of(trouble));

    assertThat(execute(line.toArray(String[]::new))).isEqualTo(2);
    assertThat(err.toString())
        .contains("these options do nothing: leave out [--duplicates, --shuffle, --speed, -D]");
    assertThat(execute("simulate", "--out", written.toString(), "--dry-run")).isEqualTo(2);
    assertThat(err.toString()).contains("leave out [--dry-run]");
    assertThat(written).doesNotExist();
  }

  @Test
  void showsEventsAndCountsInADryRun() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("coins.yaml"),
            """
            models:
              - model: coins
                file: coins.csv
                id: '{n}'
                time: {column: day, format: date}
                distribution: {binary: p}
                label: {column: heads, delay: 12h}
            """);
    Files.writeString(folder.resolve("coins.csv"), "n,day,p,heads\n1,2026-01-31,0.25,1\n");

    assertThat(execute("replay", file.toString(), "--dry-run")).isZero();

    assertThat(out.toString())
        .isEqualToNormalizingNewlines(
            """
            {"prediction_id":"1","model":"coins","version":"","made_at":"2026-01-31T00:00:00Z",\
            "segments":{},"features":{},"cluster":"","distribution":{"categorical":[0.75,0.25]}}
            {"prediction_id":"1","known_at":"2026-01-31T12:00:00Z","revision":0,"target":1}
            """);
    assertThat(err.toString())
        .containsPattern("coins +1 +1 +2026-01-31T00:00:00Z +2026-01-31T12:00:00Z");
  }

  @Test
  void printsSettingsThatTheConfigurationTakes() throws IOException {
    Path written = folder.resolve("biased");
    execute("simulate", "biased", "--count", "5", "--out", written.toString());
    out.getBuffer().setLength(0);

    assertThat(execute("replay", written.resolve("dataset.yaml").toString(), "--settings"))
        .isZero();

    Path config = Files.writeString(folder.resolve("app.yaml"), out.toString());
    assertThat(new ConfigReader().file(config).read().model("biased").window().size())
        .isEqualTo(Duration.ofSeconds(500));
  }

  @Test
  void appliesTrouble() {
    assertThat(execute("simulate", "--count", "1000", "--dropped-labels", "1", "--dry-run"))
        .isZero();

    assertThat(err.toString()).containsPattern("overconfident +1000 +0 ");
    assertThat(out.toString()).doesNotContain("\"target\"");
  }

  @Test
  void replacesWhatThePresetSays() {
    assertThat(
            execute(
                "simulate",
                "biased",
                "--model",
                "m",
                "--count",
                "5",
                "--every",
                "1h",
                "--seed",
                "9",
                "--scale",
                "2",
                "--delay",
                "pareto(1m, 2)",
                "--dry-run"))
        .isZero();

    assertThat(out.toString()).contains("\"prediction_id\":\"m:4\"");
    assertThat(err.toString()).containsPattern("m +5 +5 +2026-01-01T00:00:00Z");
  }

  @Test
  void tellsMistakesInAMessage() {
    assertThat(execute("replay", folder.resolve("none.yaml").toString(), "--dry-run")).isEqualTo(2);
    assertThat(execute("simulate", "none", "--dry-run")).isEqualTo(2);
    assertThat(execute("simulate", "biased", "--classes", "3", "--dry-run")).isEqualTo(2);
    assertThat(execute("simulate", "--speed", "fast", "--dry-run")).isEqualTo(2);
    assertThat(execute("simulate", "--duplicates", "2", "--dry-run")).isEqualTo(2);
    assertThat(execute("simulate", "--delay", "soon", "--dry-run")).isEqualTo(2);
    assertThat(execute("simulate")).isEqualTo(2);

    assertThat(err.toString())
        .contains("none.yaml: cannot be read: there is no such file")
        .contains("no preset 'none'")
        .contains("are for classes")
        .contains("'fast' is no factor")
        .contains("duplicates must be a share in [0, 1], got 2.0")
        .contains("'soon' is no duration")
        .contains("kafka.bootstrap.servers")
        .doesNotContain("\tat ");
  }

  @Test
  void namesThePresetsInItsHelp() {
    assertThat(execute("simulate", "--help")).isZero();

    assertThat(out.toString()).contains("too-narrow (numbers").contains("--informative");
  }
}
