package io.evenkeel.app.judge;

import io.evenkeel.app.state.Doubles;
import io.evenkeel.core.drift.sequential.Direction;
import io.evenkeel.core.drift.sequential.FeatureEvidence;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.DoubleStream;

/**
 * What a rule of drift says in one go, from its first alarm until none is left: mutable. It becomes
 * another problem when a feature joins it, or drifts to another side than before.
 */
final class DriftEpisode {
  private static final int HEAD = 3;
  private static final double NEVER = Double.NEGATIVE_INFINITY;

  private final TreeSet<Integer> named = new TreeSet<>();
  private int version;
  private boolean isReopened;

  /** When the last one ended, milliseconds since 1970. */
  private double endedAt = NEVER;

  /** To which side a feature drifts; the others are as one. */
  private enum Side {
    OTHER(0),
    DOWN(1),
    UP(2),
    GONE(3);

    private static final int COUNT = 4;

    /** In the state: it must not change. */
    private final int code;

    Side(int code) {
      this.code = code;
    }

    static Side of(Direction direction) {
      return switch (direction.kind()) {
        case LOWER, MORE_BELOW -> DOWN;
        case HIGHER, MORE_ABOVE -> UP;
        case MORE_MISSING -> GONE;
        case NARROWER, WIDER, FEWER_MISSING, MORE_OF_CATEGORY, MORE_OF_OTHERS -> OTHER;
      };
    }
  }

  /** The episode that {@link #state} was of; of an empty state, before the first. */
  DriftEpisode(Doubles state) {
    if (!state.isEmpty()) {
      double[] numbers = state.toArray();
      version = (int) numbers[0];
      isReopened = numbers[1] == 1;
      endedAt = numbers[2];
      Arrays.stream(numbers, HEAD, numbers.length).forEach(code -> named.add((int) code));
    }
  }

  /** The state, to be kept and read again. */
  Doubles state() {
    DoubleStream head = DoubleStream.of(version, isReopened ? 1 : 0, endedAt);
    return Doubles.of(
        DoubleStream.concat(head, named.stream().mapToDouble(Integer::doubleValue)).toArray());
  }

  /**
   * Takes an alarm.
   *
   * @param start of the pane, milliseconds since 1970
   * @param reopenWithin an episode that begins so soon after the last one is the same, milliseconds
   */
  void alarm(List<FeatureEvidence> features, long start, long reopenWithin) {
    boolean isFirst = named.isEmpty();
    boolean grew = false;
    for (int i = 0; i < features.size(); i++) {
      if (features.get(i).alarms()) {
        grew |= add(i, features.get(i));
      }
    }
    if (isFirst && grew) {
      isReopened = (double) start - endedAt < reopenWithin;
    } else if (grew) {
      version++;
    }
  }

  private boolean add(int index, FeatureEvidence feature) {
    Side side = feature.drift().map(drift -> Side.of(drift.direction())).orElse(Side.OTHER);
    int first = index * Side.COUNT;
    boolean isKnown = !named.subSet(first, first + Side.COUNT).isEmpty();
    return !(isKnown && side == Side.OTHER) && named.add(first + side.code);
  }

  /**
   * Takes a pane without an alarm.
   *
   * @param end of the pane, milliseconds since 1970
   */
  void quiet(long end) {
    if (isOpen()) {
      named.clear();
      version = 0;
      isReopened = false;
      endedAt = (double) end;
    }
  }

  /** Whether there has been an alarm that has not ended. */
  boolean isOpen() {
    return !named.isEmpty();
  }

  /** Counts how often it became another problem since it began. */
  int version() {
    return version;
  }

  /** Whether it began soon after the last one. */
  boolean isReopened() {
    return isReopened;
  }
}
