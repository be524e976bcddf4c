package io.evenkeel.app.replay;

import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Mutable: how many events of each model there were, and when. */
public final class Tally {
  private final SortedMap<String, OfModel> models = new TreeMap<>();
  private long events;

  /**
   * The events of one model.
   *
   * @param predictions number of predictions
   * @param labels number of labels, corrections included
   * @param first the earliest event time
   * @param last the latest event time
   * @param lastPrediction the latest of a prediction; null if there is none
   */
  public record OfModel(
      long predictions,
      long labels,
      Instant first,
      Instant last,
      @Nullable Instant lastPrediction) {
    private OfModel with(Event event) {
      Instant time = Instant.ofEpochMilli(event.time());
      boolean predicted = event instanceof Event.Predicted;
      return new OfModel(
          predictions + (predicted ? 1 : 0),
          labels + (predicted ? 0 : 1),
          time.isBefore(first) ? time : first,
          time.isAfter(last) ? time : last,
          predicted ? latest(lastPrediction, time) : lastPrediction);
    }

    private static Instant latest(@Nullable Instant before, Instant time) {
      return before == null || time.isAfter(before) ? time : before;
    }
  }

  /** The tally of all events of a source. */
  public static Tally of(EventSource source) {
    Tally tally = new Tally();
    try (Stream<Event> all = source.events()) {
      all.forEach(tally::add);
    }
    return tally;
  }

  /** Counts an event. */
  public void add(Event event) {
    events++;
    Instant time = Instant.ofEpochMilli(event.time());
    models.compute(
        event.model(),
        (name, former) ->
            (former == null ? new OfModel(0, 0, time, time, null) : former).with(event));
  }

  /** The number of events. */
  public long events() {
    return events;
  }

  /** The events of each model, by name. */
  public SortedMap<String, OfModel> models() {
    return Collections.unmodifiableSortedMap(models);
  }

  /** A table with a line per model. */
  @Override
  public String toString() {
    StringBuilder table = new StringBuilder(line("model", "predictions", "labels", "from", "to"));
    models.forEach(
        (name, m) -> table.append(line(name, m.predictions(), m.labels(), m.first(), m.last())));
    return table.toString();
  }

  private static String line(Object name, Object predictions, Object labels, Object... times) {
    return String.format(
        "%-24s %12s %12s  %-24s %-24s%n", name, predictions, labels, times[0], times[1]);
  }
}
