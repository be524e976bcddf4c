package io.evenkeel.app.dataset;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.apache.commons.csv.DuplicateHeaderMode;

/** A CSV file with a header, read row by row; to be closed after use. */
final class CsvFile implements AutoCloseable {
  private static final CSVFormat FORMAT =
      CSVFormat.RFC4180
          .builder()
          .setHeader()
          .setSkipHeaderRecord(true)
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

  /** Opens a file of the data folder that the dataset file names under the path. */
  static CsvFile open(Path folder, String name, String path) {
    Path file = folder.resolve(name).normalize();
    if (!file.startsWith(folder.normalize())) {
      throw new IllegalArgumentException(path + ": " + name + " is not inside the data folder");
    }
    if (!Files.isReadable(file)) {
      throw new IllegalArgumentException(
          path
              + ": there is no file "
              + file
              + " to read: name the folder of the data with --data");
    }
    try {
      return new CsvFile(name, parser(file));
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read", e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(file + ": the header is unusable: " + e.getMessage(), e);
    }
  }

  @SuppressWarnings("resource") // closed with the parser, or here when there is none
  private static CSVParser parser(Path file) throws IOException {
    InputStream bytes = Files.newInputStream(file);
    try {
      InputStream text =
          file.toString().endsWith(".gz") ? new GZIPInputStream(bytes, 1 << 16) : bytes;
      return CSVParser.parse(text, StandardCharsets.UTF_8, FORMAT);
    } catch (IOException | IllegalArgumentException e) {
      bytes.close();
      throw e;
    }
  }

  /** Spreadsheets put a byte order mark before the first name. */
  private static List<String> withoutMark(List<String> header) {
    return header.stream().map(name -> name.replace("\uFEFF", "")).toList();
  }

  Columns columns() {
    return columns;
  }

  /**
   * The rows, each with as many cells as the header.
   *
   * @param unusable takes what is said of any other row, which is left out unless it throws
   */
  Stream<CSVRecord> rows(Consumer<UnusableRowException> unusable) {
    return parser.stream()
        .filter(
            row -> {
              if (!row.isConsistent()) {
                unusable.accept(wrongWidth(row));
              }
              return row.isConsistent();
            });
  }

  private UnusableRowException wrongWidth(CSVRecord row) {
    return new UnusableRowException(
        "another number of cells than in the header",
        columns.place(row)
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
