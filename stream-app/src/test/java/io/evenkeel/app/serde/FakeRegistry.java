package io.evenkeel.app.serde;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;

/**
 * A registry with Confluent's REST API on a free port, as far as a client can tell. It can be told
 * to answer otherwise.
 */
final class FakeRegistry implements AutoCloseable {
  static {
    // Else each answer would wait 40 ms for the client to acknowledge its headers.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String NOT_FOUND = "{\"error_code\":40403,\"message\":\"Schema not found\"}";

  /** Method and path of each request, with its Authorization header if it has one. */
  final List<String> requests = new CopyOnWriteArrayList<>();

  private record Scripted(int status, String body) {}

  private final HttpServer server;
  private final Queue<Scripted> script = new ConcurrentLinkedQueue<>();
  private final List<JsonNode> schemas = new ArrayList<>();
  private final Map<String, List<Integer>> subjects = new HashMap<>();

  private FakeRegistry(HttpServer server) {
    this.server = server;
    server.createContext("/", this::handle);
    server.setExecutor(Executors.newCachedThreadPool());
    server.start();
  }

  static FakeRegistry start() throws IOException {
    return new FakeRegistry(
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
  }

  /** One that shows the certificate of a PKCS12 store and demands the same of its client. */
  static FakeRegistry startWithTls(String store, String password) throws Exception {
    KeyStore certificates = KeyStore.getInstance(new File(store), password.toCharArray());
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(certificates, password.toCharArray());
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(certificates);
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    HttpsServer server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(
        new HttpsConfigurator(tls) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters ssl = getSSLContext().getDefaultSSLParameters();
            ssl.setNeedClientAuth(true);
            parameters.setSSLParameters(ssl);
          }
        });
    return new FakeRegistry(server);
  }

  String url() {
    String scheme = server instanceof HttpsServer ? "https" : "http";
    return scheme + "://localhost:" + server.getAddress().getPort();
  }

  /** Properties of a client. */
  Map<String, Object> properties() {
    return new HashMap<>(Map.of("schema.registry.url", url()));
  }

  SchemaRegistry client() {
    return SchemaRegistry.of(properties());
  }

  /** Gives the next request that has no other answer yet this one. */
  void answer(int status, String body) {
    script.add(new Scripted(status, body));
  }

  /** The schema of an id, as it was sent. */
  synchronized String schema(int id) {
    return schemas.get(id - 1).asText();
  }

  /** Adds a schema that nobody has registered through the API and returns its id. */
  synchronized int add(String subject, String schema) {
    JsonNode text = JSON.getNodeFactory().textNode(schema);
    if (!schemas.contains(text)) {
      schemas.add(text);
    }
    int id = schemas.indexOf(text) + 1;
    List<Integer> versions = subjects.computeIfAbsent(subject, s -> new ArrayList<>());
    if (!versions.contains(id)) {
      versions.add(id);
    }
    return id;
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String authorization = exchange.getRequestHeaders().getFirst("Authorization");
      String request = exchange.getRequestMethod() + " " + exchange.getRequestURI().getRawPath();
      requests.add(authorization == null ? request : request + " " + authorization);
      byte[] body = exchange.getRequestBody().readAllBytes();
      Scripted scripted = script.poll();
      Scripted answer = scripted != null ? scripted : answer(request, body);
      byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private synchronized Scripted answer(String request, byte[] body) {
    List<String> path = List.of(request.substring(request.indexOf('/') + 1).split("/", -1));
    if (request.startsWith("POST /subjects/") && path.size() == 3) {
      return new Scripted(200, "{\"id\":" + add(path.get(1), schemaIn(body)) + "}");
    }
    if (request.startsWith("POST /subjects/")) {
      int id = schemas.indexOf(JSON.getNodeFactory().textNode(schemaIn(body))) + 1;
      return subjects.getOrDefault(path.get(1), List.of()).contains(id)
          ? new Scripted(200, "{\"id\":" + id + "}")
          : new Scripted(404, NOT_FOUND);
    }
    if (request.startsWith("GET /subjects") && path.size() == 1) {
      return new Scripted(200, JSON.valueToTree(subjects.keySet()).toString());
    }
    if (request.startsWith("GET /schemas/ids/") && path.size() == 4) {
      int id = Integer.parseInt(path.get(2));
      List<Map<String, Object>> versions = new ArrayList<>();
      subjects.forEach(
          (subject, ids) -> {
            if (ids.contains(id)) {
              versions.add(Map.of("subject", subject, "version", 1));
            }
          });
      return new Scripted(200, JSON.valueToTree(versions).toString());
    }
    if (request.startsWith("GET /schemas/ids/")) {
      int id = Integer.parseInt(path.get(2));
      return id >= 1 && id <= schemas.size()
          ? new Scripted(200, "{\"schema\":" + schemas.get(id - 1) + "}")
          : new Scripted(404, NOT_FOUND);
    }
    if (request.startsWith("PUT /config/")) {
      return new Scripted(200, new String(body, StandardCharsets.UTF_8));
    }
    return new Scripted(404, "");
  }

  private static String schemaIn(byte[] body) {
    try {
      return JSON.readTree(body).get("schema").asText();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
