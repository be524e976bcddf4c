package io.evenkeel.app.config;

import java.util.List;

/**
 * Where health, readiness and metrics are served.
 *
 * @param host name or address of the interface to listen on
 * @param port 0 to 65535; 0 takes any free port
 */
public record HttpSettings(String host, int port) {
  private static final Setting<String> HOST =
      new Setting<>(
          "http.host",
          SettingType.TEXT,
          "127.0.0.1",
          Range.matching("\\S+", "a host name or an address"),
          "Interface that serves `/metrics`, `/health/live` and `/health/ready`; `0.0.0.0` for all.");
  private static final Setting<Integer> PORT =
      new Setting<>(
          "http.port",
          SettingType.INTEGER,
          8080,
          Range.between(0, 65_535),
          "Port of the same; 0 takes any free one.");

  static final List<Setting<?>> SETTINGS = List.of(HOST, PORT);

  /** Checks host and port. */
  public HttpSettings {
    HOST.check(host);
    PORT.check(port);
  }

  /** Port 8080, for this machine only. */
  public static HttpSettings defaults() {
    return from(Values.NONE);
  }

  static HttpSettings from(Values values) {
    return new HttpSettings(values.get(HOST), values.get(PORT));
  }
}
