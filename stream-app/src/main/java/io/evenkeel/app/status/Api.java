package io.evenkeel.app.status;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.app.codec.Columns;
import io.evenkeel.app.config.ClassNames;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.Verdict;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The JSON under the status page. Fields of verdicts and alerts are those of their schemas. */
final class Api {
  /** The newest windows whose evidence is listed with each series. */
  private static final int TREND = 24;

  /** The fields that the list of series has of the verdict that says most. */
  private static final List<String> IN_LIST =
      List.of(
          "window_start",
          "window_end",
          "status",
          "finding",
          "summary",
          "predictions",
          "labelled",
          "coverage",
          "tests_alpha",
          "tests_skce",
          "tests_skce_standard_error",
          "evidence_log_threshold",
          "evidence_recalibration",
          "evidence_recalibration_gain");

  private static final Comparator<Alert> URGENT_FIRST =
      Comparator.comparingInt(Api::quietness)
          .thenComparingInt(
              alert ->
                  switch (alert.getState()) {
                    case FIRING -> 0;
                    case NO_DATA -> 1;
                    case PENDING -> 2;
                    case RESOLVED, UNKNOWN -> 3;
                  })
          .thenComparingInt(
              alert ->
                  switch (alert.getSeverity()) {
                    case CRITICAL -> 0;
                    case WARNING -> 1;
                    case INFO, UNKNOWN -> 2;
                  })
          .thenComparing(Alert::getUpdatedAt, Comparator.reverseOrder());

  /** The most segments that are listed with their model. */
  private static final int SEGMENTS = 10;

  /** The most series that are listed to compare with. */
  private static final int OTHERS = 100;

  private final OutputIndex board;
  private final Supplier<FeedStatus> reading;
  private final Function<String, ModelSettings> settings;
  private final Latest series = new Latest(this::all);
  private final Latest alerts = new Latest(this::allAlerts);

  /**
   * The answers.
   *
   * @param settings of a model, by its name
   */
  Api(OutputIndex board, Supplier<FeedStatus> reading, Function<String, ModelSettings> settings) {
    this.board = board;
    this.reading = reading;
    this.settings = settings;
  }

  /** What an answer was made of. */
  private record Seen(long version, FeedStatus reading) {}

  /** Mutable: an answer that is made once for all who ask before anything has changed. */
  private final class Latest {
    private final Function<FeedStatus, JsonNode> maker;
    private @Nullable Seen seen;
    private HttpResponse answer = HttpResponse.json(Json.object());

    private Latest(Function<FeedStatus, JsonNode> maker) {
      this.maker = maker;
    }

    private synchronized HttpResponse get() {
      Seen now = new Seen(board.version(), reading.get());
      if (!now.equals(seen)) {
        answer = HttpResponse.json(maker.apply(now.reading()));
        seen = now;
      }
      return answer;
    }
  }

  /** What there is, at {@code /api}. */
  static JsonNode index() {
    return Json.object()
        .put("/api/series", "all series, each with the newest verdict that had enough labels")
        .put(
            "/api/series/{key}",
            "one series: the newest verdicts of its windows, alerts, profile, map")
        .put("/api/sums/{key}?range=7d", "the windows of a series that do not overlap, added up")
        .put("/api/alerts", "all alerts, firing ones first, each with its history")
        .put("/api/silences", "silences an alert by POST; DELETE /api/silences/{id} ends a silence")
        .put("/api/intake", "what this instance has read since it started, and what waits");
  }

  /** All series, at {@code /api/series}. */
  HttpResponse series() {
    return series.get();
  }

  private JsonNode all(FeedStatus now) {
    ObjectNode answer =
        Json.object()
            .put("complete", now.complete())
            .put("unreadable", now.unreadable())
            .put("problem", now.problem());
    ArrayNode list = answer.putArray("series");
    Map<SeriesKey, Alert> alive = alive();
    board.series().forEach(history -> list.add(inList(history, alive.get(history.series()))));
    return answer;
  }

  /** The most urgent of the alerts that are alive, by series. */
  private Map<SeriesKey, Alert> alive() {
    return board.alerts().stream()
        .map(AlertHistory::newest)
        .filter(OutputIndex::isAlive)
        .collect(
            Collectors.toMap(
                OutputIndex::key, Function.identity(), BinaryOperator.minBy(URGENT_FIRST)));
  }

  private static ObjectNode inList(SeriesHistory history, @Nullable Alert alert) {
    ObjectNode row = identity(history.series());
    Map<String, @Nullable Object> verdict = Columns.of(history.telling().verdict());
    IN_LIST.forEach(name -> row.set(name, Json.of(verdict.get(name))));
    row.set("evidence_log_detector", Json.of(evidence(history)));
    row.put("newest_window_end", Instant.ofEpochMilli(history.newest().end()).toString());
    ArrayNode trend = row.putArray("trend");
    List<JudgedWindow> windows = history.windows();
    windows
        .subList(Math.max(0, windows.size() - TREND), windows.size())
        .forEach(window -> trend.add(Json.of(drawn(window.logDetector()))));
    row.put("alert", alert == null ? null : alert.getState().name());
    row.put("alert_rule", alert == null ? null : alert.getRule());
    row.put("alert_severity", alert == null ? null : alert.getSeverity().name());
    row.put("alert_silenced_by", alert == null ? null : alert.getSilencedBy());
    row.put("alert_since", alert == null ? null : alert.getStartsAt().toString());
    return row;
  }

  /** As exact as a line of twenty pixels needs: there are many in the list. */
  private static @Nullable Double drawn(@Nullable Double log) {
    return log == null || !Double.isFinite(log) ? log : (Double) (Math.round(log * 100) / 100.0);
  }

  /** The newest of what decides that is known. */
  private static @Nullable Double evidence(SeriesHistory history) {
    List<JudgedWindow> windows = history.windows();
    for (int i = windows.size() - 1; i >= 0; i--) {
      if (windows.get(i).logDetector() != null) {
        return windows.get(i).logDetector();
      }
    }
    return null;
  }

  private static double levels(SeriesHistory history) {
    Double evidence = evidence(history);
    return evidence == null ? Double.NEGATIVE_INFINITY : evidence;
  }

  /** One series, at {@code /api/series/{key}}. */
  Optional<JsonNode> series(String key) {
    return board.series(key).map(this::whole);
  }

  /**
   * The sum of the windows of a series that do not overlap, at {@code /api/sums/{key}}.
   *
   * @param range which part of the time, for {@link TimeRange}
   * @throws IllegalArgumentException if there is no such range
   */
  Optional<JsonNode> sum(String key, String range) {
    return board
        .series(key)
        .map(
            history ->
                WindowJson.of(
                    WindowSum.of(TimeRange.within(history.windows(), range)),
                    settings.apply(history.series().model()).classNames()));
  }

  private JsonNode whole(SeriesHistory history) {
    ObjectNode answer = identity(history.series());
    answer.put("shown_window", Instant.ofEpochMilli(history.telling().start()).toString());
    answer.set("profile", board.profile(history.series()).map(Api::profile).orElse(null));
    answer.set("learning", learning(history));
    answer.set(
        "map",
        board
            .map(history.series())
            .map(map -> WindowJson.withoutSeries(Json.of(map)))
            .orElse(null));
    ArrayNode alerts = answer.putArray("alerts");
    board.alerts(history.series()).forEach(alert -> alerts.add(withHistory(alert)));
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
    board.series().stream()
        .map(SeriesHistory::series)
        .filter(other -> other.model().equals(series.model()) && !other.equals(series))
        .sorted(Comparator.comparing(other -> !other.segment().equals(series.segment())))
        .filter(
            other ->
                other.segment().equals(series.segment())
                    || other.version().equals(series.version()))
        .limit(OTHERS)
        .forEach(other -> others.add(identity(other)));
    return others;
  }

  /** Which segments of the version carry what is wrong: those with the most evidence. */
  private ArrayNode segments(SeriesKey series) {
    ArrayNode segments = Json.array();
    if (series.segment().isEmpty()) {
      board.series().stream()
          .filter(other -> other.series().modelKey().equals(series.modelKey()))
          .filter(other -> !other.series().segment().isEmpty())
          .filter(other -> levels(other) > Double.NEGATIVE_INFINITY)
          .sorted(Comparator.comparingDouble(Api::levels).reversed())
          .limit(SEGMENTS)
          .forEach(other -> segments.add(inList(other, null)));
    }
    return segments;
  }

  /** How far the profile of a whole model is learned; null once it is, and of a segment. */
  private @Nullable ObjectNode learning(SeriesHistory history) {
    SeriesKey series = history.series();
    boolean isLearned = board.profile(series).filter(profile -> profile.version() > 0).isPresent();
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

  /** All alerts, at {@code /api/alerts}. */
  HttpResponse alerts() {
    return alerts.get();
  }

  private JsonNode allAlerts(FeedStatus now) {
    ObjectNode answer = Json.object().put("complete", now.complete());
    ArrayNode list = answer.putArray("alerts");
    board.alerts().stream()
        .sorted(Comparator.comparing(AlertHistory::newest, URGENT_FIRST))
        .forEach(alert -> list.add(withHistory(alert)));
    return answer;
  }

  /** Silenced alerts come after all others that are open, and before those that are over. */
  private static int quietness(Alert alert) {
    if (!OutputIndex.isAlive(alert)) {
      return 2;
    }
    return alert.getSilencedBy() == null ? 0 : 1;
  }

  private ObjectNode withHistory(AlertHistory alert) {
    ObjectNode node = Json.of(alert.newest());
    node.put("key", OutputIndex.key(alert.newest()).key());
    node.set("silence", board.silence(alert.newest()).map(Json::of).orElse(null));
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

  private static ObjectNode identity(SeriesKey series) {
    return Json.object()
        .put("key", series.key())
        .put("model", series.model())
        .put("version", series.version())
        .put("segment", series.segment());
  }
}
