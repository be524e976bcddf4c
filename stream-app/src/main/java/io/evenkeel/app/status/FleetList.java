package io.evenkeel.app.status;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.Alert;
import java.lang.ref.WeakReference;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The list of all series as JSON, or what has changed of it since an answer that the reader has.
 * Work and bytes are in proportion to what changed: of 10,000 series the whole list is 8.5 MB.
 *
 * <p>Mutable; safe for use by many threads.
 */
final class FleetList {
  /** Series that went away are remembered up to this number; who misses some gets the whole. */
  static final int MOST_GONE = 1000;

  private final OutputIndex index;
  private final Supplier<FeedStatus> reading;

  /** Another instance counts its versions by itself. */
  private final String instance = UUID.randomUUID().toString();

  private final Map<String, Long> gone = new HashMap<>();
  private Map<String, Row> rows = Map.of();
  private @Nullable Seen seen;
  private @Nullable HttpResponse whole;
  private long version;
  private long oldest;

  /** The list of the series in an index. */
  FleetList(OutputIndex index, Supplier<FeedStatus> reading) {
    this.index = index;
    this.reading = reading;
  }

  /** What the list was made of. */
  private record Seen(long version, FeedStatus reading) {}

  /**
   * A row, and what it was made of.
   *
   * @param history held weakly: the index alone decides how many windows are kept
   * @param changed the version of the list since which it has been so
   */
  private record Row(
      WeakReference<SeriesHistory> history, @Nullable Alert alert, String json, long changed) {
    private boolean isMadeOf(SeriesHistory other, @Nullable Alert urgent) {
      return history.refersTo(other) && Objects.equals(alert, urgent);
    }
  }

  /**
   * The list, or what has changed of it: rows that are new or others than they were, and the keys
   * of series that are {@code gone}. The {@code since} of an answer is null if it is whole.
   *
   * @param since the {@code version} of the answer that the reader has; null for the whole
   */
  synchronized HttpResponse answer(@Nullable String since) {
    refresh();
    OptionalLong known = known(since);
    if (known.isPresent()) {
      List<Row> changed =
          rows.values().stream().filter(row -> row.changed() > known.getAsLong()).toList();
      if (changed.size() <= rows.size() / 2) {
        Set<String> left =
            gone.entrySet().stream()
                .filter(entry -> entry.getValue() > known.getAsLong())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        return answer(since, changed, left);
      }
    }
    if (whole == null) {
      whole = answer(null, rows.values(), Set.of());
    }
    return whole;
  }

  /** The number of the version; empty if what has changed since then is not known. */
  private OptionalLong known(@Nullable String since) {
    String prefix = instance + ".";
    if (since == null || !since.startsWith(prefix)) {
      return OptionalLong.empty();
    }
    try {
      long number = Long.parseLong(since.substring(prefix.length()));
      return number < oldest || number > version ? OptionalLong.empty() : OptionalLong.of(number);
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  private void refresh() {
    Seen now = new Seen(index.version(), reading.get());
    if (now.equals(seen)) {
      return;
    }
    long next = version + 1;
    Map<SeriesKey, Alert> alive = alive();
    Map<String, Row> fresh = new LinkedHashMap<>();
    for (SeriesHistory history : index.series()) {
      String key = history.series().key();
      fresh.put(key, row(rows.get(key), history, alive.get(history.series()), next));
    }
    rows.keySet().stream()
        .filter(key -> !fresh.containsKey(key))
        .forEach(key -> gone.put(key, next));
    gone.keySet().removeIf(fresh::containsKey);
    boolean isNew =
        seen == null
            || !seen.reading().equals(now.reading())
            || gone.containsValue(next)
            || fresh.values().stream().anyMatch(row -> row.changed() == next);
    seen = now;
    rows = fresh;
    if (isNew) {
      version = next;
      whole = null;
    }
    if (gone.size() > MOST_GONE) {
      gone.clear();
      oldest = version;
    }
  }

  /** The row as it is now, which is the one before unless something else stands in it. */
  private static Row row(
      @Nullable Row before, SeriesHistory history, @Nullable Alert alert, long version) {
    if (before != null && before.isMadeOf(history, alert)) {
      return before;
    }
    String json = FleetRow.of(history, alert).toString();
    long changed = before != null && before.json().equals(json) ? before.changed() : version;
    return new Row(new WeakReference<>(history), alert, json, changed);
  }

  /** The most urgent of the alerts that are open, by series. */
  private Map<SeriesKey, Alert> alive() {
    return index.alerts().stream()
        .map(AlertHistory::newest)
        .filter(OutputIndex::isAlive)
        .collect(
            Collectors.toMap(
                OutputIndex::key,
                Function.identity(),
                BinaryOperator.minBy(AlertHistory.URGENT_FIRST)));
  }

  private HttpResponse answer(
      @Nullable String since, Collection<Row> changed, Collection<String> left) {
    FeedStatus read = Objects.requireNonNull(seen).reading();
    ObjectNode answer =
        Json.object()
            .put("complete", read.complete())
            .put("unreadable", read.unreadable())
            .put("problem", read.problem())
            .put("version", instance + "." + version)
            .put("since", since);
    ArrayNode list = answer.putArray("series");
    changed.forEach(row -> list.addRawValue(new RawValue(row.json())));
    answer.set("gone", Json.of(left));
    return HttpResponse.json(answer);
  }
}
