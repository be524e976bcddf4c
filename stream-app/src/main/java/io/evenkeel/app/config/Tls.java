package io.evenkeel.app.config;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.SslConfigs;
import org.apache.kafka.common.security.ssl.DefaultSslEngineFactory;
import org.jspecify.annotations.Nullable;

/**
 * TLS of properties with Kafka's names, such as {@code ssl.keystore.location}, made by Kafka's own
 * factory: stores may be JKS, PKCS12 or PEM, in files or in the properties themselves.
 */
public final class Tls {
  private final SSLContext context;
  private final Map<String, Object> properties;

  private Tls(SSLContext context, Map<String, Object> properties) {
    this.context = context;
    this.properties = properties;
  }

  /** Keys, and whom to trust. */
  public SSLContext context() {
    return context;
  }

  /** The protocols and cipher suites that may be used; those of the JVM where none are named. */
  public SSLParameters parameters() {
    return new SSLParameters(
        names(SslConfigs.SSL_CIPHER_SUITES_CONFIG), names(SslConfigs.SSL_ENABLED_PROTOCOLS_CONFIG));
  }

  private String @Nullable [] names(String property) {
    return properties.get(property) instanceof List<?> list && !list.isEmpty()
        ? list.stream().map(String::valueOf).toArray(String[]::new)
        : null;
  }

  /**
   * The TLS of those of the properties that are about it; empty if there are none.
   *
   * @throws KafkaException if they are wrong or a file cannot be read
   */
  public static Optional<Tls> of(Map<String, String> properties) {
    ConfigDef definition = new ConfigDef();
    SslConfigs.addClientSslSupport(definition);
    Map<String, String> given = new HashMap<>(properties);
    given.keySet().retainAll(definition.names());
    if (given.isEmpty()) {
      return Optional.empty();
    }
    String check = SslConfigs.SSL_ENDPOINT_IDENTIFICATION_ALGORITHM_CONFIG;
    if (!given.getOrDefault(check, "https").equalsIgnoreCase("https")) {
      throw new org.apache.kafka.common.config.ConfigException(
          "the check of host names cannot be switched off; remove "
              + check
              + " and give the server a certificate for its host name");
    }
    try (DefaultSslEngineFactory factory = new DefaultSslEngineFactory()) {
      Map<String, Object> parsed = definition.parse(given);
      factory.configure(parsed);
      return Optional.of(new Tls(factory.sslContext(), parsed));
    }
  }

  /**
   * The TLS of the settings below a path, whose names lack the {@code ssl.} of Kafka's.
   *
   * @throws ConfigException if one of them is unknown or cannot be used
   */
  static Optional<Tls> of(String path, Map<String, String> settings) {
    Map<String, String> properties = new HashMap<>();
    settings.forEach((name, value) -> properties.put("ssl." + name, value));
    ConfigDef definition = new ConfigDef();
    SslConfigs.addClientSslSupport(definition);
    for (String name : properties.keySet()) {
      if (!definition.names().contains(name)) {
        throw new ConfigException(
            path + name.substring("ssl".length()), "is no property of TLS that Kafka knows");
      }
    }
    try {
      return of(properties);
    } catch (KafkaException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new ConfigException(
          path, "makes no TLS (" + cause.getMessage() + "); check files, types and passwords");
    }
  }
}
