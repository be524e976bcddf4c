package io.evenkeel.app.serde;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.evenkeel.app.codec.EventDeserializer;
import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.RejectedEventException;
import io.evenkeel.schemas.Label;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

class AvroDeserializerTest {

  private static final Label LABEL = new Label("id-1", Instant.ofEpochMilli(64), 0, 2);

  private final Map<String, String> properties = new HashMap<>();

  @BeforeEach
  void takeARegistryOfItsOwn(TestInfo test) {
    properties.put("schema.registry.url", "mock://" + test.getTestMethod().orElseThrow().getName());
  }

  @Test
  void readsWhatTheSerializerWrites() {
    assertThat(deserializer().deserialize("labels", write(LABEL))).isEqualTo(LABEL);
  }

  @Test
  void readsBytesMadeByHand() {
    write(LABEL);
    byte[] bytes =
        HexFormat.of().parseHex("0000000001" + "0869642d32" + "00" + "06" + "04000000000000f83f");

    assertThat(deserializer().deserialize("labels", bytes))
        .isEqualTo(new Label("id-2", Instant.EPOCH, 3, 1.5));
  }

  @Test
  void resolvesTheWritersSchema() {
    Schema older =
        SchemaBuilder.record("Label")
            .namespace("io.evenkeel.schemas")
            .fields()
            .requiredString("prediction_id")
            .requiredInt("known_at")
            .requiredDouble("target")
            .requiredString("note")
            .endRecord();
    GenericRecord record =
        new GenericRecordBuilder(older)
            .set("prediction_id", "id-1")
            .set("known_at", 64)
            .set("target", 0.5)
            .set("note", "of old")
            .build();

    assertThat(deserializer().deserialize("labels", write(record)))
        .isEqualTo(new Label("id-1", Instant.ofEpochMilli(64), 0, 0.5));
  }

  @Test
  void givesGenericRecordsWhereThereIsNoGeneratedClass() {
    Schema foreign =
        SchemaBuilder.record("Thread").namespace("java.lang").fields().requiredInt("n").endRecord();
    GenericRecord record = new GenericRecordBuilder(foreign).set("n", 1).build();

    assertThat(deserializer().deserialize("cases", write(record))).isEqualTo(record);
  }

  @Test
  void givesGenericRecordsIfToldTo() {
    properties.put("specific.avro.reader", "false");

    Object read = deserializer().deserialize("labels", write(LABEL));

    assertThat(read).isInstanceOf(GenericData.Record.class);
    assertThat(((GenericRecord) read).get("known_at")).isEqualTo(64L);
  }

  @Test
  void refusesWhatIsNotInTheWireFormat() {
    assertUnreadable("7b7d", "only 2 bytes");
    assertUnreadable("7b226964223a317d", "starts with 123");
    assertUnreadable("0000000063" + "00", "id 99");
    byte[] bytes = write(LABEL);
    assertUnreadable(
        HexFormat.of().formatHex(bytes, 0, 8), "cannot read a io.evenkeel.schemas.Label");
    assertThat(deserializer().deserialize("labels", null)).isNull();
  }

  @Test
  void takesANumberOfTooManyBytesForTheFaultOfTheRecord() {
    write(LABEL);
    byte[] bytes = HexFormat.of().parseHex("0000000001" + "ff".repeat(10) + "01");

    EventDeserializer<LabelEvent> labels = EventDeserializer.labels(deserializer());

    assertThatExceptionOfType(RejectedEventException.class)
        .isThrownBy(() -> labels.deserialize("labels", bytes));
  }

  @Test
  void refusesRecordsThatNestWithoutEnd() {
    Schema nested =
        new Schema.Parser()
            .parse(
                """
                {"type": "record", "name": "Label", "namespace": "io.evenkeel.schemas", "fields": [
                  {"name": "more", "type": {"type": "record", "name": "More", "fields": [
                    {"name": "more", "type": ["null", {"type": "array", "items": "More"}]}]}}]}
                """);
    byte[] bytes = new byte[300_000];
    Arrays.fill(bytes, 5, bytes.length, (byte) 2);
    ByteBuffer.wrap(bytes).putInt(1, registered(nested));

    AvroDeserializer deserializer = deserializer();

    for (int i = 0; i < 2; i++) {
      assertThatExceptionOfType(SerializationException.class)
          .isThrownBy(() -> deserializer.deserialize("labels", bytes))
          .withMessageContaining("contains itself");
    }
  }

  private int registered(Schema schema) {
    return SchemaRegistry.of(properties).register("labels-value", schema);
  }

  @Test
  void servesManyThreads() {
    AvroSerializer serializer = serializer();
    AvroDeserializer deserializer = deserializer();
    List<Label> labels =
        IntStream.range(0, 2_000)
            .mapToObj(i -> new Label("id-" + i, Instant.ofEpochMilli(i), i, "class " + i))
            .toList();

    List<Object> read =
        labels.parallelStream()
            .<Object>map(l -> deserializer.deserialize("labels", serializer.serialize("labels", l)))
            .toList();

    assertThat(read).isEqualTo(labels);
  }

  private void assertUnreadable(String hex, String... words) {
    assertThatExceptionOfType(SerializationException.class)
        .isThrownBy(() -> deserializer().deserialize("labels", HexFormat.of().parseHex(hex)))
        .withMessageContainingAll(words);
  }

  private byte[] write(Object record) {
    return requireNonNull(serializer().serialize("labels", record));
  }

  private AvroSerializer serializer() {
    AvroSerializer serializer = new AvroSerializer();
    serializer.configure(properties, false);
    return serializer;
  }

  private AvroDeserializer deserializer() {
    AvroDeserializer deserializer = new AvroDeserializer();
    deserializer.configure(properties, false);
    return deserializer;
  }
}
