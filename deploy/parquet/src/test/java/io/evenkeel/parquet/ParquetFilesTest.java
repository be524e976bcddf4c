package io.evenkeel.parquet;

import static org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit.MICROS;
import static org.apache.parquet.schema.LogicalTypeAnnotation.dateType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.intType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.stringType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.timestampType;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BOOLEAN;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.DOUBLE;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.FLOAT;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT32;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import blue.strategic.parquet.ParquetWriter;
import io.evenkeel.app.dataset.Dataset;
import io.evenkeel.app.dataset.ParquetTables;
import io.evenkeel.app.replay.Case;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParquetFilesTest {
  private static final Instant MADE_AT = Instant.parse("2026-01-31T12:00:00.250Z");
  private static final MessageType SCHEMA =
      Types.buildMessage()
          .required(BINARY)
          .as(stringType())
          .named("id")
          .required(INT64)
          .as(timestampType(true, MICROS))
          .named("made_at")
          .required(INT32)
          .as(dateType())
          .named("day")
          .required(DOUBLE)
          .named("p")
          .optional(INT32)
          .named("y")
          .required(BOOLEAN)
          .named("weekend")
          .named("predictions");

  /** A column y of 1 and 0, packed by gzip, as PyArrow 25 writes it. */
  private static final String GZIPPED =
      "UEFSMRUAFSwVOiwVBBUAFQYVBhwAAAAfiwgAAAAAAAIDY2JgYGBhZGRABQC09R+kFgAAABUEGSw1"
          + "ABgGc2NoZW1hFQIAFQQlAhgBeQAWBBkcGRwmABwVBBklBgAZGAF5FQQWBBZSFmAmCEkcFQAVABUC"
          + "ADwpBhkmAAQAAAAWUhYEJggWYAAoIHBhcnF1ZXQtY3BwLWFycm93IHZlcnNpb24gMjUuMC4xGRwc"
          + "AAAAegAAAFBBUjE=";

  /** A column t of 2026-01-31 12:00:00.5 and null, as Spark writes times by default. */
  private static final String SPARK =
      "UEFSMRUAFSQVJCwVBBUAFQYVBhwAAAACAAAAAwEA5XRmSicAAJCNJQAVBBksNQAYBnNjaGVtYRUC"
          + "ABUGJQIYAXQAFgQZHBkcJgAcFQYZJQYAGRgBdBUAFgQWShZKJghJHBUAFQAVAgA8KQYZJgICAAAA"
          + "FkoWBCYIFkoAKCBwYXJxdWV0LWNwcC1hcnJvdyB2ZXJzaW9uIDI1LjAuMRkcHAAAAHoAAABQQVIx";

  /** A column seg of the bytes of zürich, of AA FF and of nothing, as DuckDB writes a BLOB. */
  private static final String BYTES =
      "UEFSMRUAFTYVNiwVBhUAFQYVBgAAAgAAAAYBBwAAAHrDvHJpY2gCAAAAqv8AAAAAFQIZLDUAGA1k"
          + "dWNrZGJfc2NoZW1hFQIAFQwlAhgDc2VnABYGGRwZHCYAHBUMGRUAGRgDc2VnFQAWBhZYFlgmCDwY"
          + "Aqr/JgAoAqr/GAAAAAAWgIQEFgYmCAAoKER1Y2tEQiB2ZXJzaW9uIHYxLjEuMyAoYnVpbGQgMTk4"
          + "NjQ0NTNmNykAhAAAAFBBUjE=";

  /**
   * Columns p of 0.25 and 0.75, tags of lists, meta of structs, and y of 1 and NaN, as PyArrow 25
   * writes them.
   */
  private static final String NESTED =
      "UEFSMRUAFSwVLCwVBBUAFQYVBhwAAAACAAAABAEAAAAAAADQPwAAAAAAAOg/FQAVLhUuLBUGFQAVBhUGHAAA"
          + "AAIAAAADAgMAAAADHwABAAAAYQEAAABiFQAVFhUWLBUEFQAVBhUGHAAAAAMAAAADAgABAAAAFQAVLBUsLBUE"
          + "FQAVBhUGHAAAAAIAAAAEAQAAAAAAAPA/AAAAAAAA+H8VBBmMNQAYBnNjaGVtYRUIABUKJQIYAXAANQIYBHRh"
          + "Z3MVAhUGTDwAAAA1BBgEbGlzdBUCABUMJQIYB2VsZW1lbnQlAEwcAAAANQIYBG1ldGEVAgAVAiUCGAFrABUK"
          + "JQIYAXkAFgQZHBlMJgAcFQoZJQYAGRgBcBUAFgQWUhZSJghJHBUAFQAVAgA8KQYZJgAEAAAAJgAcFQwZJQYA"
          + "GTgEdGFncwRsaXN0B2VsZW1lbnQVABYGFlQWVCZaSRwVABUAFQIAPBYEGSYEAhlGAAIABAAAACYAHBUCGSUG"
          + "ABkoBG1ldGEBaxUAFgQWPBY8Jq4BSRwVABUAFQIAPCkGGTYCAAIAAAAmABwVChklBgAZGAF5FQAWBBZSFlIm"
          + "6gFJHBUAFQAVAgA8KQYZJgAEAAAAFrQCFgQmCBa0AgAoIHBhcnF1ZXQtY3BwLWFycm93IHZlcnNpb24gMjUu"
          + "MC4xGUwcAAAcAAAcAAAcAAAAbAEAAFBBUjE=";

  @TempDir private Path folder;

  private record Prediction(String id, double p, int y) {}

  private void write(String name, Prediction... predictions) throws IOException {
    try (ParquetWriter<Prediction> writer =
        ParquetWriter.writeFile(
            SCHEMA,
            folder.resolve(name).toFile(),
            (prediction, to) -> {
              to.write("id", prediction.id());
              to.write("made_at", ChronoUnit.MICROS.between(Instant.EPOCH, MADE_AT));
              to.write("day", (int) LocalDate.of(2026, 1, 31).toEpochDay());
              to.write("p", prediction.p());
              if (prediction.y() >= 0) {
                to.write("y", prediction.y());
              }
              to.write("weekend", true);
            })) {
      for (Prediction prediction : predictions) {
        writer.write(prediction);
      }
    }
  }

  @Test
  void tellsValuesAsTheyWouldStandInAText() throws IOException {
    write("a.parquet", new Prediction("x", 0.1, 1), new Prediction("y", 1e-9, -1));

    try (ParquetTables.Content table = new ParquetFiles().open(folder.resolve("a.parquet"))) {
      assertThat(table.columns()).containsExactly("id", "made_at", "day", "p", "y", "weekend");
      assertThat(table.rows())
          .containsExactly(
              List.of("x", MADE_AT.toString(), "2026-01-31", "0.1", "1", "true"),
              List.of("y", MADE_AT.toString(), "2026-01-31", "1.0E-9", "", "true"));
    }
  }

  /** Writes a file of a row, and reads it. */
  private List<List<String>> written(MessageType schema, Map<String, Object> row)
      throws IOException {
    Path file = folder.resolve("row.parquet");
    try (ParquetWriter<Map<String, Object>> writer =
        ParquetWriter.writeFile(schema, file.toFile(), (cells, to) -> cells.forEach(to::write))) {
      writer.write(row);
    }
    try (ParquetTables.Content table = new ParquetFiles().open(file)) {
      return table.rows().toList();
    }
  }

  @Test
  void writesNumbersWithoutExponentsAsACsvDoes() throws IOException {
    MessageType schema =
        Types.buildMessage()
            .required(DOUBLE)
            .named("time")
            .required(DOUBLE)
            .named("segment")
            .required(FLOAT)
            .named("narrow")
            .required(DOUBLE)
            .named("huge")
            .named("rows");

    assertThat(
            written(
                schema,
                Map.of("time", 1.7356896e9, "segment", 2e7, "narrow", 2.5e7f, "huge", 1e300)))
        .containsExactly(List.of("1735689600.0", "20000000.0", "25000000.0", "1.0E300"));
  }

  @Test
  void givesTheCasesOfADataset() throws IOException {
    write("a.parquet", new Prediction("x", 0.25, 1), new Prediction("y", 0.75, -1));
    Path file = folder.resolve("dataset.yaml");
    Files.writeString(
        file,
        """
        models:
          - model: m
            file: a.parquet
            id: 'm:{id}'
            time: {column: made_at, format: instant}
            distribution: {binary: p}
            label: {column: y, delay: 1h}
        """);

    try (Stream<Case> cases = Dataset.read(file).cases(folder).cases()) {
      List<Case> all = cases.toList();
      assertThat(all).extracting(one -> one.prediction().id()).containsExactly("m:x", "m:y");
      assertThat(all.get(0).prediction().madeAt()).isEqualTo(MADE_AT.toEpochMilli());
      assertThat(all.get(0).labels()).hasSize(1);
      assertThat(all.get(1).labels()).isEmpty();
    }
  }

  @Test
  void leavesOutColumnsOfListsAndStructsThatNothingNames() throws IOException {
    Files.write(folder.resolve("a.parquet"), Base64.getDecoder().decode(NESTED));

    try (ParquetTables.Content table = new ParquetFiles().open(folder.resolve("a.parquet"))) {
      assertThat(table.columns()).containsExactly("p", "y");
      assertThat(table.nested()).containsExactly("tags", "meta");
      assertThat(table.rows()).containsExactly(List.of("0.25", "1.0"), List.of("0.75", "NaN"));
    }
    try (Stream<Case> cases = Dataset.read(dataset("p")).cases(folder).cases()) {
      assertThat(cases).extracting(one -> one.labels().size()).containsExactly(1, 0);
    }
    assertThatThrownBy(() -> Dataset.read(dataset("tags")).cases(folder).cases().toList())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(
            "column 'tags' of a.parquet is nested or repeated; write its parts as columns");
  }

  private Path dataset(String probability) throws IOException {
    return Files.writeString(
        folder.resolve("dataset.yaml"),
        """
        models:
          - model: m
            file: a.parquet
            id: 'm:{#}'
            time: {start: '2026-01-01T00:00:00Z', step: 1s}
            distribution: {binary: %s}
            label: {column: y, delay: 1h}
        """
            .formatted(probability));
  }

  @Test
  void readsTimesOfSpark() throws IOException {
    Path file = folder.resolve("spark.parquet");
    Files.write(file, Base64.getDecoder().decode(SPARK));

    try (ParquetTables.Content table = new ParquetFiles().open(file)) {
      assertThat(table.rows()).containsExactly(List.of("2026-01-31T12:00:00.500Z"), List.of(""));
    }
  }

  @Test
  void readsBytesThatAreTextAsText() throws IOException {
    Path file = folder.resolve("bytes.parquet");
    Files.write(file, Base64.getDecoder().decode(BYTES));

    try (ParquetTables.Content table = new ParquetFiles().open(file)) {
      assertThat(table.rows()).containsExactly(List.of("zürich"), List.of("0xAAFF"), List.of(""));
    }
  }

  @Test
  void readsWholeNumbersWithoutSignAsTheyAre() throws IOException {
    MessageType schema =
        Types.buildMessage()
            .required(INT64)
            .as(intType(64, false))
            .named("wide")
            .required(INT32)
            .as(intType(32, false))
            .named("narrow")
            .required(INT64)
            .as(intType(64, true))
            .named("signed")
            .named("rows");

    assertThat(written(schema, Map.of("wide", -1L, "narrow", -1, "signed", -1L)))
        .containsExactly(List.of("18446744073709551615", "4294967295", "-1"));
  }

  @Test
  void saysHowToPackAFileThatItCannotUnpack() throws IOException {
    Path file = folder.resolve("gzipped.parquet");
    Files.write(file, Base64.getDecoder().decode(GZIPPED));

    assertThatThrownBy(() -> new ParquetFiles().open(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith(
            "gzipped.parquet: is packed by GZIP, which is not read here; write it packed by one of"
                + " [UNCOMPRESSED, SNAPPY, ZSTD]");
  }

  @Test
  void saysWhatItCannotRead() throws IOException {
    Files.writeString(folder.resolve("text.parquet"), "id,p\n1,0.5\n");
    MessageType nested = Types.buildMessage().repeated(DOUBLE).named("p").named("predictions");
    ParquetWriter.writeFile(nested, folder.resolve("list.parquet").toFile(), (row, to) -> {})
        .close();

    assertThatThrownBy(() -> new ParquetFiles().open(folder.resolve("text.parquet")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("text.parquet: this is no Parquet file");
    assertThatThrownBy(() -> new ParquetFiles().open(folder.resolve("list.parquet")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("all columns are nested or repeated, [p]; write their parts");
  }
}
