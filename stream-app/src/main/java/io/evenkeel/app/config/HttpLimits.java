package io.evenkeel.app.config;

import java.time.Duration;
import java.util.List;

/**
 * How long and how often others may hold the HTTP server.
 *
 * @param requestTimeout time in which a connection has to ask, from its start or its last answer
 * @param responseTimeout time in which an answer has to be made and taken
 * @param connections number of connections at a time; further ones wait
 */
public record HttpLimits(Duration requestTimeout, Duration responseTimeout, int connections) {
  private static final Setting<Duration> REQUEST_TIMEOUT =
      new Setting<>(
          "http.request-timeout",
          SettingType.DURATION,
          Duration.ofSeconds(10),
          Range.AT_LEAST_1_MS,
          "Time in which a connection has to send a whole request, from its start and again from"
              + " each answer; then it is closed.");
  private static final Setting<Duration> RESPONSE_TIMEOUT =
      new Setting<>(
          "http.response-timeout",
          SettingType.DURATION,
          Duration.ofSeconds(30),
          Range.AT_LEAST_1_MS,
          "Time in which the reader has to take an answer; then the connection is closed.");
  private static final Setting<Integer> CONNECTIONS =
      new Setting<>(
          "http.connections",
          SettingType.INTEGER,
          200,
          Range.between(1, 100_000),
          "Number of connections to `http.port` at a time; further ones wait. `http.health-port` has"
              + " as many of its own.");

  static final List<Setting<?>> SETTINGS = List.of(REQUEST_TIMEOUT, RESPONSE_TIMEOUT, CONNECTIONS);

  /** Checks the limits. */
  public HttpLimits {
    REQUEST_TIMEOUT.check(requestTimeout);
    RESPONSE_TIMEOUT.check(responseTimeout);
    CONNECTIONS.check(connections);
  }

  static HttpLimits from(Values values) {
    return new HttpLimits(
        values.get(REQUEST_TIMEOUT), values.get(RESPONSE_TIMEOUT), values.get(CONNECTIONS));
  }
}
