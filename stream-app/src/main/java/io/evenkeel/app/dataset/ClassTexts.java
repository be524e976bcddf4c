package io.evenkeel.app.dataset;

import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a label column has for the classes.
 *
 * @param rows the number of rows with each text, as {@link Columns#asClass} has it, in the order in
 *     which the texts came
 */
record ClassTexts(Map<String, Long> rows) {
  /** A column of classes has no more texts; of another it is enough to know that it has these. */
  private static final int MOST = 20_000;

  private static final Predicate<String> WHOLE = Pattern.compile("-?\\d+").asMatchPredicate();

  /** Those of the rows whose label is not missing. */
  static ClassTexts of(Stream<Row> rows, int column) {
    Map<String, Long> counts = new LinkedHashMap<>();
    rows.filter(row -> !row.isMissing(column))
        .map(row -> Columns.asClass(row.get(column)))
        .filter(text -> counts.size() < MOST || counts.containsKey(text))
        .forEach(text -> counts.merge(text, 1L, Long::sum));
    return new ClassTexts(counts);
  }

  /** Those of a whole table. */
  static ClassTexts ofAll(Path folder, String name, int column) {
    try (Table table = Table.open(folder, name, name)) {
      return of(table.rows(unusable -> {}), column);
    }
  }

  /** The number of rows. */
  long count() {
    return rows.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The number of rows whose text is one of these, be it 1 or 1.0. */
  long count(Collection<String> texts) {
    return texts.stream().map(Columns::asClass).distinct().mapToLong(this::of).sum();
  }

  /** Of different ways to write the classes those that most rows have, in their order. */
  List<List<String>> best(List<List<String>> ways) {
    long most = ways.stream().mapToLong(this::count).max().orElse(0);
    return ways.stream().distinct().filter(way -> count(way) == most).toList();
  }

  /**
   * Whether these rows leave it open that classes are counted from 1 instead of 0: as many rows
   * have the number of the classes as have 0.
   */
  boolean mayCountFromOne(int classes) {
    return of("0") <= of(Integer.toString(classes));
  }

  /**
   * Whether whole numbers are not the indices of classes, though many of them are such: no row has
   * 0 and some have a number that is no index, or 0 is no more frequent than the number of the
   * classes, which is the last one if they count from 1. Other numbers beside 0 are rows that
   * cannot be used.
   */
  boolean countsFromElsewhere(List<String> indices) {
    boolean hasOther =
        rows.keySet().stream().anyMatch(text -> WHOLE.test(text) && !indices.contains(text));
    boolean hasLast = of(Integer.toString(indices.size())) > 0;
    return hasOther && (of("0") == 0 || (hasLast && mayCountFromOne(indices.size())));
  }

  /**
   * Whether no row has the first of more than two classes by its index: then it is rare, or they
   * are counted from 1 and the last is rare.
   */
  boolean lacksTheFirst(int classes) {
    return classes > 2 && of("0") == 0;
  }

  private long of(String text) {
    return rows.getOrDefault(text, 0L);
  }

  /** Up to so many texts. */
  List<String> some(int most) {
    return rows.keySet().stream().limit(most).toList();
  }
}
