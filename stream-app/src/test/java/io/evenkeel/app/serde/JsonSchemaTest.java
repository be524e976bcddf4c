package io.evenkeel.app.serde;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JsonSchemaTest {
  private static final Path FOLDER =
      Path.of(System.getProperty("evenkeel.root"), "schemas/src/main/json-schema");

  private static final List<JsonNode> SAMPLES =
      List.of(
          JsonNodeFactory.instance.nullNode(),
          JsonNodeFactory.instance.numberNode(1),
          JsonNodeFactory.instance.numberNode(1.5),
          JsonNodeFactory.instance.numberNode(1e15),
          JsonNodeFactory.instance.numberNode(5_000_000_000L),
          JsonNodeFactory.instance.textNode("FINAL"),
          JsonNodeFactory.instance.textNode("Infinity"),
          JsonNodeFactory.instance.textNode("2026-01-31T12:00:00Z"),
          JsonNodeFactory.instance.booleanNode(true),
          JsonNodeFactory.instance.arrayNode().add(1),
          JsonNodeFactory.instance.arrayNode().addNull(),
          JsonNodeFactory.instance.objectNode(),
          JsonNodeFactory.instance.objectNode().put("a", 1));

  private final ObjectMapper mapper = new ObjectMapper();
  private final JsonSerializer serializer = new JsonSerializer();

  static Stream<Schema> schemas() {
    return PublicSchemas.byName().values().stream();
  }

  static Stream<Schema> sent() {
    return schemas().filter(PublicSchemas::isSent);
  }

  @ParameterizedTest
  @MethodSource("sent")
  void isKeptInTheRepository(Schema schema) throws IOException {
    Path file = FOLDER.resolve(schema.getName() + ".json");
    if (Boolean.getBoolean("snapshots.update")) {
      Files.createDirectories(FOLDER);
      Files.writeString(file, JsonSchema.of(schema));
    }
    assertThat(file)
        .as("rewrite it with -Dsnapshots.update=true")
        .hasContent(JsonSchema.of(schema));
  }

  @ParameterizedTest
  @MethodSource("schemas")
  void allowsWhatIsWritten(Schema avro) throws IOException {
    com.networknt.schema.JsonSchema schema = validator(avro);
    RandomRecords records = new RandomRecords(RandomSource.XO_RO_SHI_RO_128_PP.create(3), avro);

    for (int i = 0; i < 50; i++) {
      JsonNode json = mapper.readTree(serializer.serialize("t", records.record(avro)));

      assertThat(schema.validate(json)).as(json.toString()).isEmpty();
    }
  }

  /** One value of a good record is replaced by another, or gone. */
  @ParameterizedTest
  @MethodSource("schemas")
  void allowsOnlyWhatCanBeRead(Schema avro) throws IOException {
    com.networknt.schema.JsonSchema schema = validator(avro);
    JsonRecordReader reader = JsonRecordReader.of(avro);
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(4);
    RandomRecords records = new RandomRecords(random, avro);
    int[] outcomes = new int[2];

    for (int i = 0; i < 500; i++) {
      JsonNode json = mapper.readTree(serializer.serialize("t", records.record(avro)));
      change(json, random);
      boolean allowed = schema.validate(json).isEmpty();
      outcomes[allowed ? 0 : 1]++;

      if (allowed) {
        assertThat(isRead(reader, json)).as(json.toString()).isTrue();
      }
    }

    assertThat(outcomes[0]).isGreaterThan(20);
    assertThat(outcomes[1]).isGreaterThan(20);
  }

  private static boolean isRead(JsonRecordReader reader, JsonNode json) {
    try {
      reader.read(json);
      return true;
    } catch (SerializationException e) {
      return false;
    }
  }

  private static void change(JsonNode json, UniformRandomProvider random) {
    List<JsonNode> places = new ArrayList<>();
    collect(json, places);
    JsonNode place = places.get(random.nextInt(places.size()));
    JsonNode sample = SAMPLES.get(random.nextInt(SAMPLES.size()));
    if (place instanceof ObjectNode object) {
      List<String> names = new ArrayList<>();
      object.fieldNames().forEachRemaining(names::add);
      String name = names.get(random.nextInt(names.size()));
      if (random.nextInt(5) == 0) {
        object.remove(name);
      } else {
        object.set(name, sample);
      }
    } else {
      ((ArrayNode) place).set(random.nextInt(place.size()), sample);
    }
  }

  private static void collect(JsonNode json, List<JsonNode> places) {
    if (json.isContainerNode() && !json.isEmpty()) {
      places.add(json);
      json.forEach(item -> collect(item, places));
    }
  }

  private static com.networknt.schema.JsonSchema validator(Schema avro) {
    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
        .getSchema(
            JsonSchema.of(avro),
            SchemaValidatorsConfig.builder().formatAssertionsEnabled(true).build());
  }
}
