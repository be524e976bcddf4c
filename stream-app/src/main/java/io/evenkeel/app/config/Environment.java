package io.evenkeel.app.config;

import io.evenkeel.app.config.Settings.Place;
import io.evenkeel.app.config.Values.Given;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Settings from environment variables, by the rule that images of Kafka made common: {@code
 * EVENKEEL__} and the path in upper case, with {@code _} for a dot, {@code __} for a hyphen and
 * {@code ___} for an underscore.
 *
 * <pre>
 * EVENKEEL__KAFKA_BOOTSTRAP_SERVERS            kafka.bootstrap.servers
 * EVENKEEL__MONITOR_EMIT__INTERVAL             monitor.emit-interval
 * EVENKEEL__MODELS_CHURN___V2_WINDOW_SIZE      models.churn_v2.window.size
 * EVENKEEL__models_Churn_window_size           models.Churn.window.size
 * </pre>
 *
 * A name with a lower-case letter after the prefix is taken in the case in which it is written.
 *
 * <p>An image brings settings of its own by the same rule under {@code EVENKEEL_DEFAULT__}: what a
 * file says replaces those.
 */
final class Environment {
  /*
   * Two underscores, because Kubernetes sets EVENKEEL_PORT, EVENKEEL_SERVICE_HOST and the like for
   * a service called evenkeel. Other variables, such as EVENKEEL_CONFIG, are none of our settings.
   */
  private static final String PREFIX = "EVENKEEL__";

  private static final String PREFIX_OF_IMAGE = "EVENKEEL_DEFAULT__";

  private static final Pattern UNDERSCORES = Pattern.compile("_+");

  private Environment() {}

  /**
   * What the variables give, by place.
   *
   * @throws ConfigException if two variables name one setting, or a name cannot be read
   */
  static Map<Place, Given> read(Map<String, String> variables) {
    return read(PREFIX, variables);
  }

  /**
   * The same of the variables of an image.
   *
   * @throws ConfigException if two variables name one setting, or a name cannot be read
   */
  static Map<Place, Given> ofImage(Map<String, String> variables) {
    return read(PREFIX_OF_IMAGE, variables);
  }

  private static Map<Place, Given> read(String prefix, Map<String, String> variables) {
    Map<Place, Given> given = new LinkedHashMap<>();
    new TreeMap<>(variables)
        .forEach(
            (variable, text) -> {
              if (variable.startsWith(prefix)) {
                Place place = Settings.place(path(variable, variable.substring(prefix.length())));
                String origin = "environment variable " + variable;
                Given former = given.put(place, new Given(place.toString(), text, origin));
                if (former != null) {
                  throw new ConfigException(
                          place.toString(), "is given twice, first by " + former.origin())
                      .at(place.toString(), origin);
                }
              }
            });
    return given;
  }

  /** The variable that gives a setting of a model whose name has capital letters. */
  static String variable(Place place) {
    return PREFIX + place.toString().replace("_", "___").replace("-", "__").replace(".", "_");
  }

  private static String path(String variable, String name) {
    boolean upper = name.equals(name.toUpperCase(Locale.ROOT));
    return UNDERSCORES
        .matcher(upper ? name.toLowerCase(Locale.ROOT) : name)
        .replaceAll(run -> separator(variable, run.end() - run.start()));
  }

  private static String separator(String variable, int underscores) {
    return switch (underscores) {
      case 1 -> ".";
      case 2 -> "-";
      case 3 -> "_";
      default ->
          throw new ConfigException(
              "environment variable " + variable,
              "has "
                  + underscores
                  + " underscores in a row; _ is a dot, __ a hyphen, ___ an"
                  + " underscore. Use the file or -D for other names");
    };
  }
}
