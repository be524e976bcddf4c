package io.evenkeel.app.config;

import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Where the status page, health, readiness and metrics are served, and to whom.
 *
 * @param host name or address of the interface to listen on
 * @param port 0 to 65535; 0 takes any free port
 * @param healthPort another port for health alone, without TLS; 0 takes any free one
 * @param names host names that readers may ask for, beside this machine's own; * for any
 * @param token what a reader has to show; empty for none
 * @param tokenFile file of such tokens, a line for each; empty for none
 * @param open whether everyone who reaches the host may read without a token
 * @param ssl Kafka's properties of TLS without their {@code ssl.}; empty for none
 * @param limits how long and how often it may be held
 * @param readyLag number of records that may wait while the application is ready
 * @param history number of newest windows of each series that the status page keeps
 * @param publicUrl address of the status page as people reach it; empty if there is none
 */
public record HttpSettings(
    String host,
    int port,
    OptionalInt healthPort,
    List<String> names,
    String token,
    String tokenFile,
    boolean open,
    Map<String, String> ssl,
    HttpLimits limits,
    int readyLag,
    int history,
    String publicUrl) {
  /** The form of a token. */
  public static final String TOKEN_FORM = "[!-~]{16,}";

  private static final Setting<String> HOST =
      new Setting<>(
          "http.host",
          SettingType.TEXT,
          "127.0.0.1",
          Range.matching("\\S+", "a host name or an address"),
          "Interface that serves the status page, `/api`, `/metrics`, `/health/live` and"
              + " `/health/ready`; `0.0.0.0` for all. Other than loopback needs a token or"
              + " `http.open`.");
  private static final Setting<Integer> PORT =
      new Setting<>(
          "http.port",
          SettingType.INTEGER,
          8080,
          Range.between(0, 65_535),
          "Port of the same; 0 takes any free one.");
  private static final Setting<OptionalInt> HEALTH_PORT =
      new Setting<>(
          "http.health-port",
          SettingType.OPTIONAL_INTEGER,
          OptionalInt.empty(),
          new Range<>(
              port -> port.isEmpty() || (port.getAsInt() >= 0 && port.getAsInt() <= 65_535),
              "`none`, or between 0 and 65535"),
          "Another port that serves `/health/live` and `/health/ready` only, without TLS, with"
              + " connections of its own, for probes. `none`: they are at `http.port` only.");
  private static final Setting<List<String>> NAMES =
      new Setting<>(
          "http.names",
          SettingType.TEXTS,
          List.of(),
          Range.DISTINCT,
          "Host names by which readers ask, such as `monitor.example.com`. Addresses and `localhost`"
              + " are always taken; `*` takes any name, and with it pages from elsewhere that have"
              + " their name resolved to this machine.");
  private static final Setting<String> TOKEN =
      new Setting<>(
          "http.token",
          SettingType.TEXT,
          "",
          Range.matching("|" + TOKEN_FORM, "empty, or at least 16 characters of ASCII, no spaces"),
          "Secret that readers of `/api` and `/metrics` have to send, as `Authorization: Bearer"
              + " TOKEN`; the status page asks for it. `/health` needs none. Who has it may also"
              + " silence alerts; without a token that is refused over HTTP.");
  private static final Setting<String> TOKEN_FILE =
      new Setting<>(
          "http.token-file",
          SettingType.TEXT,
          "",
          Range.matching(".*", "a path"),
          "File of such secrets, one in a line, any of which is taken. It is read again when it"
              + " changes: to rotate, add the new one, change the readers, remove the old one.");
  private static final Setting<Boolean> OPEN =
      new Setting<>(
          "http.open",
          SettingType.BOOLEAN,
          false,
          Range.either("true", "false"),
          "Whether everyone who reaches `http.host` may read everything without a token.");
  private static final Setting<Map<String, String>> SSL =
      new Setting<>(
          "http.ssl.*",
          SettingType.MAP,
          Map.of(),
          Range.anyMap(),
          "TLS of `http.port`, by the names of Kafka's properties, such as"
              + " `http.ssl.keystore.location`, `http.ssl.keystore.type: PEM`."
              + " `http.ssl.client.auth: required` takes only clients with a certificate of"
              + " `http.ssl.truststore.*`.");
  private static final Setting<Integer> READY_LAG =
      new Setting<>(
          "http.ready-lag",
          SettingType.INTEGER,
          1_000_000,
          Range.atLeast(0),
          "Number of records that may wait to be read while `/health/ready` says that the"
              + " application is ready; beyond, it is `BEHIND`.");
  private static final Setting<Integer> HISTORY =
      new Setting<>(
          "http.history",
          SettingType.INTEGER,
          100,
          Range.between(1, 1000),
          "Number of newest windows of each series that the status page keeps in memory and shows;"
              + " each takes about 1 KiB. Fewer are kept where all together would take more than an eighth"
              + " of the heap.");
  private static final Setting<String> PUBLIC_URL =
      new Setting<>(
          "http.public-url",
          SettingType.TEXT,
          "",
          new Range<>(HttpSettings::isEmptyOrHttp, "empty, or a URL that begins with http"),
          "Address of the status page as people reach it, such as `https://evenkeel.example.com`:"
              + " every alert then links to its series. Empty: no link.");

  static final List<Setting<?>> SETTINGS =
      Stream.of(
              List.<Setting<?>>of(
                  HOST,
                  PORT,
                  HEALTH_PORT,
                  NAMES,
                  TOKEN,
                  TOKEN_FILE,
                  OPEN,
                  SSL,
                  READY_LAG,
                  HISTORY,
                  PUBLIC_URL),
              HttpLimits.SETTINGS)
          .<Setting<?>>flatMap(List::stream)
          .toList();

  private static final String CLIENT_AUTH = "client.auth";

  /** Checks the settings, each and together. */
  public HttpSettings {
    HOST.check(host);
    PORT.check(port);
    HEALTH_PORT.check(healthPort);
    NAMES.check(names);
    TOKEN.check(token);
    READY_LAG.check(readyLag);
    HISTORY.check(history);
    PUBLIC_URL.check(publicUrl);
    names = List.copyOf(names);
    ssl = Map.copyOf(ssl);
    if (open && !(token + tokenFile).isEmpty()) {
      throw new ConfigException(
          OPEN.path(),
          "true",
          "contradicts "
              + (token.isEmpty() ? TOKEN_FILE : TOKEN).path()
              + ", which is set too;"
              + " remove one of them");
    }
    checkTls(ssl);
  }

  private static void checkTls(Map<String, String> ssl) {
    String clients = ssl.getOrDefault(CLIENT_AUTH, "none");
    if (!List.of("none", "required").contains(clients)) {
      throw new ConfigException("http.ssl." + CLIENT_AUTH, clients, "must be none or required");
    }
    if (!ssl.isEmpty() && !isGiven(ssl, "keystore.location", "keystore.key")) {
      throw new ConfigException(
          "http.ssl.keystore.location", "is missing; TLS needs the server's key and certificate");
    }
    // Without, a certificate of any authority that the JVM knows would do.
    if (clients.equals("required")
        && !isGiven(ssl, "truststore.location", "truststore.certificates")) {
      throw new ConfigException(
          "http.ssl.truststore.location",
          "is missing; http.ssl."
              + CLIENT_AUTH
              + "=required needs the authority of the clients' certificates");
    }
  }

  private static boolean isGiven(Map<String, String> ssl, String file, String text) {
    return ssl.containsKey(file) || ssl.containsKey(text);
  }

  /** Whether readers need a token. */
  public boolean needsToken() {
    return !(token + tokenFile).isEmpty();
  }

  /**
   * The TLS of the server; empty without.
   *
   * @throws ConfigException if it cannot be made
   */
  public Optional<Tls> tls() {
    Map<String, String> stores = new HashMap<>(ssl);
    stores.remove(CLIENT_AUTH);
    return Tls.of("http.ssl", stores);
  }

  /** Whether readers have to show a certificate. */
  public boolean needsCertificate() {
    return ssl.getOrDefault(CLIENT_AUTH, "none").equals("required");
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
                given.get(HEALTH_PORT),
                given.get(NAMES),
                given.get(TOKEN),
                given.get(TOKEN_FILE),
                given.get(OPEN),
                given.map(SSL),
                HttpLimits.from(given),
                given.get(READY_LAG),
                given.get(HISTORY),
                given.get(PUBLIC_URL)));
  }

  private static boolean isEmptyOrHttp(String url) {
    try {
      return url.isEmpty() || String.valueOf(URI.create(url).getScheme()).startsWith("http");
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Everything but the token and the keys. */
  @Override
  public String toString() {
    return "HttpSettings[host="
        + host
        + ", port="
        + port
        + ", healthPort="
        + HEALTH_PORT.text(healthPort)
        + ", names="
        + names
        + ", token="
        + (token.isEmpty() ? "" : Secrets.mask(TOKEN.path(), token))
        + ", tokenFile="
        + tokenFile
        + ", open="
        + open
        + ", ssl="
        + Secrets.mask(ssl)
        + ", limits="
        + limits
        + ", readyLag="
        + readyLag
        + ", history="
        + history
        + ", publicUrl="
        + publicUrl
        + "]";
  }
}
