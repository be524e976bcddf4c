package io.evenkeel.app.alert;

import io.evenkeel.app.alert.AlertRecords.Change;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.state.SegmentName;
import io.evenkeel.app.state.SeriesKey;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Why an alert has no map. */
final class NoMap {
  private NoMap() {}

  /** In sentences; null of an alert that is over, and of rules whose problems no map mends. */
  static @Nullable String why(SeriesKey series, Change change) {
    if (change.rule() != Rule.MISCALIBRATION || change.isOver()) {
      return null;
    }
    return series.segment().equals(SegmentName.OTHERS)
        ? "It is about all segments beyond the limit together: no map can name them."
        : ofOpen(change);
  }

  /** What stays as it is comes first: whoever waits for the rest to pass would wait in vain. */
  private static String ofOpen(Change change) {
    Optional<Unmappable> kind = kind(change);
    if (kind.isPresent()) {
      return kind.get().sentence();
    }
    if (change.after().isMissing()) {
      return "Its "
          + AlertWords.missing(change)
          + " stopped: it is not known what would mend it now.";
    }
    if (change.others().contains(Rule.SELECTION)) {
      return "The rule selection alerts: labels may be no fair sample.";
    }
    if (change.newest().lacksLabels()) {
      return "Many predictions have no label: labels may be no fair sample.";
    }
    if (change.newest().neighboursDepend()) {
      return "Neighbouring rows depend on each other: labels may be no fair sample.";
    }
    return "No map of one parameter is known so far to mend what it is about. Learn another one from a"
        + " file with 'evenkeel recalibrate'.";
  }

  /** Whether one can be had elsewhere. */
  static boolean isLearnable(Change change) {
    return kind(change).map(Unmappable::isLearnable).orElse(true);
  }

  private static Optional<Unmappable> kind(Change change) {
    return Optional.ofNullable(change.problem()).flatMap(Problem::unmappable);
  }
}
