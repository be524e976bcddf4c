package io.evenkeel.app.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.app.config.ConfigException;
import io.evenkeel.app.config.HttpSettings;
import io.evenkeel.app.metrics.Instrument;
import io.evenkeel.app.metrics.Metrics;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatusServerTest {
  private static final HttpSettings ANY_PORT = new HttpSettings("127.0.0.1", 0);

  private final Metrics metrics = new Metrics();
  private final HttpClient client = HttpClient.newHttpClient();
  private volatile Health health = new Health(true, true, "RUNNING");
  private StatusServer server;

  @BeforeEach
  void start() {
    server = StatusServer.start(ANY_PORT, metrics, () -> health);
  }

  @AfterEach
  void stop() {
    server.close();
    metrics.close();
  }

  private HttpResponse<String> send(String method, String path) {
    URI uri = server.address().resolve(path);
    HttpRequest request =
        HttpRequest.newBuilder(uri).method(method, BodyPublishers.noBody()).build();
    try {
      return client.send(request, BodyHandlers.ofString());
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
    health = new Health(live, ready, state);

    HttpResponse<String> response = send("GET", path);

    assertThat(response.statusCode()).isEqualTo(code);
    assertThat(response.body()).isEqualTo(state + "\n");
  }

  @Test
  void linksEverythingFromItsIndex() {
    assertThat(send("GET", "/").body())
        .contains("State: RUNNING", "/metrics", "/health/live", "/health/ready");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/nothing", "/metrics/x", "/health", "/health/ready/"})
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

  @Test
  void saysThatAPortIsTaken() {
    HttpSettings taken = new HttpSettings("127.0.0.1", server.address().getPort());

    assertThatThrownBy(() -> StatusServer.start(taken, metrics, () -> health))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("http = '127.0.0.1:" + taken.port() + "': cannot be listened on (")
        .hasMessageEndingWith(
            "); choose another http.host or http.port, or port 0 for any free one");
  }

  @Test
  void saysThatAHostIsUnknown() {
    HttpSettings unknown = new HttpSettings("no-such-host.invalid", 0);

    assertThatThrownBy(() -> StatusServer.start(unknown, metrics, () -> health))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("http = 'no-such-host.invalid:0': cannot be listened on (");
  }
}
