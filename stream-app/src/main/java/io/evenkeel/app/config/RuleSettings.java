package io.evenkeel.app.config;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What each rule does.
 *
 * @param levels by rule
 */
public record RuleSettings(Map<Rule, RuleLevel> levels) {
  private static final Map<Rule, Setting<RuleLevel>> BY_RULE =
      Arrays.stream(Rule.values())
          .filter(rule -> rule != Rule.MONITOR_FAILED)
          .collect(
              Collectors.toMap(
                  Function.identity(),
                  RuleSettings::setting,
                  (a, b) -> a,
                  () -> new EnumMap<>(Rule.class)));

  static final List<Setting<?>> SETTINGS = List.copyOf(BY_RULE.values());

  /** Copies the map, in the order of the rules: what is made of its text is the same everywhere. */
  public RuleSettings {
    Map<Rule, RuleLevel> ordered = new EnumMap<>(Rule.class);
    ordered.putAll(levels);
    levels = Collections.unmodifiableMap(ordered);
  }

  private static Setting<RuleLevel> setting(Rule rule) {
    return new Setting<>(
        "alert." + rule.key(),
        SettingType.oneOf(RuleLevel.class),
        rule.usual(),
        new Range<>(level -> true, "off, inform or page"),
        "Alerts when "
            + rule.when()
            + ": `off` never, `inform` with severity `INFO`, `page` with a higher one where the"
            + " evidence supports it.");
  }

  static RuleSettings from(Values values) {
    Map<Rule, RuleLevel> levels = new EnumMap<>(Rule.class);
    BY_RULE.forEach((rule, setting) -> levels.put(rule, values.get(setting)));
    return new RuleSettings(levels);
  }

  /** What the rule does. */
  public RuleLevel level(Rule rule) {
    return levels.getOrDefault(rule, RuleLevel.PAGE);
  }

  /** Whether the rule may raise an alert. */
  public boolean isOn(Rule rule) {
    return level(rule) != RuleLevel.OFF;
  }

  /** The share of the false alarms of a series that the rule may raise, in [0, 1]. */
  public double share(Rule rule) {
    int all = Arrays.stream(Rule.values()).filter(this::isOn).mapToInt(Rule::weight).sum();
    return isOn(rule) && all > 0 ? (double) rule.weight() / all : 0;
  }
}
