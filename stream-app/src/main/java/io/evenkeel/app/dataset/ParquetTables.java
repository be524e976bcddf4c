package io.evenkeel.app.dataset;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reads Parquet files as tables. A jar of its own does, so that a monitor does not carry the
 * libraries of Parquet; {@link java.util.ServiceLoader} finds it on the class path.
 */
public interface ParquetTables {

  /**
   * Opens a file.
   *
   * @throws IllegalArgumentException if it is no Parquet file, or holds nothing that can be read;
   *     the message says what to do
   */
  Content open(Path file) throws IOException;

  /** What is in a file; to be closed after use. */
  interface Content extends Closeable {

    /** The names of the columns of simple values. */
    List<String> columns();

    /** The names of the others, which are nested or repeated and not read. */
    List<String> nested();

    /** The rows, read once: a text for each column, empty where there is nothing. */
    Stream<List<String>> rows();
  }
}
