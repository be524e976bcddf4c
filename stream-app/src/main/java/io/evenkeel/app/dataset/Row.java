package io.evenkeel.app.dataset;

import java.util.List;

/**
 * A row of a table, each cell as text.
 *
 * @param number its number in the file, from 1; a header is not counted
 * @param cells the cells in the order of the columns; empty where there is nothing
 */
record Row(long number, List<String> cells) {

  String get(int column) {
    return cells.get(column);
  }
}
