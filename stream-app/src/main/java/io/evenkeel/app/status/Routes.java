package io.evenkeel.app.status;

import com.fasterxml.jackson.databind.JsonNode;
import io.evenkeel.app.metrics.Metrics;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.util.Fields;

/**
 * What is at which path. The files of the page say nothing of models and need no token, and neither
 * do probes; everything else does if there is one.
 */
final class Routes {
  private static final String SERIES = "/api/series/";
  private static final String SUMS = "/api/sums/";
  private static final long KEPT_NANOS = Duration.ofSeconds(1).toNanos();

  private final Access access;
  private final Metrics metrics;
  private final Supplier<Health> health;
  private final Optional<Api> api;
  private final Intake intake;
  private final Assets assets = new Assets();
  private byte[] scraped = {};
  private long scrapedAt;

  /**
   * The routes.
   *
   * @param health asked for every request
   * @param api under the page; without it there is no page either
   */
  Routes(Access access, Metrics metrics, Supplier<Health> health, Optional<Api> api) {
    this.access = access;
    this.metrics = metrics;
    this.health = health;
    this.api = api;
    this.intake = new Intake(metrics, Clock.systemUTC());
  }

  /** The answer to a probe; empty if the path is none of a probe. */
  Optional<HttpResponse> probe(String path) {
    return switch (path) {
      case "/health/live" -> Optional.of(probe(Health::live));
      case "/health/ready" -> Optional.of(probe(Health::ready));
      default -> Optional.empty();
    };
  }

  /** An answer that costs nothing: a file of the page, or why the sender may not read the rest. */
  Optional<HttpResponse> atOnce(String path, HttpFields headers) {
    return api.flatMap(page -> assets.at(path)).or(() -> access.refusal(headers));
  }

  /**
   * The answer to a request of one who may read.
   *
   * @param query the parameters after the path
   */
  HttpResponse answer(String path, Fields query) {
    if (path.equals("/metrics")) {
      return new HttpResponse(200, "text/plain; version=0.0.4; charset=utf-8", scraped());
    }
    return api.map(page -> answer(page, path, query))
        .orElseGet(() -> HttpResponse.text(404, "only /metrics, /health/live and /health/ready\n"));
  }

  private HttpResponse answer(Api api, String path, Fields query) {
    return switch (path) {
      case "/api" -> HttpResponse.json(Api.index());
      case "/api/series" -> api.fleet(query.getValue("since"));
      case "/api/alerts" -> api.alerts();
      case "/api/intake" -> HttpResponse.json(intake.answer(health.get()));
      default -> answerOfSeries(api, path, query);
    };
  }

  private static HttpResponse answerOfSeries(Api api, String path, Fields query) {
    if (path.startsWith(SERIES)) {
      return orUnknown(api, api.series(decoded(path.substring(SERIES.length()))));
    }
    if (path.startsWith(SUMS)) {
      try {
        String range = Objects.requireNonNullElse(query.getValue("range"), "");
        return orUnknown(api, api.sum(decoded(path.substring(SUMS.length())), range));
      } catch (IllegalArgumentException e) {
        return HttpResponse.error(
            400,
            "no such range: " + e.getMessage(),
            "write 7d, or 2026-01-31T09:00Z/2026-01-31T12:00Z, or nothing for all windows");
      }
    }
    return path.startsWith("/api/")
        ? HttpResponse.error(404, "there is no " + path, "see API in stream-app/README.md")
        : HttpResponse.text(404, "nothing here; see /\n");
  }

  /** All metrics, made once a second at most: of many series they are megabytes. */
  private synchronized byte[] scraped() {
    long now = System.nanoTime();
    if (scraped.length == 0 || now - scrapedAt > KEPT_NANOS) {
      scraped = metrics.scrape().getBytes(StandardCharsets.UTF_8);
      scrapedAt = now;
    }
    return scraped;
  }

  /** A part of a path, percent-decoded: there, unlike in a form, a plus is a plus. */
  static String decoded(String part) {
    return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static HttpResponse orUnknown(Api api, Optional<JsonNode> answer) {
    return answer.map(HttpResponse::json).orElseGet(api::unknown);
  }

  private HttpResponse probe(Predicate<Health> question) {
    Health now = health.get();
    return HttpResponse.text(question.test(now) ? 200 : 503, now.state() + "\n");
  }
}
