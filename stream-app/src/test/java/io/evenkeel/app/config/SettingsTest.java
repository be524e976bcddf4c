package io.evenkeel.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.TargetSpace;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SettingsTest {

  static Stream<Setting<?>> all() {
    return Stream.concat(AppConfig.SETTINGS.stream(), ModelSettings.SETTINGS.stream());
  }

  @ParameterizedTest
  @MethodSource("all")
  <T> void readsBackTheDefaultThatItShows(Setting<T> setting) {
    if (setting.type() != (Object) SettingType.MAP) {
      assertThat(setting.parse(setting.text(setting.fallback()))).isEqualTo(setting.fallback());
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void isDocumentedAsASentence(Setting<?> setting) {
    assertThat(setting.doc()).matches("[A-Z].*\\.|`.*\\.").doesNotContain("|");
    assertThat(setting.path()).matches("[a-z-]+(\\.[a-z-]+)*(\\.\\*)?");
  }

  @Test
  void holdsASettingForEveryComponentOfTheRecords() {
    int parts =
        Stream.of(
                WindowSettings.class,
                LabelSettings.class,
                ProfileSettings.class,
                EvidenceSettings.class,
                DriftSettings.class,
                AlertSettings.class,
                CostSettings.class)
            .mapToInt(record -> record.getRecordComponents().length)
            .sum();

    assertThat(ModelSettings.SETTINGS)
        .hasSize(
            parts
                + RuleSettings.SETTINGS.size()
                - 1
                + ModelSettings.class.getRecordComponents().length
                - 9);
    assertThat(TopicNames.SETTINGS).hasSize(TopicNames.class.getRecordComponents().length);
    assertThat(SerdeSettings.SETTINGS).hasSize(SerdeSettings.class.getRecordComponents().length);
    assertThat(HttpSettings.SETTINGS)
        .hasSize(
            HttpSettings.class.getRecordComponents().length
                + HttpLimits.class.getRecordComponents().length
                - 1);
    assertThat(BudgetSettings.SETTINGS).hasSize(BudgetSettings.class.getRecordComponents().length);
    assertThat(MonitorSettings.SETTINGS)
        .hasSize(MonitorSettings.class.getRecordComponents().length);
  }

  @Test
  void givesEverySettingAPathThatIsNotTheEndOfAnothers() {
    List<String> paths = ModelSettings.SETTINGS.stream().<String>map(Setting::path).toList();

    assertThat(paths).doesNotHaveDuplicates();
    assertThat(paths)
        .allSatisfy(path -> assertThat(paths).noneMatch(other -> other.endsWith("." + path)));
  }

  @Test
  void hashesWhatASettingMeansAndNotHowItIsWritten() {
    String hash = hash("defaults.window.size=3h", "defaults.drift.alpha=0.01");

    assertThat(hash("defaults.window.size=180m", "defaults.drift.alpha=1e-2")).isEqualTo(hash);
    assertThat(hash("defaults.window.size=3h", "defaults.drift.alpha=0.011")).isNotEqualTo(hash);
  }

  @Test
  void hashesEverySettingThatVerdictsDependOn() {
    String hash = hash();

    assertThat(hash("defaults.classes=a,b")).isNotEqualTo(hash);
    assertThat(hash("defaults.labels.min=31")).isNotEqualTo(hash);
    assertThat(hash("defaults.drift.reference=previous")).isNotEqualTo(hash);
    assertThat(hash("defaults.drift.reference=file:a.yaml"))
        .isNotEqualTo(hash)
        .isEqualTo(hash("defaults.drift.reference=file:/b/c.yaml"));
    assertThat(hash("defaults.forget-after=1d", "defaults.alert.hold=1h")).isEqualTo(hash);
  }

  private static String hash(String... settings) {
    Map<String, String> given = new HashMap<>();
    for (String setting : settings) {
      String[] parts = setting.split("=", 2);
      given.put(parts[0], parts[1]);
    }
    return AppConfig.of(given).defaults().hash("");
  }

  @ParameterizedTest
  @CsvSource({
    "250ms, PT0.25S",
    "90s, PT1M30S",
    "10m, PT10M",
    "1h, PT1H",
    "7d, PT168H",
    "PT1H30M, PT1H30M",
    "P1DT1S, PT24H1S",
    "0s, PT0S",
    "36500d, PT876000H"
  })
  void readsDurations(String text, Duration duration) {
    assertThat(SettingType.DURATION.read().apply(text)).isEqualTo(duration);
    String shown = Durations.text(duration);
    assertThat(SettingType.DURATION.read().apply(shown)).isEqualTo(duration);
  }

  @ParameterizedTest
  @CsvSource({"0s", "250ms", "90s", "10m", "90m", "36h", "7d"})
  void showsDurationsInTheLargestUnitThatIsExact(String text) {
    Duration duration = SettingType.DURATION.read().apply(text);
    assertThat(Durations.text(duration)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "1",
    "h",
    "-1h",
    "1 h",
    "1w",
    "1.5h",
    "PT0.0001S",
    "-PT1S",
    "36501d",
    "99999999999999999999s",
    "9223372036854775807d",
    "P1Y"
  })
  void refusesWhatIsNoDuration(String text) {
    assertThatThrownBy(() -> AppConfig.of(Map.of("monitor.idle-timeout", text)))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "monitor.idle-timeout = '"
                + text
                + "' (-D): is not a duration of whole milliseconds, up to 36500d, such as 90s, 10m,"
                + " 1h, 7d or PT1H30M; it must be at least 1ms, for example the default 1m");
  }

  @ParameterizedTest
  @CsvSource({
    "application-id, bad name",
    "topics.predictions, ..",
    "topics.labels, a/b",
    "serde.serializer, not a class",
    "serde.deserializer, a..B",
    "http.host, a b",
    "http.port, -1",
    "http.port, 65536",
    "http.port, 1.5",
    "monitor.emit-interval, 0s",
    "monitor.idle-timeout, 0s",
    "monitor.early-label-wait, 0s",
    "monitor.unknown-models, yes",
    "defaults.window.size, 0s",
    "defaults.window.advance, 0s",
    "defaults.labels.min-coverage, 0",
    "defaults.labels.min-coverage, 1.1",
    "defaults.labels.min-coverage, NaN",
    "defaults.labels.delay, maybe",
    "defaults.labels.min, 0",
    "defaults.profile.sample, 1",
    "defaults.profile.locations, 0",
    "defaults.profile.locations, 1025",
    "defaults.profile.reservoir, 1",
    "defaults.profile.seed, x",
    "defaults.segments, +",
    "defaults.segments, country+",
    "defaults.segments, country+country",
    "defaults.segments, country + country",
    "defaults.segments, country + ",
    "defaults.segments, 'country+device,device+country'",
    "defaults.evidence.alpha, 0",
    "defaults.evidence.alpha, 1e-17",
    "defaults.evidence.alpha, 1",
    "defaults.evidence.alpha, NaN",
    "defaults.alert.breaches, 0",
    "defaults.alert.windows, 1001",
    "defaults.alert.breaches, 0",
    "defaults.classes, 'a,a'",
    "defaults.classes, 'a,,b'",
    "defaults.segments, 'a,a'",
    "defaults.probability-tolerance, 1e-7",
    "defaults.probability-tolerance, 2e-3",
    "defaults.evidence.tolerance, -0.01",
    "defaults.evidence.tolerance, 1.5 nats",
    "defaults.evidence.tolerance, 0.001 bits",
    "defaults.evidence.tolerance, nats",
    "defaults.evidence.tolerance, NaN nats",
    "defaults.evidence.label-noise, 0.02",
    "defaults.evidence.label-noise, NaN",
    "models.churn.evidence.alpha, 2",
  })
  void refusesValuesOutOfRange(String path, String value) {
    assertThatThrownBy(() -> AppConfig.of(Map.of(path, value)))
        .isInstanceOf(ConfigException.class)
        .hasMessageMatching(
            java.util.regex.Pattern.quote(path + " = '" + value + "' (-D): is not ")
                + ".*; it must be .*");
  }

  @Test
  void takesAttributesThatAreJoinedWithSpacesAsThoseWithout() {
    AppConfig config =
        AppConfig.of(Map.of("defaults.segments", " country + device ,device +age , of customer"));

    assertThat(config.defaults().segments())
        .containsExactly("country+device", "device+age", "of customer");
  }

  @ParameterizedTest
  @CsvSource({
    "http.port, 0",
    "http.port, 65535",
    "monitor.max-clock-skew, 0s",
    "defaults.labels.wait, 0s",
    "defaults.labels.min-coverage, 1",
    "defaults.labels.min-coverage, none",
    "defaults.labels.min, 1",
    "defaults.profile.sample, 32",
    "defaults.profile.locations, 256",
    "defaults.profile.seed, -9223372036854775808",
    "defaults.evidence.alpha, 0.999",
    "defaults.evidence.tolerance, 0",
    "defaults.evidence.tolerance, 1 nats",
    "defaults.evidence.label-noise, 0",
    "defaults.alert.windows, 1000",
    "defaults.alert.breaches, 1",
    "defaults.probability-tolerance, 1e-3",
    "defaults.classes, ''",
  })
  void takesValuesOnTheirBounds(String path, String value) {
    assertThat(AppConfig.of(Map.of(path, value))).isNotNull();
  }

  @Test
  void convertsAToleranceInNatsByTheTargets() {
    AppConfig config = AppConfig.of(Map.of("models.churn.evidence.tolerance", "0.001 nats"));
    TolerableError inNats = config.model("churn").evidence().tolerance();
    TolerableError inParameters = config.model("other").evidence().tolerance();

    assertThat(inNats.epsilon(TargetSpace.classes(2))).isCloseTo(0.0675, within(1e-4));
    assertThat(inNats.epsilon(TargetSpace.reals(10))).isCloseTo(0.01, within(1e-12));
    assertThat(inParameters.epsilon(TargetSpace.reals(10))).isEqualTo(0.02);
    assertThat(config.model("churn").hash("")).isNotEqualTo(config.model("other").hash(""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "defaults.window.advance # 50m # window.size = '1h': is not a multiple of window.advance ="
            + " 50m; choose sizes of which one divides the other",
        "defaults.profile.locations # 257 # profile.locations = '257' (-D): is more than"
            + " profile.sample = 256; locations are drawn from the sample",
        "defaults.alert.breaches # 5 # alert.breaches = '5' (-D): is more than alert.windows = 4"
            + " and would never fire; make it at most that",
        "defaults.evidence.restart # 15m # evidence.restart = '15m' (-D): is not a multiple of"
            + " window.advance = 10m; evidence can restart only where a pane starts",
        "defaults.labels.lag # 365d # labels.lag = '365d' (-D): makes 52561 panes of window.advance ="
            + " 10m overlap, and 1000 are the most; make panes longer",
        "defaults.classes # only # classes = 'only' (-D): is a single class; name all of them, or"
            + " none",
      })
  void refusesValuesThatDoNotFitTogether(String path, String value, String message) {
    assertThatThrownBy(() -> AppConfig.of(Map.of(path, value)))
        .isInstanceOf(ConfigException.class)
        .hasMessage("defaults." + message);
  }

  @ParameterizedTest
  @CsvSource({"0s, 1", "1ms, 2", "21d, 4", "28d, 5", "29d, 6"})
  void aLagOverlapsWithAsManyPanesAsAPaneAndTheLagTouch(String lag, int panes) {
    Map<String, String> weekly =
        Map.of(
            "defaults.labels.lag", lag,
            "defaults.window.size", "7d",
            "defaults.window.advance", "7d");

    assertThat(AppConfig.of(weekly).model("any").overlap().panes()).isEqualTo(panes);
  }

  @Test
  void aChallengerMayBeWhatIsRecalibratedAndNoOtherTopic() {
    AppConfig config = AppConfig.of(Map.of("topics.challenger", "evenkeel.recalibrated"));
    assertThat(config.topics().challenger()).isEqualTo(config.topics().recalibrated());
    assertThatThrownBy(() -> AppConfig.of(Map.of("topics.challenger", "evenkeel.labels")))
        .hasMessageContaining("evenkeel.labels")
        .hasMessageContaining("is the name of two topics");
  }

  @Test
  void refusesOneNameForTwoTopics() {
    assertThatThrownBy(() -> AppConfig.of(Map.of("topics.labels", "evenkeel.predictions")))
        .hasMessage(
            "topics = 'evenkeel.predictions': is the name of two topics; give each topic a name of"
                + " its own");
  }

  @Test
  void refusesATokenForWhatIsOpen() {
    Map<String, String> both = Map.of("http.open", "true", "http.token", "0123456789abcdef");

    assertThatThrownBy(() -> AppConfig.of(both))
        .hasMessage(
            "http.open = 'true' (-D): contradicts http.token, which is set too; remove one of them");
  }

  @Test
  void neverTellsTheToken() {
    String secret = "correct-horse-battery";

    assertThat(AppConfig.of(Map.of("http.token", secret)).toString()).doesNotContain(secret);
    assertThatThrownBy(() -> AppConfig.of(Map.of("http.token", "too short")))
        .hasMessageStartingWith(
            "http.token = '[hidden]' (-D): is not allowed; it must be empty, or at")
        .message()
        .doesNotContain("too short");
  }

  @Test
  void checksValuesThatWereNotReadFromText() {
    assertThatThrownBy(() -> new HttpLimits(Duration.ofSeconds(1), Duration.ZERO, 1))
        .hasMessage(
            "http.response-timeout = '0s': is not allowed; it must be at least 1ms, for example"
                + " the default 30s");
    assertThatThrownBy(
            () -> new WindowSettings(Duration.ofNanos(1), Duration.ofNanos(1), Duration.ZERO))
        .hasMessageStartingWith("window.size = 'PT0.000000001S': is not allowed; ");
    OptionalDouble tooMuch = OptionalDouble.of(2);
    assertThatThrownBy(
            () ->
                new LabelSettings(
                    Duration.ZERO, tooMuch, false, 1, false, OptionalInt.empty(), Duration.ZERO))
        .hasMessageStartingWith("labels.min-coverage = '2.0': is not allowed; ");
  }
}
