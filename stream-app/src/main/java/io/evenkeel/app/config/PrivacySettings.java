package io.evenkeel.app.config;

import java.util.List;
import java.util.Map;

/**
 * What is not kept of predictions as it comes, of any model.
 *
 * @param key secret that values are hashed with; empty if none are
 * @param hash segment attributes whose values are hashed
 * @param drop segment attributes and features that are left out
 */
public record PrivacySettings(String key, List<String> hash, List<String> drop) {
  private static final Setting<String> KEY =
      new Setting<>(
          "privacy.key",
          SettingType.TEXT,
          "",
          Range.matching(
              "|" + HttpSettings.TOKEN_FORM,
              "empty, or at least 16 characters of ASCII, no spaces"),
          "Secret that `privacy.hash` hashes with, such as `${dir:/run/secrets:privacy-key}`. Another"
              + " key makes other segments.");
  private static final Setting<List<String>> HASH =
      new Setting<>(
          "privacy.hash",
          SettingType.TEXTS,
          List.of(),
          Range.DISTINCT,
          "Segment attributes of any model whose values are replaced, as soon as they are read, by 16"
              + " hexadecimal digits: the first 64 bits of HMAC-SHA256 of `ATTRIBUTE=VALUE` with"
              + " `privacy.key`. A feature of such a name is left out.");
  private static final Setting<List<String>> DROP =
      new Setting<>(
          "privacy.drop",
          SettingType.TEXTS,
          List.of(),
          Range.DISTINCT,
          "Segment attributes and features of any model that are left out as soon as they are read.");

  static final List<Setting<?>> SETTINGS = List.of(KEY, HASH, DROP);

  /** Checks the settings, each and together. */
  public PrivacySettings {
    KEY.check(key);
    HASH.check(hash);
    DROP.check(drop);
    hash = List.copyOf(hash);
    drop = List.copyOf(drop);
    if (!hash.isEmpty() && key.isEmpty()) {
      throw new ConfigException(KEY.path(), "is missing; privacy.hash needs a secret to hash with");
    }
    for (String name : drop) {
      if (hash.contains(name)) {
        throw new ConfigException(
            DROP.path(), DROP.text(drop), "names " + name + ", as privacy.hash does; use one");
      }
    }
  }

  /** Everything is kept as it comes. */
  public static PrivacySettings defaults() {
    return from(Values.NONE);
  }

  static PrivacySettings from(Values values) {
    return values.build(
        given -> new PrivacySettings(given.get(KEY), given.get(HASH), given.get(DROP)));
  }

  /** Whether anything is not kept as it comes. */
  public boolean isAsked() {
    return !hash.isEmpty() || !drop.isEmpty();
  }

  /**
   * Refuses segments that no prediction would be of.
   *
   * @throws ConfigException if a model is to be looked at by an attribute that is left out
   */
  void checkFits(ModelSettings defaults, Map<String, ModelSettings> models) {
    checkFits("defaults", defaults);
    models.forEach((name, model) -> checkFits("models." + name, model));
  }

  private void checkFits(String scope, ModelSettings model) {
    for (String segment : model.segments()) {
      for (String attribute : segment.split("\\+", -1)) {
        if (drop.contains(attribute)) {
          throw new ConfigException(
              scope + ".segments",
              segment,
              "is by an attribute that privacy.drop leaves out; hash it instead, or remove it");
        }
      }
    }
  }

  /** Everything but the key. */
  @Override
  public String toString() {
    return "PrivacySettings[key="
        + (key.isEmpty() ? "" : Secrets.mask(KEY.path(), key))
        + ", hash="
        + hash
        + ", drop="
        + drop
        + "]";
  }
}
