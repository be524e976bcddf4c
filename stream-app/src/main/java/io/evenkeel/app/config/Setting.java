package io.evenkeel.app.config;

/**
 * A setting, declared once: parsing, defaults, errors and documentation are made from this.
 *
 * @param <T> type of the value
 * @param path its place in the file, dots between levels; a model's settings are relative to {@code
 *     defaults} and to {@code models.NAME}
 * @param type how its text is read and written
 * @param fallback the value when none is given
 * @param range the values that are allowed
 * @param doc what it does and in what unit it counts, one or two sentences in Markdown
 */
public record Setting<T>(String path, SettingType<T> type, T fallback, Range<T> range, String doc) {

  /** Checks the default, too. */
  public Setting {
    if (!range.holds().test(fallback)) {
      throw new IllegalArgumentException(path + ": default " + fallback + " is out of range");
    }
  }

  /**
   * The value of this text.
   *
   * @throws ConfigException if the text cannot be read or its value is not allowed
   */
  T parse(String text) {
    T value;
    try {
      value = type.read().apply(text);
    } catch (IllegalArgumentException e) {
      throw new ConfigException(path, text, "is not " + type.words() + "; " + remedy());
    }
    if (!range.holds().test(value)) {
      throw new ConfigException(path, text, "is not allowed; " + remedy());
    }
    return value;
  }

  /**
   * Refuses a value that is not allowed.
   *
   * @throws ConfigException if the value is out of range
   */
  void check(T value) {
    if (!range.holds().test(value)) {
      throw new ConfigException(path, text(value), "is not allowed; " + remedy());
    }
  }

  /** The value as a user would write it. */
  String text(T value) {
    return type.write().apply(value);
  }

  private String remedy() {
    String example = text(fallback);
    return "it must be "
        + range.words()
        + (example.isEmpty() ? "" : ", for example the default " + example);
  }
}
