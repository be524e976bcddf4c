package io.evenkeel.app.cli;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ConfigReader;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of every command that needs the configuration. */
final class ConfigOptions {
  @Option(
      names = {"-c", "--config"},
      paramLabel = "FILE",
      defaultValue = "${env:EVENKEEL_CONFIG}",
      description = "YAML file of settings. Default: the environment variable EVENKEEL_CONFIG.")
  private @Nullable Path file;

  @Option(
      names = "-D",
      paramLabel = "SETTING=VALUE",
      description =
          "Replaces a setting, for example -D models.churn.window.size=1d. It comes before the"
              + " environment (EVENKEEL__MODELS_CHURN_WINDOW_SIZE), which comes before the file.")
  private Map<String, String> settings = new LinkedHashMap<>();

  /** The file of settings, if one is given. */
  Optional<Path> file() {
    return Optional.ofNullable(file);
  }

  /** The file of settings as people name it. */
  String name() {
    return file == null ? "settings without -c" : file.toString();
  }

  /** The same, with another setting given as an option. */
  ConfigOptions with(String path, String value) {
    settings.put(path, value);
    return this;
  }

  /** The configuration: of defaults, image, file, environment and options the last that has it. */
  AppConfig read() {
    return read(Map.of());
  }

  /** The same, over the given settings, each of which any of these replaces. */
  AppConfig read(Map<String, String> before) {
    return read(before, file);
  }

  /** The same with another file of settings, or none. */
  AppConfig read(Map<String, String> before, @Nullable Path other) {
    ConfigReader reader = new ConfigReader().image(System.getenv()).options(before);
    if (other != null) {
      reader.file(other);
    }
    return reader.environment(System.getenv()).options(settings).read();
  }
}
