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

/** A mutable table of results: printed, and written as CSV. */
final class Table {
  private final String name;
  private final List<String> lines = new ArrayList<>();

  Table(String name, String... columns) {
    this.name = name;
    lines.add(String.join(",", columns));
  }

  void add(Object... cells) {
    lines.add(Stream.of(cells).map(Table::text).collect(Collectors.joining(",")));
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

  void publish() {
    publish(Path.of("target", "simulation"));
  }

  void publish(Path where) {
    System.out.println(name);
    lines.forEach(System.out::println);
    try {
      Path folder = Files.createDirectories(where);
      Files.write(folder.resolve(name + ".csv"), lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
