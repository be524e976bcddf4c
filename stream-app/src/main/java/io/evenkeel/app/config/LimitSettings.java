package io.evenkeel.app.config;

import java.util.List;

/**
 * How large events may be, and how many models and versions there may be. An event beyond a limit
 * is quarantined, so that none makes a record that brokers refuse, and none takes the time of all.
 *
 * @param record bytes of the value of a prediction or label
 * @param text characters of an id, a model, a version, a segment attribute or value, the name of a
 *     feature or class
 * @param classes classes of a categorical prediction
 * @param dimension coordinates of a prediction or target
 * @param members members of an ensemble, levels of a quantile forecast, probabilities of counts
 * @param components components of a mixture
 * @param features features of a prediction
 * @param models models of a partition
 * @param versions versions of a model in a partition
 */
public record LimitSettings(
    int record,
    int text,
    int classes,
    int dimension,
    int members,
    int components,
    int features,
    int models,
    int versions) {
  private static final Setting<Integer> RECORD =
      limit(
          "record",
          1_000_000,
          Range.between(1_000, 1_000_000_000),
          "The most bytes of a prediction or label, uncompressed.");
  private static final Setting<Integer> TEXT =
      limit(
          "text",
          256,
          Range.between(16, 10_000),
          "The most characters of an id, a model, a version, a segment attribute or its value, the"
              + " name of a feature or of a class. Model, version and segment have at most 2,500"
              + " bytes together in any case: no table takes a longer key.");
  private static final Setting<Integer> CLASSES =
      limit("classes", 10_000, Range.between(2, 1_000_000), "The most classes of a prediction.");
  private static final Setting<Integer> DIMENSION =
      limit(
          "dimension",
          100,
          Range.between(1, 10_000),
          "The most numbers that a prediction is over, and of a target.");
  private static final Setting<Integer> MEMBERS =
      limit(
          "members",
          1_000,
          Range.between(1, 1_000_000),
          "The most members of an ensemble, levels of a quantile forecast, and probabilities of"
              + " counts.");
  private static final Setting<Integer> COMPONENTS =
      limit("components", 100, Range.between(1, 10_000), "The most components of a mixture.");
  private static final Setting<Integer> FEATURES =
      limit("features", 1_000, Range.between(1, 100_000), "The most features of a prediction.");
  private static final Setting<Integer> MODELS =
      limit(
          "models",
          1_000,
          Range.between(1, 1_000_000),
          "The most models of which a partition of the predictions has any.");
  private static final Setting<Integer> VERSIONS =
      limit(
          "versions",
          200,
          Range.between(1, 100_000),
          "The most versions of a model that are not forgotten, in a partition of the predictions;"
              + " see `defaults.forget-after`. A request id in the field of the version makes a"
              + " version of each prediction.");

  static final List<Setting<?>> SETTINGS =
      List.of(RECORD, TEXT, CLASSES, DIMENSION, MEMBERS, COMPONENTS, FEATURES, MODELS, VERSIONS);

  /** Checks the limits. */
  public LimitSettings {
    RECORD.check(record);
    TEXT.check(text);
    CLASSES.check(classes);
    DIMENSION.check(dimension);
    MEMBERS.check(members);
    COMPONENTS.check(components);
    FEATURES.check(features);
    MODELS.check(models);
    VERSIONS.check(versions);
  }

  /** The defaults. */
  public static LimitSettings defaults() {
    return from(Values.NONE);
  }

  /** Whether a text may be a name: no database takes U+0000. */
  public boolean takes(String name) {
    return name.length() <= text && name.indexOf('\0') < 0;
  }

  static LimitSettings from(Values values) {
    return new LimitSettings(
        values.get(RECORD),
        values.get(TEXT),
        values.get(CLASSES),
        values.get(DIMENSION),
        values.get(MEMBERS),
        values.get(COMPONENTS),
        values.get(FEATURES),
        values.get(MODELS),
        values.get(VERSIONS));
  }

  private static Setting<Integer> limit(
      String key, int fallback, Range<Integer> range, String doc) {
    return new Setting<>("limits." + key, SettingType.INTEGER, fallback, range, doc);
  }
}
