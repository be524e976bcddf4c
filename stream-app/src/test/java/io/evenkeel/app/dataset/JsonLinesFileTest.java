package io.evenkeel.app.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.app.cli.App;
import io.evenkeel.app.replay.Case;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonLinesFileTest {
  @TempDir private Path folder;

  @Test
  void theFolderMayBeThatOfTheCommand() throws IOException {
    Path here = Files.createTempFile(Path.of("target"), "rows", ".jsonl");
    try {
      Files.writeString(here, "{\"p\": 0.5}\n");

      try (Table table = Table.open(Path.of("."), here.toString(), "file")) {
        assertThat(table.rows(JsonLinesFileTest::refuse)).hasSize(1);
      }
    } finally {
      Files.delete(here);
    }
  }

  @Test
  void namesNestedValuesByTheirPath() throws IOException {
    write(
        "a.jsonl",
        "{\"id\": 7, \"model\": {\"name\": \"m\", \"tags\": [\"x\", null]}, \"up\": true}",
        "",
        "{\"model\": {\"name\": 1.50}, \"id\": null, \"p\": [0.25, 1e-7]}");

    try (Table table = Table.open(folder, "a.jsonl", "file")) {
      List<Row> rows = table.rows(JsonLinesFileTest::refuse).toList();

      assertThat(rows)
          .containsExactly(
              new Row(1, List.of("7", "m", "x", "", "true", "", "")),
              new Row(2, List.of("", "1.5", "", "", "", "0.25", "1.0E-7")));
      assertThat(table.columns().indices("x", List.of("id", "model.tags.1", "p.0")))
          .containsExactly(0, 3, 5);
      assertThatThrownBy(() -> table.columns().index("distribution.binary", "p.2"))
          .hasMessageContaining("a.jsonl has no column 'p.2'; its columns are [id, model.name");
    }
  }

  @Test
  void writesNumbersWithoutExponentsAsACsvDoes() throws IOException {
    write(
        "a.jsonl",
        "{\"a\": 20000000.0, \"b\": 12345678.9, \"c\": 20000000, \"d\": 1.5e15}",
        "{\"a\": 1e16, \"b\": 0.0001, \"c\": -3e7, \"d\": 1e-5}");

    try (Table table = Table.open(folder, "a.jsonl", "file")) {
      assertThat(table.rows(JsonLinesFileTest::refuse))
          .containsExactly(
              new Row(1, List.of("20000000.0", "12345678.9", "20000000", "1500000000000000.0")),
              new Row(2, List.of("1.0E16", "0.0001", "-30000000.0", "1.0E-5")));
    }
  }

  @Test
  void readsTheNumbersThatAreNoneAsPythonWritesThem() throws IOException {
    write("a.jsonl", "{\"a\": NaN, \"b\": Infinity}", "{\"a\": -Infinity, \"b\": 0.5}");

    try (Table table = Table.open(folder, "a.jsonl", "file")) {
      assertThat(table.rows(JsonLinesFileTest::refuse))
          .containsExactly(
              new Row(1, List.of("NaN", "Infinity")), new Row(2, List.of("-Infinity", "0.5")));
    }
  }

  @Test
  void saysThatAFolderIsNoFile() throws IOException {
    Files.createDirectory(folder.resolve("parts.parquet"));

    assertThatThrownBy(() -> Table.open(folder, "parts.parquet", "file"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith(
            "parts.parquet is a folder: name one file, such as one of its parts,"
                + " or write the table as one file");
  }

  @Test
  void tellsOfLinesThatAreNoObjectsAndGoesOn() throws IOException {
    write("a.jsonl", "{\"id\": 1}", "{\"id\": ", "[1]", "{\"id\": 2}{}", "{\"id\": 3}");
    List<String> told = new ArrayList<>();

    try (Table table = Table.open(folder, "a.jsonl", "file")) {
      assertThat(table.rows(e -> told.add(e.getMessage())))
          .extracting(Row::number)
          .containsExactly(1L, 5L);
    }

    assertThat(told)
        .containsExactly(
            "a.jsonl, row 2: the line is no object of JSON",
            "a.jsonl, row 3: the line is no object of JSON",
            "a.jsonl, row 4: the line is no object of JSON");
  }

  @Test
  void readsPastAByteOrderMark() throws IOException {
    Files.writeString(folder.resolve("a.jsonl"), "\uFEFF{\"id\": 1}\n{\"id\": 2}\n");

    try (Table table = Table.open(folder, "a.jsonl", "file")) {
      assertThat(table.columns().names()).containsExactly("id");
      assertThat(table.rows(JsonLinesFileTest::refuse))
          .containsExactly(new Row(1, List.of("1")), new Row(2, List.of("2")));
    }
  }

  @Test
  void saysInWhatLinesAreWrittenThatAreNoUtf8() throws IOException {
    String line = "{\"city\": \"K\u00f6ln\"}\n";
    Files.writeString(folder.resolve("latin.jsonl"), line, StandardCharsets.ISO_8859_1);
    Files.writeString(folder.resolve("wide.jsonl"), line, StandardCharsets.UTF_16);

    assertThatThrownBy(() -> Table.open(folder, "latin.jsonl", "file"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("latin.jsonl: the file is not UTF-8; write it as that");
    assertThatThrownBy(() -> Table.open(folder, "wide.jsonl", "file"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("wide.jsonl: the file is UTF-16; convert it to UTF-8");
  }

  /** Beyond the lines that are looked at for the columns. */
  @Test
  void saysThatALateLineIsNoUtf8() throws IOException {
    String text =
        "{\"city\": \"Bern, in the canton of Bern\"}\n".repeat(3000)
            + "{\"city\": \"K\u00f6ln\"}\n";
    Files.writeString(folder.resolve("a.jsonl"), text, StandardCharsets.ISO_8859_1);

    try (Table table = Table.open(folder, "a.jsonl", "file")) {
      assertThatThrownBy(() -> table.rows(JsonLinesFileTest::refuse).toList())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("a.jsonl: the file is not UTF-8; write it as that");
    }
  }

  /** The same rows as CSV and as JSON lines with the probabilities in an array. */
  @Test
  void leadsToTheSameCasesAndTheSameReportAsCsv() throws IOException {
    assertThat(run("simulate", "overconfident", "--count", "300", "--out", folder.toString()))
        .isEmpty();
    Path csv = folder.resolve("dataset.yaml");
    Path json = folder.resolve("lines.yaml");
    convert(folder.resolve("cases.csv.gz"), folder.resolve("cases.ndjson.gz"));
    Files.writeString(
        json,
        Files.readString(csv)
            .replace("cases.csv.gz", "cases.ndjson.gz")
            .replaceAll("\"p(\\d+)\"", "\"p.$1\""));

    assertThat(Files.readString(json)).contains("\"p.1\"");
    assertThat(cases(json)).hasSize(300).isEqualTo(cases(csv));
    assertThat(run("evaluate", json.toString())).isEqualTo(run("evaluate", csv.toString()));
  }

  private static void refuse(UnusableRowException e) {
    throw e;
  }

  private List<Case> cases(Path dataset) {
    try (Stream<Case> cases = Dataset.read(dataset).cases(folder).cases()) {
      return cases.toList();
    }
  }

  private static String run(String... command) {
    StringWriter out = new StringWriter();
    int code = App.commandLine().setOut(new PrintWriter(out)).execute(command);
    assertThat(code).isZero();
    return out.toString().startsWith("wrote") ? "" : out.toString();
  }

  private static void convert(Path csv, Path json) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    try (CSVParser rows =
            CSVParser.parse(
                new GZIPInputStream(Files.newInputStream(csv)),
                StandardCharsets.UTF_8,
                CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get());
        OutputStream out = new GZIPOutputStream(Files.newOutputStream(json))) {
      for (var row : rows) {
        ObjectNode line = mapper.createObjectNode();
        row.toMap()
            .forEach(
                (name, value) -> {
                  if (name.matches("p\\d+")) {
                    line.withArray("p").add(Double.parseDouble(value));
                  } else {
                    line.put(name, value);
                  }
                });
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private void write(String name, String... lines) throws IOException {
    Files.write(folder.resolve(name), List.of(lines));
  }
}
