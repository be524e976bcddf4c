package io.evenkeel.app.status;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The files of the status page. Only those listed here are ever served, by their exact paths. */
final class Assets {
  private static final List<String> FILES =
      List.of(
          "address.js",
          "alerts.js",
          "api.js",
          "app.js",
          "charts.js",
          "compare.js",
          "diagrams.js",
          "dom.js",
          "drift.js",
          "fleet.js",
          "icon.svg",
          "intake.js",
          "maps.js",
          "paging.js",
          "range.js",
          "series.js",
          "silence.js",
          "spread.js",
          "style.css",
          "timelines.js",
          "words.js");

  /** The same versions as in the pom. */
  private static final String CHARTS =
      "/META-INF/resources/webjars/chart.js/4.5.1/dist/chart.umd.min.js";

  private static final String ZOOM =
      "/META-INF/resources/webjars/chartjs-plugin-zoom/2.2.0/dist/chartjs-plugin-zoom.min.js";

  private final Map<String, HttpResponse> answers = new HashMap<>();

  /** Reads all files. */
  Assets() {
    answers.put("/", answer("page/index.html"));
    FILES.forEach(file -> answers.put("/page/" + file, answer("page/" + file)));
    answers.put("/page/chart.js", answer(CHARTS));
    answers.put("/page/chart-zoom.js", answer(ZOOM));
  }

  /** The file at the path. */
  Optional<HttpResponse> at(String path) {
    return Optional.ofNullable(answers.get(path));
  }

  private static HttpResponse answer(String resource) {
    try (InputStream in = Assets.class.getResourceAsStream(resource)) {
      return new HttpResponse(
          200, type(resource), Objects.requireNonNull(in, resource).readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(resource + " cannot be read from the jar", e);
    }
  }

  private static String type(String resource) {
    return switch (resource.substring(resource.lastIndexOf('.') + 1)) {
      case "html" -> "text/html; charset=utf-8";
      case "css" -> "text/css; charset=utf-8";
      case "svg" -> "image/svg+xml";
      default -> "text/javascript; charset=utf-8";
    };
  }
}
