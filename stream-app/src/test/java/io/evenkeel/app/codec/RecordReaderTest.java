package io.evenkeel.app.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.schemas.Prediction;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordReaderTest {
  private static final Schema WANTED = schema("double");

  private static Schema schema(String number) {
    return new Schema.Parser()
        .parse(
            """
            {"type": "record", "name": "P", "fields": [
              {"name": "array", "type": ["null", {"type": "array", "items": "%1$s"}]},
              {"name": "map", "type": {"type": "map", "values": "%1$s"}}]}
            """
                .formatted(number));
  }

  private static byte[] bytes(GenericRecord record) {
    try (ByteArrayOutputStream bytes = new ByteArrayOutputStream()) {
      BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
      new GenericDatumWriter<GenericRecord>(record.getSchema()).write(record, encoder);
      encoder.flush();
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] written(Schema schema, Object number) {
    return bytes(
        new GenericRecordBuilder(schema)
            .set("array", List.of(number, number, number))
            .set("map", Map.of("x", number, "", number))
            .build());
  }

  @ParameterizedTest
  @ValueSource(strings = {"int", "long", "float", "double"})
  void readsNumbersThatTakeFewerBytesThanThoseThatAreWanted(String number) {
    Object one =
        switch (number) {
          case "int" -> 1;
          case "long" -> 1L;
          case "float" -> 1f;
          default -> 1.0;
        };
    Schema schema = schema(number);
    RecordReader reader = new RecordReader(GenericData.get(), schema, WANTED);

    for (int i = 0; i < 2; i++) {
      GenericRecord read = (GenericRecord) reader.read(written(schema, one), 0);

      assertThat((List<?>) read.get("array")).hasToString("[1.0, 1.0, 1.0]");
      assertThat((Map<?, ?>) read.get("map")).hasSize(2);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"float", "double"})
  void refusesARecordThatIsCutAnywhereAlsoAfterALongerOne(String number) {
    Schema schema = schema(number);
    RecordReader reader = new RecordReader(GenericData.get(), schema, WANTED);
    byte[] whole = written(schema, number.equals("float") ? (Object) 1f : 1.0);
    reader.read(whole, 0);

    for (int length = 0; length < whole.length; length++) {
      byte[] part = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> reader.read(part, 0))
          .as("%d bytes", length)
          .isInstanceOf(SerializationException.class)
          .hasMessageStartingWith("cannot read a P: ");
    }
  }

  @Test
  void aPredictionMayHaveFloats() {
    Schema floats =
        new Schema.Parser()
            .parse(Prediction.getClassSchema().toString().replace("\"double\"", "\"float\""));
    Schema distribution = floats.getField("distribution").schema();
    GenericRecord prediction =
        new GenericRecordBuilder(floats)
            .set("prediction_id", "1")
            .set("model", "m")
            .set("version", "1")
            .set("made_at", 0L)
            .set(
                "distribution",
                new GenericRecordBuilder(distribution)
                    .set("categorical", Collections.nCopies(8, 0.125f))
                    .build())
            .build();
    SpecificData model = SpecificData.getForClass(Prediction.class);
    RecordReader reader = new RecordReader(model, floats, Prediction.getClassSchema());

    Prediction read = (Prediction) reader.read(bytes(prediction), 0);

    assertThat(read.getDistribution().getCategorical()).containsOnly(0.125).hasSize(8);
  }
}
