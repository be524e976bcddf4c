package io.evenkeel.app.observe;

import io.evenkeel.app.state.PaneGrid;
import io.evenkeel.schemas.internal.Frontier;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How far the second stage knows this partition to have come with each model: mutable.
 *
 * <p>Every partition of the first stage tells every partition of the second, so one model costs the
 * square of their number each time. The second stage acts where panes end. So a frontier that
 * passes no end is news only when the one before is out of date, and never while the partition is
 * idle: then time goes on by the clock alone.
 */
final class SentFrontiers {
  private final Map<String, Sent> newest = new HashMap<>();

  private record Sent(Frontier frontier, long at) {}

  /** The newest one of the model; null before the first. */
  @Nullable Frontier newest(String model) {
    Sent sent = newest.get(model);
    return sent == null ? null : sent.frontier;
  }

  /**
   * Takes a frontier of the model, if it is news.
   *
   * @param now wall-clock time, milliseconds since 1970
   * @return whether it is to be sent
   */
  boolean take(String model, Frontier frontier, PaneGrid panes, long now) {
    boolean isNews = isNews(newest.get(model), frontier, panes, now);
    if (isNews) {
      newest.put(model, new Sent(frontier, now));
    }
    return isNews;
  }

  private static boolean isNews(@Nullable Sent last, Frontier frontier, PaneGrid panes, long now) {
    if (last == null || !atEnds(last.frontier, panes).equals(atEnds(frontier, panes))) {
      return true;
    }
    return !frontier.getIdle()
        && !frontier.equals(last.frontier)
        && now - last.at >= panes.freshFor(0);
  }

  /** What the second stage goes by. */
  private static Frontier atEnds(Frontier frontier, PaneGrid panes) {
    return new Frontier(
        panes.startOf(frontier.getPredictionsThrough()),
        panes.startOf(frontier.getLabelsThrough()),
        frontier.getClosedThrough(),
        frontier.getIdle(),
        panes.startOf(frontier.getPredicted()));
  }

  /** The next frontier of the model is news. */
  void forget(String model) {
    newest.remove(model);
  }
}
