package io.evenkeel.app.dataset;

import java.util.List;
import java.util.Set;

/**
 * A row of a table, each cell as text.
 *
 * @param number its number in the file, from 1; a header is not counted
 * @param cells the cells in the order of the columns; empty where there is nothing
 */
record Row(long number, List<String> cells) {
  /** What pandas, R and SQL write for a value that is missing. */
  private static final Set<String> MISSING =
      Set.of("", "NaN", "nan", "NA", "N/A", "<NA>", "null", "NULL", "None");

  String get(int column) {
    return cells.get(column);
  }

  /** Whether a cell is blank, or says that its value is missing. */
  boolean isMissing(int column) {
    return MISSING.contains(get(column).strip());
  }
}
