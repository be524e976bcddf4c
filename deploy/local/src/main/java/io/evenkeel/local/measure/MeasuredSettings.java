package io.evenkeel.local.measure;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.local.broker.EmbeddedKafka;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The settings of what is measured: windows of an hour that advance by ten minutes. */
final class MeasuredSettings {
  private MeasuredSettings() {}

  /**
   * The settings of one application.
   *
   * @param kafka the broker
   * @param folder that keeps its state
   * @param id the application's
   * @param wait for labels
   */
  static AppConfig of(EmbeddedKafka kafka, Path folder, String id, Duration wait) {
    return AppConfig.of(usual(kafka, folder, id, wait));
  }

  /** The same, with some settings that are others. */
  static AppConfig of(
      EmbeddedKafka kafka, Path folder, String id, Duration wait, Map<String, String> others) {
    Map<String, String> settings = new HashMap<>(usual(kafka, folder, id, wait));
    settings.putAll(others);
    return AppConfig.of(settings);
  }

  private static Map<String, String> usual(
      EmbeddedKafka kafka, Path folder, String id, Duration wait) {
    return Map.of(
        "application-id",
        id,
        "kafka.bootstrap.servers",
        kafka.bootstrapServers(),
        "kafka.state.dir",
        folder.resolve("state").toString(),
        "kafka.auto.offset.reset",
        "earliest",
        "serde.properties.schema.registry.url",
        "mock://measure",
        "http.port",
        "0",
        "defaults.window.size",
        "1h",
        "defaults.window.advance",
        "10m",
        "defaults.labels.wait",
        wait.toDays() + "d");
  }
}
