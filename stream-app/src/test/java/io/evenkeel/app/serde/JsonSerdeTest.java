package io.evenkeel.app.serde;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.app.codec.RecordWriter;
import io.evenkeel.schemas.Label;
import io.evenkeel.schemas.Prediction;
import io.evenkeel.schemas.Verdict;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificData;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class JsonSerdeTest {
  private static final String PREDICTION =
      """
      {"prediction_id": "a", "model": "churn", "made_at": "2026-01-31T12:00:00Z",
       "distribution": {"categorical": [0.8, 0.2]}}""";

  private final JsonSerializer serializer = new JsonSerializer();
  private final JsonDeserializer deserializer = new JsonDeserializer();

  static Stream<Schema> schemas() {
    return PublicSchemas.byName().values().stream();
  }

  @ParameterizedTest
  @MethodSource("schemas")
  void readsBackWhatItWrote(Schema schema) {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(1);
    RandomRecords records = new RandomRecords(random, schema);
    RecordWriter avro = new RecordWriter(new byte[0], SpecificData.getForSchema(schema), schema);
    deserializer.configure(Map.of("json.record.t", schema.getName()), false);

    for (int i = 0; i < 200; i++) {
      IndexedRecord record = records.record(schema);
      byte[] json = Objects.requireNonNull(serializer.serialize("t", record));
      Object read = Objects.requireNonNull(deserializer.deserialize("t", json));

      // In bytes, as to Avro no record with a NaN equals another.
      assertThat(avro.write(read))
          .as(new String(json, StandardCharsets.UTF_8))
          .isEqualTo(avro.write(record));
    }
  }

  @Test
  void writesPlainReadableJson() {
    Label label =
        Label.newBuilder()
            .setPredictionId("a")
            .setKnownAt(Instant.parse("2026-01-31T12:00:00.120Z"))
            .setTarget(1.5)
            .build();

    assertThat(serializer.serialize("t", label))
        .asString(StandardCharsets.UTF_8)
        .isEqualTo(
            "{\"prediction_id\":\"a\",\"known_at\":\"2026-01-31T12:00:00.120Z\",\"revision\":0,"
                + "\"target\":1.5}");
    assertThat(serializer.serialize("t", read(PREDICTION)))
        .asString(StandardCharsets.UTF_8)
        .isEqualTo(
            "{\"prediction_id\":\"a\",\"model\":\"churn\",\"version\":\"\","
                + "\"made_at\":\"2026-01-31T12:00:00Z\",\"segments\":{},\"features\":{},"
                + "\"cluster\":\"\",\"distribution\":{\"categorical\":[0.8,0.2]}}");
  }

  @ParameterizedTest
  @CsvSource({
    "'\"2026-01-31T12:00:00Z\"'",
    "'\"2026-01-31T13:00:00+01:00\"'",
    "1769860800000",
    "1769860800000.0",
    "'\"2026-01-31T12:00:00.000400Z\"'"
  })
  void readsTimesAsTextAndAsMilliseconds(String time) {
    assertThat(read(PREDICTION.replace("\"2026-01-31T12:00:00Z\"", time)).getMadeAt())
        .isEqualTo(Instant.parse("2026-01-31T12:00:00Z"));
  }

  @Test
  void takesFieldsWithADefaultForAbsentWhenTheyAreNull() {
    Prediction all =
        read(
            PREDICTION.replace(
                "\"model\"", "\"version\": null, \"segments\": null, \"features\": {}, \"model\""));

    assertThat(all).isEqualTo(read(PREDICTION));
    assertThat(all.getVersion()).isEmpty();
    assertThat(all.getSegments()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "7       | 7",
        "-1.5    | -1.5",
        "1e3     | 1000.0",
        "3000000000 | 3.0E9",
        "\"DE\"  | DE",
        "[1, 2.5] | [1.0, 2.5]"
      })
  void readsTheFirstBranchOfATargetThatTakesIt(String target, String expected) {
    assertThat(label(target).getTarget()).hasToString(expected);
  }

  @Test
  void readsIntegersAsNumbersWhereOnlyNumbersAreExpected() {
    assertThat(read(PREDICTION.replace("[0.8, 0.2]", "[1, 0]")).getDistribution().getCategorical())
        .isEqualTo(List.of(1.0, 0.0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"model\"             | \"modle\"     | unknown field 'modle'; the fields here are"
            + " prediction_id, model",
        "\"model\": \"churn\", |               | model is missing, a required field: Name of the model.",
        "\"churn\"             | 7             | model: expected a text, got a number",
        "\"churn\"             | null          | model is missing",
        "\"2026-01-31T12:00:00Z\" | \"31.1.2026\" | made_at: expected a time, such as",
        "\"2026-01-31T12:00:00Z\" | 1.5        | made_at: expected a time",
        "\"2026-01-31T12:00:00Z\" | 1e30       | made_at: expected a time",
        "0.2]                  | \"0.2\"]      | distribution.categorical[1]: expected a number,"
            + " got a text of 3 characters",
        "0.2]                  | null]         | distribution.categorical[1]: expected a number",
        "[0.8, 0.2]            | 0.8           | distribution.categorical: expected an array",
        "{\"categorical\": [0.8, 0.2]} | [0.8] | distribution: expected an object, a Distribution",
        "\"categorical\": [0.8, 0.2]   | \"normal\": {\"mean\": 1} |"
            + " distribution.normal.standard_deviation is missing",
        "\"categorical\": [0.8, 0.2]   | \"gamma\": 1 | distribution: unknown field 'gamma'",
        "\"categorical\": [0.8, 0.2] | \"ensemble\": {\"members\": [1], \"dimension\": 3e9} |"
            + " distribution.ensemble.dimension: expected an integer of 32 bits",
        "\"model\"             | \"features\": {\"age\": \"old\"}, \"model\" | features.age:"
            + " expected a number, got a text of 3 characters",
        "\"churn\"             | \"c\\ud800\"  | model: expected a text without half of a surrogate",
        "\"churn\"             | \"\\udc00\\ud800\" | model: expected a text without half of",
        "\"model\"             | \"model\": \"x\", \"model\" | not JSON: a field that is there twice",
        "{\"prediction_id\"    | {prediction_id | not JSON: an unexpected character (line 1",
        "0.2]}}                | NaN]}}        | not JSON: NaN or Infinity without quotes (line 2",
        "0.2]}}                | 0.2]}} {}     | not JSON: something after the record"
      })
  void namesTheFieldThatIsWrong(String found, String replacement, String message) {
    String json = PREDICTION.replace(found, replacement == null ? "" : replacement);

    assertThat(json).isNotEqualTo(PREDICTION);
    assertThatThrownBy(() -> read(json))
        .isInstanceOf(SerializationException.class)
        .hasMessageStartingWith(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "alice                      | a word without quotes (line 1, column 1)",
        "{\"model\": alice}         | a word without quotes (line 1, column 11)",
        "{\"alice\": 1, \"alice\": 2}| a field that is there twice (line 1, column 21)",
        "{\"model\": \"alice         | it ends too early",
        "{\"model\": \"\\alice\"}      | an unknown escape after a backslash",
        "{\"model\": \"\talice\"}      | a control character in a text",
        "{\"model\": 007}           | no number as JSON writes them",
        "{alice: 1}                 | an unexpected character (line 1, column 2)"
      })
  void quotesNothingOfWhatIsNotJson(String json, String problem) {
    assertThatThrownBy(() -> read(json))
        .isInstanceOf(SerializationException.class)
        .hasMessageStartingWith("not JSON: " + problem)
        .hasMessageNotContaining("lice")
        .hasNoCause();
  }

  @Test
  void saysOfBytesThatTheyAreNotUtf8AndOfDepthThatItIsTooDeep() {
    byte[] latin = "{\"model\": \"é\"}".getBytes(StandardCharsets.ISO_8859_1);
    try (JsonDeserializer deserializer = new JsonDeserializer()) {
      assertThatThrownBy(() -> deserializer.deserialize("evenkeel.predictions", latin))
          .hasMessageStartingWith("not JSON: bytes that are not UTF-8");
    }
    assertThatThrownBy(() -> read("[".repeat(2_000)))
        .hasMessageStartingWith("not JSON: it is nested too deep");
  }

  @Test
  void saysWhatATargetMayBe() {
    assertThatThrownBy(() -> label("true"))
        .hasMessage(
            "target: expected an integer or a text or a number or an array, got true or false");
  }

  @Test
  void refusesWhatIsNoRecordAtAll() {
    assertThatThrownBy(() -> read("")).hasMessage("expected an object, a Prediction, got nothing");
    assertThatThrownBy(() -> read("[]")).hasMessageContaining("got an array");
    assertThatThrownBy(
            () -> deserializer.deserialize("evenkeel.labels", new byte[] {0, 0, 0, 0, 7, 1}))
        .isInstanceOf(SerializationException.class)
        .hasMessageContaining("starts with a zero byte");
    assertThat(deserializer.deserialize("evenkeel.labels", null)).isNull();
  }

  /** A later release of Evenkeel may write what this one does not know. */
  @Test
  void passesOverUnknownFieldsAndSymbolsOfWhatEvenkeelMakes() {
    RandomRecords records =
        new RandomRecords(RandomSource.XO_RO_SHI_RO_128_PP.create(2), Verdict.getClassSchema());
    String json =
        new String(
            Objects.requireNonNull(
                serializer.serialize("t", records.record(Verdict.getClassSchema()))),
            StandardCharsets.UTF_8);
    String later = json.replaceFirst("\"status\":\"\\w+\"", "\"news\":1,\"status\":\"PONDERING\"");

    Verdict verdict = (Verdict) read("evenkeel.verdicts", later);

    assertThat(verdict.getStatus()).hasToString("UNKNOWN");
  }

  @Test
  void refusesToWriteWhatCannotBeRead() {
    assertThatThrownBy(() -> serializer.serialize("t", new Label()))
        .hasMessage("io.evenkeel.schemas.Label lacks its field prediction_id");
    assertThatThrownBy(() -> serializer.serialize("t", "text"))
        .hasMessageContaining("only Avro records can be written to t");
    assertThat(serializer.serialize("t", null)).isNull();
  }

  @Test
  void wantsToKnowTheRecordOfATopic() {
    assertThatThrownBy(() -> deserializer.deserialize("mine", new byte[] {'{', '}'}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("set the property json.record.mine to one of Prediction, Label");
    assertThatThrownBy(() -> deserializer.configure(Map.of("json.record.mine", "Forecast"), false))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("must be one of Prediction");
  }

  private Prediction read(String json) {
    return (Prediction) read("evenkeel.predictions", json);
  }

  private Label label(String target) {
    String json = "{\"prediction_id\": \"a\", \"known_at\": 1, \"target\": " + target + "}";
    return (Label) read("evenkeel.labels", json);
  }

  private Object read(String topic, String json) {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    return Objects.requireNonNull(deserializer.deserialize(topic, bytes));
  }
}
