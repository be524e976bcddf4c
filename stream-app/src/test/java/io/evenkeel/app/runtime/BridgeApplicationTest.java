package io.evenkeel.app.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.app.config.AppConfig;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BridgeApplicationTest {
  private final HttpClient client = HttpClient.newHttpClient();

  /** Neither a broker nor an Alertmanager is there: it says so by its metrics. */
  private static BridgeApplication start() {
    return BridgeApplication.start(
        AppConfig.of(
            Map.of(
                "http.port", "0",
                "kafka.bootstrap.servers", "localhost:1",
                "serde.properties.schema.registry.url", "mock://bridge",
                "alertmanager.urls", "http://localhost:2")));
  }

  private HttpResponse<String> ask(BridgeApplication bridge, String method, String path)
      throws IOException, InterruptedException {
    return ask(method, bridge.status().resolve(path));
  }

  private HttpResponse<String> ask(String method, URI address)
      throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(address).method(method, BodyPublishers.noBody()).build(),
        BodyHandlers.ofString());
  }

  @Test
  void servesItsMetricsAndHealth() throws Exception {
    try (BridgeApplication bridge = start()) {
      assertThat(ask(bridge, "GET", "/metrics").body())
          .contains("\nevenkeel_alertmanager_last_round_seconds ");
      assertThat(ask(bridge, "GET", "/health/live").statusCode()).isEqualTo(200);
      assertThat(ask(bridge, "GET", "/health/ready").body()).isEqualTo("RUNNING\n");
    }
  }

  @Test
  void servesNoPageThatWouldShowNothing() throws Exception {
    try (BridgeApplication bridge = start()) {
      for (String path : new String[] {"/", "/api/series", "/api/alerts"}) {
        HttpResponse<String> answer = ask(bridge, "GET", path);

        assertThat(answer.statusCode()).as(path).isEqualTo(404);
        assertThat(answer.body()).contains("only /metrics");
      }
      assertThat(ask(bridge, "POST", "/api/silences").statusCode()).isEqualTo(405);
    }
  }

  @Test
  void awaitsThatItIsClosedAndServesNoLonger() throws Exception {
    BridgeApplication bridge = start();
    URI metrics = bridge.status().resolve("/metrics");
    bridge.close();
    bridge.close();

    bridge.await();
    assertThatThrownBy(() -> ask("GET", metrics)).isInstanceOf(ConnectException.class);
  }
}
