package io.evenkeel.app.dataset;

import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The columns of one file, and how their text is read. */
final class Columns {
  /** Stands for the number of the row in a template. */
  static final String ROW_NUMBER = "{#}";

  /** The end of a whole number in a column of numbers that need not be whole. */
  private static final String POINT = ".0";

  private static final double LARGEST = 1e50;
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([^{}]*)}");

  private final String file;
  private final List<String> names;
  private final List<String> nested;

  Columns(String file, List<String> names) {
    this(file, names, List.of());
  }

  /**
   * The columns of a file of which some cannot be read.
   *
   * @param nested the names of those that hold no single value in a row
   */
  Columns(String file, List<String> names, List<String> nested) {
    this.file = file;
    this.names = List.copyOf(names);
    this.nested = List.copyOf(nested);
  }

  /** The position of a column that the dataset file names under the path. */
  int index(String path, String name) {
    int index = names.indexOf(name);
    if (nested.contains(name)) {
      throw new IllegalArgumentException(
          path
              + ": column '"
              + name
              + "' of "
              + file
              + " is nested or repeated; write its parts as columns of their own");
    }
    if (index < 0) {
      throw new IllegalArgumentException(
          path + ": " + file + " has no column '" + name + "'; its columns are " + names);
    }
    return index;
  }

  int[] indices(String path, List<String> columns) {
    return columns.stream().mapToInt(name -> index(path, name)).toArray();
  }

  /** What a template yields for a row. */
  Function<Row, String> template(String path, String template) {
    List<Function<Row, String>> parts = new ArrayList<>();
    Matcher placeholder = PLACEHOLDER.matcher(template);
    int end = 0;
    while (placeholder.find()) {
      String before = template.substring(end, placeholder.start());
      if (placeholder.group().equals(ROW_NUMBER)) {
        parts.add(row -> before + row.number());
      } else {
        int index = index(path, placeholder.group(1));
        parts.add(row -> before + row.get(index));
      }
      end = placeholder.end();
    }
    String rest = template.substring(end);
    if (parts.isEmpty()) {
      return row -> rest;
    }
    return row -> {
      StringBuilder text = new StringBuilder();
      parts.forEach(part -> text.append(part.apply(row)));
      return text.append(rest).toString();
    };
  }

  /** Whether a value is missing in each of the columns that a template names, if it names any. */
  Predicate<Row> isMissing(String path, String template) {
    List<String> named =
        PLACEHOLDER.matcher(template).results().map(found -> found.group(1)).toList();
    if (named.isEmpty() || template.contains(ROW_NUMBER)) {
      return row -> false;
    }
    int[] indices = indices(path, named);
    return row -> Arrays.stream(indices).allMatch(row::isMissing);
  }

  /** Whether a row has one of the allowed values in the column. */
  Predicate<Row> isOneOf(String path, String column, List<String> allowed) {
    int index = index(path, column);
    return row -> allowed.contains(row.get(index));
  }

  /** The number in a cell: finite, and small enough that sums of its powers are. */
  double number(Row row, int index) {
    double value;
    try {
      value = PlainNumber.parse(row.get(index));
    } catch (NumberFormatException e) {
      throw unreadable(row, index, "finite number", e);
    }
    if (!Double.isFinite(value)) {
      throw unreadable(row, index, "finite number", null);
    }
    if (Math.abs(value) > LARGEST) {
      throw unreadable(row, index, "number of at most 1e50 in size", null);
    }
    return value;
  }

  /** The names of the columns. */
  List<String> names() {
    return names;
  }

  /** The text of a class: 1 of 1.0, as tables write whole numbers where a cell is missing. */
  static String asClass(String text) {
    return text.endsWith(POINT) ? text.substring(0, text.length() - POINT.length()) : text;
  }

  /** The position in the list of the class in a cell: of its text, or else of 1 beside 1.0. */
  int position(Row row, int index, List<String> known) {
    String text = row.get(index);
    int exact = known.indexOf(text);
    int stripped = exact < 0 ? known.indexOf(asClass(text)) : exact;
    int position = stripped < 0 ? known.indexOf(text + POINT) : stripped;
    if (position < 0) {
      throw unreadable(row, index, "one of " + known, null);
    }
    return position;
  }

  /** What a parser of times makes of a cell. */
  long parse(Row row, int index, String expected, ToLongFunction<String> parser) {
    try {
      return parser.applyAsLong(row.get(index));
    } catch (DateTimeException | NumberFormatException e) {
      throw unreadable(row, index, expected, e);
    }
  }

  private UnusableRowException unreadable(
      Row row, int index, String expected, @Nullable Exception e) {
    String fault = "column " + names.get(index) + ": expected " + expected;
    return new UnusableRowException(
        fault, place(row) + ", " + fault + ", got '" + row.get(index) + "'", e);
  }

  /** A row of which every cell is well-formed, and that makes no sense. */
  UnusableRowException senseless(Row row, String reason, RuntimeException e) {
    return new UnusableRowException(reason, place(row) + ": " + e.getMessage(), e);
  }

  /** Where a row is, in words; the header is not counted. */
  String place(Row row) {
    return place(row.number());
  }

  /** Where the row of a number is, in words. */
  String place(long number) {
    return file + ", row " + number;
  }
}
