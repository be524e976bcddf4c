package io.evenkeel.app.dataset;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.ZipException;
import org.apache.commons.csv.CSVException;
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
          .setDuplicateHeaderMode(DuplicateHeaderMode.ALLOW_ALL) // refused in our words
          .setIgnoreEmptyLines(true)
          .get();

  private final String name;
  private final CSVParser parser;
  private final Columns columns;

  private CsvFile(String name, CSVParser parser) {
    this.name = name;
    this.parser = parser;
    List<String> header = parser.getHeaderNames();
    if (header.size() == 1 && header.get(0).matches(".*[;\t].*")) {
      throw new IllegalArgumentException(
          name
              + " has one column, '"
              + header.get(0)
              + "': put commas between the columns, and points in numbers");
    }
    Set<String> names = new HashSet<>();
    for (String column : header) {
      if (!names.add(column)) {
        throw new IllegalArgumentException(
            name + ": two columns have the name '" + column + "': give each a name of its own");
      }
    }
    columns = new Columns(name, header);
  }

  /** Opens a file. */
  @SuppressWarnings("resource") // closed with the parser, or here when there is none
  static CsvFile open(Path file, String name) throws IOException {
    InputStream text = Table.unpacked(file);
    try {
      Reader strict = Utf8.text(text);
      return new CsvFile(name, CSVParser.builder().setReader(strict).setFormat(FORMAT).get());
    } catch (CSVException e) {
      text.close();
      throw malformed(name + ", header", e);
    } catch (CharacterCodingException e) {
      text.close();
      throw Utf8.refused(file, name, e);
    } catch (IOException | IllegalArgumentException e) {
      text.close();
      throw e;
    }
  }

  private static IllegalArgumentException malformed(String place, CSVException e) {
    return new IllegalArgumentException(
        place
            + ": this is no CSV: "
            + e.getMessage()
            + "; put double quotes around the whole cell or nowhere, and write one inside as two",
        e);
  }

  @Override
  public Columns columns() {
    return columns;
  }

  @Override
  public Stream<Row> rows(Consumer<UnusableRowException> unusable) {
    Iterator<CSVRecord> records = parser.iterator();
    return Stream.generate(() -> next(records))
        .takeWhile(Optional::isPresent)
        .flatMap(Optional::stream)
        .filter(
            row -> {
              if (!row.isConsistent()) {
                unusable.accept(wrongWidth(row));
              }
              return row.isConsistent();
            })
        .map(row -> new Row(row.getRecordNumber(), row.toList()));
  }

  /** After a record that is no CSV, nothing says where the next one begins. */
  private Optional<CSVRecord> next(Iterator<CSVRecord> records) {
    try {
      return records.hasNext() ? Optional.of(records.next()) : Optional.empty();
    } catch (UncheckedIOException e) {
      if (e.getCause() instanceof CSVException malformed) {
        throw malformed(columns.place(parser.getRecordNumber() + 1), malformed);
      }
      if (e.getCause() instanceof CharacterCodingException undecodable) {
        throw Utf8.refused(name, undecodable);
      }
      if (e.getCause() instanceof EOFException || e.getCause() instanceof ZipException) {
        throw new IllegalArgumentException(
            columns.place(parser.getRecordNumber() + 1)
                + ": the file ends or breaks here; copy it once more",
            e);
      }
      throw new UncheckedIOException(name + " cannot be read", e.getCause());
    }
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
