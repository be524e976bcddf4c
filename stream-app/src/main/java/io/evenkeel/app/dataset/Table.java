package io.evenkeel.app.dataset;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** A file of rows with named columns, read row by row, once; to be closed after use. */
interface Table extends AutoCloseable {

  /**
   * Opens a file of the data folder that the dataset file names under the path: JSON lines if its
   * name ends in {@code .jsonl} or {@code .ndjson}, Parquet if it ends in {@code .parquet}, else
   * CSV; the former and the latter may be gzipped.
   */
  static Table open(Path folder, String name, String path) {
    // A folder "." has no name left once it is normalised, so that nothing is inside it.
    Path inside = folder.toAbsolutePath().normalize();
    Path file = inside.resolve(name).normalize();
    if (!file.startsWith(inside)) {
      throw new IllegalArgumentException(
          path
              + ": "
              + name
              + " is not inside the data folder "
              + folder
              + "; name the folder that holds it with --data");
    }
    if (!Files.isReadable(file)) {
      throw new IllegalArgumentException(
          path
              + ": there is no file "
              + file
              + " to read: name one that there is, or the folder of the data with --data");
    }
    if (Files.isDirectory(file)) {
      throw new IllegalArgumentException(
          path
              + ": "
              + file
              + " is a folder: name one file, such as one of its parts, or write the table as one"
              + " file");
    }
    String plain = name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
    boolean json = plain.endsWith(".jsonl") || plain.endsWith(".ndjson");
    try {
      if (name.endsWith(".parquet")) {
        return ParquetTable.open(file, name);
      }
      return json ? JsonLinesFile.open(file, name) : CsvFile.open(file, name);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read", e);
    }
  }

  /** The bytes of a file, unpacked. */
  @SuppressWarnings("resource") // closed with what is returned, or here when there is nothing
  static InputStream unpacked(Path file) throws IOException {
    InputStream bytes = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
    try {
      return file.toString().endsWith(".gz") ? new GZIPInputStream(bytes, 1 << 16) : bytes;
    } catch (ZipException | EOFException e) {
      bytes.close();
      throw new IllegalArgumentException(
          file
              + ": the file is not packed by gzip, as its name says: take .gz off its name, or pack"
              + " it",
          e);
    } catch (IOException e) {
      bytes.close();
      throw e;
    }
  }

  /** The columns. */
  Columns columns();

  /**
   * The rows, each with as many cells as there are columns.
   *
   * @param unusable takes what is said of any other row, which is left out unless it throws
   */
  Stream<Row> rows(Consumer<UnusableRowException> unusable);

  @Override
  void close();
}
