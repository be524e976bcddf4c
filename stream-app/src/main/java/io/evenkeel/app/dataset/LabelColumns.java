package io.evenkeel.app.dataset;

import io.evenkeel.app.replay.DelayLaw;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where the label of a row is found and when it becomes known. A blank label never comes, nor does
 * one such as NaN or NA that no class has for a name.
 *
 * @param file the file of the labels; the row of the prediction itself when null
 * @param key the columns, in both files, that lead from a prediction to its label; only with a file
 * @param column the column of the target: a class, or a number
 * @param classes how the classes are written, in the order of their probabilities; when empty, a
 *     class is its 0-based index
 * @param time a column of the label's file that says when it became known; when null, the delay
 *     counts from the prediction
 * @param delay what passes from that time until the label is known; nothing when null
 * @param never share of labels that never come although they are in the file, in [0, 1]
 * @param seed of random delays and of those that never come
 */
public record LabelColumns(
    @Nullable String file,
    List<String> key,
    String column,
    List<String> classes,
    @Nullable TimeColumn time,
    @Nullable DelayLaw delay,
    Double never,
    Long seed) {

  /** Checks that the label can be found and its time is known. */
  public LabelColumns(
      @Nullable String file,
      @Nullable List<String> key,
      @Nullable String column,
      @Nullable List<String> classes,
      @Nullable TimeColumn time,
      @Nullable DelayLaw delay,
      @Nullable Double never,
      @Nullable Long seed) {
    this.file = file;
    this.key = List.copyOf(Objects.requireNonNullElse(key, List.of()));
    this.column = DatasetChecks.require("column", column, "the column of the target");
    this.classes = List.copyOf(Objects.requireNonNullElse(classes, List.of()));
    this.time = time;
    this.delay = delay;
    this.never = Objects.requireNonNullElse(never, 0.0);
    this.seed = Objects.requireNonNullElse(seed, 0L);
    DatasetChecks.check((file == null) == this.key.isEmpty(), "'file' and 'key' go together");
    DatasetChecks.check(
        time != null || delay != null, "'time' or 'delay' must say when the label becomes known");
    DatasetChecks.check(
        time == null || time.column() != null, "the time of a label needs 'column' and 'format'");
    DatasetChecks.check(this.never >= 0 && this.never <= 1, "'never' must lie in [0, 1]");
  }
}
