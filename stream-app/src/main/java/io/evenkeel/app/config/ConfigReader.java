package io.evenkeel.app.config;

import io.evenkeel.app.config.Settings.Place;
import io.evenkeel.app.config.Values.Given;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Mutable, for one use: collects settings, layer over layer, and makes the configuration of them.
 * What is added later replaces what was added before: what an image brings, then the file, then the
 * environment, then options.
 */
public final class ConfigReader {
  private final Map<String, Given> given = new LinkedHashMap<>();
  private final Map<String, String> scopes = new TreeMap<>();

  /**
   * The settings of a YAML text that is no file of its own, as {@link #options} takes them.
   *
   * @throws ConfigException if it holds what a file of settings must not
   */
  public static Map<String, String> texts(String yaml) {
    Map<String, String> texts = new LinkedHashMap<>();
    YamlFile.read("", yaml)
        .forEach(
            (place, value) -> {
              if (!place.path().isEmpty()) {
                texts.put(place.toString(), value.text());
              }
            });
    return texts;
  }

  /**
   * Adds the settings of a YAML file.
   *
   * @throws ConfigException if it cannot be read, is no YAML, or holds an unknown setting
   */
  public ConfigReader file(Path file) {
    String text;
    try {
      text = Files.readString(file);
    } catch (IOException e) {
      throw new ConfigException(
          file.toString(),
          "cannot be read: "
              + FileProblem.of(e)
              + (e instanceof CharacterCodingException ? "" : "; check the path"));
    }
    Map<Place, Given> places = YamlFile.read(file.getFileName().toString(), text);
    Path folder = file.toAbsolutePath().normalize().getParent();
    if (folder != null) {
      places.replaceAll((place, value) -> value.in(folder, place.path()));
    }
    return add(places);
  }

  /**
   * Adds the settings that an image brings: environment variables as those of {@link #environment},
   * but with {@code EVENKEEL_DEFAULT__}.
   *
   * @throws ConfigException if one of them is no setting
   */
  public ConfigReader image(Map<String, String> variables) {
    return add(Environment.ofImage(variables));
  }

  /**
   * Adds the settings among environment variables: {@code EVENKEEL__} and the path in upper case,
   * {@code _} for a dot, {@code __} for a hyphen, {@code ___} for an underscore.
   *
   * @throws ConfigException if one of them is no setting, or of a model that is listed by the same
   *     name in other case
   */
  public ConfigReader environment(Map<String, String> variables) {
    Map<Place, Given> layer = Environment.read(variables);
    layer.forEach(this::refuseOtherCase);
    return add(layer);
  }

  /** A name in upper case stands for one in lower case, and would begin another model. */
  private void refuseOtherCase(Place place, Given variable) {
    if (scopes.containsValue(place.scope())) {
      return;
    }
    for (String listed : scopes.values()) {
      if (listed.equalsIgnoreCase(place.scope())) {
        throw new ConfigException(
                place.toString(),
                "is of no model that is listed; name the variable "
                    + Environment.variable(new Place(listed, place.path())))
            .at(place.toString(), variable.origin());
      }
    }
  }

  /**
   * Adds settings by path, as {@code -D} gives them.
   *
   * @throws ConfigException if one of them is no setting
   */
  public ConfigReader options(Map<String, String> settings) {
    Map<Place, Given> places = new LinkedHashMap<>();
    settings.forEach((path, text) -> places.put(Settings.place(path), new Given(path, text, "-D")));
    return add(places);
  }

  /**
   * The configuration, with defaults for what was not given.
   *
   * @throws ConfigException if a value cannot be used
   */
  public AppConfig read() {
    Values values = new Values(References.resolved(given), List.of(""));
    ModelSettings defaults = values.in(Settings.DEFAULTS).build(ModelSettings::from);
    Map<String, ModelSettings> models = new LinkedHashMap<>();
    scopes.forEach(
        (name, scope) ->
            models.put(name, values.in(scope, Settings.DEFAULTS).build(ModelSettings::from)));
    return values.build(all -> AppConfig.from(all, defaults, models));
  }

  private ConfigReader add(Map<Place, Given> layer) {
    layer.forEach(
        (place, text) -> {
          String scope = place.scope();
          if (scope.startsWith(Settings.MODELS)) {
            scopes.put(scope.substring(Settings.MODELS.length(), scope.length() - 1), scope);
          }
          if (!place.path().isEmpty()) {
            Settings.check(place, text.origin());
            given.put(place.toString(), text);
          }
        });
    return this;
  }
}
