package io.evenkeel.app.config;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which models silence which. */
final class Inhibition {
  private Inhibition() {}

  /**
   * Refuses models that silence each other, none of which would ever be sent. A model that names
   * itself, as by the defaults of all, does not silence itself.
   */
  static void checkNoCircle(ModelSettings defaults, Map<String, ModelSettings> models) {
    Set<String> names = new HashSet<>(models.keySet());
    names.addAll(defaults.alert().inhibitedBy());
    models.values().forEach(model -> names.addAll(model.alert().inhibitedBy()));
    for (String name : names) {
      if (above(name, defaults, models).contains(name)) {
        throw new ConfigException(
            Settings.MODELS + name + ".alert.inhibited-by",
            name,
            "is inhibited by models that it inhibits, so that no alert of any would be sent; leave one"
                + " of them out");
      }
    }
  }

  /**
   * Refuses models that are not listed where no others are monitored, such as a misspelled one:
   * none of their alerts would ever silence another.
   */
  static void checkListed(ModelSettings defaults, Map<String, ModelSettings> models) {
    checkListed(Settings.DEFAULTS, defaults, models);
    models.forEach((name, model) -> checkListed(Settings.MODELS + name + ".", model, models));
  }

  private static void checkListed(
      String prefix, ModelSettings model, Map<String, ModelSettings> models) {
    for (String upstream : model.alert().inhibitedBy()) {
      if (!models.containsKey(upstream)) {
        throw new ConfigException(
            prefix + "alert.inhibited-by",
            upstream,
            "is not listed under models, and monitor.unknown-models is false; list it, or correct"
                + " the name");
      }
    }
  }

  /** All models that silence the model, by way of others, too. */
  private static Set<String> above(
      String model, ModelSettings defaults, Map<String, ModelSettings> models) {
    Set<String> above = new HashSet<>();
    Deque<String> next = new ArrayDeque<>(List.of(model));
    while (!next.isEmpty()) {
      String name = next.pop();
      for (String upstream : models.getOrDefault(name, defaults).alert().inhibitedBy()) {
        if (!upstream.equals(name) && above.add(upstream)) {
          next.push(upstream);
        }
      }
    }
    return above;
  }
}
