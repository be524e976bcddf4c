package io.evenkeel.app.dataset;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A Parquet file, read by the jar that can. */
final class ParquetTable implements Table {
  private final String name;
  private final ParquetTables.Content content;

  private ParquetTable(String name, ParquetTables.Content content) {
    this.name = name;
    this.content = content;
  }

  /**
   * Opens a file.
   *
   * @throws IllegalArgumentException if nothing on the class path reads Parquet, or the file cannot
   *     be read
   */
  static ParquetTable open(Path file, String name) throws IOException {
    ParquetTables reader =
        ServiceLoader.load(ParquetTables.class)
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        file
                            + ": this program cannot read Parquet; run deploy/evenkeel of a"
                            + " checkout, add evenkeel-parquet to the class path, or write the"
                            + " table as CSV"));
    return new ParquetTable(name, reader.open(file));
  }

  @Override
  public Columns columns() {
    return new Columns(name, content.columns(), content.nested());
  }

  @Override
  public Stream<Row> rows(Consumer<UnusableRowException> unusable) {
    long[] number = {0};
    return content.rows().map(cells -> new Row(++number[0], cells));
  }

  @Override
  public void close() {
    try {
      content.close();
    } catch (IOException e) {
      throw new UncheckedIOException(name + " cannot be closed", e);
    }
  }
}
