package io.evenkeel.app.status;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.app.config.ClassNames;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.Verdict;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The JSON under the status page. Fields of verdicts and alerts are those of their schemas. */
final class Api {
  /** The most segments that are listed with their model. */
  private static final int SEGMENTS = 10;

  /** The most series that are listed to compare with. */
  private static final int OTHERS = 100;

  private final OutputIndex index;
  private final Supplier<FeedStatus> reading;
  private final Function<String, ModelSettings> settings;
  private final FleetList fleet;
  private @Nullable Seen seen;
  private HttpResponse alerts = HttpResponse.json(Json.object());

  /**
   * The answers.
   *
   * @param settings of a model, by its name
   */
  Api(OutputIndex index, Supplier<FeedStatus> reading, Function<String, ModelSettings> settings) {
    this.index = index;
    this.reading = reading;
    this.settings = settings;
    this.fleet = new FleetList(index, reading);
  }

  /** What the answer about alerts was made of. */
  private record Seen(long version, FeedStatus reading) {}

  /** What there is, at {@code /api}. */
  static JsonNode index() {
    return Json.object()
        .put(
            "/api/series?since={version}",
            "all series, each with the newest verdict that had enough labels; or what changed since")
        .put(
            "/api/series/{key}",
            "one series: the newest verdicts of its windows, alerts, profile, map")
        .put("/api/sums/{key}?range=7d", "the windows of a series that do not overlap, added up")
        .put("/api/alerts", "all alerts, firing ones first, each with its history")
        .put("/api/silences", "silences an alert by POST; DELETE /api/silences/{id} ends a silence")
        .put("/api/intake", "what this instance has read since it started, and what waits");
  }

  /**
   * All series, at {@code /api/series}, or what has changed of them.
   *
   * @param since the version that the reader has; null if none
   */
  HttpResponse fleet(@Nullable String since) {
    return fleet.answer(since);
  }

  /** One series, at {@code /api/series/{key}}. */
  Optional<JsonNode> series(String key) {
    return index.series(key).map(this::whole);
  }

  /**
   * The sum of the windows of a series that do not overlap, at {@code /api/sums/{key}}.
   *
   * @param range which part of the time, for {@link TimeRange}
   * @throws IllegalArgumentException if there is no such range
   */
  Optional<JsonNode> sum(String key, String range) {
    return index
        .series(key)
        .map(
            history ->
                WindowJson.of(
                    WindowSum.of(TimeRange.within(history.windows(), range)),
                    settings.apply(history.series().model()).classNames()));
  }

  /** Why nothing is known of a series: there is none, or it has not been read yet. */
  HttpResponse unknown() {
    FeedStatus now = reading.get();
    if (now.problem() != null) {
      return HttpResponse.error(
          503,
          "the topics cannot be read: " + now.problem(),
          "check the brokers, and that the application may read the topics it writes");
    }
    return now.complete()
        ? HttpResponse.error(
            404, "no such series", "see /api/series for the keys of those that are known")
        : HttpResponse.error(
            503, "the topics are still being read", "ask again once all series are there");
  }

  private JsonNode whole(SeriesHistory history) {
    ObjectNode answer = FleetRow.identity(history.series());
    answer.put("problem", reading.get().problem());
    answer.put("shown_window", Instant.ofEpochMilli(history.telling().start()).toString());
    answer.set("profile", index.profile(history.series()).map(Api::profile).orElse(null));
    answer.set("learning", learning(history));
    answer.set(
        "map",
        index
            .map(history.series())
            .map(map -> WindowJson.withoutSeries(Json.of(map)))
            .orElse(null));
    ArrayNode alerts = answer.putArray("alerts");
    index.alerts(history.series()).forEach(alert -> alerts.add(withHistory(alert)));
    answer.set("segments", segments(history.series()));
    answer.set("others", others(history.series()));
    ArrayNode windows = answer.putArray("windows");
    ClassNames names = settings.apply(history.series().model()).classNames();
    history.windows().forEach(window -> windows.add(WindowJson.of(window, names)));
    return answer;
  }

  /** What the series can be compared with: the same segment of other versions comes first. */
  private ArrayNode others(SeriesKey series) {
    ArrayNode others = Json.array();
    index.series().stream()
        .map(SeriesHistory::series)
        .filter(other -> other.model().equals(series.model()) && !other.equals(series))
        .sorted(Comparator.comparing(other -> !other.segment().equals(series.segment())))
        .filter(
            other ->
                other.segment().equals(series.segment())
                    || other.version().equals(series.version()))
        .limit(OTHERS)
        .forEach(other -> others.add(FleetRow.identity(other)));
    return others;
  }

  /** Which segments of the version carry what is wrong: those with the most evidence. */
  private ArrayNode segments(SeriesKey series) {
    ArrayNode segments = Json.array();
    if (series.segment().isEmpty()) {
      index.series().stream()
          .filter(other -> other.series().modelKey().equals(series.modelKey()))
          .filter(other -> !other.series().segment().isEmpty())
          .filter(other -> levels(other) > Double.NEGATIVE_INFINITY)
          .sorted(Comparator.comparingDouble(Api::levels).reversed())
          .limit(SEGMENTS)
          .forEach(other -> segments.add(FleetRow.of(other, null)));
    }
    return segments;
  }

  private static double levels(SeriesHistory history) {
    Double evidence = FleetRow.evidence(history);
    return evidence == null ? Double.NEGATIVE_INFINITY : evidence;
  }

  /** How far the profile of a whole model is learned; null once it is, and of a segment. */
  private @Nullable ObjectNode learning(SeriesHistory history) {
    SeriesKey series = history.series();
    boolean isLearned = index.profile(series).filter(profile -> profile.version() > 0).isPresent();
    return isLearned || !series.segment().isEmpty()
        ? null
        : Json.object()
            .put("predictions", WindowSum.of(history.windows()).total(Verdict::getPredictions))
            .put("needed", settings.apply(series.model()).profile().sample());
  }

  private static ObjectNode profile(LearnedProfile profile) {
    return Json.object()
        .put("version", profile.version())
        .put("learned_through", profile.learnedThrough().toString())
        .put("space", profile.space().name())
        .put("size", profile.size())
        .put("locations", profile.locations());
  }

  /** All alerts, at {@code /api/alerts}: made once for all who ask before anything has changed. */
  synchronized HttpResponse alerts() {
    Seen now = new Seen(index.version(), reading.get());
    if (!now.equals(seen)) {
      alerts = HttpResponse.json(allAlerts(now.reading()));
      seen = now;
    }
    return alerts;
  }

  private JsonNode allAlerts(FeedStatus now) {
    ObjectNode answer =
        Json.object()
            .put("complete", now.complete())
            .put("unreadable", now.unreadable())
            .put("problem", now.problem());
    ArrayNode list = answer.putArray("alerts");
    index.alerts().stream()
        .sorted(Comparator.comparing(AlertHistory::newest, AlertHistory.URGENT_FIRST))
        .forEach(alert -> list.add(withHistory(alert)));
    return answer;
  }

  private ObjectNode withHistory(AlertHistory alert) {
    ObjectNode node = Json.of(alert.newest());
    node.put("key", OutputIndex.key(alert.newest()).key());
    node.set("silence", index.silence(alert.newest()).map(Json::of).orElse(null));
    ArrayNode history = node.putArray("history");
    for (AlertHistory.Past state : alert.states()) {
      history
          .addObject()
          .put("state", state.state().name())
          .put("updated_at", state.updatedAt().toString())
          .put("summary", state.summary())
          .set("log_evidence", Json.of(state.logEvidence()));
    }
    return node;
  }
}
