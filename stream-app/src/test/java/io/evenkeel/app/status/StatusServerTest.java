package io.evenkeel.app.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ConfigException;
import io.evenkeel.app.metrics.Instrument;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.state.SeriesKey;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatusServerTest {
  private static final String TOKEN = "correct-horse-battery";

  private final Metrics metrics = new Metrics();
  private final HttpClient client = HttpClient.newHttpClient();
  private volatile Health health = new Health(true, true, "RUNNING", 0);
  private volatile FeedStatus reading = new FeedStatus(true, 0, null);
  private final OutputIndex index = new OutputIndex(OutputRecords.histories(10));
  private StatusServer server;

  @BeforeEach
  void start() {
    server = serve(Map.of());
  }

  private StatusServer serve(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(Map.of("http.port", "0"));
    all.putAll(settings);
    Api api = OutputRecords.api(index, () -> reading);
    return StatusServer.start(
        AppConfig.of(all).http(), metrics, () -> health, api, OutputRecords.noSilences());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private HttpResponse<String> send(String method, String path, String... headers) {
    URI uri = URI.create(server.address() + path.substring(1));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri).method(method, BodyPublishers.noBody());
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  @Test
  void servesMetricsAsPrometheusReadsThem() {
    metrics.count(Instrument.PREDICTIONS, "churn");

    HttpResponse<String> response = send("GET", "/metrics");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type"))
        .hasValue("text/plain; version=0.0.4; charset=utf-8");
    assertThat(response.body()).contains("evenkeel_predictions_total{model=\"churn\"} 1.0\n");
  }

  /** Clients that check what they send cannot send it. */
  private String sendRaw(String path) throws IOException {
    URI uri = server.address();
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/series/%", "/api/series/%zz", "/api/sums/%", "/api/%4"})
  void refusesPathsThatCannotBeDecodedAsTheApiRefusesOthers(String path) throws IOException {
    String answer = sendRaw(path);

    assertThat(answer)
        .startsWith("HTTP/1.1 400 ")
        .contains("Content-Type: application/json", "{\"error\":\"", "\"action\":\"correct")
        .doesNotContain("<html", "jetty");
  }

  @ParameterizedTest
  @CsvSource({
    "/health/live, true, true, RUNNING, 200",
    "/health/ready, true, true, RUNNING, 200",
    "/health/live, true, false, REBALANCING, 200",
    "/health/ready, true, false, REBALANCING, 503",
    "/health/live, false, false, ERROR, 503",
    "/health/ready, false, false, ERROR, 503",
  })
  void tellsHealthByItsStatusCode(
      String path, boolean live, boolean ready, String state, int code) {
    health = new Health(live, ready, state, 0);

    HttpResponse<String> response = send("GET", path);

    assertThat(response.statusCode()).isEqualTo(code);
    assertThat(response.body()).isEqualTo(state + "\n");
  }

  private CompletableFuture<Integer> ask(StatusServer of, String path) {
    HttpRequest request = HttpRequest.newBuilder(of.address().resolve(path)).build();
    return client.sendAsync(request, BodyHandlers.discarding()).thenApply(HttpResponse::statusCode);
  }

  private static void pauseUntil(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void refusesWhatWouldWaitBehindAHundredOthersAndAnswersProbesMeanwhile() {
    CountDownLatch released = new CountDownLatch(1);
    Api stuck =
        OutputRecords.api(
            index,
            () -> {
              pauseUntil(released);
              return new FeedStatus(true, 0, null);
            });
    AppConfig config = AppConfig.of(Map.of("http.port", "0", "http.connections", "500"));
    int most = Handling.WORKERS + Handling.WAITING;
    try (StatusServer busy =
        StatusServer.start(
            config.http(), metrics, () -> health, stuck, OutputRecords.noSilences())) {
      List<CompletableFuture<Integer>> asked =
          IntStream.range(0, most + 10).mapToObj(i -> ask(busy, "api/alerts")).toList();
      await().until(() -> asked.stream().filter(CompletableFuture::isDone).count() == 10);

      assertThat(asked.stream().filter(CompletableFuture::isDone).map(CompletableFuture::join))
          .containsOnly(503);
      assertThat(ask(busy, "health/live").join()).isEqualTo(200);

      released.countDown();
      assertThat(asked.stream().map(CompletableFuture::join).filter(code -> code == 200))
          .hasSize(most);
    }
  }

  @Test
  void linksEverythingFromItsIndex() {
    assertThat(send("GET", "/").body())
        .contains("href=\"api\"", "href=\"metrics\"", "health/live", "health/ready");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/nothing",
        "/metrics/x",
        "/health",
        "/health/ready/",
        "/page/",
        "/page/OutputIndex.class",
        "/page/../StatusServer.class",
        "/page/..%2FStatusServer.class",
        "/page//etc/passwd",
        "/api/series/unknown",
        "/api/series/",
        "/api/sums/unknown"
      })
  void knowsNoOtherPaths(String path) {
    assertThat(send("GET", path).statusCode()).isEqualTo(404);
  }

  @Test
  void answersHeadWithoutABody() {
    HttpResponse<String> response = send("HEAD", "/metrics");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE"})
  void canOnlyBeRead(String method) {
    HttpResponse<String> response = send(method, "/metrics");

    assertThat(response.statusCode()).isEqualTo(405);
    assertThat(response.headers().firstValue("Allow")).hasValue("GET, HEAD");
  }

  @ParameterizedTest
  @CsvSource({
    "/, text/html; charset=utf-8",
    "/page/app.js, text/javascript; charset=utf-8",
    "/page/chart.js, text/javascript; charset=utf-8",
    "/page/chart-zoom.js, text/javascript; charset=utf-8",
    "/page/style.css, text/css; charset=utf-8",
    "/page/icon.svg, image/svg+xml"
  })
  void servesThePageFromTheJar(String path, String type) {
    HttpResponse<String> response = send("GET", path);

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type")).hasValue(type);
    assertThat(response.headers().firstValue("Content-Security-Policy"))
        .hasValueSatisfying(
            policy ->
                assertThat(policy)
                    .startsWith("default-src 'none'; script-src 'self';")
                    .doesNotContain("unsafe"));
    assertThat(response.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
  }

  @Test
  void findsASeriesByItsEncodedKey() {
    String model = "<b>a/b|c d+e%\\";
    index.add(OutputRecords.verdict(model, 0).build());
    String key = SeriesKey.whole(model, "").key();

    String encoded = URLEncoder.encode(key, StandardCharsets.UTF_8).replace("+", "%20");
    HttpResponse<String> response = send("GET", "/api/series/" + encoded);

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).contains("\"model\":\"<b>a/b|c d+e%\\\\\"");
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
  }

  @Test
  void addsUpTheWindowsOfTheRangeThatIsAskedFor() {
    index.add(OutputRecords.verdict("m", 0).build());
    index.add(OutputRecords.verdict("m", 1).build());

    assertThat(send("GET", "/api/sums/m%7C%7C").body()).contains("\"windows\":2");
    assertThat(send("GET", "/api/sums/m%7C%7C?range=1h").body()).contains("\"windows\":1");
    assertThat(
            send("GET", "/api/sums/m%7C%7C?range=1970-01-01T00%3A30Z%2F1970-01-01T01%3A30Z").body())
        .contains("\"windows\":2");
    HttpResponse<String> refused = send("GET", "/api/sums/m%7C%7C?range=soon");
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body()).contains("'soon' is no duration", "write 7d");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/series/m%7C%7C", "/api/sums/m%7C%7C"})
  void saysThatASeriesMayNotHaveBeenReadYet(String path) {
    assertThat(send("GET", path).statusCode()).isEqualTo(404);
    reading = new FeedStatus(false, 0, null);
    assertThat(send("GET", path).statusCode()).isEqualTo(503);
    assertThat(send("GET", path).body()).contains("the topics are still being read");
    reading = new FeedStatus(true, 0, "not authorized");
    assertThat(send("GET", path).statusCode()).isEqualTo(503);
    assertThat(send("GET", path).body()).contains("the topics cannot be read: not authorized");
  }

  @Test
  void saysWhatToDoAboutAKeyThatIsNoText() {
    assertThat(send("GET", "/api/series/%FF").statusCode()).isEqualTo(404);
  }

  @Test
  void sendsAgainOnlyWhatHasChanged() {
    index.add(OutputRecords.verdict("m", 0).build());
    String tag = send("GET", "/api/series").headers().firstValue("ETag").orElseThrow();

    HttpResponse<String> same = send("GET", "/api/series", "If-None-Match", tag);
    index.add(OutputRecords.verdict("m", 1).build());
    HttpResponse<String> other = send("GET", "/api/series", "If-None-Match", tag);

    assertThat(same.statusCode()).isEqualTo(304);
    assertThat(same.body()).isEmpty();
    assertThat(other.statusCode()).isEqualTo(200);
    assertThat(other.headers().firstValue("ETag")).isNotEqualTo(Optional.of(tag));
  }

  @ParameterizedTest
  @CsvSource({"/api/series, no-store", "/api/alerts, no-store", "/page/app.js, no-cache"})
  void letsNoBrowserKeepWhatNamesModels(String path, String expected) {
    assertThat(send("GET", path).headers().firstValue("Cache-Control")).hasValue(expected);
  }

  @Test
  void packsWhatIsLongForThoseWhoUnpackIt() throws IOException, InterruptedException {
    String plain = send("GET", "/page/style.css").body();
    HttpRequest request =
        HttpRequest.newBuilder(server.address().resolve("page/style.css"))
            .header("Accept-Encoding", "gzip, br")
            .build();

    HttpResponse<byte[]> packed = client.send(request, BodyHandlers.ofByteArray());

    assertThat(packed.headers().firstValue("Content-Encoding")).hasValue("gzip");
    assertThat(packed.body().length).isLessThan(plain.length() / 2);
    assertThat(new GZIPInputStream(new ByteArrayInputStream(packed.body())).readAllBytes())
        .isEqualTo(plain.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/api", "/api/series", "/api/alerts", "/api/series/m", "/api/sums/m", "/metrics"})
  void asksForTheTokenWhereModelsAreNamed(String path) {
    server.close();
    server = serve(Map.of("http.token", TOKEN));

    HttpResponse<String> without = send("GET", path);

    assertThat(without.statusCode()).isEqualTo(401);
    assertThat(without.body()).contains("http.token").doesNotContain(TOKEN);
    assertThat(without.headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
    assertThat(send("GET", path, "Authorization", "Bearer " + TOKEN + "x").statusCode())
        .isEqualTo(401);
    assertThat(send("GET", path, "Authorization", TOKEN).statusCode()).isEqualTo(401);
    assertThat(send("GET", path, "Authorization", "Bearer " + TOKEN).statusCode()).isIn(200, 404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/page/app.js", "/health/live", "/health/ready"})
  void asksForNoTokenWhereNoModelIsNamed(String path) {
    server.close();
    server = serve(Map.of("http.token", TOKEN));

    assertThat(send("GET", path).statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::"})
  void refusesToServeOthersWithoutATokenUnlessItIsOpen(String host) {
    assertThatThrownBy(() -> serve(Map.of("http.host", host)))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("http.host = '" + host + "': can be reached from other machines;")
        .hasMessageContainingAll("http.token", "http.open");
  }

  @ParameterizedTest
  @CsvSource({"http.open, true", "http.token, " + TOKEN})
  void servesOthersWithATokenOrWhenItIsOpen(String setting, String value) {
    server.close();
    server = serve(Map.of("http.host", "0.0.0.0", setting, value));

    assertThat(send("GET", "/health/live").statusCode()).isEqualTo(200);
  }

  @Test
  void saysThatAPortIsTaken() {
    String taken = String.valueOf(server.address().getPort());

    assertThatThrownBy(() -> serve(Map.of("http.port", taken)))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("http = '127.0.0.1:" + taken + "': cannot be listened on (")
        .hasMessageEndingWith(
            "); choose another http.host, http.port or http.health-port, or port 0 for any free"
                + " one");
  }

  @Test
  void saysThatAHostIsUnknown() {
    assertThatThrownBy(() -> serve(Map.of("http.host", "no-such-host.invalid")))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("http = 'no-such-host.invalid:0': cannot be listened on (");
  }
}
