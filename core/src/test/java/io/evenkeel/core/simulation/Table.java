package io.evenkeel.core.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A mutable table of results. Each row is printed and written as CSV as soon as it is known, so
 * that a run that is cut off keeps what it has.
 */
public final class Table {
  private static final Path ROWS = Path.of("target", "simulation");

  private final String name;
  private final List<String> lines = new ArrayList<>();

  public Table(String name, String... columns) {
    this.name = name;
    lines.add(String.join(",", columns));
  }

  public void add(Object... cells) {
    String line = Stream.of(cells).map(Table::text).collect(Collectors.joining(","));
    lines.add(line);
    System.out.println(name + ": " + line);
    write(ROWS);
  }

  private static String text(Object cell) {
    return cell instanceof Double number
        ? String.format(Locale.ROOT, "%.4f", number)
        : cell.toString();
  }

  /** The cells of each row, as text. */
  List<List<String>> rows() {
    return lines.stream().skip(1).map(line -> List.of(line.split(","))).toList();
  }

  /** Writes the whole table into a folder. */
  public void write(Path where) {
    try {
      Files.write(Files.createDirectories(where).resolve(name + ".csv"), lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
