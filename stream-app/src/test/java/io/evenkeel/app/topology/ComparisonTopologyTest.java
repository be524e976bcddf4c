package io.evenkeel.app.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.app.TestStores;
import io.evenkeel.app.codec.Cluster;
import io.evenkeel.app.codec.Heartbeat;
import io.evenkeel.app.codec.LabelCodec;
import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionCodec;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.app.compare.Plan;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.app.state.StoreNames;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertChange;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Better;
import io.evenkeel.schemas.Comparison;
import io.evenkeel.schemas.Severity;
import io.evenkeel.schemas.Silence;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.BuiltInDslStoreSuppliers.InMemoryDslStoreSuppliers;
import org.apache.kafka.streams.state.DslKeyValueParams;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.internals.InMemoryKeyValueStore;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ComparisonTopologyTest {
  private static final String AVRO = "serde.properties.schema.registry.url=mock://compare";
  private static final String[] JSON = {
    "serde.serializer=io.evenkeel.app.serde.JsonSerializer",
    "serde.deserializer=io.evenkeel.app.serde.JsonDeserializer"
  };
  private static final String KEY = "churn|1|2|shadow";
  private static final Instant MADE = Instant.parse("2026-01-07T00:00:00Z");
  private static final Instant STARTED = Instant.parse("2026-02-01T00:00:00Z");

  @TempDir private Path directory;

  private final List<Comparison> comparisons = new ArrayList<>();
  private final List<Alert> alerts = new ArrayList<>();

  @SuppressWarnings("NullAway.Init")
  private AppConfig config;

  private @Nullable TopologyTestDriver driver;

  private double alpha = 0.01;

  /** Stores that begin with what those of the same name held when the last driver was stopped. */
  public static final class Kept extends InMemoryDslStoreSuppliers {
    private static final Map<String, Map<Bytes, byte[]>> CONTENTS = new HashMap<>();

    @Override
    public KeyValueBytesStoreSupplier keyValueStore(DslKeyValueParams params) {
      KeyValueBytesStoreSupplier inMemory = super.keyValueStore(params);
      return new KeyValueBytesStoreSupplier() {
        @Override
        public String name() {
          return inMemory.name();
        }

        @Override
        public KeyValueStore<Bytes, byte[]> get() {
          return new InMemoryKeyValueStore(name()) {
            @Override
            public void init(StateStoreContext context, StateStore root) {
              super.init(context, root);
              CONTENTS.getOrDefault(name(), Map.of()).forEach(this::put);
            }
          };
        }

        @Override
        public String metricsScope() {
          return inMemory.metricsScope();
        }
      };
    }
  }

  private void restart(String... settings) {
    for (String name : List.of(StoreNames.CASES, StoreNames.PAIRS, StoreNames.OUTCOMES)) {
      Map<Bytes, byte[]> contents = new HashMap<>();
      try (var all = TestStores.bytes(driver().getKeyValueStore(name)).all()) {
        all.forEachRemaining(entry -> contents.put(entry.key, entry.value));
      }
      Kept.CONTENTS.put(name, contents);
    }
    start(settings);
  }

  @BeforeEach
  void startByAvro() {
    Kept.CONTENTS.clear();
    start(AVRO);
  }

  @AfterEach
  void stop() {
    if (driver != null) {
      driver.close();
      driver = null;
    }
  }

  private void start(String... settings) {
    stop();
    Map<String, String> all = new HashMap<>();
    all.put("topics.challenger", "shadow");
    all.put("defaults.window.size", "1h");
    all.put("defaults.window.advance", "1h");
    all.put("defaults.labels.wait", "1d");
    Stream.of(settings)
        .map(setting -> setting.split("=", 2))
        .forEach(setting -> all.put(setting[0], setting[1]));
    config = AppConfig.of(all);
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, config.comparisonApplicationId());
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:9092");
    properties.put(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
    properties.put(StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG, Kept.class);
    properties.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
    driver =
        new TopologyTestDriver(
            ComparisonTopology.build(
                config, new StreamsConfig(properties), new Plan(alpha, Duration.ofHours(1))),
            properties,
            STARTED);
  }

  private TopologyTestDriver driver() {
    return Objects.requireNonNull(driver);
  }

  // --- events

  private TestInputTopic<String, byte[]> input(String topic) {
    return driver().createInputTopic(topic, new StringSerializer(), new ByteArraySerializer());
  }

  private byte[] bytes(String topic, Object record) {
    return AvroSerdes.of(config.serde(), config.topics()).serializer().serialize(topic, record);
  }

  private void send(String topic, String id, Object record) {
    input(topic).pipeInput(id, bytes(topic, record), STARTED);
  }

  private static PredictionEvent event(
      String id, String version, Instant madeAt, PredictiveDistribution distribution) {
    return new PredictionEvent(
        id, "churn", version, madeAt.toEpochMilli(), Map.of(), Map.of(), distribution);
  }

  private void champion(PredictionEvent event) {
    send(config.topics().predictions(), event.id(), PredictionCodec.encode(event));
  }

  private void challenger(PredictionEvent event) {
    send("shadow", event.id(), PredictionCodec.encode(event));
  }

  private void champion(String id, double p) {
    champion(event(id, "1", MADE, binary(p)));
  }

  private void challenger(String id, double p) {
    challenger(event(id, "2", MADE, binary(p)));
  }

  private void label(String id, Instant knownAt, int revision, RawTarget target) {
    send(
        config.topics().labels(),
        id,
        LabelCodec.encode(new LabelEvent(id, knownAt.toEpochMilli(), revision, target)));
  }

  private void label(String id, int target) {
    label(id, MADE.plusSeconds(60), 0, new RawTarget.Index(target));
  }

  private static Categorical binary(double p) {
    return Categorical.of(1 - p, p);
  }

  private void complete(String id, double champion, double challenger, int target) {
    champion(id, champion);
    challenger(id, challenger);
    label(id, target);
  }

  // --- results

  private void settle() {
    driver().advanceWallClockTime(Duration.ofSeconds(1));
    this.<Comparison>read(config.topics().comparisons()).forEach(one -> comparisons.add(one.value));
    this.<Alert>read(config.topics().alerts())
        .forEach(
            one -> {
              assertThat(one.key).isEqualTo(one.value.getFingerprint());
              alerts.add(one.value);
            });
  }

  @SuppressWarnings("unchecked")
  private <V> List<KeyValue<String, V>> read(String topic) {
    var reader = AvroSerdes.of(config.serde(), config.topics()).deserializer();
    return driver()
        .createOutputTopic(topic, new StringDeserializer(), new ByteArrayDeserializer())
        .readKeyValuesToList()
        .stream()
        .map(one -> KeyValue.pair(one.key, (V) reader.deserialize(topic, one.value)))
        .toList();
  }

  private Comparison newest() {
    settle();
    return comparisons.get(comparisons.size() - 1);
  }

  private List<String> keys(String store) {
    List<String> keys = new ArrayList<>();
    try (var all = driver().<String, Object>getKeyValueStore(store).all()) {
      all.forEachRemaining(entry -> keys.add(entry.key));
    }
    return keys;
  }

  // --- the join

  static Stream<List<String>> orders() {
    List<String> parts = List.of("champion", "challenger", "label");
    return parts.stream()
        .flatMap(a -> parts.stream().map(b -> List.of(a, b)))
        .filter(two -> !two.get(0).equals(two.get(1)))
        .map(
            two -> {
              List<String> all = new ArrayList<>(two);
              parts.stream().filter(part -> !two.contains(part)).forEach(all::add);
              return all;
            });
  }

  @ParameterizedTest
  @MethodSource("orders")
  void countsACaseOnceItsThreeEventsHaveComeInAnyOrder(List<String> order) {
    for (String part : order) {
      settle();
      assertThat(comparisons).isEmpty();
      switch (part) {
        case "champion" -> champion("a", 0.6);
        case "challenger" -> challenger("a", 0.9);
        default -> label("a", 1);
      }
    }

    Comparison one = newest();
    assertThat(one.getN()).isEqualTo(1);
    assertThat(one.getDifference()).isCloseTo(2 * 0.4 * 0.4 - 2 * 0.1 * 0.1, within(1e-12));
    assertThat(one.getBetter()).isEqualTo(Better.UNDECIDED);
    assertThat(one.getSince()).isEqualTo(MADE);
    assertThat(one.getUntil()).isEqualTo(MADE.plusSeconds(60));
    assertThat(List.of(one.getModel(), one.getChampion(), one.getChallenger()))
        .containsExactly("churn", "1", "2");
    assertThat(one.getChallengerTopic()).isEqualTo("shadow");
    assertThat(one.getWords())
        .isEqualTo(
            "challenger 2 is shown to be neither better nor worse than 1: Brier score 0.3 lower (-2"
                + " to 2) on 1 labels");
  }

  @Test
  void readsAndWritesJson() {
    start(JSON);
    complete("a", 0.6, 0.9, 1);

    assertThat(newest().getN()).isEqualTo(1);
  }

  @Test
  void takesTheFirstOfEachAndPassesOverWhatComesAgain() {
    champion("a", 0.6);
    champion("a", 0.1);
    challenger("a", 0.9);
    challenger("a", 0.2);
    label("a", 1);
    double difference = newest().getDifference();
    label("a", MADE.plusSeconds(90), 1, new RawTarget.Index(0));
    complete("a", 0.1, 0.2, 0);
    complete("b", 0.6, 0.9, 1);

    Comparison two = newest();
    assertThat(two.getN()).isEqualTo(2);
    assertThat(two.getDifference()).isCloseTo(difference, within(1e-12)).isPositive();
  }

  @Test
  void comparesTheVersionsOfEachCase() {
    complete("a", 0.6, 0.9, 1);
    champion(event("b", "1", MADE, binary(0.6)));
    challenger(event("b", "3", MADE, binary(0.7)));
    label("b", 1);
    settle();

    assertThat(comparisons).extracting(Comparison::getChallenger).containsExactly("2", "3");
    assertThat(comparisons).extracting(Comparison::getN).containsExactly(1L, 1L);
  }

  @Test
  void saysAtMostOnceASecondWhatIsNew() {
    for (int i = 0; i < 50; i++) {
      complete("a" + i, 0.6, 0.9, i % 2);
    }
    settle();
    settle();

    assertThat(comparisons).extracting(Comparison::getN).containsExactly(50L);
  }

  // --- bad input

  @Test
  void goesOnAfterWhatCannotBeUsed() {
    for (String topic :
        List.of(config.topics().predictions(), "shadow", config.topics().labels())) {
      input(topic).pipeInput("a", new byte[] {1, 2, 3}, STARTED);
      input(topic).pipeInput(null, new byte[0], STARTED);
      input(topic).pipeInput("a", null, STARTED);
      input(topic)
          .pipeInput(
              new TestRecord<>(
                  "churn",
                  null,
                  new Heartbeat("churn", MADE).toRecord(topic, 0).headers(),
                  STARTED));
    }
    input("shadow")
        .pipeInput(
            "b",
            bytes("shadow", PredictionCodec.encode(event("a", "2", MADE, binary(0.5)))),
            STARTED);
    challenger(event("a", "2", STARTED.plus(Duration.ofDays(9)), binary(0.5)));
    challenger(event("a", "2", MADE, Normal.of(0, 1)));
    challenger(event("a", "x".repeat(300), MADE, binary(0.5)));
    assertThat(keys(StoreNames.CASES)).isEmpty();
    complete("a", 0.6, 0.9, 1);

    assertThat(newest().getN()).isEqualTo(1);
  }

  @Test
  void leavesOutCasesThatCannotBeCompared() {
    champion(event("space", "1", MADE, Categorical.of(0.2, 0.3, 0.5)));
    challenger("space", 0.9);
    label("space", 1);
    champion("model", 0.6);
    challenger(
        new PredictionEvent(
            "model", "fraud", "2", MADE.toEpochMilli(), Map.of(), Map.of(), binary(0.9)));
    label("model", 1);
    complete("class", 0.6, 0.9, 7);
    champion("name", 0.6);
    challenger("name", 0.9);
    label("name", MADE, 0, new RawTarget.Name("leaves"));
    champion("late", 0.6);
    challenger("late", 0.9);
    label("late", MADE.plus(Duration.ofHours(26)), 0, new RawTarget.Index(1));
    settle();

    assertThat(comparisons).isEmpty();
    // None of them gets a second chance.
    label("class", 1);
    complete("a", 0.6, 0.9, 1);
    assertThat(newest().getN()).isEqualTo(1);
  }

  @Test
  void takesNamesOfClassesFromTheSettings() {
    start(AVRO, "models.churn.classes=stays, leaves");
    champion("a", 0.6);
    challenger("a", 0.9);
    label("a", MADE, 0, new RawTarget.Name("leaves"));

    assertThat(newest().getDifference()).isPositive();
  }

  @Test
  void takesNoMoreVersionsOfAModelThanTheLimit() {
    start(AVRO, "limits.versions=3");
    for (int i = 0; i < 9; i++) {
      champion(event("a" + i, "1", MADE, binary(0.6)));
      challenger(event("a" + i, "v" + i, MADE, binary(0.9)));
      label("a" + i, 1);
    }
    settle();

    // All pairs come to one partition here.
    assertThat(comparisons).hasSize(3);
  }

  // --- what depends on each other

  private static PredictionEvent shared(String id, String version, double p, double weight) {
    return new PredictionEvent(
        id,
        "churn",
        version,
        MADE.toEpochMilli(),
        Map.of(),
        Map.of(),
        binary(p),
        new Cluster("match", weight == 0 ? OptionalDouble.empty() : OptionalDouble.of(weight)));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.1})
  void countsOneCaseOfASharedOutcome(double weight) {
    for (int i = 0; i < 10; i++) {
      champion(shared("a" + i, "1", 0.6, weight));
      challenger(shared("a" + i, "2", 0.9, weight));
      label("a" + i, 1);
    }

    assertThat(newest().getN()).isEqualTo(1);
  }

  @Test
  void countsNoCaseWhoseOutcomeMayBeSharedAndHasNoName() {
    start(AVRO, "defaults.labels.rows-per-outcome=4");
    complete("a", 0.6, 0.9, 1);
    settle();

    assertThat(comparisons).isEmpty();
  }

  @Test
  void countsPanesWhoseTargetsDoNotOverlap() {
    start(AVRO, "defaults.labels.lag=4h");
    for (int hour = 0; hour < 24; hour++) {
      String id = "a" + hour;
      Instant madeAt = MADE.plus(Duration.ofHours(hour));
      champion(event(id, "1", madeAt, binary(0.6)));
      challenger(event(id, "2", madeAt, binary(0.9)));
      label(id, madeAt.plus(Duration.ofHours(4)), 0, new RawTarget.Index(1));
    }

    int panes = config.model("churn").overlap().panes();
    assertThat(panes).isGreaterThan(3);
    assertThat(newest().getN()).isEqualTo((24 + panes - 1) / panes);
  }

  @Test
  void forgetsSharedOutcomesWhoseLabelsAreIn() {
    champion(shared("a", "1", 0.6, 0));
    challenger(shared("a", "2", 0.9, 0));
    label("a", 1);
    Instant later = MADE.plus(Duration.ofDays(3));
    champion(event("b", "1", later, binary(0.6)));
    challenger(event("b", "2", later, binary(0.9)));
    assertThat(keys(StoreNames.OUTCOMES)).containsExactly(KEY + "|match");
    label("b", later, 0, new RawTarget.Index(1));
    settle();

    assertThat(keys(StoreNames.OUTCOMES)).isEmpty();
  }

  // --- what waits

  @Test
  void forgetsACaseWhenItsModelHasGoneOnForLongEnough() {
    champion("a", 0.6);
    complete("b", 0.6, 0.9, 1);
    assertThat(keys(StoreNames.CASES)).hasSize(2);
    // The pane ends after an hour, the wait is a day, grace a minute and patience an hour.
    champion(event("c", "1", MADE.plus(Duration.ofHours(26)), binary(0.6)));
    settle();
    assertThat(keys(StoreNames.CASES)).hasSize(3);
    champion(event("d", "1", MADE.plus(Duration.ofHours(27)), binary(0.6)));
    settle();

    assertThat(keys(StoreNames.CASES)).hasSize(2);
    challenger("a", 0.9);
    label("a", 1);
    assertThat(newest().getN()).isEqualTo(1);
  }

  @Test
  void eventsOfOneModelAndBadOnesForgetNothingOfAnother() {
    champion("a", 0.6);
    champion(
        new PredictionEvent(
            "x", "fraud", "1", STARTED.toEpochMilli(), Map.of(), Map.of(), binary(0.5)));
    input("shadow").pipeInput("y", new byte[] {1}, STARTED);
    label("z", STARTED, 0, new RawTarget.Index(1));
    settle();

    challenger("a", 0.9);
    label("a", 1);
    assertThat(newest().getN()).isEqualTo(1);
  }

  @Test
  void forgetsALabelWhosePredictionsNeverCome() {
    start(AVRO, "monitor.early-label-wait=2m");
    label("a", 1);
    settle();
    assertThat(keys(StoreNames.CASES)).hasSize(1);
    driver().advanceWallClockTime(Duration.ofMinutes(3));

    assertThat(keys(StoreNames.CASES)).isEmpty();
  }

  // --- the life of an alert

  /** Cases of which so many went for the challenger, the others for the champion. */
  private void cases(String prefix, int count, boolean isForChallenger) {
    for (int i = 0; i < count; i++) {
      complete(prefix + i, 0.5, 0.9, isForChallenger ? 1 : 0);
    }
    settle();
  }

  @Test
  void alertsWhenTheChallengerIsBetterUntilThatIsNoLongerShown() {
    start(AVRO, "http.public-url=http://monitor", "defaults.alert.runbook=http://wiki/compare");
    cases("good", 100, true);

    assertThat(alerts).hasSize(1);
    Alert firing = alerts.get(0);
    assertThat(firing.getState()).isEqualTo(AlertState.FIRING);
    assertThat(firing.getChange()).isEqualTo(AlertChange.BEGAN);
    assertThat(firing.getSeverity()).isEqualTo(Severity.INFO);
    assertThat(firing.getRule()).isEqualTo("comparison");
    assertThat(List.of(firing.getModel(), firing.getVersion(), firing.getSegment()))
        .containsExactly("churn", "1", "");
    assertThat(firing.getSummary())
        .matches(
            "churn: challenger 2 is better than 1: Brier score 0\\.48 lower \\(\\S+ to \\S+\\) on"
                + " \\d+ labels");
    assertThat(firing.getDescription())
        .contains("The predictions of the challenger are in shadow.")
        .contains("Do: let the challenger serve, unless something else speaks against it.")
        .contains("Runbook: http://wiki/compare")
        .contains("the rule fires at 200, with a chance of at most 1 % that it is ever wrong")
        .contains("Mute: evenkeel silence add " + firing.getFingerprint().substring(0, 8))
        .endsWith("Details: http://monitor/#/series/churn%7C1%7C");
    assertThat(firing.getEffectLower()).isPositive();
    assertThat(firing.getLogEvidence()).isGreaterThanOrEqualTo(firing.getLogThreshold());
    Comparison shown = newest();
    assertThat(shown.getBetter()).isEqualTo(Better.CHALLENGER);
    assertThat(shown.getLower()).isPositive();

    cases("bad", 30, false);

    assertThat(alerts).hasSize(2);
    Alert over = alerts.get(1);
    assertThat(over.getState()).isEqualTo(AlertState.RESOLVED);
    assertThat(over.getChange()).isEqualTo(AlertChange.ENDED);
    assertThat(over.getFingerprint()).isEqualTo(firing.getFingerprint());
    assertThat(over.getEndsAt()).isEqualTo(MADE.plusSeconds(60));
    assertThat(over.getSummary())
        .startsWith("churn: challenger 2 is no longer shown to be better than 1: Brier score");
    assertThat(newest().getBetter()).isEqualTo(Better.UNDECIDED);

    cases("worse", 300, false);

    assertThat(alerts).hasSize(3);
    assertThat(alerts.get(2).getSummary())
        .startsWith("churn: challenger 2 is worse than 1: Brier score");
    assertThat(alerts.get(2).getDescription()).contains("Do: keep the champion.");
  }

  @Test
  void staysAsItIsNearTheThreshold() {
    for (int i = 0; alerts.isEmpty(); i++) {
      cases("good" + i + "-", 1, true);
    }
    for (int i = 0; i < 20; i++) {
      cases("down" + i + "-", 1, false);
      cases("up" + i + "-", 3, true);
    }

    assertThat(alerts).hasSize(1);
    double enough = Math.log(2 / alpha);
    assertThat(comparisons)
        .filteredOn(one -> one.getBetter() == Better.CHALLENGER)
        .anyMatch(one -> one.getLogEChallenger() < enough && one.getLower() < 0);
  }

  @Test
  void warnsIfTheRuleIsToPage() {
    start(AVRO, "defaults.alert.comparison=page");
    cases("good", 100, true);

    assertThat(alerts).extracting(Alert::getSeverity).containsExactly(Severity.WARNING);
  }

  @Test
  void saysNothingIfTheRuleIsOff() {
    start(AVRO, "defaults.alert.comparison=off");
    cases("good", 100, true);

    assertThat(alerts).isEmpty();
    assertThat(newest().getBetter()).isEqualTo(Better.CHALLENGER);
  }

  @Test
  void marksAnAlertThatIsSilenced() {
    cases("good", 100, true);
    Silence silence =
        Silence.newBuilder()
            .setSilenceId("s1")
            .setModel("churn")
            .setRule("comparison")
            .setStartsAt(STARTED)
            .setEndsAt(STARTED.plus(Duration.ofHours(1)))
            .build();
    send(config.topics().silences(), "s1", silence);
    settle();
    settle();
    assertThat(alerts).hasSize(2);
    assertThat(alerts.get(1).getSilencedBy()).isEqualTo("s1");
    assertThat(alerts.get(1).getState()).isEqualTo(AlertState.FIRING);

    driver().advanceWallClockTime(Duration.ofHours(1));
    settle();

    assertThat(alerts).hasSize(3);
    assertThat(alerts.get(2).getSilencedBy()).isNull();
  }

  @Test
  void sendsAnOpenAlertAgainWithNewerNumbers() {
    start(AVRO, "defaults.alert.resend-interval=1m");
    cases("good", 100, true);
    cases("more", 50, true);
    assertThat(alerts).hasSize(1);
    driver().advanceWallClockTime(Duration.ofMinutes(1));
    settle();

    assertThat(alerts).hasSize(2);
    Alert again = alerts.get(1);
    assertThat(again.getRepeated()).isTrue();
    assertThat(again.getChange()).isEqualTo(AlertChange.BEGAN);
    assertThat(again.getRaisedAt()).isEqualTo(alerts.get(0).getRaisedAt());
    assertThat(again.getCases()).isEqualTo(150);
  }

  // --- restarts

  /** Pairs, cases and outcomes as they are in the stores. */
  @Test
  void goesOnAfterARestart() {
    cases("good", 100, true);
    champion("open", 0.6);
    challenger("open", 0.9);
    champion(shared("x", "1", 0.6, 0));
    challenger(shared("x", "2", 0.9, 0));
    label("x", 1);
    Comparison before = newest();
    restart(AVRO);
    comparisons.clear();

    assertThat(newest()).isEqualTo(before);
    assertThat(alerts).extracting(Alert::getRepeated).containsExactly(false, true);
    label("open", 1);
    champion(shared("y", "1", 0.6, 0));
    challenger(shared("y", "2", 0.9, 0));
    label("y", 1);
    complete("good0", 0.5, 0.9, 1);
    Comparison after = newest();
    assertThat(after.getN()).isEqualTo(before.getN() + 1);
    assertThat(alerts).hasSize(2);
  }

  @Test
  void endsAnAlertWhoseRuleWasTurnedOff() {
    cases("good", 100, true);
    restart(AVRO, "defaults.alert.comparison=off");
    settle();
    settle();

    assertThat(alerts).hasSize(2);
    assertThat(alerts.get(1).getState()).isEqualTo(AlertState.RESOLVED);
    assertThat(alerts.get(1).getSummary()).isEqualTo("churn: the rule comparison is off");
  }

  // --- the order of events

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 500})
  void countsAndSumsTheSameWhateverTheOrder(int rounds) {
    SplittableRandom random = new SplittableRandom(4);
    List<Runnable> events = new ArrayList<>();
    double sum = 0;
    int count = 500;
    for (int i = 0; i < count; i++) {
      String id = "a" + i;
      double p = random.nextDouble();
      double q = random.nextDouble();
      int y = random.nextInt(2);
      sum += 2 * (p - y) * (p - y) - 2 * (q - y) * (q - y);
      events.add(() -> champion(id, p));
      events.add(() -> challenger(id, q));
      events.add(() -> label(id, y));
    }
    SplittableRandom order = new SplittableRandom(rounds);
    Map<Runnable, Integer> turns = new HashMap<>();
    events.forEach(event -> turns.put(event, order.nextInt(rounds)));
    events.stream().sorted(Comparator.comparing(turns::get)).forEach(Runnable::run);

    Comparison all = newest();
    assertThat(all.getN()).isEqualTo(count);
    assertThat(all.getDifference()).isCloseTo(sum / count, within(1e-12));
  }

  @Test
  void namesWhatItKeepsByWhatItIs() {
    complete("a", 0.6, 0.9, 1);
    settle();

    assertThat(driver().producedTopicNames())
        .contains(
            "evenkeel-compare-shadow-scored-cases-repartition",
            "evenkeel-compare-shadow-cases-changelog",
            "evenkeel-compare-shadow-pairs-changelog");
    assertThat(keys(StoreNames.PAIRS)).containsExactly(KEY);
  }
}
