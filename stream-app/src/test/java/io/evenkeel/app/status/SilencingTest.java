package io.evenkeel.app.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.follow.AbsentException;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.oncall.SilenceWriter;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Silence;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Silences over HTTP: who may begin and end them, and what an attacker gets for trying. */
class SilencingTest {
  private static final String TOKEN = "correct-horse-battery";
  private static final String FORM =
      "{\"alert\":\"alert of m\",\"for\":\"4h\",\"created_by\":\"Ada\",\"comment\":\"known\"}";
  private static final Instant NOW = Instant.parse("2026-01-31T03:00:00Z");

  private final HttpClient client = HttpClient.newHttpClient();
  private final OutputIndex index = new OutputIndex(OutputRecords.histories(10));
  private final List<Silence> begun = new CopyOnWriteArrayList<>();
  private final List<String> ended = new CopyOnWriteArrayList<>();
  private RuntimeException failure = new AbsentException("there is no such silence");
  private boolean fails;
  private StatusServer server;

  private final SilenceWriter writer =
      new SilenceWriter() {
        @Override
        public void begin(Silence silence, Instant now) {
          failIfItShould();
          begun.add(silence);
        }

        @Override
        public void end(String id, Instant now) {
          failIfItShould();
          ended.add(id);
        }
      };

  private void failIfItShould() {
    if (fails) {
      throw failure;
    }
  }

  @BeforeEach
  void start() {
    index.add(OutputRecords.alert("m", AlertState.FIRING, 1).setVersion("3").build());
    index.add(OutputRecords.alert("over", AlertState.RESOLVED, 1).build());
    server = serve(Map.of("http.token", TOKEN));
  }

  private StatusServer serve(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(Map.of("http.port", "0"));
    all.putAll(settings);
    return StatusServer.start(
        AppConfig.of(all).http(),
        new Metrics(),
        () -> new Health(true, true, "RUNNING", 0),
        OutputRecords.api(index, () -> new FeedStatus(true, 0, null)),
        new SilenceRequests(index, writer, () -> NOW));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(server.address().resolve(path))
        .header("Authorization", "Bearer " + TOKEN);
  }

  private HttpRequest.Builder post(BodyPublisher body) {
    return request("api/silences").POST(body).header("Content-Type", "application/json");
  }

  private HttpRequest.Builder post(String form) {
    return post(BodyPublishers.ofString(form));
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private void refuses(int code, HttpRequest.Builder request, String... says)
      throws IOException, InterruptedException {
    HttpResponse<String> response = send(request);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(code);
    assertThat(response.body()).doesNotContain(TOKEN);
    assertThat(List.of(says)).allSatisfy(text -> assertThat(response.body()).contains(text));
    assertThat(begun).isEmpty();
    assertThat(ended).isEmpty();
  }

  @Test
  void silencesOneAlertAsTheCommandLineDoes() throws Exception {
    HttpResponse<String> response = send(post(FORM));

    assertThat(response.statusCode()).isEqualTo(201);
    assertThat(begun).hasSize(1);
    Silence silence = begun.get(0);
    Alert alert = index.alert("alert of m").orElseThrow().newest();
    assertThat(silence.getModel()).isEqualTo(alert.getModel());
    assertThat(silence.getVersion()).isEqualTo("3");
    assertThat(silence.getSegment()).isEmpty();
    assertThat(silence.getRule()).isEqualTo("miscalibration");
    assertThat(silence.getFingerprint()).isEqualTo("alert of m");
    assertThat(silence.getStartsAt()).isEqualTo(NOW);
    assertThat(silence.getEndsAt()).isEqualTo("2026-01-31T07:00:00Z");
    assertThat(silence.getCreatedBy()).isEqualTo("Ada");
    assertThat(silence.getComment()).isEqualTo("known");
    JsonNode answer = new ObjectMapper().readTree(response.body());
    assertThat(answer.get("silence_id").textValue())
        .isEqualTo(silence.getSilenceId())
        .matches("[0-9a-f]{8}");
  }

  @Test
  void endsASilence() throws Exception {
    HttpResponse<String> response = send(request("api/silences/3f2c%2019+a").DELETE());

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(ended).containsExactly("3f2c 19+a");
  }

  @Test
  void takesAFormThatComesInPieces() throws Exception {
    BodyPublisher pieces =
        BodyPublishers.fromPublisher(
            BodyPublishers.concat(
                BodyPublishers.ofString(FORM.substring(0, 20)),
                BodyPublishers.ofString(FORM.substring(20))));

    assertThat(send(post(pieces)).statusCode()).isEqualTo(201);
  }

  @Test
  void refusesWhoHasNoTokenOrAWrongOne() throws Exception {
    for (String authorization :
        List.of("Bearer wrong-wrong-wrong-wrong", TOKEN, "Basic " + TOKEN)) {
      refuses(401, post(FORM).setHeader("Authorization", authorization), "http.token");
      refuses(401, request("api/silences/x").DELETE().setHeader("Authorization", authorization));
    }
    HttpRequest.Builder none =
        HttpRequest.newBuilder(server.address().resolve("api/silences"))
            .POST(BodyPublishers.ofString(FORM))
            .header("Content-Type", "application/json");
    refuses(401, none, "http.token");
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void isForNobodyWhereNoTokenIsSet(String open) throws Exception {
    server.close();
    server = serve(Map.of("http.open", open));

    refuses(403, post(FORM), "http.token", "evenkeel silence");
    refuses(403, request("api/silences/x").DELETE(), "http.token");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"https://evil.example", "null", "http://localhost:1", "http://127.0.0.1", "x y"})
  void refusesPagesOfOtherSitesEvenWithTheToken(String origin) throws Exception {
    refuses(403, post(FORM).header("Origin", origin), "another site", "http.public-url");
    refuses(403, request("api/silences/x").DELETE().header("Origin", origin), "another site");
  }

  @Test
  void takesItsOwnPageAlsoBehindAProxy() throws Exception {
    String own = server.address().toString();
    assertThat(send(post(FORM).header("Origin", own.substring(0, own.length() - 1))).statusCode())
        .isEqualTo(201);

    server.close();
    server =
        serve(Map.of("http.token", TOKEN, "http.public-url", "https://monitor.example/evenkeel/"));
    assertThat(send(post(FORM).header("Origin", "https://monitor.example")).statusCode())
        .isEqualTo(201);
  }

  @Test
  void answersNoBrowserThatAsksWhetherOtherSitesMayPost() throws Exception {
    HttpResponse<String> response =
        send(
            request("api/silences")
                .method("OPTIONS", BodyPublishers.noBody())
                .header("Origin", "https://evil.example")
                .header("Access-Control-Request-Headers", "authorization"));

    assertThat(response.statusCode()).isEqualTo(405);
    assertThat(response.headers().map().keySet())
        .noneMatch(name -> name.toLowerCase(Locale.ROOT).startsWith("access-control"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "PUT", "PATCH"})
  void saysWhatIsAnsweredWhereSilencesAreMade(String method) throws Exception {
    HttpResponse<String> response =
        send(request("api/silences").method(method, BodyPublishers.noBody()));

    assertThat(response.statusCode()).isEqualTo(405);
    assertThat(response.headers().firstValue("Allow")).hasValue("POST");
    assertThat(response.body()).contains("only POST is answered", "DELETE", "/api/alerts");
    assertThat(send(request("api/silences/x").method(method, BodyPublishers.noBody())).headers())
        .satisfies(headers -> assertThat(headers.firstValue("Allow")).hasValue("DELETE"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"text/plain", "application/x-www-form-urlencoded", "application/jsonp", " ;"})
  void refusesTypesThatAFormOfAnotherSiteCanSend(String type) throws Exception {
    refuses(415, post(FORM).setHeader("Content-Type", type), "application/json");
  }

  @Test
  void refusesWhatIsNoForm() throws Exception {
    refuses(400, post("{"), "no JSON", "stream-app/README.md");
    refuses(400, post(""), "no JSON");
    refuses(400, post("[".repeat(Changes.MOST_BYTES)), "no JSON");
    refuses(404, post(FORM.replace("alert of m", "other")), "no such alert");
    refuses(409, post(FORM.replace("alert of m", "alert of over")), "over");
  }

  @Test
  void refusesLargeBodiesWithOrWithoutALength() throws Exception {
    String large = FORM + " ".repeat(Changes.MOST_BYTES);

    refuses(413, post(large), "8 KiB");
    refuses(413, post(BodyPublishers.fromPublisher(BodyPublishers.ofString(large))), "8 KiB");
  }

  @Test
  void refusesMoreThanAMinuteHasRoomFor() throws Exception {
    for (int i = 0; i < Changes.MOST_IN_A_MINUTE; i++) {
      assertThat(send(post(FORM)).statusCode()).isEqualTo(201);
    }

    assertThat(send(post(FORM)).statusCode()).isEqualTo(429);
    assertThat(begun).hasSize(Changes.MOST_IN_A_MINUTE);
  }

  @Test
  void closesConnectionsWhoseBodyDoesNotCome() throws Exception {
    server.close();
    server =
        serve(
            Map.of(
                "http.token", TOKEN,
                "http.request-timeout", "100ms",
                "http.response-timeout", "1h",
                "http.connections", "5"));
    List<Socket> slow = new ArrayList<>();
    try {
      for (int i = 0; i < 10; i++) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.address().getPort());
        slow.add(socket);
        socket
            .getOutputStream()
            .write(
                ("POST /api/silences HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                        + TOKEN
                        + "\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
                    .getBytes(StandardCharsets.US_ASCII));
      }

      assertThat(send(request("api/alerts")).statusCode()).isEqualTo(200);
      assertThat(slow.get(0).getInputStream().readAllBytes()).asString().doesNotContain("201");
      assertThat(begun).isEmpty();
    } finally {
      for (Socket socket : slow) {
        socket.close();
      }
    }
  }

  @Test
  void saysInWordsWhyASilenceCouldNotBeWritten() throws Exception {
    fails = true;
    refuses(404, request("api/silences/gone").DELETE(), "no silence");

    failure = new TopicAuthorizationException("Not authorized to access topics: [x]");
    refuses(502, request("api/silences/x").DELETE(), "brokers do not let", "describe acls run");
    failure = new IllegalStateException("not written", new ExecutionException(failure));
    refuses(502, post(FORM), "brokers do not let", "describe acls run");

    failure = new IllegalStateException("secret addresses of brokers");
    refuses(503, post(FORM), "could not be written", "evenkeel silence");
    assertThat(send(post(FORM)).body()).doesNotContain("secret");
  }

  @Test
  void probesHaveAPortThatChangesNothing() throws Exception {
    server.close();
    server = serve(Map.of("http.token", TOKEN, "http.health-port", "0"));

    HttpRequest.Builder there =
        HttpRequest.newBuilder(server.healthAddress().orElseThrow().resolve("api/silences"))
            .header("Authorization", "Bearer " + TOKEN)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(FORM));

    refuses(405, there);
  }
}
