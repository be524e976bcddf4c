package io.evenkeel.app.config;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The Alertmanagers that receive the alerts, and how.
 *
 * @param urls of all Alertmanagers of a cluster, each of which receives all alerts; none: no alert
 *     is sent
 * @param resendInterval how often open alerts are sent again
 * @param token sent as {@code Authorization: Bearer}; empty for none
 * @param userInfo sent as {@code Authorization: Basic}, user:password; empty for none
 * @param ssl Kafka's properties of TLS without their {@code ssl.}; empty for those of the JVM
 */
public record AlertmanagerSettings(
    List<String> urls,
    Duration resendInterval,
    String token,
    String userInfo,
    Map<String, String> ssl) {
  private static final Setting<List<String>> URLS =
      new Setting<>(
          "alertmanager.urls",
          SettingType.TEXTS,
          List.of(),
          new Range<>(
              urls -> urls.stream().allMatch(AlertmanagerSettings::isAddress),
              "a list of http:// or https:// addresses"),
          "Addresses of Prometheus' Alertmanagers, such as `http://alertmanager:9093`, each of which"
              + " receives every alert. One instance of the application sends them at a time."
              + " Empty: none; use the topic of alerts.");
  private static final Setting<Duration> RESEND_INTERVAL =
      new Setting<>(
          "alertmanager.resend-interval",
          SettingType.DURATION,
          Duration.ofMinutes(1),
          Range.AT_LEAST_1_MS,
          "How often an open alert is sent again. Alertmanager drops an alert that was not sent four"
              + " times in a row.");
  private static final Setting<String> TOKEN =
      new Setting<>(
          "alertmanager.token",
          SettingType.TEXT,
          "",
          Range.matching("[!-~]*", "ASCII without spaces"),
          "Secret sent to Alertmanager as `Authorization: Bearer TOKEN`. Empty: none.");
  private static final Setting<String> USER_INFO =
      new Setting<>(
          "alertmanager.user-info",
          SettingType.TEXT,
          "",
          Range.matching("|[^:]+:.*", "empty, or user:password"),
          "User and password for Alertmanager, as `user:password`. Empty: none.");
  private static final Setting<Map<String, String>> SSL =
      new Setting<>(
          "alertmanager.ssl.*",
          SettingType.MAP,
          Map.of(),
          Range.anyMap(),
          "TLS to Alertmanager, by the names of Kafka's properties, such as"
              + " `alertmanager.ssl.truststore.location`; without, as the JVM has it.");

  static final List<Setting<?>> SETTINGS = List.of(URLS, RESEND_INTERVAL, TOKEN, USER_INFO, SSL);

  /** Checks the settings, each and together. */
  public AlertmanagerSettings {
    urls = List.copyOf(urls);
    ssl = Map.copyOf(ssl);
    URLS.check(urls);
    RESEND_INTERVAL.check(resendInterval);
    TOKEN.check(token);
    USER_INFO.check(userInfo);
    if (!token.isEmpty() && !userInfo.isEmpty()) {
      throw new ConfigException(
          USER_INFO.path(), "contradicts alertmanager.token, which is set too; remove one of them");
    }
  }

  /** Alerts are not sent. */
  public static AlertmanagerSettings defaults() {
    return from(Values.NONE);
  }

  static AlertmanagerSettings from(Values values) {
    return values.build(
        given ->
            new AlertmanagerSettings(
                given.get(URLS),
                given.get(RESEND_INTERVAL),
                given.get(TOKEN),
                given.get(USER_INFO),
                given.map(SSL)));
  }

  /** The same for other addresses. */
  public AlertmanagerSettings to(List<String> others, Duration resend) {
    return new AlertmanagerSettings(others, resend, token, userInfo, ssl);
  }

  /**
   * The TLS; empty for that of the JVM.
   *
   * @throws ConfigException if it cannot be made
   */
  public Optional<Tls> tls() {
    return Tls.of("alertmanager.ssl", ssl);
  }

  /** A user within an address would be logged wherever the address is. */
  private static boolean isAddress(String text) {
    try {
      URI url = URI.create(text);
      return List.of("http", "https").contains(String.valueOf(url.getScheme()))
          && url.getHost() != null
          && url.getUserInfo() == null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Everything but secrets. */
  @Override
  public String toString() {
    return "AlertmanagerSettings[urls="
        + urls
        + ", resendInterval="
        + resendInterval
        + ", token="
        + (token.isEmpty() ? "" : Secrets.mask(TOKEN.path(), token))
        + ", userInfo="
        + (userInfo.isEmpty() ? "" : Secrets.mask(USER_INFO.path(), userInfo))
        + ", ssl="
        + Secrets.mask(ssl)
        + "]";
  }
}
