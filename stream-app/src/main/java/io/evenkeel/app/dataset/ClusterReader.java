package io.evenkeel.app.dataset;

import io.evenkeel.app.codec.Cluster;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the outcome that a row shares with others, and its weight: from a column, or else 1 / (rows
 * of the same outcome that are judged together), counted in a pass of its own.
 */
final class ClusterReader {
  /** The keys by which rows of a file are counted, given its columns. */
  private record Keys(
      List<Predicate<Row>> wanted, Function<Row, String> version, Function<Row, String> cluster) {

    static Keys of(ModelData model, String path, Columns columns, boolean poolsVersions) {
      return new Keys(
          model.where().entrySet().stream()
              .map(e -> columns.isOneOf(path + ".where", e.getKey(), e.getValue()))
              .toList(),
          poolsVersions ? row -> "" : columns.template(path + ".version", model.version()),
          columns.template(path + ".cluster", template(model)));
    }

    List<String> of(Row row) {
      return List.of(version.apply(row), cluster.apply(row));
    }
  }

  private final Keys keys;
  private final Predicate<Row> missing;
  private final Columns columns;
  private final @Nullable Integer weight;
  private final Map<List<String>, Integer> rows = new HashMap<>();

  /**
   * A reader of the clusters of a model's rows, with the columns given.
   *
   * @param poolsVersions whether rows of all versions share an outcome, as they are judged together
   */
  ClusterReader(ModelData model, String path, Path folder, Columns columns, boolean poolsVersions) {
    this.keys = Keys.of(model, path, columns, poolsVersions);
    this.missing = columns.isMissing(path + ".cluster", template(model));
    this.columns = columns;
    String column = model.weight();
    this.weight = column == null ? null : columns.index(path + ".weight", column);
    if (weight == null) {
      count(model, path, folder, poolsVersions);
    }
  }

  private static String template(ModelData model) {
    return DatasetChecks.require("cluster", model.cluster(), "the outcome of a row");
  }

  private void count(ModelData model, String path, Path folder, boolean poolsVersions) {
    try (Table file = Table.open(folder, model.file(), path + ".file")) {
      Keys inPass = Keys.of(model, path, file.columns(), poolsVersions);
      file.rows(unusable -> {})
          .filter(row -> inPass.wanted.stream().allMatch(test -> test.test(row)))
          .forEach(row -> rows.merge(inPass.of(row), 1, Integer::sum));
    }
  }

  /** The cluster of a row; none if it is blank or missing. */
  Cluster read(Row row) {
    String id = keys.cluster.apply(row);
    if (id.isBlank() || missing.test(row)) {
      return Cluster.NONE;
    }
    if (weight == null) {
      return new Cluster(
          id, OptionalDouble.of(1.0 / Objects.requireNonNull(rows.get(keys.of(row)), "counted")));
    }
    if (row.isMissing(weight)) {
      return new Cluster(id, OptionalDouble.empty());
    }
    double of = columns.number(row, weight);
    try {
      return new Cluster(id, OptionalDouble.of(of));
    } catch (IllegalArgumentException e) {
      throw columns.senseless(row, "its weight is not above 0 and at most 1", e);
    }
  }
}
