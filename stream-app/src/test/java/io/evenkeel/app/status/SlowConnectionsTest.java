package io.evenkeel.app.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.metrics.Metrics;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Those who connect and then do nothing, or next to nothing. */
class SlowConnectionsTest {
  private static final int MANY = 50;

  private final Metrics metrics = new Metrics();
  private final HttpClient client = HttpClient.newHttpClient();
  private final List<Socket> slow = new ArrayList<>();

  @SuppressWarnings("NullAway.Init")
  private StatusServer server;

  private enum Kind {
    SAYS_NOTHING(""),
    SENDS_ONE_BYTE("G"),
    STOPS_IN_A_HEADER("GET /health/live HTTP/1.1\r\nHost: localhost\r\nX: "),
    STOPS_IN_A_BODY("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\nabc"),
    READS_NO_ANSWER("GET /page/chart.js HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(60));

    @SuppressWarnings("ImmutableEnumChecker") // never changed
    private final byte[] bytes;

    Kind(String text) {
      bytes = text.getBytes(StandardCharsets.US_ASCII);
    }
  }

  private void serve(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(Map.of("http.port", "0"));
    all.putAll(settings);
    Api api =
        OutputRecords.api(
            new OutputIndex(OutputRecords.histories(10)), () -> new FeedStatus(true, 0, null));
    Health health = new Health(true, true, "RUNNING", 0);
    server =
        StatusServer.start(
            AppConfig.of(all).http(), metrics, () -> health, api, OutputRecords.noSilences());
  }

  private void hold(Kind kind, int connections) throws IOException {
    for (int i = 0; i < connections; i++) {
      Socket socket = new Socket();
      socket.setReceiveBufferSize(4096);
      socket.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), server.address().getPort()));
      slow.add(socket);
      socket.getOutputStream().write(kind.bytes);
    }
  }

  private int ask(URI uri) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(30)).build();
    return client.send(request, BodyHandlers.discarding()).statusCode();
  }

  @AfterEach
  void stop() throws IOException {
    for (Socket socket : slow) {
      socket.close();
    }
    server.close();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void holdUpNobodyElse(Kind kind) throws IOException, InterruptedException {
    serve(Map.of("http.request-timeout", "1h", "http.response-timeout", "1h"));

    hold(kind, MANY);

    for (String path : List.of("health/live", "page/chart.js", "metrics", "api/series")) {
      assertThat(ask(server.address().resolve(path))).as(path).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void areClosedWhenTheirTimeIsOver(Kind kind) throws IOException, InterruptedException {
    serve(
        Map.of(
            "http.request-timeout", "100ms",
            "http.response-timeout", "100ms",
            "http.connections", "5"));

    hold(kind, 10);

    assertThat(ask(server.address().resolve("health/live"))).isEqualTo(200);
  }

  @Test
  void leaveTheProbesAPortOfTheirOwn() throws IOException, InterruptedException {
    serve(
        Map.of(
            "http.request-timeout", "1h",
            "http.connections", "5",
            "http.health-port", "0"));

    hold(Kind.SENDS_ONE_BYTE, 10);

    URI probes = server.healthAddress().orElseThrow();
    assertThat(ask(probes.resolve("health/live"))).isEqualTo(200);
    assertThat(ask(probes.resolve("health/ready"))).isEqualTo(200);
    assertThat(ask(probes.resolve("metrics"))).isEqualTo(404);
  }
}
