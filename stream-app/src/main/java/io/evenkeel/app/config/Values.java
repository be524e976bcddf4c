package io.evenkeel.app.config;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What was given for the settings, and where a setting is looked up.
 *
 * @param given by full path
 * @param scopes most specific first; each is empty or ends with a dot
 */
record Values(Map<String, Given> given, List<String> scopes) {
  /** Nothing given: every setting has its default. */
  static final Values NONE = new Values(Map.of(), List.of(""));

  /**
   * A text that was given for a setting.
   *
   * @param path the full path of the setting
   * @param text the text
   * @param origin where it was given, for example {@code evenkeel.yaml, line 3}; may be empty
   */
  record Given(String path, String text, String origin) {

    /** The same as it was given in a file of the folder, for a setting at this relative path. */
    Given in(Path folder, String setting) {
      return new Given(path, DriftSettings.resolved(setting, text, folder), origin);
    }
  }

  /** The same, looked up in other places. */
  Values in(String... others) {
    return new Values(given, List.of(others));
  }

  /** The value of the setting: what was given for it, else its default. */
  <T> T get(Setting<T> setting) {
    Optional<Given> found = find(setting.path());
    try {
      return found.map(text -> setting.parse(text.text())).orElse(setting.fallback());
    } catch (ConfigException e) {
      throw located(e, found);
    }
  }

  /** The value of the setting, as a user would write it. */
  <T> String text(Setting<T> setting) {
    return setting.text(get(setting));
  }

  /** Everything given below the path of the setting, which ends with {@code .*}. */
  Map<String, String> map(Setting<Map<String, String>> setting) {
    String prefix = setting.path().substring(0, setting.path().length() - 1);
    Map<String, String> found = new LinkedHashMap<>();
    given.forEach(
        (path, value) -> {
          if (path.startsWith(prefix)) {
            found.put(path.substring(prefix.length()), value.text());
          }
        });
    return found;
  }

  /** Makes a value of several settings; what does not fit together is reported with full paths. */
  <T> T build(Function<Values, T> maker) {
    try {
      return maker.apply(this);
    } catch (ConfigException e) {
      throw located(e, find(e.path()));
    }
  }

  private Optional<Given> find(String path) {
    return scopes.stream().flatMap(scope -> Stream.ofNullable(given.get(scope + path))).findFirst();
  }

  private ConfigException located(ConfigException e, Optional<Given> found) {
    return found
        .map(text -> e.at(text.path(), text.origin()))
        .orElseGet(() -> e.at(scopes.get(0) + e.path(), ""));
  }
}
