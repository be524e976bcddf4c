package io.evenkeel.app.dataset;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Files of data as tests write them. */
public final class TestData {
  private TestData() {}

  /**
   * Writes a table, and returns where.
   *
   * @param rows their number
   * @param row row n without its line break, asked for in order from 0 on
   */
  public static Path table(Path file, String header, int rows, IntFunction<String> row)
      throws IOException {
    String lines =
        IntStream.range(0, rows).mapToObj(n -> row.apply(n) + "\n").collect(Collectors.joining());
    return Files.writeString(file, header + "\n" + lines);
  }

  /** Writes the dataset file of the tables in a folder. */
  public static Path dataset(Path folder, String yaml) throws IOException {
    return Files.writeString(folder.resolve("dataset.yaml"), yaml);
  }
}
