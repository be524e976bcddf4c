package io.evenkeel.app.config;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.SslConfigs;
import org.apache.kafka.common.security.ssl.DefaultSslEngineFactory;

/**
 * TLS of properties with Kafka's names, such as {@code ssl.keystore.location}, made by Kafka's own
 * factory: stores may be JKS, PKCS12 or PEM, in files or in the properties themselves.
 */
public final class Tls {
  private Tls() {}

  /**
   * The context of those of the properties that are about TLS; empty if there are none.
   *
   * @throws KafkaException if they are wrong or a file cannot be read
   */
  public static Optional<SSLContext> context(Map<String, String> properties) {
    ConfigDef definition = new ConfigDef();
    SslConfigs.addClientSslSupport(definition);
    Map<String, String> given = new HashMap<>(properties);
    given.keySet().retainAll(definition.names());
    if (given.isEmpty()) {
      return Optional.empty();
    }
    try (DefaultSslEngineFactory factory = new DefaultSslEngineFactory()) {
      factory.configure(definition.parse(given));
      return Optional.of(factory.sslContext());
    }
  }

  /**
   * The context of the settings below a path, whose names lack the {@code ssl.} of Kafka's.
   *
   * @throws ConfigException if one of them is unknown or cannot be used
   */
  static Optional<SSLContext> context(String path, Map<String, String> settings) {
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
      return context(properties);
    } catch (KafkaException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new ConfigException(
          path, "makes no TLS (" + cause.getMessage() + "); check files, types and passwords");
    }
  }
}
