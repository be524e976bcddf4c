package io.evenkeel.app.config;

import java.util.List;

/**
 * Where the status page, health, readiness and metrics are served, and to whom.
 *
 * @param host name or address of the interface to listen on
 * @param port 0 to 65535; 0 takes any free port
 * @param token what a reader has to show; empty for none
 * @param open whether everyone who reaches the host may read without a token
 * @param history number of newest windows of each series that the status page keeps
 */
public record HttpSettings(String host, int port, String token, boolean open, int history) {
  private static final Setting<String> HOST =
      new Setting<>(
          "http.host",
          SettingType.TEXT,
          "127.0.0.1",
          Range.matching("\\S+", "a host name or an address"),
          "Interface that serves the status page, `/api`, `/metrics`, `/health/live` and"
              + " `/health/ready`; `0.0.0.0` for all. Other than loopback needs `http.token` or"
              + " `http.open`.");
  private static final Setting<Integer> PORT =
      new Setting<>(
          "http.port",
          SettingType.INTEGER,
          8080,
          Range.between(0, 65_535),
          "Port of the same; 0 takes any free one.");
  private static final Setting<String> TOKEN =
      new Setting<>(
          "http.token",
          SettingType.TEXT,
          "",
          Range.matching("|[!-~]{16,}", "empty, or at least 16 characters of ASCII, no spaces"),
          "Secret that readers of `/api` and `/metrics` have to send, as `Authorization: Bearer"
              + " TOKEN`; the status page asks for it. `/health` needs none.");
  private static final Setting<Boolean> OPEN =
      new Setting<>(
          "http.open",
          SettingType.BOOLEAN,
          false,
          Range.either("true", "false"),
          "Whether everyone who reaches `http.host` may read everything without a token.");
  private static final Setting<Integer> HISTORY =
      new Setting<>(
          "http.history",
          SettingType.INTEGER,
          100,
          Range.between(1, 10_000),
          "Number of newest windows of each series that the status page keeps in memory and shows;"
              + " each takes about 1 KiB.");

  static final List<Setting<?>> SETTINGS = List.of(HOST, PORT, TOKEN, OPEN, HISTORY);

  /** Checks the settings, each and together. */
  public HttpSettings {
    HOST.check(host);
    PORT.check(port);
    TOKEN.check(token);
    HISTORY.check(history);
    if (open && !token.isEmpty()) {
      throw new ConfigException(
          OPEN.path(), "true", "contradicts http.token, which is set too; remove one of them");
    }
  }

  /** Port 8080, for this machine only. */
  public static HttpSettings defaults() {
    return from(Values.NONE);
  }

  static HttpSettings from(Values values) {
    return values.build(
        given ->
            new HttpSettings(
                given.get(HOST),
                given.get(PORT),
                given.get(TOKEN),
                given.get(OPEN),
                given.get(HISTORY)));
  }

  /** Everything but the token. */
  @Override
  public String toString() {
    return "HttpSettings[host="
        + host
        + ", port="
        + port
        + ", token="
        + (token.isEmpty() ? "" : Secrets.mask(TOKEN.path(), token))
        + ", open="
        + open
        + ", history="
        + history
        + "]";
  }
}
