package io.evenkeel.app.dataset;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * What the columns of a table mean, instead of a dataset file. A name may hold one {@code *}, which
 * stands for any text: {@code p_*} are all columns that begin with p_, in the order of the table.
 *
 * @param probabilities of the classes, or one of class 1 of two; empty for none
 * @param logits of the classes, or one of class 1 of two; empty for none
 * @param normal mean and standard deviation; empty for none
 * @param members of an ensemble; empty for none
 * @param quantiles whose levels the names hold, as 0.05, 05 or 5; empty for none
 * @param poisson the mean of a count; empty for others
 * @param negativeBinomial mean and size of a count; empty for others
 * @param counts the probabilities of the counts from 0; empty for others
 * @param label the column of the target; empty for none
 * @param classes how the label writes the classes, in the order of the probabilities; empty to find
 *     out
 * @param segments columns whose values are segments
 * @param features columns of numeric features
 * @param time when predictions were made; empty for the order of the rows
 * @param id of predictions; empty for the number of the row
 * @param cluster the outcome that several rows share; empty if each row has its own
 */
public record TableColumns(
    List<String> probabilities,
    List<String> logits,
    List<String> normal,
    List<String> members,
    List<String> quantiles,
    String poisson,
    List<String> negativeBinomial,
    List<String> counts,
    String label,
    List<String> classes,
    List<String> segments,
    List<String> features,
    String time,
    String id,
    String cluster) {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** The classes of a label are found out, and times guessed, from so many rows. */
  private static final int ROWS_LOOKED_AT = 1_000;

  private static final String CSV = ".*\\.csv(\\.gz)?";

  /** The end of the name of a table. */
  private static final Pattern TABLE =
      Pattern.compile("(\\.(csv|jsonl|ndjson)(\\.gz)?|\\.parquet)$");

  /** Copies the lists. */
  public TableColumns {
    probabilities = List.copyOf(probabilities);
    logits = List.copyOf(logits);
    normal = List.copyOf(normal);
    members = List.copyOf(members);
    quantiles = List.copyOf(quantiles);
    negativeBinomial = List.copyOf(negativeBinomial);
    counts = List.copyOf(counts);
    classes = List.copyOf(classes);
    segments = List.copyOf(segments);
    features = List.copyOf(features);
  }

  /** Whether a file is a table, and no dataset file. */
  public static boolean isTable(Path file) {
    return TABLE.matcher(file.getFileName().toString()).find();
  }

  /** A column, and what the * of the pattern stands for in its name. */
  private record Found(String name, String part) {}

  /**
   * The dataset of a table: one model, named after the file.
   *
   * @throws IllegalArgumentException if the table lacks a column, or the options contradict
   */
  public Dataset of(Path file) {
    String name = String.valueOf(file.getFileName());
    Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
    Columns columns;
    List<Row> rows;
    try (Table table = Table.open(folder, name, name)) {
      columns = table.columns();
      rows = first(table, name);
    }
    ObjectNode model = JSON.objectNode();
    model.put("model", TABLE.matcher(name).replaceFirst(""));
    model.put("file", name);
    model.put("id", id.isEmpty() ? "row-" + Columns.ROW_NUMBER : "{" + id + "}");
    if (!cluster.isEmpty()) {
      model.put("cluster", "{" + cluster + "}");
    }
    model.set("time", time(columns, rows));
    model.put("sorted", time.isEmpty());
    List<Found> found = find(columns, probabilities.isEmpty() ? logits : probabilities);
    model.set("distribution", distribution(columns));
    if (!label.isEmpty()) {
      int index = columns.index("--label", label);
      ClassTexts first = ClassTexts.of(rows.stream(), index);
      model.set("label", label(found, first, () -> ClassTexts.ofAll(folder, name, index)));
    }
    setSettings(model, found);
    model.set("features", array(names(find(columns, features))));
    ObjectNode content = JSON.objectNode();
    content.putArray("models").add(model);
    return Dataset.of(content, file);
  }

  private void setSettings(ObjectNode model, List<Found> ofClasses) {
    ObjectNode settings = model.putObject("settings");
    if (!segments.isEmpty()) {
      ObjectNode templates = model.putObject("segments");
      segments.forEach(column -> templates.put(column, "{" + column + "}"));
      // In settings + joins attributes, so that it cannot be part of a name.
      List<String> settable = segments.stream().filter(one -> one.indexOf('+') < 0).toList();
      settings.set("segments", array(settable));
    }
    List<String> named = label.isEmpty() ? namesWithoutLabel(ofClasses) : List.of();
    if (!named.isEmpty()) {
      settings.set("classes", array(named));
    }
  }

  /** The names of classes that no label has: as they are given, or in the names of columns. */
  private List<String> namesWithoutLabel(List<Found> columns) {
    if (!classes.isEmpty()) {
      return classes;
    }
    List<String> parts = columns.stream().map(Found::part).toList();
    boolean areNames =
        columns.size() > 1
            && columns.stream().noneMatch(one -> one.part().equals(one.name()))
            && parts.stream().noneMatch(String::isBlank)
            && new HashSet<>(parts).size() == parts.size();
    return areNames && !parts.equals(indices(parts.size())) ? parts : List.of();
  }

  private static List<String> indices(int n) {
    return IntStream.range(0, n).mapToObj(Integer::toString).toList();
  }

  private static List<Row> first(Table table, String name) {
    List<String> problems = new ArrayList<>();
    Consumer<UnusableRowException> first =
        unusable -> {
          if (problems.isEmpty()) {
            problems.add(String.valueOf(unusable.getMessage()));
          }
        };
    List<Row> rows = table.rows(first).limit(ROWS_LOOKED_AT).toList();
    if (rows.isEmpty()) {
      throw new IllegalArgumentException(
          problems.isEmpty()
              ? name
                  + " has no row"
                  + (name.matches(CSV) ? "; the first line of a CSV names the columns" : "")
              : name + " has no row that can be read; the first: " + problems.get(0));
    }
    return rows;
  }

  private ObjectNode time(Columns columns, List<Row> rows) {
    if (time.isEmpty()) {
      return JSON.objectNode().put("start", "2000-01-01T00:00:00Z").put("step", "1s");
    }
    int index = columns.index("--time", time);
    List<String> times =
        rows.stream().filter(row -> !row.isMissing(index)).map(row -> row.get(index)).toList();
    DatasetChecks.check(!times.isEmpty(), "column " + time + " is blank");
    TimeColumn.Format format = TimeColumn.Format.guess(times);
    if (format == null) {
      throw new IllegalArgumentException(
          "column "
              + time
              + " has the time '"
              + times.get(0)
              + "': write times as 2026-01-31, 2026-01-31T12:00:00Z, 2026-01-31 12:00:00, or as"
              + " seconds or milliseconds since 1970");
    }
    return JSON.objectNode()
        .put("column", time)
        .put("format", format.name().toLowerCase(Locale.ROOT).replace('_', '-'));
  }

  private ObjectNode distribution(Columns columns) {
    ObjectNode distribution = JSON.objectNode();
    List<String> ofClasses = names(find(columns, probabilities));
    if (ofClasses.size() == 1) {
      distribution.put("binary", ofClasses.get(0));
    } else if (!ofClasses.isEmpty()) {
      distribution.set("categorical", array(ofClasses));
    }
    if (!logits.isEmpty()) {
      distribution.set("logits", array(names(find(columns, logits))));
    }
    if (!normal.isEmpty()) {
      DatasetChecks.check(
          normal.size() == 2, "--normal needs two columns: mean and standard deviation");
      distribution
          .putObject("normal")
          .put("mean", normal.get(0))
          .put("standard-deviation", normal.get(1));
    }
    if (!members.isEmpty()) {
      distribution.set("ensemble", array(names(find(columns, members))));
    }
    if (!quantiles.isEmpty()) {
      distribution.set("quantiles", byLevel(find(columns, quantiles)));
    }
    addCounts(distribution, columns);
    DatasetChecks.check(
        distribution.size() == 1,
        "say where the predictions are, by one of --probabilities, --logits, --normal,"
            + " --members, --quantiles, --poisson, --negative-binomial and --counts");
    return distribution;
  }

  private void addCounts(ObjectNode distribution, Columns columns) {
    if (!poisson.isEmpty()) {
      distribution.put("poisson", poisson);
    }
    if (!negativeBinomial.isEmpty()) {
      DatasetChecks.check(
          negativeBinomial.size() == 2, "--negative-binomial needs two columns: mean and size");
      distribution
          .putObject("negative-binomial")
          .put("mean", negativeBinomial.get(0))
          .put("size", negativeBinomial.get(1));
    }
    if (!counts.isEmpty()) {
      List<Found> found = find(columns, counts);
      checkAscend(found);
      distribution.set("counts", array(names(found)));
    }
  }

  /** Columns may be sorted by their names: p0, p1, p10, p11, p2. */
  private static void checkAscend(List<Found> columns) {
    List<String> parts = columns.stream().map(Found::part).toList();
    if (!parts.stream().allMatch(part -> part.matches("\\d{1,9}"))) {
      return;
    }
    for (int k = 0; k < parts.size(); k++) {
      DatasetChecks.check(
          Integer.parseInt(parts.get(k)) == k,
          "--counts takes the columns of the counts 0, 1, 2 and so on in the order of the table; its "
              + (k + 1)
              + ". is "
              + columns.get(k).name()
              + ": name them in their order, such as p0,p1,p2");
    }
  }

  private static ObjectNode byLevel(List<Found> columns) {
    Map<String, String> numbers = new LinkedHashMap<>();
    columns.forEach(one -> numbers.put(one.name(), number(one)));
    ObjectNode byLevel = JSON.objectNode();
    QuantileColumns.byLevel("--quantiles", numbers)
        .forEach((level, column) -> byLevel.put(String.valueOf(level), column));
    return byLevel;
  }

  /** The number that is the level of a column: what * stands for, or the only one in its name. */
  private static String number(Found column) {
    boolean isNamed = column.part().equals(column.name());
    String number =
        isNamed ? QuantileColumns.numberIn(column.name()) : QuantileColumns.numberOf(column.part());
    String why =
        isNamed
            ? "the name of column " + column.name() + " holds no level, or several numbers"
            : "in column " + column.name() + " the * stands for '" + column.part() + "', no level";
    DatasetChecks.check(
        !number.isEmpty(), "--quantiles: " + why + "; levels are as in q0.05, q05 and q5");
    return number;
  }

  private ObjectNode label(
      List<Found> classColumns, ClassTexts first, Supplier<ClassTexts> ofAllRows) {
    ObjectNode node = JSON.objectNode().put("column", label).put("delay", "0s");
    if (!classes.isEmpty()) {
      node.set("classes", array(classes));
    } else if (!classColumns.isEmpty()) {
      names(classColumns, first, ofAllRows).ifPresent(names -> node.set("classes", array(names)));
    }
    return node;
  }

  /**
   * How the label writes the classes, by what most rows have; empty if by their index. Rows with
   * another text cannot be used.
   */
  private Optional<List<String>> names(
      List<Found> columns, ClassTexts first, Supplier<ClassTexts> ofAllRows) {
    boolean isOneColumn = columns.size() == 1;
    List<String> indices = indices(isOneColumn ? 2 : columns.size());
    List<List<String>> forms = new ArrayList<>();
    if (!isOneColumn) {
      // Before the indices: a class 2 beside a column p_2 is that column's, wherever it stands.
      forms.add(columns.stream().map(Found::part).toList());
    }
    forms.add(indices);
    if (indices.size() == 2) {
      forms.add(List.of("false", "true"));
      forms.add(List.of("False", "True"));
      forms.add(List.of("FALSE", "TRUE"));
    }
    List<List<String>> fitting = first.best(forms);
    boolean isClear =
        fitting.size() == 1
            && !(fitting.get(0).equals(indices) && first.mayCountFromOne(indices.size()));
    ClassTexts texts = isClear ? first : ofAllRows.get();
    List<String> most = texts.best(forms).get(0);
    boolean isIndex = most.equals(indices);
    // Columns whose names are the indices leave nothing open.
    boolean isOpen =
        isIndex && !forms.get(0).equals(indices) && texts.lacksTheFirst(indices.size());
    DatasetChecks.check(
        2 * texts.count(most) >= texts.count()
            && !isOpen
            && !(isIndex && texts.countsFromElsewhere(indices)),
        "column "
            + label
            + " has the classes "
            + texts.some(10)
            + ": name all of them by --classes, in the order of the probabilities "
            + (isOneColumn
                ? "(" + columns.get(0).name() + " is that of the last)"
                : columns.stream().map(Found::name).limit(10).toList()));
    return isIndex ? Optional.empty() : Optional.of(most);
  }

  private static List<Found> find(Columns columns, List<String> patterns) {
    List<Found> found = new ArrayList<>();
    for (String pattern : patterns) {
      int star = pattern.indexOf('*');
      if (star < 0) {
        columns.index(pattern, pattern);
        found.add(new Found(pattern, pattern));
        continue;
      }
      String before = pattern.substring(0, star);
      String after = pattern.substring(star + 1);
      List<Found> matches =
          columns.names().stream()
              .filter(name -> name.length() >= pattern.length() - 1)
              .filter(name -> name.startsWith(before) && name.endsWith(after))
              .map(name -> new Found(name, name.substring(star, name.length() - after.length())))
              .toList();
      DatasetChecks.check(
          !matches.isEmpty(),
          "no column is like '" + pattern + "'; the columns are " + columns.names());
      found.addAll(matches);
    }
    DatasetChecks.check(
        new HashSet<>(found).size() == found.size(), "a column is named twice: " + names(found));
    return found;
  }

  private static List<String> names(List<Found> columns) {
    return columns.stream().map(Found::name).toList();
  }

  private static ArrayNode array(List<String> texts) {
    ArrayNode array = JSON.arrayNode();
    texts.forEach(array::add);
    return array;
  }
}
