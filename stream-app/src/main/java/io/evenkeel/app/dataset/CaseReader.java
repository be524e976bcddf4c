package io.evenkeel.app.dataset;

import io.evenkeel.app.codec.Cluster;
import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RejectedEventException;
import io.evenkeel.app.replay.Case;
import io.evenkeel.core.prediction.PredictiveDistribution;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes a case of each row of a model's file; one pass, and one to count the rows of clusters. */
final class CaseReader {
  private final ModelData model;
  private final Columns columns;
  private final List<Predicate<Row>> wanted = new ArrayList<>();
  private final Function<Row, String> version;
  private final Function<Row, String> id;
  private final ToLongFunction<Row> time;
  private final Function<Row, @Nullable PredictiveDistribution> distribution;
  private final Map<String, Function<Row, String>> segments = new LinkedHashMap<>();
  private final int[] features;
  private final @Nullable LabelReader labels;
  private final @Nullable ClusterReader clusters;
  private long reached = Long.MIN_VALUE;

  /**
   * How rows are read.
   *
   * @param inOrderOfTime whether they must be in the order of time
   * @param poolsVersions whether the versions of the model are judged together
   * @param change makes another case of each
   * @param faults takes what is said of the rows that are left out
   */
  private record Manner(
      boolean inOrderOfTime, boolean poolsVersions, UnaryOperator<Case> change, RowFaults faults) {}

  private CaseReader(ModelData model, String path, Path folder, Columns columns, Manner manner) {
    this.model = model;
    this.columns = columns;
    model
        .where()
        .forEach(
            (column, allowed) -> wanted.add(columns.isOneOf(path + ".where", column, allowed)));
    version = columns.template(path + ".version", model.version());
    id = columns.template(path + ".id", model.id());
    time = model.time().in(columns, path + ".time");
    distribution = model.distribution().in(columns, path + ".distribution");
    model
        .segments()
        .forEach(
            (name, template) ->
                segments.put(name, columns.template(path + ".segments." + name, template)));
    features = columns.indices(path + ".features", model.features());
    labels =
        model.label() == null
            ? null
            : new LabelReader(model, path + ".label", folder, columns, manner.faults.unusable());
    clusters =
        model.cluster() == null
            ? null
            : new ClusterReader(model, path, folder, columns, manner.poolsVersions);
  }

  /**
   * The cases of a model in the order of time, up to a row that cannot be used; to be closed after
   * use. The outcomes of each version are its own, as each is a series of its own.
   *
   * @param unmatched takes the labels of another file that no prediction has, when it is closed
   */
  static Stream<Case> open(
      ModelData model, String path, Path folder, Consumer<UnmatchedLabels> unmatched) {
    RowFaults faults = new RowFaults(CaseReader::refuse, unmatched, () -> {});
    Manner manner = new Manner(model.sorted(), false, UnaryOperator.identity(), faults);
    Stream<Case> cases = stream(model, path, folder, manner);
    return model.sorted()
        ? cases
        : cases.sorted(Comparator.comparingLong(one -> one.prediction().madeAt()));
  }

  private static void refuse(UnusableRowException e) {
    throw new IllegalArgumentException(
        e.getMessage()
            + ": correct the row or take it out; evenkeel evaluate counts all that cannot be used",
        e);
  }

  /**
   * The cases of a model in the order of its file, whose versions are judged together; to be closed
   * after use.
   *
   * @param change makes another case of each; one that it refuses belongs to an unusable row
   * @param faults takes what is said of the rows that cannot be used, which are left out
   */
  static Stream<Case> inOrderOfFile(
      ModelData model, String path, Path folder, UnaryOperator<Case> change, RowFaults faults) {
    return stream(model, path, folder, new Manner(false, true, change, faults));
  }

  private static Stream<Case> stream(ModelData model, String path, Path folder, Manner manner) {
    Table file = Table.open(folder, model.file(), path + ".file");
    RowFaults faults = manner.faults;
    try {
      CaseReader reader = new CaseReader(model, path, folder, file.columns(), manner);
      return file.rows(faults.unusable())
          .filter(row -> reader.wanted.stream().allMatch(test -> test.test(row)))
          .map(row -> reader.read(row, manner, path))
          .filter(Objects::nonNull)
          .onClose(() -> reader.unmatched().ifPresent(faults.unmatched()))
          .onClose(file::close);
    } catch (RuntimeException e) {
      file.close();
      throw e;
    }
  }

  private Optional<UnmatchedLabels> unmatched() {
    return labels == null ? Optional.empty() : labels.unmatched();
  }

  private @Nullable Case read(Row row, Manner manner, String path) {
    try {
      Case read = read(row, manner.inOrderOfTime ? path : null);
      if (read == null) {
        manner.faults.withoutPrediction().run();
        return null;
      }
      return changed(row, read, manner.change);
    } catch (UnusableRowException e) {
      manner.faults.unusable().accept(e);
      return null;
    }
  }

  private Case changed(Row row, Case read, UnaryOperator<Case> change) {
    try {
      return change.apply(read);
    } catch (IllegalArgumentException e) {
      throw columns.senseless(row, "it cannot be recalibrated", e);
    }
  }

  private @Nullable Case read(Row row, @Nullable String ordered) {
    PredictiveDistribution predicted = distribution.apply(row);
    if (predicted == null) {
      return null;
    }
    long madeAt = time.applyAsLong(row);
    if (ordered != null) {
      checkOrder(row, madeAt, ordered);
    }
    String caseId = id.apply(row);
    PredictionEvent prediction =
        new PredictionEvent(
            caseId,
            model.model(),
            version.apply(row),
            madeAt,
            segments(row),
            features(row),
            predicted,
            clusters == null ? Cluster.NONE : clusters.read(row));
    LabelEvent label = labels == null ? null : labels.read(row, caseId, madeAt);
    if (label != null) {
      checkLabel(row, prediction, label);
    }
    try {
      return new Case(prediction, label == null ? List.of() : List.of(label));
    } catch (IllegalArgumentException e) {
      throw columns.senseless(row, "its label was known before it was made", e);
    }
  }

  private void checkLabel(Row row, PredictionEvent prediction, LabelEvent label) {
    try {
      prediction.target(label.target(), List.of());
    } catch (RejectedEventException e) {
      throw columns.senseless(row, "its label is none of its prediction", e);
    }
  }

  private void checkOrder(Row row, long madeAt, String path) {
    if (madeAt < reached) {
      throw new IllegalArgumentException(
          columns.place(row)
              + ": its time "
              + Instant.ofEpochMilli(madeAt)
              + " is before that of an earlier row, "
              + Instant.ofEpochMilli(reached)
              + ": set "
              + path
              + ".sorted to false");
    }
    reached = madeAt;
  }

  private Map<String, String> segments(Row row) {
    Map<String, String> values = new LinkedHashMap<>();
    segments.forEach((name, template) -> values.put(name, template.apply(row)));
    return values;
  }

  private Map<String, Double> features(Row row) {
    Map<String, Double> values = new LinkedHashMap<>();
    for (int i = 0; i < features.length; i++) {
      if (!row.isMissing(features[i])) {
        values.put(model.features().get(i), columns.number(row, features[i]));
      }
    }
    return values;
  }
}
