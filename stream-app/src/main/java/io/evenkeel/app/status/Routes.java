package io.evenkeel.app.status;

import com.sun.net.httpserver.Headers;
import io.evenkeel.app.metrics.Metrics;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/**
 * What is at which path. The files of the page say nothing of models and need no token, and neither
 * do probes; everything else does if there is one.
 */
final class Routes {
  private static final String SERIES = "/api/series/";

  private final Access access;
  private final Metrics metrics;
  private final Supplier<Health> health;
  private final Api api;
  private final Assets assets = new Assets();

  Routes(Access access, Metrics metrics, Supplier<Health> health, Api api) {
    this.access = access;
    this.metrics = metrics;
    this.health = health;
    this.api = api;
  }

  /** The answer to a request without a body. */
  Answer answer(URI uri, Headers headers) {
    String path = uri.getRawPath();
    return switch (path) {
      case "/health/live" -> probe(health.get().live());
      case "/health/ready" -> probe(health.get().ready());
      default ->
          assets.at(path).orElseGet(() -> access.refusal(headers).orElseGet(() -> guarded(path)));
    };
  }

  private Answer guarded(String path) {
    return switch (path) {
      case "/metrics" ->
          new Answer(
              200,
              "text/plain; version=0.0.4; charset=utf-8",
              metrics.scrape().getBytes(StandardCharsets.UTF_8));
      case "/api" -> Answer.json(Api.index());
      case "/api/series" -> Answer.json(api.series());
      case "/api/alerts" -> Answer.json(api.alerts());
      default ->
          path.startsWith(SERIES)
              ? series(path.substring(SERIES.length()))
              : Answer.text(404, "nothing here; see /\n");
    };
  }

  private Answer series(String encoded) {
    // In a path, unlike in a form, a plus is a plus.
    String key = URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.UTF_8);
    return api.series(key)
        .map(Answer::json)
        .orElseGet(
            () ->
                Answer.error(
                    404, "no such series", "see /api/series for the keys of those that are known"));
  }

  private Answer probe(boolean well) {
    return Answer.text(well ? 200 : 503, health.get().state() + "\n");
  }
}
