package io.evenkeel.local.faults;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A registry as its clients see it: as it is, or not. */
final class RegistryProxy implements AutoCloseable {
  /** What it does. */
  enum Mood {
    /** Answers as the registry behind it. */
    WELL,
    /** Closes each connection without an answer. */
    DOWN,
    /** Answers after ten seconds. */
    SLOW,
    /** Answers with success and a text that is no answer. */
    GARBAGE,
    /** Says of everything that it does not have it. */
    EMPTY,
    /** Begins its answers and never ends them. */
    STALLED
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpClient client = HttpClient.newHttpClient();
  private final URI registry;
  private volatile Mood mood = Mood.WELL;

  private RegistryProxy(HttpServer server, URI registry) {
    this.server = server;
    this.registry = registry;
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  static RegistryProxy of(URI registry) throws IOException {
    return new RegistryProxy(
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0), registry);
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + registry.getPath();
  }

  String upstream() {
    return registry.toString();
  }

  void be(Mood other) {
    mood = other;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      switch (mood) {
        case DOWN -> {}
        case GARBAGE -> answer(exchange, 200, "<html>\u0000welcome</html>");
        case EMPTY -> answer(exchange, 404, "{\"error_code\":40403,\"message\":\"not found\"}");
        case SLOW -> {
          Thread.sleep(10_000);
          pass(exchange);
        }
        case STALLED -> stall(exchange);
        case WELL -> pass(exchange);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void stall(HttpExchange exchange) throws IOException, InterruptedException {
    exchange.sendResponseHeaders(200, 1000);
    exchange.getResponseBody().write('{');
    exchange.getResponseBody().flush();
    while (mood == Mood.STALLED) {
      Thread.sleep(100);
    }
  }

  private void pass(HttpExchange exchange) throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(registry.resolve(exchange.getRequestURI().toString()))
            .method(
                exchange.getRequestMethod(),
                HttpRequest.BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()));
    String type = exchange.getRequestHeaders().getFirst("Content-Type");
    if (type != null) {
      request.header("Content-Type", type);
    }
    HttpResponse<String> answer =
        client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    answer(exchange, answer.statusCode(), answer.body());
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
