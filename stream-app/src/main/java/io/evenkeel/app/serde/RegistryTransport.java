package io.evenkeel.app.serde;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.evenkeel.app.http.WholeAnswers;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests to a registry that has several addresses and is not always there: what may succeed later
 * is repeated, at the next address, for a bounded time.
 */
final class RegistryTransport {
  private static final Logger LOGGER = LoggerFactory.getLogger(RegistryTransport.class);
  private static final String MEDIA_TYPE = "application/vnd.schemaregistry.v1+json";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LONGEST_ATTEMPT = Duration.ofSeconds(10);

  private final List<URI> addresses;
  private final Optional<String> authorization;
  private final Duration timeout;
  private final HttpClient http;
  private final Doubt doubt = new Doubt(System::nanoTime);

  /** Index of the address that is asked next: the one that answered last. */
  private volatile int current;

  RegistryTransport(RegistryProperties properties) {
    this.addresses = properties.addresses();
    this.authorization = properties.authorization();
    this.timeout = properties.timeout();
    // HTTP/1.1: an upgrade to HTTP/2 saves nothing here and confuses some proxies.
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER) // they would carry the password elsewhere
            .connectTimeout(LONGEST_ATTEMPT);
    properties
        .tls()
        .ifPresent(tls -> builder.sslContext(tls.context()).sslParameters(tls.parameters()));
    this.http = builder.build();
    warnOfPlainCredentials();
  }

  private void warnOfPlainCredentials() {
    addresses.stream()
        .filter(address -> authorization.isPresent() && "http".equals(address.getScheme()))
        .filter(address -> !List.of("localhost", "127.0.0.1", "[::1]").contains(address.getHost()))
        .forEach(
            address ->
                LOGGER.warn(
                    "event=registry address={} problem=\"user and password travel as they are; use"
                        + " https\"",
                    address));
  }

  /**
   * A request.
   *
   * @param purpose what it is for, completing "cannot ..."
   * @param method of HTTP
   * @param path below the address, starting with a slash
   * @param body its JSON; empty without one
   * @param doubted a status that is believed only if it lasts: see {@link Doubt}; or 0
   */
  record Request(
      String purpose, String method, String path, Map<String, String> body, int doubted) {}

  /**
   * What the registry answered to a request that it understood.
   *
   * @param status 2xx, 404, 409 or 422
   * @param body the JSON
   */
  record Answer(int status, JsonNode body) {
    boolean isSuccess() {
      return status / 100 == 2;
    }

    /** The registry's own words. */
    String message() {
      return body.path("message").asText("status " + status);
    }
  }

  /**
   * The answer to a request.
   *
   * @throws RegistryException if there is none in time, or the registry refuses to give one
   */
  Answer send(Request request) {
    RetryPauses pauses = new RetryPauses();
    for (int attempt = 1; ; attempt++) {
      int address = current;
      Outcome outcome = attempt(request, addresses.get(address));
      boolean roundOver = attempt % addresses.size() == 0;
      boolean patient = !roundOver || pauses.fits(patience(outcome));
      if (outcome.answer().isPresent()) {
        Answer answer = outcome.answer().get();
        if (answer.status() != request.doubted()) {
          return answer;
        }
        if (!patient) {
          doubt.spend(pauses.elapsed());
          return answer;
        }
      } else if (attempt == addresses.size()) {
        LOGGER.warn(
            "event=registry answered=false request=\"{}\" error=\"{}\" patience={}",
            request.purpose(),
            outcome.failure(),
            timeout);
      }
      if (!patient) {
        throw notInTime(request, outcome);
      }
      current = (address + 1) % addresses.size();
      if (roundOver) {
        pauses.next();
      }
    }
  }

  private Duration patience(Outcome outcome) {
    return outcome.answer().isPresent() ? shorter(doubt.left(), timeout) : timeout;
  }

  /** An answer, or why there is none. */
  private record Outcome(Optional<Answer> answer, String failure) {
    static Outcome failed(URI address, String why) {
      return new Outcome(Optional.empty(), address + ": " + why);
    }
  }

  private Outcome attempt(Request request, URI address) {
    HttpResponse<byte[]> response;
    try {
      response =
          WholeAnswers.send(
              http, http(request, address), BodyHandlers.ofByteArray(), longestAttempt());
    } catch (SSLException e) {
      throw new RegistryException(
          cannot(request)
              + address
              + " refuses TLS, or is refused: "
              + e.getMessage()
              + ". Check schema.registry.ssl.truststore.* and, if it asks for a certificate,"
              + " schema.registry.ssl.keystore.*",
          e);
    } catch (IOException e) {
      return Outcome.failed(address, e.getClass().getSimpleName() + " " + e.getMessage());
    } catch (InterruptedException e) {
      throw new InterruptException(cannot(request) + "interrupted", e);
    }
    int status = response.statusCode();
    if (status == 429 || status >= 500) {
      return Outcome.failed(address, "status " + status);
    }
    if (status == 401 || status == 403) {
      throw new RegistryException(
          cannot(request)
              + address
              + " answered "
              + status
              + ". Check basic.auth.user.info or bearer.auth.token, and what this user may do",
          null);
    }
    return new Outcome(Optional.of(answer(request, address, response)), "");
  }

  private Duration longestAttempt() {
    return shorter(LONGEST_ATTEMPT, timeout);
  }

  private HttpRequest http(Request request, URI address) throws IOException {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(URI.create(address + request.path()))
            .timeout(longestAttempt())
            .header("Accept", MEDIA_TYPE + ", application/json");
    authorization.ifPresent(value -> builder.header("Authorization", value));
    if (request.body().isEmpty()) {
      return builder.method(request.method(), BodyPublishers.noBody()).build();
    }
    byte[] body = JSON.writeValueAsBytes(request.body());
    return builder
        .header("Content-Type", MEDIA_TYPE)
        .method(request.method(), BodyPublishers.ofByteArray(body))
        .build();
  }

  private static Answer answer(Request request, URI address, HttpResponse<byte[]> response) {
    JsonNode body = json(response.body());
    Answer answer = new Answer(response.statusCode(), body);
    // A registry says what is wrong in JSON; a mere 404 comes from some other server or path.
    if (body.isContainerNode() && (answer.isSuccess() || body.has("error_code"))) {
      return answer;
    }
    throw new RegistryException(
        cannot(request)
            + address
            + " answered "
            + response.statusCode()
            + ", not as a schema registry does. Check schema.registry.url; Apicurio's has the path"
            + " /apis/ccompat/v7",
        null);
  }

  private static JsonNode json(byte[] body) {
    try {
      return JSON.readTree(body);
    } catch (IOException e) {
      return MissingNode.getInstance();
    }
  }

  private RegistryException notInTime(Request request, Outcome last) {
    return new RegistryException(
        cannot(request)
            + "no answer within "
            + timeout.toMillis()
            + " ms from "
            + addresses
            + "; last, "
            + last.failure()
            + ". Check that the registry runs and that schema.registry.url is its address",
        null);
  }

  private static String cannot(Request request) {
    return "cannot " + request.purpose() + ": ";
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }
}
