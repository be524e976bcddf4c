package io.evenkeel.app.dataset;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.apache.commons.csv.DuplicateHeaderMode;

/** A CSV file with a header. */
final class CsvFile implements Table {
  private static final CSVFormat FORMAT =
      CSVFormat.RFC4180
          .builder()
          .setHeader()
          .setSkipHeaderRecord(true)
          .setAllowMissingColumnNames(true) // of an index, as pandas writes it
          .setDuplicateHeaderMode(DuplicateHeaderMode.DISALLOW)
          .setIgnoreEmptyLines(true)
          .get();

  private final String name;
  private final CSVParser parser;
  private final Columns columns;

  private CsvFile(String name, CSVParser parser) {
    this.name = name;
    this.parser = parser;
    columns = new Columns(name, withoutMark(parser.getHeaderNames()));
  }

  /** Opens a file. */
  @SuppressWarnings("resource") // closed with the parser, or here when there is none
  static CsvFile open(Path file, String name) throws IOException {
    InputStream text = Table.unpacked(file);
    try {
      return new CsvFile(name, CSVParser.parse(text, StandardCharsets.UTF_8, FORMAT));
    } catch (IOException e) {
      text.close();
      throw e;
    } catch (IllegalArgumentException e) {
      text.close();
      throw new IllegalArgumentException(file + ": the header is unusable: " + e.getMessage(), e);
    }
  }

  /** Spreadsheets put a byte order mark before the first name. */
  private static List<String> withoutMark(List<String> header) {
    return header.stream().map(name -> name.replace("\uFEFF", "")).toList();
  }

  @Override
  public Columns columns() {
    return columns;
  }

  @Override
  public Stream<Row> rows(Consumer<UnusableRowException> unusable) {
    return parser.stream()
        .filter(
            row -> {
              if (!row.isConsistent()) {
                unusable.accept(wrongWidth(row));
              }
              return row.isConsistent();
            })
        .map(row -> new Row(row.getRecordNumber(), row.toList()));
  }

  private UnusableRowException wrongWidth(CSVRecord row) {
    return new UnusableRowException(
        "another number of cells than in the header",
        columns.place(row.getRecordNumber())
            + ": has "
            + row.size()
            + " cells, the header of "
            + name
            + " has "
            + parser.getHeaderNames().size(),
        null);
  }

  @Override
  public void close() {
    try {
      parser.close();
    } catch (IOException e) {
      throw new UncheckedIOException(name + " cannot be closed", e);
    }
  }
}
