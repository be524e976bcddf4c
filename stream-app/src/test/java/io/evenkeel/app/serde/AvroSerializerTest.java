package io.evenkeel.app.serde;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.evenkeel.app.serde.RegistryException.SchemaNotFoundException;
import io.evenkeel.schemas.Label;
import java.io.IOException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AvroSerializerTest {

  private static final Label LABEL = new Label("id-1", Instant.ofEpochMilli(64), 0, 2);

  /**
   * Magic byte and id 1; the string "id-1" (length 4 as zigzag 8); 64 as zigzag 128; 0; branch 0 of
   * the union, and 2 as zigzag 4.
   */
  private static final String BYTES = "0000000001" + "0869642d31" + "8001" + "00" + "0004";

  private FakeRegistry registry;

  @BeforeEach
  void start() throws IOException {
    registry = FakeRegistry.start();
  }

  @AfterEach
  void stop() {
    registry.close();
  }

  @Test
  void writesConfluentsWireFormat() {
    assertThat(hex(serializer(Map.of()).serialize("labels", LABEL))).isEqualTo(BYTES);
  }

  @Test
  void writesGenericRecordsAlike() {
    GenericData.Record record =
        new GenericRecordBuilder(Label.SCHEMA$)
            .set("prediction_id", "id-1")
            .set("known_at", 64L)
            .set("target", 2)
            .build();

    assertThat(hex(serializer(Map.of()).serialize("labels", record))).isEqualTo(BYTES);
  }

  @Test
  void registersTheSchemaAsOtherLanguagesKnowIt() {
    serializer(Map.of()).serialize("labels", LABEL);

    assertThat(registry.requests).containsExactly("POST /subjects/labels-value/versions");
    assertThat(registry.schema(1)).doesNotContain("avro.java.string").contains("Not empty.");
    assertThat(new Schema.Parser().parse(registry.schema(1)).getField("target").schema().getTypes())
        .hasSize(4);
  }

  @Test
  void asksTheRegistryOncePerTopic() {
    AvroSerializer serializer = serializer(Map.of());

    serializer.serialize("labels", LABEL);
    serializer.serialize("labels", LABEL);
    serializer.serialize("more-labels", LABEL);

    assertThat(registry.requests).hasSize(2);
  }

  @Test
  void namesSubjectsByTheStrategy() {
    String confluents = "io.confluent.kafka.serializers.subject.";
    String property = "value.subject.name.strategy";

    serializer(Map.of(property, confluents + "RecordNameStrategy")).serialize("labels", LABEL);
    serializer(Map.of(property, "TopicRecordNameStrategy")).serialize("labels", LABEL);

    assertThat(registry.requests)
        .containsExactly(
            "POST /subjects/io.evenkeel.schemas.Label/versions",
            "POST /subjects/labels-io.evenkeel.schemas.Label/versions");
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> serializer(Map.of(property, "MyStrategy")))
        .withMessageContainingAll(property, "MyStrategy");
  }

  @Test
  void onlyLooksTheSchemaUpIfItMustNotRegister() {
    AvroSerializer serializer = serializer(Map.of("auto.register.schemas", "false"));

    assertThatExceptionOfType(SchemaNotFoundException.class)
        .isThrownBy(() -> serializer.serialize("labels", LABEL))
        .withMessageContaining("labels-value");
    serializer(Map.of()).serialize("labels", LABEL);

    assertThat(hex(serializer.serialize("labels", LABEL))).isEqualTo(BYTES);
  }

  @Test
  void keepsNothingAsNothingAndRefusesWhatIsNotAvro() {
    assertThat(serializer(Map.of()).serialize("labels", null)).isNull();
    assertThatExceptionOfType(SerializationException.class)
        .isThrownBy(() -> serializer(Map.of()).serialize("labels", "text"))
        .withMessageContainingAll("labels", "java.lang.String");
  }

  @Test
  void refusesWhatItDoesNotDo() {
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> serializer(Map.of("use.latest.version", "true")))
        .withMessageContaining("use.latest.version");
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> serializer(Map.of("auto.register.schemas", "yes")))
        .withMessageContainingAll("auto.register.schemas", "yes");
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> new AvroSerializer().serialize("labels", LABEL));
  }

  private AvroSerializer serializer(Map<String, String> more) {
    Map<String, Object> properties = registry.properties();
    properties.putAll(more);
    AvroSerializer serializer = new AvroSerializer();
    serializer.configure(properties, false);
    return serializer;
  }

  private static String hex(byte @Nullable [] bytes) {
    return HexFormat.of().formatHex(requireNonNull(bytes));
  }
}
