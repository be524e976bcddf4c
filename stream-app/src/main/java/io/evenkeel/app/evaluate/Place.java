package io.evenkeel.app.evaluate;

import java.util.Comparator;

/**
 * Where a labelled row is among those of its model.
 *
 * @param madeAt when its prediction was made, milliseconds since 1970; of a file without times, in
 *     the order of the file
 * @param row its number among the labelled rows of the file, from 0
 */
public record Place(long madeAt, long row) implements Comparable<Place> {
  /** For rows whose order does not matter. */
  static final Place ANY = new Place(0, 0);

  private static final Comparator<Place> IN_TIME =
      Comparator.comparingLong(Place::madeAt).thenComparingLong(Place::row);

  /** In the order of time, at one time in that of the file. */
  @Override
  public int compareTo(Place other) {
    return IN_TIME.compare(this, other);
  }
}
