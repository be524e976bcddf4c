package io.evenkeel.app.replay;

import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.schemas.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What an application must count that counts every observation exactly once, from the events alone:
 * however often and in whatever order they are delivered, as long as no prediction comes after its
 * pane is closed. A label counts if it is known, by event time, within the wait after its pane.
 */
public final class ExpectedCounts {

  private ExpectedCounts() {}

  /**
   * A window of a series.
   *
   * @param model name of the model
   * @param version version of the model
   * @param segment such as country=DE; empty for the whole model
   * @param start start of the window, inclusive
   */
  public record Window(String model, String version, String segment, Instant start)
      implements Comparable<Window> {
    private static final Comparator<Window> ORDER =
        Comparator.comparing(Window::model)
            .thenComparing(Window::version)
            .thenComparing(Window::segment)
            .thenComparing(Window::start);

    /** The window that a verdict is on. */
    public static Window of(Verdict verdict) {
      return new Window(
          verdict.getModel(), verdict.getVersion(), verdict.getSegment(), verdict.getWindowStart());
    }

    @Override
    public int compareTo(Window other) {
      return ORDER.compare(this, other);
    }
  }

  /**
   * The final counts of a window.
   *
   * @param predictions number of predictions
   * @param labelled of these, with a label in time
   */
  public record Count(long predictions, long labelled) {

    /** What a verdict counts. */
    public static Count of(Verdict verdict) {
      return new Count(verdict.getPredictions(), verdict.getLabelled());
    }

    private Count plus(Count other) {
      return new Count(predictions + other.predictions, labelled + other.labelled);
    }
  }

  /**
   * The counts of all windows whose last pane holds a prediction of the series: these are judged.
   *
   * @param source the events
   * @param settings of each model
   */
  public static SortedMap<Window, Count> of(
      EventSource source, Function<String, ModelSettings> settings) {
    Map<String, PredictionEvent> predictions = new HashMap<>();
    Map<String, Long> known = new HashMap<>();
    try (Stream<Event> events = source.events()) {
      events.forEach(
          event -> {
            if (event instanceof Event.Predicted predicted) {
              predictions.putIfAbsent(event.id(), predicted.value());
            } else {
              known.merge(event.id(), event.time(), Math::min);
            }
          });
    }
    SortedMap<Window, Count> counts = new TreeMap<>();
    Set<Window> judged = new HashSet<>();
    predictions.forEach(
        (id, prediction) ->
            judged.addAll(
                add(
                    counts,
                    prediction,
                    known.getOrDefault(id, Long.MAX_VALUE),
                    settings.apply(prediction.model()))));
    counts.keySet().retainAll(judged);
    return counts;
  }

  /** Counts the prediction in all its windows; returns those that end with its pane. */
  private static Set<Window> add(
      SortedMap<Window, Count> counts,
      PredictionEvent prediction,
      long knownAt,
      ModelSettings settings) {
    long size = settings.window().size().toMillis();
    long advance = settings.window().advance().toMillis();
    long paneEnd = (Math.floorDiv(prediction.madeAt(), advance) + 1) * advance;
    boolean labelled = knownAt <= paneEnd + settings.labels().maxWait().toMillis();
    Count one = new Count(1, labelled ? 1 : 0);
    Set<Window> ending = new HashSet<>();
    for (String segment : segments(prediction, settings)) {
      for (long start = paneEnd - size; start < paneEnd; start += advance) {
        Window window =
            new Window(
                prediction.model(), prediction.version(), segment, Instant.ofEpochMilli(start));
        counts.merge(window, one, Count::plus);
        if (start == paneEnd - size) {
          ending.add(window);
        }
      }
    }
    return ending;
  }

  private static List<String> segments(PredictionEvent prediction, ModelSettings settings) {
    List<String> segments = new ArrayList<>();
    segments.add("");
    for (String attribute : settings.segments()) {
      String value = prediction.segments().get(attribute);
      if (value != null) {
        segments.add(attribute + '=' + value);
      }
    }
    return segments;
  }
}
