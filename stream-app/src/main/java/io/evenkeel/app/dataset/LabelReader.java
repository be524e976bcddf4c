package io.evenkeel.app.dataset;

import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.app.replay.DelayLaw;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;

/** Finds the label of each prediction; one pass over the rows of a model. */
final class LabelReader {
  private final Function<Row, @Nullable Answer> answers;
  private final Supplier<Duration> delay;
  private final UniformRandomProvider random;
  private final double never;
  private final @Nullable LabelTable<Answer> table;

  /** What is known of a prediction; without a time, since it was made. */
  private record Answer(RawTarget target, @Nullable Long time) {}

  /**
   * A reader of the labels of a model's rows, with the columns given.
   *
   * @param unusable takes what is said of unusable rows of a file of labels of their own
   */
  LabelReader(
      ModelData model,
      String path,
      Path folder,
      Columns columns,
      Consumer<UnusableRowException> unusable) {
    LabelColumns spec = DatasetChecks.require("label", model.label(), "where the label is");
    random = RandomSource.XO_RO_SHI_RO_128_PP.create(spec.seed());
    never = spec.never();
    DelayLaw law = spec.delay() == null ? DelayLaw.fixed(Duration.ZERO) : spec.delay();
    delay = law.sampler(random);
    if (spec.file() == null) {
      answers = answer(model, path, columns);
      table = null;
    } else {
      LabelTable<Answer> known = read(model, path, folder, unusable);
      int[] key = columns.indices(path + ".key", spec.key());
      answers = row -> known.ask(cells(row, key));
      table = known;
    }
  }

  /** The labels of a file of their own that no prediction read so far has; empty without any. */
  Optional<UnmatchedLabels> unmatched() {
    return table == null ? Optional.empty() : table.unmatched();
  }

  /** The label of a prediction's row; null when it never comes. */
  @Nullable LabelEvent read(Row row, String id, long madeAt) {
    Answer answer = answers.apply(row);
    if (answer == null || (never > 0 && random.nextDouble() < never)) {
      return null;
    }
    long base = answer.time() == null ? madeAt : answer.time();
    return new LabelEvent(id, base + delay.get().toMillis(), 0, answer.target());
  }

  private static LabelTable<Answer> read(
      ModelData model, String path, Path folder, Consumer<UnusableRowException> unusable) {
    LabelColumns spec = DatasetChecks.require("label", model.label(), "where the label is");
    String name = DatasetChecks.require("file", spec.file(), "the file of the labels");
    LabelTable<Answer> known = new LabelTable<>(name);
    try (Table file = Table.open(folder, name, path + ".file")) {
      Columns columns = file.columns();
      int[] key = columns.indices(path + ".key", spec.key());
      Function<Row, @Nullable Answer> answer = answer(model, path, columns);
      file.rows(unusable)
          .forEach(
              row -> {
                try {
                  add(known, cells(row, key), answer.apply(row), columns.place(row));
                } catch (UnusableRowException e) {
                  unusable.accept(e);
                }
              });
    }
    return known;
  }

  private static void add(
      LabelTable<Answer> known, List<String> key, @Nullable Answer found, String place) {
    if (found != null && !known.add(key, found)) {
      throw new UnusableRowException(
          "a second row has its key", place + ": a second row has the key " + key, null);
    }
  }

  private static List<String> cells(Row row, int[] indices) {
    String[] cells = new String[indices.length];
    for (int i = 0; i < indices.length; i++) {
      cells[i] = row.get(indices[i]);
    }
    return List.of(cells);
  }

  private static Function<Row, @Nullable Answer> answer(
      ModelData model, String path, Columns columns) {
    LabelColumns spec = DatasetChecks.require("label", model.label(), "where the label is");
    int index = columns.index(path + ".column", spec.column());
    ToLongFunction<Row> time = spec.time() == null ? null : spec.time().in(columns, path + ".time");
    int classes = model.distribution().classes();
    List<String> names =
        spec.classes().isEmpty()
            ? IntStream.range(0, classes).mapToObj(Integer::toString).toList()
            : spec.classes();
    return row -> {
      String text = row.get(index);
      // A class may be called None, or NA.
      if (text.isBlank() || (row.isMissing(index) && !names.contains(text))) {
        return null;
      }
      RawTarget target =
          classes == 0
              ? new RawTarget.Real(columns.number(row, index))
              : new RawTarget.Index(columns.position(row, index, names));
      return new Answer(target, time == null ? null : time.applyAsLong(row));
    };
  }
}
