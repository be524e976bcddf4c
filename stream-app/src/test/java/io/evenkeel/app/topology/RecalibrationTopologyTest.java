package io.evenkeel.app.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.app.codec.Heartbeat;
import io.evenkeel.app.codec.PredictionCodec;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.Privacy;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.RequestSize;
import io.evenkeel.app.recalibrate.LearnedMap;
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.BetaCalibration;
import io.evenkeel.core.recalibration.ClassShift;
import io.evenkeel.core.recalibration.LocationScale;
import io.evenkeel.core.recalibration.MapChain;
import io.evenkeel.core.recalibration.NormalRegression;
import io.evenkeel.core.recalibration.QuantileMap;
import io.evenkeel.core.recalibration.RecalibrationMap;
import io.evenkeel.core.recalibration.SegmentMap;
import io.evenkeel.core.recalibration.Temperature;
import io.evenkeel.core.recalibration.VectorScaling;
import io.evenkeel.core.score.Interval;
import io.evenkeel.schemas.Distribution;
import io.evenkeel.schemas.Prediction;
import io.evenkeel.schemas.PublishedMap;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class RecalibrationTopologyTest {
  private static final Map<String, String> AVRO =
      Map.of("serde.properties.schema.registry.url", "mock://recalibration-topology");
  private static final Map<String, String> JSON =
      Map.of(
          "serde.serializer", "io.evenkeel.app.serde.JsonSerializer",
          "serde.deserializer", "io.evenkeel.app.serde.JsonDeserializer");
  private static final Instant MADE = Instant.parse("2026-01-07T00:00:00Z");
  private static final Categorical P = Categorical.of(0.1, 0.9);
  private static final TargetSpace TWO = TargetSpace.classes(2);

  private AppConfig config = AppConfig.of(AVRO);
  private @Nullable TopologyTestDriver driver;

  @SuppressWarnings("NullAway.Init")
  private TestInputTopic<byte[], byte[]> predictions;

  @SuppressWarnings("NullAway.Init")
  private TestInputTopic<byte[], byte[]> maps;

  @SuppressWarnings("NullAway.Init")
  private TestOutputTopic<byte[], byte[]> output;

  private void start(Map<String, String> settings, String suffix, LearnedMap... given) {
    config = AppConfig.of(settings);
    Recalibrator recalibrator =
        Recalibrator.to(config.topics().recalibrated(), config).withVersionSuffix(suffix);
    for (LearnedMap map : given) {
      recalibrator = recalibrator.withMap(map);
    }
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, config.mapsApplicationId());
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:9092");
    properties.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
    TopologyTestDriver started =
        new TopologyTestDriver(
            RecalibrationTopology.build(config, new StreamsConfig(properties), recalibrator),
            properties,
            MADE);
    driver = started;
    ByteArraySerializer bytes = new ByteArraySerializer();
    predictions = started.createInputTopic(config.topics().predictions(), bytes, bytes);
    maps = started.createInputTopic(config.topics().recalibrations(), bytes, bytes);
    output =
        started.createOutputTopic(
            config.topics().recalibrated(),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
  }

  @AfterEach
  void stop() {
    if (driver != null) {
      driver.close();
    }
  }

  private static byte[] key(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private byte[] bytes(String topic, Object record) {
    return AvroSerdes.of(config.serde(), config.topics()).serializer().serialize(topic, record);
  }

  private void publish(String series, @Nullable PublishedMap map) {
    String topic = config.topics().recalibrations();
    maps.pipeInput(key(series), map == null ? null : bytes(topic, map));
  }

  private static Prediction prediction(PredictiveDistribution distribution) {
    return PredictionCodec.encode(event(distribution));
  }

  private static PredictionEvent event(PredictiveDistribution distribution) {
    return new PredictionEvent(
        "id-1",
        "churn",
        "3",
        MADE.toEpochMilli(),
        Map.of("country", "DE"),
        Map.of("age", 41.5, "income", Double.NaN),
        distribution);
  }

  private byte[] written(PredictiveDistribution distribution) {
    return bytes(config.topics().predictions(), prediction(distribution));
  }

  private TestRecord<byte[], byte[]> pass(byte @Nullable [] value) {
    return pass(value, new RecordHeaders().add("trace", key("t-7")));
  }

  private TestRecord<byte[], byte[]> pass(byte @Nullable [] value, Headers headers) {
    predictions.pipeInput(new TestRecord<>(key("id-1"), value, headers, MADE));
    return output.readRecord();
  }

  private Prediction read(byte[] value) {
    String topic = config.topics().recalibrated();
    return (Prediction)
        AvroSerdes.of(config.serde(), config.topics()).deserializer().deserialize(topic, value);
  }

  private static String header(TestRecord<byte[], byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }

  /** The numbers of a distribution, in the order of its record. */
  private static List<Double> numbers(Prediction prediction) {
    return Stream.of(prediction.getDistribution().toString().split("[^0-9.eE+-]+"))
        .filter(text -> text.matches("-?[0-9].*"))
        .map(Double::valueOf)
        .toList();
  }

  private static void same(Prediction actual, Prediction expected) {
    List<Double> found = numbers(actual);
    List<Double> wanted = numbers(expected);
    assertThat(found).isNotEmpty().hasSameSizeAs(wanted);
    IntStream.range(0, found.size())
        .forEach(i -> assertThat(found.get(i)).isCloseTo(wanted.get(i), within(1e-12)));
    Prediction alike =
        Prediction.newBuilder(actual).setDistribution(expected.getDistribution()).build();
    assertThat(alike).isEqualTo(expected);
  }

  static Stream<Arguments> kinds() {
    Normal normal = Normal.of(2, 1.5);
    TargetSpace number = TargetSpace.reals(1);
    Quantiles forecast = Quantiles.of(new double[] {0.1, 0.5, 0.9}, new double[] {-1, 0.5, 3});
    QuantileMap quantiles = new QuantileMap(List.of(0.1, 0.5, 0.9), List.of(0.2, 0.5, 0.8));
    NormalRegression regression = new NormalRegression(0.5, 0.9, 0.2, 1.4);
    return Stream.of(
            Arguments.of(TWO, new Temperature(1.7), P),
            Arguments.of(
                TWO, MapChain.of(new BetaCalibration(1.2, 0.8, -0.2), new ClassShift(1, 0.4)), P),
            Arguments.of(
                TargetSpace.classes(3), new Temperature(0.6), Categorical.of(0.2, 0.3, 0.5)),
            Arguments.of(TWO, new VectorScaling(List.of(1.5, 0.5), List.of(0.4, 0.0)), P),
            Arguments.of(number, new LocationScale(0.3, 1.2), normal),
            Arguments.of(number, regression, normal),
            Arguments.of(number, regression, Ensemble.of(1, 2.5, 4)),
            Arguments.of(number, quantiles, normal),
            Arguments.of(number, new LocationScale(0.3, 1.2), forecast),
            Arguments.of(number, quantiles, forecast),
            Arguments.of(number, new LocationScale(0.3, 1.2), Counts.poisson(2)),
            Arguments.of(number, new LocationScale(0, 0.7), Counts.of(-1, 0.2, 0.5, 0.3)))
        .flatMap(
            of ->
                Stream.of(AVRO, JSON)
                    .map(
                        settings -> {
                          List<Object> all = new ArrayList<>(List.of(of.get()));
                          all.add(settings);
                          return Arguments.of(all.toArray());
                        }));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void changesTheDistributionAsTheMapDoesAndNothingElse(
      TargetSpace space,
      RecalibrationMap map,
      PredictiveDistribution came,
      Map<String, String> settings) {
    start(settings, "");
    publish("churn|3|", MapRecords.published(space, map));

    TestRecord<byte[], byte[]> record = pass(written(came));

    // What JSON or Avro hold of a prediction may differ by a digit from the prediction itself.
    Prediction read = read(written(came));
    Prediction expected =
        Prediction.newBuilder(read)
            .setDistribution(
                PredictionCodec.encode(
                    map.recalibrate(PredictionCodec.decode(read).distribution())))
            .build();
    same(read(record.value()), expected);
    assertThat(expected).isNotEqualTo(read);
    assertThat(record.key()).isEqualTo(key("id-1"));
    assertThat(record.getRecordTime()).isEqualTo(MADE);
    assertThat(header(record, "trace")).isEqualTo("t-7");
    assertThat(header(record, Recalibrator.MAP)).isEqualTo("applied");
    assertThat(header(record, Recalibrator.WORDS)).isEqualTo(map.describe());
    assertThat(header(record, Recalibrator.DECIDED)).isEqualTo("2026-01-06T13:30:00Z");
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void goesByTheNewestMapUntilItIsWithdrawn(boolean isForgotten) {
    start(AVRO, "");
    byte[] came = written(P);
    TestRecord<byte[], byte[]> before = pass(came);
    assertThat(before.value()).isEqualTo(came);
    assertThat(header(before, Recalibrator.MAP)).isEqualTo("none");
    assertThat(before.headers().lastHeader(Recalibrator.DECIDED)).isNull();

    publish("churn|3|", MapRecords.published(TWO, new Temperature(2)));
    assertThat(numbers(read(pass(came).value())).get(0)).isCloseTo(0.25, within(1e-12));
    publish("churn|3|", MapRecords.published(TWO, new ClassShift(1, -Math.log(9))));
    assertThat(numbers(read(pass(came).value())).get(0)).isCloseTo(0.5, within(1e-12));
    publish("churn|3|", isForgotten ? null : MapRecords.withdrawn());

    TestRecord<byte[], byte[]> after = pass(came);
    assertThat(after.value()).isEqualTo(came);
    assertThat(header(after, Recalibrator.MAP)).isEqualTo("none");
  }

  @Test
  void aPredictionWithoutAMapSaysNothingOfOne() {
    start(AVRO, "");
    Headers stale =
        new RecordHeaders()
            .add(Recalibrator.DECIDED, key("2020-01-01T00:00:00Z"))
            .add(Recalibrator.WORDS, key("another map"));

    TestRecord<byte[], byte[]> record = pass(written(P), stale);

    assertThat(header(record, Recalibrator.MAP)).isEqualTo("none");
    assertThat(record.headers().lastHeader(Recalibrator.DECIDED)).isNull();
    assertThat(record.headers().lastHeader(Recalibrator.WORDS)).isNull();
  }

  @Test
  void leavesPredictionsOfOtherVersionsAndMapsOfSegmentsAlone() {
    start(AVRO, "");
    PublishedMap map = MapRecords.published(TWO, new Temperature(2));
    publish("churn|2|", PublishedMap.newBuilder(map).setVersion("2").build());
    publish("churn|3|country=DE", PublishedMap.newBuilder(map).setSegment("country=DE").build());
    byte[] came = written(P);

    TestRecord<byte[], byte[]> record = pass(came);

    assertThat(record.value()).isEqualTo(came);
    assertThat(header(record, Recalibrator.MAP)).isEqualTo("none");
  }

  private static LearnedMap given(String model, RecalibrationMap map) {
    return new LearnedMap(
        model,
        TWO,
        List.of(),
        500,
        MADE.minusSeconds(9),
        MADE.minusSeconds(1),
        0.1,
        new Interval(0, 1),
        map);
  }

  @Test
  void aGivenMapTakesThePlaceOfPublishedOnesAndGoesBySegments() {
    RecalibrationMap half = new ClassShift(1, -Math.log(9));
    SegmentMap map = new SegmentMap("country", Map.of("DE", half), new Temperature(3));
    start(AVRO, "", given("churn", map), given("other", new Temperature(5)));
    publish("churn|3|", MapRecords.published(TWO, new Temperature(2)));

    TestRecord<byte[], byte[]> record = pass(written(P));

    same(read(record.value()), prediction(half.recalibrate(P)));
    assertThat(header(record, Recalibrator.MAP)).isEqualTo("applied");
    assertThat(header(record, Recalibrator.WORDS)).startsWith("country DE: class 1 predicted too");
    assertThat(header(record, Recalibrator.DECIDED)).isEqualTo("2026-01-06T23:59:59Z");
  }

  @Test
  void aMapOfAnAlertGoesByTheHashesOfValues() {
    String key = "a-key-of-sixteen-characters";
    Privacy privacy = new Privacy(key, List.of("country"), List.of());
    String hash = String.valueOf(privacy.keep(event(P)).segments().get("country"));
    RecalibrationMap half = new ClassShift(1, -Math.log(9));
    SegmentMap map = new SegmentMap("country", Map.of(hash, half), new Temperature(1));
    Map<String, String> settings = new HashMap<>(AVRO);
    settings.put("privacy.key", key);
    settings.put("privacy.hash", "country");
    start(settings, "", given("churn", map));

    TestRecord<byte[], byte[]> record = pass(written(P));

    assertThat(hash).hasSize(16);
    same(read(record.value()), prediction(half.recalibrate(P)));
  }

  @Test
  void aModelHasOneGivenMap() {
    Recalibrator one =
        Recalibrator.to("served", config).withMap(given("churn", new Temperature(2)));

    assertThatThrownBy(() -> one.withMap(given("churn", new Temperature(3))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("two maps are for the model churn");
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void aShadowIsAVersionOfItsOwnWithOrWithoutAMap(boolean isMapped) {
    start(AVRO, "+recalibrated");
    if (isMapped) {
      publish("churn|3|", MapRecords.published(TWO, new Temperature(2)));
    }

    TestRecord<byte[], byte[]> record = pass(written(P));

    Prediction expected = prediction(isMapped ? new Temperature(2).recalibrate(P) : P);
    same(
        read(record.value()), Prediction.newBuilder(expected).setVersion("3+recalibrated").build());
    assertThat(header(record, Recalibrator.MAP)).isEqualTo(isMapped ? "applied" : "none");
  }

  @ParameterizedTest
  @CsvSource({"AVRO", "JSON"})
  void whatCannotBeReadPassesByteForByteAndSaysWhy(String form) {
    start(form.equals("AVRO") ? AVRO : JSON, "+recalibrated");
    publish("churn|3|", MapRecords.published(TWO, new Temperature(2)));
    byte[] broken = key("{\"prediction_id\": 5");

    TestRecord<byte[], byte[]> record = pass(broken);

    assertThat(record.value()).isEqualTo(broken);
    assertThat(header(record, Recalibrator.MAP)).isEqualTo("unusable");
    assertThat(header(record, Recalibrator.WORDS))
        .startsWith("unreadable record of evenkeel.predictions");
    assertThat(header(pass(written(P)), Recalibrator.MAP)).isEqualTo("applied");
  }

  @Test
  void whatIsNoValidPredictionPassesByteForByteAndSaysWhy() {
    start(AVRO, "");
    publish("churn|3|", MapRecords.published(TWO, new Temperature(2)));
    Prediction invalid =
        Prediction.newBuilder(prediction(P))
            .setDistribution(Distribution.newBuilder().setCategorical(List.of(0.1, 0.8)).build())
            .build();
    byte[] came = bytes(config.topics().predictions(), invalid);

    TestRecord<byte[], byte[]> record = pass(came);

    assertThat(record.value()).isEqualTo(came);
    assertThat(header(record, Recalibrator.MAP)).isEqualTo("unusable");
    assertThat(header(record, Recalibrator.WORDS)).startsWith("distribution: ");
  }

  @Test
  void aMapForOtherPredictionsIsNotApplied() {
    start(AVRO, "");
    publish("churn|3|", MapRecords.published(TWO, new Temperature(2)));
    byte[] came = written(Categorical.of(0.2, 0.3, 0.5));

    TestRecord<byte[], byte[]> record = pass(came);

    assertThat(record.value()).isEqualTo(came);
    assertThat(header(record, Recalibrator.MAP)).isEqualTo("unsuitable");
    assertThat(header(record, Recalibrator.WORDS)).startsWith("the map is for predictions of");
    publish("churn|3|", MapRecords.published(TargetSpace.reals(1), new LocationScale(0.1, 2)));
    assertThat(header(pass(written(new Laplace(1, 2))), Recalibrator.MAP)).isEqualTo("unsuitable");
  }

  @Test
  void aMapThatCannotBeReadIsNotApplied() {
    start(AVRO, "");
    publish("churn|3|", MapRecords.published("{\"format\": 2}", "a later form"));
    byte[] came = written(P);

    TestRecord<byte[], byte[]> record = pass(came);

    assertThat(record.value()).isEqualTo(came);
    assertThat(header(record, Recalibrator.MAP)).isEqualTo("unsuitable");
    assertThat(header(record, Recalibrator.WORDS)).contains("'format' must be 1");
    publish("churn|3|", MapRecords.published(TWO, new Temperature(2)));
    maps.pipeInput(key("churn|3|"), key("no map"));
    assertThat(header(pass(came), Recalibrator.MAP)).isEqualTo("none");
  }

  @Test
  void aHeartbeatAndATombstonePassWithTheirHeaders() {
    start(AVRO, "+recalibrated");
    Headers heartbeat = new Heartbeat("churn", MADE).toRecord("any", 0).headers();

    TestRecord<byte[], byte[]> record = pass(null, heartbeat);

    assertThat(record.value()).isNull();
    assertThat(Heartbeat.read("churn", record.headers())).contains(new Heartbeat("churn", MADE));
    assertThat(header(record, Recalibrator.MAP)).isEqualTo("none");
    assertThat(pass(null).value()).isNull();
  }

  /** A producer would refuse it, at every start again. */
  @Test
  void whatIsLargerThanAProducerTakesIsLeftOut() {
    start(JSON, "");
    byte[] most = new byte[RequestSize.value(config.kafka()) - 16];

    predictions.pipeInput(key("id-1"), new byte[most.length + 32]);
    assertThat(output.isEmpty()).isTrue();

    predictions.pipeInput(key("id-2"), most);
    assertThat(output.readValue()).hasSize(most.length);
  }

  @Test
  void whatItWroteIsNeverWrittenAgain() {
    start(AVRO, "+recalibrated");
    publish("churn|3|", MapRecords.published(TWO, new Temperature(2)));
    TestRecord<byte[], byte[]> record = pass(written(P));

    predictions.pipeInput(record);

    assertThat(output.isEmpty()).isTrue();
  }

  @Test
  void fieldsThatOnlyTheWriterKnowsAreKept() {
    start(AVRO, "+recalibrated");
    publish("churn|3|", MapRecords.published(TWO, new Temperature(2)));
    Schema extended = withField("{\"name\": \"campaign\", \"type\": \"string\"}");
    GenericRecord came =
        new GenericRecordBuilder(extended)
            .set("prediction_id", "id-1")
            .set("model", "churn")
            .set("version", "3")
            .set("made_at", MADE.toEpochMilli())
            .set("segments", Map.of())
            .set("features", Map.of())
            .set("cluster", "")
            .set("weight", null)
            .set(
                "distribution",
                new GenericRecordBuilder(extended.getField("distribution").schema())
                    .set("categorical", List.of(0.1, 0.9))
                    .build())
            .set("campaign", "spring")
            .build();

    byte[] value = pass(bytes(config.topics().predictions(), came)).value();

    GenericRecord written =
        (GenericRecord)
            AvroSerdes.of(config.serde(), config.topics())
                .deserializerAsWritten()
                .deserialize(config.topics().recalibrated(), value);
    assertThat(written.get("campaign")).hasToString("spring");
    assertThat(written.get("version")).hasToString("3+recalibrated");
    assertThat(numbers(read(value)).get(0)).isCloseTo(0.25, within(1e-12));
  }

  /** A prediction in a schema of the writer's own, whose distribution has these fields. */
  private static Schema own(String fields) {
    return new Schema.Parser()
        .parse(
            """
                {"type": "record", "name": "Prediction", "namespace": "io.evenkeel.schemas", "fields": [
                  {"name": "prediction_id", "type": "string"},
                  {"name": "model", "type": "string"},
                  {"name": "version", "type": "string"},
                  {"name": "made_at", "type": {"type": "long", "logicalType": "timestamp-millis"}},
                  {"name": "distribution",
                   "type": {"type": "record", "name": "Distribution", "fields": [%s]}}]}
                """
                .formatted(fields));
  }

  private TestRecord<byte[], byte[]> pass(Schema schema, GenericRecordBuilder distribution) {
    GenericRecord came =
        new GenericRecordBuilder(schema)
            .set("prediction_id", "id-1")
            .set("model", "churn")
            .set("version", "3")
            .set("made_at", MADE.toEpochMilli())
            .set("distribution", distribution.build())
            .build();
    return pass(bytes(config.topics().predictions(), came));
  }

  @Test
  void fieldsOfTheDistributionThatOnlyTheWriterKnowsAreKept() {
    start(AVRO, "");
    publish("churn|3|", MapRecords.published(TWO, new Temperature(2)));
    Schema schema =
        own(
            """
            {"name": "source", "type": "string"},
            {"name": "categorical", "type": {"type": "array", "items": "double"}}""");

    TestRecord<byte[], byte[]> record =
        pass(
            schema,
            new GenericRecordBuilder(schema.getField("distribution").schema())
                .set("source", "forest")
                .set("categorical", List.of(0.1, 0.9)));

    GenericRecord written =
        (GenericRecord)
            AvroSerdes.of(config.serde(), config.topics())
                .deserializerAsWritten()
                .deserialize(config.topics().recalibrated(), record.value());
    assertThat(header(record, Recalibrator.MAP)).isEqualTo("applied");
    assertThat(((GenericRecord) written.get("distribution")).get("source")).hasToString("forest");
    assertThat(numbers(read(record.value())).get(0)).isCloseTo(0.25, within(1e-12));
  }

  @Test
  void aKindThatTheSchemaOfTheWriterHasNoPlaceForIsWrittenInEvenkeels() {
    start(AVRO, "");
    NormalRegression map = new NormalRegression(0.5, 0.9, 0.2, 1.4);
    publish("churn|3|", MapRecords.published(TargetSpace.reals(1), map));
    Schema schema =
        own(
            """
            {"name": "ensemble", "type": {"type": "record", "name": "Ensemble", "fields": [
              {"name": "members", "type": {"type": "array", "items": "double"}}]}}""");
    Schema distribution = schema.getField("distribution").schema();

    TestRecord<byte[], byte[]> record =
        pass(
            schema,
            new GenericRecordBuilder(distribution)
                .set(
                    "ensemble",
                    new GenericRecordBuilder(distribution.getField("ensemble").schema())
                        .set("members", List.of(1.0, 2.5, 4.0))
                        .build()));

    assertThat(header(record, Recalibrator.MAP)).isEqualTo("applied");
    assertThat(PredictionCodec.decode(read(record.value())).distribution())
        .isEqualTo(map.recalibrate(Ensemble.of(1, 2.5, 4)));
  }

  /** Evenkeel's schema of predictions with a field more. */
  private static Schema withField(String field) {
    String own = Prediction.getClassSchema().toString();
    int end = own.lastIndexOf(']');
    return new Schema.Parser().parse(own.substring(0, end) + "," + field + own.substring(end));
  }
}
