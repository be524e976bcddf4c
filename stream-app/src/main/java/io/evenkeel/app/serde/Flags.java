package io.evenkeel.app.serde;

import java.util.Map;
import org.apache.kafka.common.config.ConfigException;

/** Properties that are true or false. */
final class Flags {

  private Flags() {}

  static boolean of(Map<String, ?> properties, String name, boolean byDefault) {
    Object value = properties.get(name);
    if (value == null) {
      return byDefault;
    }
    return switch (value.toString().strip()) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new ConfigException(name + " must be true or false, got " + value);
    };
  }
}
