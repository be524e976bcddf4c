package io.evenkeel.app.dataset;

import io.evenkeel.app.wording.Numbers;
import java.util.List;

/**
 * Rows of a file of labels whose key no prediction has.
 *
 * @param file its name
 * @param rows how many, at least 1
 * @param firstKey the cells of the first of them that are its key
 * @param firstPrediction those of the first prediction; empty if there is none
 */
public record UnmatchedLabels(
    String file, long rows, List<String> firstKey, List<String> firstPrediction) {

  /** Copies the lists. */
  public UnmatchedLabels {
    firstKey = List.copyOf(firstKey);
    firstPrediction = List.copyOf(firstPrediction);
  }

  /** How many there are, and two keys to be compared. */
  public String words() {
    String count =
        Numbers.of(rows, "row")
            + " of "
            + file
            + (rows == 1 ? " matches" : " match")
            + " no prediction. The first has the key "
            + key(firstKey)
            + ".";
    return firstPrediction.isEmpty()
        ? count
        : count + " The first prediction has the key " + key(firstPrediction) + ".";
  }

  private static String key(List<String> cells) {
    return "'" + String.join("', '", cells) + "'";
  }
}
