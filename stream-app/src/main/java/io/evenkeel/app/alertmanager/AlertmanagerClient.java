package io.evenkeel.app.alertmanager;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.app.alert.AlertRecords;
import io.evenkeel.app.config.AlertmanagerSettings;
import io.evenkeel.app.http.WholeAnswers;
import io.evenkeel.schemas.Alert;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.text.CaseUtils;

/** The v2 API of one Alertmanager. */
final class AlertmanagerClient {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final HttpClient http;
  private final URI alerts;
  private final Optional<String> authorization;

  /**
   * A client of the Alertmanager at an address.
   *
   * @param address without the path of the API
   * @param settings who asks, and by which TLS
   */
  AlertmanagerClient(URI address, AlertmanagerSettings settings) {
    String base = address.toString();
    this.alerts = URI.create((base.endsWith("/") ? base : base + "/") + "api/v2/alerts");
    this.authorization = authorization(settings);
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER) // they would carry the secret elsewhere
            .connectTimeout(TIMEOUT);
    settings
        .tls()
        .ifPresent(tls -> builder.sslContext(tls.context()).sslParameters(tls.parameters()));
    this.http = builder.build();
  }

  private static Optional<String> authorization(AlertmanagerSettings settings) {
    if (!settings.token().isEmpty()) {
      return Optional.of("Bearer " + settings.token());
    }
    byte[] user = settings.userInfo().getBytes(StandardCharsets.UTF_8);
    return user.length == 0
        ? Optional.empty()
        : Optional.of("Basic " + Base64.getEncoder().encodeToString(user));
  }

  /**
   * Posts alerts.
   *
   * @param expires when those that are open are to be taken for resolved, unless sent again
   * @throws IOException if they were not taken
   */
  void post(Collection<OpenAlerts.Told> sent, Instant expires)
      throws IOException, InterruptedException {
    ArrayNode body = JSON.createArrayNode();
    sent.forEach(told -> body.add(json(told, expires)));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(alerts)
            .timeout(TIMEOUT)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body.toString()));
    authorization.ifPresent(value -> request.header("Authorization", value));
    HttpResponse<String> answer =
        WholeAnswers.send(http, request.build(), BodyHandlers.ofString(), TIMEOUT);
    if (answer.statusCode() != 200) {
      throw new IOException("status " + answer.statusCode() + ": " + answer.body().strip());
    }
  }

  static ObjectNode json(OpenAlerts.Told told, Instant expires) {
    Alert alert = told.alert();
    Instant ends = told.until() == null ? expires : told.until();
    // Alertmanager refuses all alerts with one that ends before it begins, as after the clock was
    // set back.
    Instant starts = told.since().isAfter(ends) ? ends : told.since();
    ObjectNode json = JSON.createObjectNode();
    ObjectNode labels = json.putObject("labels");
    labels.put("alertname", "Evenkeel" + capitalised(alert.getRule()));
    labels.put("model", alert.getModel());
    putUnlessEmpty(labels, "version", alert.getVersion());
    putUnlessEmpty(labels, "segment", alert.getSegment());
    labels.put("alert_id", AlertRecords.id(alert.getFingerprint()));
    labels.put("severity", alert.getSeverity().name().toLowerCase(Locale.ROOT));
    ObjectNode annotations = json.putObject("annotations");
    annotations.put("summary", alert.getSummary());
    annotations.put("description", alert.getDescription());
    annotations.put("starts_at", alert.getStartsAt().toString());
    putUnlessEmpty(annotations, "runbook", alert.getRunbook());
    putUnlessEmpty(json, "generatorURL", alert.getLink());
    json.put("startsAt", starts.toString());
    json.put("endsAt", ends.toString());
    return json;
  }

  @Override
  public String toString() {
    return alerts.toString();
  }

  private static void putUnlessEmpty(ObjectNode node, String name, String text) {
    if (!text.isEmpty()) {
      node.put(name, text);
    }
  }

  /** A rule as the end of a name: PredictionDrift of prediction-drift. */
  private static String capitalised(String rule) {
    return CaseUtils.toCamelCase(rule, true, '-');
  }
}
