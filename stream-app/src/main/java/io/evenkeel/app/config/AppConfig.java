package io.evenkeel.app.config;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The whole configuration.
 *
 * @param applicationId name of the application: consumer group, prefix of its internal topics and
 *     transactions
 * @param kafka properties of every Kafka client and of Kafka Streams
 * @param topics names of the topics
 * @param serde how events become bytes
 * @param http where health and metrics are served
 * @param alertmanager who receives alerts over HTTP
 * @param monitor how the application as a whole watches
 * @param limits how large events may be, and how many models and versions there may be
 * @param privacy what is not kept of predictions as it comes
 * @param budget how many false alarms all series together may raise
 * @param defaults how a model is watched unless it says otherwise
 * @param models how the listed models are watched, by name
 */
public record AppConfig(
    String applicationId,
    Map<String, String> kafka,
    TopicNames topics,
    SerdeSettings serde,
    HttpSettings http,
    AlertmanagerSettings alertmanager,
    MonitorSettings monitor,
    LimitSettings limits,
    PrivacySettings privacy,
    BudgetSettings budget,
    ModelSettings defaults,
    Map<String, ModelSettings> models) {
  private static final Setting<String> APPLICATION_ID =
      new Setting<>(
          "application-id",
          SettingType.TEXT,
          "evenkeel",
          Range.matching("[a-zA-Z0-9._-]{1,100}", "1 to 100 of a-z A-Z 0-9 . _ -"),
          "Name of the application: its consumer group and the prefix of its internal topics and"
              + " transactions. Another name starts from the beginning.");
  private static final Setting<Map<String, String>> KAFKA =
      new Setting<>(
          "kafka.*",
          SettingType.MAP,
          Map.of(),
          Range.anyMap(),
          "Properties of every Kafka client and of Kafka Streams, handed on as they are;"
              + " `kafka.bootstrap.servers` is needed.");

  static final List<Setting<?>> SETTINGS =
      Stream.of(
              List.<Setting<?>>of(APPLICATION_ID, KAFKA),
              TopicNames.SETTINGS,
              SerdeSettings.SETTINGS,
              HttpSettings.SETTINGS,
              AlertmanagerSettings.SETTINGS,
              MonitorSettings.SETTINGS,
              LimitSettings.SETTINGS,
              PrivacySettings.SETTINGS,
              BudgetSettings.SETTINGS)
          .<Setting<?>>flatMap(List::stream)
          .toList();

  /** Checks what no part can check alone. */
  public AppConfig {
    APPLICATION_ID.check(applicationId);
    kafka = Map.copyOf(kafka);
    models = Map.copyOf(models);
    if (kafka.containsKey("application.id")) {
      throw new ConfigException(
          "kafka.application.id", "has a setting of its own; use application-id");
    }
    privacy.checkFits(defaults, models);
    Inhibition.checkNoCircle(defaults, models);
    if (!monitor.monitorUnknownModels()) {
      Inhibition.checkListed(defaults, models);
    }
    int request = RequestSize.value(kafka);
    defaults.profile().checkFits(request);
    models.values().forEach(model -> model.profile().checkFits(request));
  }

  /**
   * The configuration with these settings and defaults for the others; without any, there is
   * neither a broker nor a listed model.
   *
   * @param settings texts by path, for example {@code models.churn.window.size} to {@code 1d}
   * @throws ConfigException if a setting is unknown or its value cannot be used
   */
  public static AppConfig of(Map<String, String> settings) {
    return new ConfigReader().options(settings).read();
  }

  /** The same for other Alertmanagers. */
  public AppConfig withAlertmanager(AlertmanagerSettings other) {
    return with(other, monitor);
  }

  /** The same without provisional verdicts. */
  public AppConfig withoutProvisionalVerdicts() {
    return with(alertmanager, monitor.withoutProvisionalVerdicts());
  }

  private AppConfig with(AlertmanagerSettings otherAlertmanager, MonitorSettings otherMonitor) {
    return new AppConfig(
        applicationId,
        kafka,
        topics,
        serde,
        http,
        otherAlertmanager,
        otherMonitor,
        limits,
        privacy,
        budget,
        defaults,
        models);
  }

  /**
   * Name of the application that applies maps: its consumer group and the prefix of its
   * transactions. Each topic that it may write to has another, so that they do not share the work.
   */
  public String mapsApplicationId() {
    return applicationId + "-apply-maps-" + topics.recalibrated();
  }

  /**
   * Name of the application that compares two versions: its consumer group and the prefix of its
   * internal topics and transactions. Each topic of challengers has another.
   */
  public String comparisonApplicationId() {
    return applicationId + "-compare-" + topics.challenger();
  }

  /** How the model is watched: as listed, else by the defaults. */
  public ModelSettings model(String name) {
    return models.getOrDefault(name, defaults);
  }

  /** The share of a model's labels that may be wrong. */
  public double labelNoise(String model) {
    return model(model).evidence().labelNoise();
  }

  /** How models are watched: those that are listed and, unless they are refused, all others. */
  public Stream<ModelSettings> watched() {
    Stream<ModelSettings> others =
        monitor.monitorUnknownModels() ? Stream.of(defaults) : Stream.empty();
    return Stream.concat(models.values().stream(), others);
  }

  /** Whether the model is listed. */
  public boolean knows(String name) {
    return models.containsKey(name);
  }

  static AppConfig from(Values values, ModelSettings defaults, Map<String, ModelSettings> models) {
    return new AppConfig(
        values.get(APPLICATION_ID),
        values.map(KAFKA),
        TopicNames.from(values),
        SerdeSettings.from(values),
        HttpSettings.from(values),
        AlertmanagerSettings.from(values),
        MonitorSettings.from(values),
        LimitSettings.from(values),
        PrivacySettings.from(values),
        BudgetSettings.from(values),
        defaults,
        models);
  }

  /** Everything but secrets. */
  @Override
  public String toString() {
    return "AppConfig[applicationId="
        + applicationId
        + ", kafka="
        + Secrets.mask(kafka)
        + ", topics="
        + topics
        + ", serde="
        + serde
        + ", http="
        + http
        + ", alertmanager="
        + alertmanager
        + ", monitor="
        + monitor
        + ", limits="
        + limits
        + ", privacy="
        + privacy
        + ", budget="
        + budget
        + ", defaults="
        + defaults
        + ", models="
        + models
        + "]";
  }
}
