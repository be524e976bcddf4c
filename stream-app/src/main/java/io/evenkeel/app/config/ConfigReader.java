package io.evenkeel.app.config;

import io.evenkeel.app.config.Settings.Place;
import io.evenkeel.app.config.Values.Given;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Mutable: collects what is given, layer over layer, and makes the configuration of it. */
final class ConfigReader {
  private final Map<String, Given> given = new LinkedHashMap<>();
  private final Map<String, String> models = new TreeMap<>();

  /** Takes a text for a setting; it replaces an earlier one. */
  void put(Place place, Given text) {
    Settings.check(place, text.origin());
    String scope = place.scope();
    if (scope.startsWith(Settings.MODELS)) {
      models.put(scope.substring(Settings.MODELS.length(), scope.length() - 1), scope);
    }
    given.put(place.toString(), text);
  }

  /** The configuration of everything given so far, with defaults for the rest. */
  AppConfig read() {
    Values values = new Values(Map.copyOf(given), List.of(""));
    Map<String, ModelSettings> listed = new LinkedHashMap<>();
    models.forEach(
        (name, scope) ->
            listed.put(name, values.in(scope, Settings.DEFAULTS).build(ModelSettings::from)));
    ModelSettings defaults = values.in(Settings.DEFAULTS).build(ModelSettings::from);
    return values.in("").build(all -> AppConfig.from(all, defaults, listed));
  }
}
