package io.evenkeel.app.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.app.TestCertificates;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ConfigException;
import io.evenkeel.app.config.Tls;
import io.evenkeel.app.metrics.Metrics;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatusTlsTest {
  @TempDir Path folder;
  private final Metrics metrics = new Metrics();
  private Map<String, String> ours;
  private StatusServer server;

  @BeforeEach
  void start() {
    ours = TestCertificates.make(folder.resolve("server.p12"), "localhost");
    server = serve(Map.of());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private StatusServer serve(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(Map.of("http.port", "0", "http.health-port", "0"));
    ours.forEach((name, value) -> all.put("http." + name, value));
    all.putAll(settings);
    Api api =
        OutputRecords.api(
            new OutputIndex(OutputRecords.histories(10)), () -> new FeedStatus(true, 0, null));
    Health health = new Health(true, true, "RUNNING", 0);
    return StatusServer.start(
        AppConfig.of(all).http(), metrics, () -> health, api, OutputRecords.noSilences());
  }

  private int ask(Map<String, String> tls) throws IOException, InterruptedException {
    HttpClient client =
        HttpClient.newBuilder().sslContext(Tls.of(tls).orElseThrow().context()).build();
    URI uri = URI.create("https://localhost:" + server.address().getPort() + "/metrics");
    return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding()).statusCode();
  }

  @Test
  void servesWithTheCertificateOfTheSettings() throws IOException, InterruptedException {
    assertThat(server.address()).hasScheme("https");
    assertThat(ask(TestCertificates.trust(ours))).isEqualTo(200);
  }

  @Test
  void closesConnectionsWhoseHandshakeStops() throws Exception {
    server.close();
    server = serve(Map.of("http.request-timeout", "3s", "http.connections", "5"));
    List<Socket> slow = new ArrayList<>();
    try {
      for (int i = 0; i < 10; i++) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.address().getPort());
        slow.add(socket);
        // The beginning of a record that a client begins with, and no more.
        socket.getOutputStream().write(new byte[] {22, 3, 1, 1, 0, 1});
      }

      assertThat(ask(TestCertificates.trust(ours))).isEqualTo(200);
    } finally {
      for (Socket socket : slow) {
        socket.close();
      }
    }
  }

  @Test
  void probesNeedNoCertificateAtTheirOwnPort() throws IOException, InterruptedException {
    URI uri = server.healthAddress().orElseThrow().resolve("health/live");

    assertThat(
            HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                .statusCode())
        .isEqualTo(200);
  }

  @Test
  void takesOnlyClientsWithACertificateThatItTrusts() throws IOException, InterruptedException {
    server.close();
    Map<String, String> client = TestCertificates.make(folder.resolve("client.p12"), "reader");
    Map<String, String> stranger = TestCertificates.make(folder.resolve("stranger.p12"), "other");
    Map<String, String> settings = new HashMap<>(Map.of("http.ssl.client.auth", "required"));
    TestCertificates.trust(client).forEach((name, value) -> settings.put("http." + name, value));
    server = serve(settings);

    assertThat(ask(TestCertificates.both(client, ours))).isEqualTo(200);
    assertThatIOException().isThrownBy(() -> ask(TestCertificates.trust(ours)));
    assertThatIOException().isThrownBy(() -> ask(TestCertificates.both(stranger, ours)));
  }

  /** Any authority that the JVM knows would do without. */
  @Test
  void demandsCertificatesOnlyOfAnAuthorityThatIsNamed() {
    server.close();

    assertThatThrownBy(() -> serve(Map.of("http.ssl.client.auth", "required")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("http.ssl.truststore.location");
    assertThatThrownBy(
            () ->
                serve(
                    Map.of(
                        "http.ssl.client.auth", "required", "http.ssl.truststore.type", "PKCS12")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("http.ssl.truststore.location");
  }

  @Test
  void speaksOnlyTheProtocolsAndCipherSuitesThatAreNamed() throws Exception {
    server.close();
    server =
        serve(
            Map.of(
                "http.ssl.enabled.protocols", "TLSv1.3",
                "http.ssl.cipher.suites", "TLS_AES_256_GCM_SHA384"));
    Map<String, String> trust = new HashMap<>(TestCertificates.trust(ours));

    assertThat(handshake(trust)).isEqualTo("TLSv1.3 TLS_AES_256_GCM_SHA384");
    trust.put("ssl.cipher.suites", "TLS_AES_128_GCM_SHA256");
    assertThatIOException().isThrownBy(() -> handshake(trust));
    trust.remove("ssl.cipher.suites");
    trust.put("ssl.enabled.protocols", "TLSv1.2");
    assertThatIOException().isThrownBy(() -> handshake(trust));
  }

  /** What client and server agree on. */
  private String handshake(Map<String, String> tls) throws IOException {
    Tls given = Tls.of(tls).orElseThrow();
    try (SSLSocket socket =
        (SSLSocket)
            given
                .context()
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), server.address().getPort())) {
      socket.setSSLParameters(given.parameters());
      socket.startHandshake();
      return socket.getSession().getProtocol() + " " + socket.getSession().getCipherSuite();
    }
  }

  @Test
  void refusesToLeaveHostNamesUnchecked() {
    server.close();

    assertThatThrownBy(() -> serve(Map.of("http.ssl.endpoint.identification.algorithm", "")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("host names cannot be switched off");
  }

  @Test
  void refusesToStartWithAWrongStoreOrAnUnknownProperty() {
    server.close();

    assertThatThrownBy(() -> serve(Map.of("http.ssl.keystore.location", "nowhere.p12")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContainingAll("http.ssl", "nowhere.p12")
        .hasMessageNotContaining(TestCertificates.PASSWORD);
    assertThatThrownBy(() -> serve(Map.of("http.ssl.keystore.locaton", "x")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("http.ssl.keystore.locaton");
  }
}
