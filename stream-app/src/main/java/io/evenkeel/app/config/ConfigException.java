package io.evenkeel.app.config;

/**
 * A setting that cannot be used. The message names the setting, its value (never a secret), where
 * it was given if that is known, what is wrong and what to do.
 */
public final class ConfigException extends IllegalArgumentException {
  private final transient Message message;
  private final boolean located;

  /**
   * A value that cannot be used.
   *
   * @param path the setting, for example {@code window.size}
   * @param value its value as text; masked if the path says that it is a secret
   * @param problem what is wrong and what to do, without a full stop
   */
  public ConfigException(String path, String value, String problem) {
    this(new Message(path, " = '" + Secrets.mask(path, value) + "'", "", problem), false);
  }

  /**
   * A setting that is missing, unknown or given twice.
   *
   * @param path the setting, for example {@code window.size}
   * @param problem what is wrong and what to do, without a full stop
   */
  public ConfigException(String path, String problem) {
    this(new Message(path, "", "", problem), false);
  }

  private ConfigException(Message message, boolean located) {
    super(message.toString());
    this.message = message;
    this.located = located;
  }

  private record Message(String path, String value, String origin, String problem) {
    @Override
    public String toString() {
      return path + value + (origin.isEmpty() ? "" : " (" + origin + ")") + ": " + problem;
    }
  }

  /** The setting that cannot be used. */
  public String path() {
    return message.path();
  }

  /**
   * The same, with the full path of the setting and the place where it was given; this one if it
   * names them already.
   *
   * @param fullPath the path from the top of the file
   * @param origin where the value was given, for example {@code evenkeel.yaml, line 3}; may be
   *     empty
   */
  ConfigException at(String fullPath, String origin) {
    return located
        ? this
        : new ConfigException(
            new Message(fullPath, message.value(), origin, message.problem()), true);
  }
}
