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
   * @throws IllegalArgumentException if it is no Parquet file, or a column is nested or repeated;
   *     the message says which, and what to do
   */
  Content open(Path file) throws IOException;

  /** What is in a file; to be closed after use. */
  interface Content extends Closeable {

    /** The names of the columns. */
    List<String> columns();

    /** The rows, read once: a text for each column, empty where there is nothing. */
    Stream<List<String>> rows();
  }
}
