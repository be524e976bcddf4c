package io.evenkeel.app.status;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.evenkeel.app.config.ConfigException;
import io.evenkeel.app.config.HttpSettings;
import io.evenkeel.app.metrics.Metrics;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * Serves {@code /metrics}, {@code /health/live}, {@code /health/ready} and an index page until it
 * is closed.
 */
public final class StatusServer implements AutoCloseable {
  private static final String PLAIN = "text/plain; charset=utf-8";

  /** One for a scrape, one for a probe meanwhile. */
  private static final int THREADS = 2;

  private final HttpServer server;
  private final ExecutorService threads;
  private final Metrics metrics;
  private final Supplier<Health> health;

  private StatusServer(HttpServer server, Metrics metrics, Supplier<Health> health) {
    this.server = server;
    this.metrics = metrics;
    this.health = health;
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
   * @throws ConfigException if the address cannot be bound
   */
  public static StatusServer start(
      HttpSettings settings, Metrics metrics, Supplier<Health> health) {
    InetSocketAddress address = new InetSocketAddress(settings.host(), settings.port());
    try {
      StatusServer status = new StatusServer(HttpServer.create(address, 0), metrics, health);
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
        send(exchange, new Answer(405, PLAIN, "only GET\n"));
        return;
      }
      send(exchange, answer(exchange.getRequestURI().getPath()));
    }
  }

  private record Answer(int code, String type, String body) {}

  private Answer answer(String path) {
    Health now = health.get();
    return switch (path) {
      case "/" -> new Answer(200, "text/html; charset=utf-8", StatusPage.html(now));
      case "/metrics" ->
          new Answer(200, "text/plain; version=0.0.4; charset=utf-8", metrics.scrape());
      case "/health/live" -> probe(now.live(), now.state());
      case "/health/ready" -> probe(now.ready(), now.state());
      default -> new Answer(404, PLAIN, "nothing here; see /\n");
    };
  }

  private static Answer probe(boolean well, String state) {
    return new Answer(well ? 200 : 503, PLAIN, state + "\n");
  }

  private static void send(HttpExchange exchange, Answer answer) throws IOException {
    byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
    boolean head = exchange.getRequestMethod().equals("HEAD");
    exchange.getResponseHeaders().set("Content-Type", answer.type());
    exchange.sendResponseHeaders(answer.code(), head ? -1 : body.length);
    if (!head) {
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(body);
      }
    }
  }
}
