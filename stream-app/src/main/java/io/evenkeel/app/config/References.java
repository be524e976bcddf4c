package io.evenkeel.app.config;

import io.evenkeel.app.config.Values.Given;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigTransformer;
import org.apache.kafka.common.config.provider.ConfigProvider;
import org.apache.kafka.common.config.provider.DirectoryConfigProvider;
import org.apache.kafka.common.config.provider.EnvVarConfigProvider;
import org.apache.kafka.common.config.provider.FileConfigProvider;

/**
 * Replaces references within settings by what they refer to, in Kafka's own words and by its own
 * providers, so that secrets need not stand in the settings:
 *
 * <pre>
 * ${dir:/run/secrets:token}                     the text of the file token in that folder
 * ${file:/run/secrets/evenkeel.properties:jaas} the property jaas of that file
 * ${env:TOKEN}                                  an environment variable
 * </pre>
 *
 * A reference to another provider is left to Kafka's clients, which have {@code config.providers}.
 */
final class References {
  private static final Pattern REFERENCE = Pattern.compile("\\$\\{(dir|file|env):[^}]*}");

  private References() {}

  /**
   * The settings with what they refer to.
   *
   * @throws ConfigException if a reference leads to nothing
   */
  static Map<String, Given> resolved(Map<String, Given> given) {
    Map<String, Given> resolved = new LinkedHashMap<>(given);
    resolved.replaceAll(
        (path, value) ->
            REFERENCE.matcher(value.text()).find()
                ? new Given(value.path(), resolved(value), value.origin())
                : value);
    return resolved;
  }

  private static String resolved(Given value) {
    Map<String, ConfigProvider> providers =
        Map.of(
            "dir", new DirectoryConfigProvider(),
            "file", new FileConfigProvider(),
            "env", new EnvVarConfigProvider());
    providers.values().forEach(provider -> provider.configure(Map.of()));
    String text;
    try {
      text =
          new ConfigTransformer(providers)
              .transform(Map.of(value.path(), value.text()))
              .data()
              .getOrDefault(value.path(), "");
    } catch (KafkaException e) {
      throw nothing(value);
    }
    if (REFERENCE.matcher(text).find()) {
      throw nothing(value);
    }
    // Files end with a line feed that is no part of the secret.
    return text.stripTrailing();
  }

  /** Names the references alone: beside them, a secret may stand as it is. */
  private static ConfigException nothing(Given value) {
    String references =
        REFERENCE
            .matcher(value.text())
            .results()
            .map(MatchResult::group)
            .collect(Collectors.joining(", "));
    return new ConfigException(
            value.path(),
            "refers to something that is not there, or cannot be read; check " + references)
        .at(value.path(), value.origin());
  }
}
