package io.evenkeel.app.serde;

import io.evenkeel.app.config.Tls;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.SslConfigs;
import org.apache.kafka.common.config.types.Password;

/**
 * How to reach the registry, from properties with Confluent's names. Those on authentication and
 * TLS count with and without the prefix {@code schema.registry.}.
 */
final class RegistryProperties {
  static final String URL = "schema.registry.url";

  /** The longest that a call may take with all its repetitions. */
  static final String TIMEOUT = "schema.registry.timeout.ms";

  private static final String PREFIX = "schema.registry.";
  private static final String DEFAULT_TIMEOUT = "30000";

  private final Map<String, ?> properties;
  private final List<URI> urls;

  RegistryProperties(Map<String, ?> properties) {
    this.properties = properties;
    String list =
        text(URL)
            .orElseThrow(
                () ->
                    new ConfigException(
                        URL
                            + " is missing: set it to the address of the schema registry's"
                            + " Confluent API, such as http://localhost:8081"));
    this.urls = Arrays.stream(list.split(",")).map(String::strip).map(this::url).toList();
  }

  private URI url(String text) {
    try {
      URI url = URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
      if (List.of("http", "https", "mock").contains(url.getScheme()) && url.getHost() != null) {
        return url;
      }
    } catch (IllegalArgumentException e) {
      // reported below, without the text: it may hold a password
    }
    throw new ConfigException(
        URL + " must be a comma-separated list of http(s)://host:port/path, or mock://scope");
  }

  Optional<String> mockScope() {
    URI first = urls.get(0);
    return "mock".equals(first.getScheme()) ? Optional.of(first.getHost()) : Optional.empty();
  }

  /** The addresses, without the user names and passwords that they may have come with. */
  List<URI> addresses() {
    return urls.stream().map(RegistryProperties::withoutUser).toList();
  }

  private static URI withoutUser(URI url) {
    String user = url.getRawUserInfo();
    return user == null ? url : URI.create(url.toString().replace(user + "@", ""));
  }

  Duration timeout() {
    return timeout(properties);
  }

  /** How long a call to a registry may take, with all its repetitions, whatever its client. */
  static Duration timeout(Map<String, ?> properties) {
    String text = text(properties, TIMEOUT).orElse(DEFAULT_TIMEOUT);
    try {
      long number = Long.parseLong(text);
      if (number > 0) {
        return Duration.ofMillis(number);
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw new ConfigException(TIMEOUT + " must be a positive number of milliseconds, got " + text);
  }

  /** The Authorization header: basic, bearer or none. */
  Optional<String> authorization() {
    Optional<String> basic = basicUserInfo();
    Optional<String> token = bearerToken();
    if (basic.isPresent() && token.isPresent()) {
      throw new ConfigException(
          "the registry can be asked with basic.auth.* or with bearer.auth.*, not with both:"
              + " remove one");
    }
    return token
        .map(t -> "Bearer " + t)
        .or(
            () ->
                basic.map(
                    user ->
                        "Basic "
                            + Base64.getEncoder()
                                .encodeToString(user.getBytes(StandardCharsets.UTF_8))));
  }

  private Optional<String> basicUserInfo() {
    Optional<String> userInfo = prefixed("basic.auth.user.info");
    String source =
        prefixed("basic.auth.credentials.source")
            .orElse(userInfo.isPresent() ? "USER_INFO" : "URL");
    return switch (source.toUpperCase(Locale.ROOT)) {
      case "USER_INFO" ->
          Optional.of(
              userInfo.orElseThrow(
                  () ->
                      new ConfigException(
                          "basic.auth.user.info is missing: set it to user:password, as"
                              + " basic.auth.credentials.source is USER_INFO")));
      case "URL" ->
          urls.stream()
              .filter(url -> url.getRawUserInfo() != null)
              .map(url -> URLDecoder.decode(url.getRawUserInfo(), StandardCharsets.UTF_8))
              .findFirst();
      default ->
          throw new ConfigException(
              "basic.auth.credentials.source must be USER_INFO or URL, got " + source);
    };
  }

  private Optional<String> bearerToken() {
    Optional<String> token = prefixed("bearer.auth.token");
    String source = prefixed("bearer.auth.credentials.source").orElse("STATIC_TOKEN");
    if (!source.equalsIgnoreCase("STATIC_TOKEN")) {
      throw new ConfigException(
          "bearer.auth.credentials.source must be STATIC_TOKEN, got "
              + source
              + ": for others configure Confluent's serializer and deserializer");
    }
    return token;
  }

  /** TLS with the given stores, PEM, JKS or PKCS12; empty if there are none. */
  Optional<Tls> tls() {
    ConfigDef definition = new ConfigDef();
    SslConfigs.addClientSslSupport(definition);
    Map<String, String> given = new HashMap<>();
    for (String name : definition.names()) {
      prefixed(name).ifPresent(value -> given.put(name, value));
    }
    return Tls.of(given);
  }

  private Optional<String> prefixed(String name) {
    return text(PREFIX + name).or(() -> text(name));
  }

  private Optional<String> text(String name) {
    return text(properties, name);
  }

  private static Optional<String> text(Map<String, ?> properties, String name) {
    Object value = properties.get(name);
    if (value instanceof Password password) {
      return Optional.of(password.value());
    }
    if (value instanceof List<?> list) {
      return Optional.of(String.join(",", list.stream().map(Object::toString).toList()));
    }
    return Optional.ofNullable(value).map(v -> v.toString().strip());
  }
}
