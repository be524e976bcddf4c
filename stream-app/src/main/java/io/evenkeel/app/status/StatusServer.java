package io.evenkeel.app.status;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.evenkeel.app.config.ConfigException;
import io.evenkeel.app.config.HttpSettings;
import io.evenkeel.app.metrics.Metrics;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.zip.GZIPOutputStream;

/**
 * Serves the status page and its JSON API, {@code /metrics}, {@code /health/live} and {@code
 * /health/ready} until it is closed.
 */
public final class StatusServer implements AutoCloseable {
  /** For a scrape, a probe and a few readers at the same time. */
  private static final int THREADS = 6;

  /** Below this, packing saves nothing. */
  private static final int WORTH_PACKING = 1024;

  /** The page loads nothing from elsewhere and runs no script but its own. */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private final HttpServer server;
  private final ExecutorService threads;
  private final Routes routes;

  private StatusServer(HttpServer server, Routes routes) {
    this.server = server;
    this.routes = routes;
    this.threads =
        Executors.newFixedThreadPool(
            THREADS,
            task -> {
              Thread thread = new Thread(task, "status");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Starts to serve.
   *
   * @param health asked anew for every request, by any thread
   * @param feed what the page shows
   * @throws ConfigException if the address cannot be bound, or everyone would reach it and that is
   *     not declared
   */
  public static StatusServer start(
      HttpSettings settings, Metrics metrics, Supplier<Health> health, StatusFeed feed) {
    return start(settings, metrics, health, feed.api());
  }

  static StatusServer start(
      HttpSettings settings, Metrics metrics, Supplier<Health> health, Api api) {
    InetSocketAddress address = new InetSocketAddress(settings.host(), settings.port());
    Access access = Access.of(settings, address.getAddress());
    Routes routes = new Routes(access, metrics, health, api);
    try {
      StatusServer status = new StatusServer(HttpServer.create(address, 0), routes);
      status.server.setExecutor(status.threads);
      status.server.createContext("/", status::handle);
      status.server.start();
      return status;
    } catch (IOException | IllegalArgumentException e) {
      throw new ConfigException(
          "http",
          settings.host() + ":" + settings.port(),
          "cannot be listened on ("
              + e.getMessage()
              + "); choose another http.host or http.port, or port 0 for any free one");
    }
  }

  /** Where it serves, with the port that was free if any was to be taken. */
  public URI address() {
    InetSocketAddress bound = server.getAddress();
    String host = bound.getHostString();
    return URI.create(
        "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + bound.getPort() + "/");
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String method = exchange.getRequestMethod();
      if (!method.equals("GET") && !method.equals("HEAD")) {
        exchange.getResponseHeaders().set("Allow", "GET, HEAD");
        send(exchange, Answer.text(405, "only GET\n"));
        return;
      }
      send(exchange, routes.answer(exchange.getRequestURI(), exchange.getRequestHeaders()));
    }
  }

  private static void send(HttpExchange exchange, Answer answer) throws IOException {
    Headers asked = exchange.getRequestHeaders();
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", answer.type());
    headers.set("Content-Security-Policy", POLICY);
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cache-Control", "no-cache");
    headers.set("Vary", "Accept-Encoding, Authorization");
    if (answer.code() == 401) {
      headers.set("WWW-Authenticate", "Bearer");
    }
    if (answer.code() == 200) {
      headers.set("ETag", answer.tag());
      if (answer.tag().equals(asked.getFirst("If-None-Match"))) {
        exchange.sendResponseHeaders(304, -1);
        return;
      }
    }
    byte[] body = packed(asked, answer.body());
    if (body != answer.body()) {
      headers.set("Content-Encoding", "gzip");
    }
    boolean head = exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(answer.code(), head ? -1 : body.length);
    if (!head) {
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(body);
      }
    }
  }

  private static byte[] packed(Headers asked, byte[] body) throws IOException {
    boolean taken =
        Optional.ofNullable(asked.getFirst("Accept-Encoding")).orElse("").contains("gzip");
    if (!taken || body.length < WORTH_PACKING) {
      return body;
    }
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(body);
    }
    return packed.toByteArray();
  }
}
