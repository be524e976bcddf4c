package io.evenkeel.schemas;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.Decoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.Encoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.util.RandomData;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RoundTripTest {

  private static final int RECORDS = 50;
  private static final long SEED = 20_261_120L;

  @ParameterizedTest
  @MethodSource("io.evenkeel.schemas.Records#all")
  void generatedRecordsSurviveBinaryAndJson(Schema schema) throws IOException {
    SpecificData model = model(schema);
    for (Object generic : new RandomData(schema, RECORDS, SEED)) {
      byte[] bytes = binary(GenericData.get(), schema, generic);

      Object record = read(model, schema, DecoderFactory.get().binaryDecoder(bytes, null));

      assertThat(record.getClass().getSimpleName()).isEqualTo(schema.getName());
      assertThat(read(model, schema, jsonDecoder(schema, json(model, schema, record))))
          .isEqualTo(record);
      byte[] again = binary(model, schema, record);
      assertThat(read(model, schema, DecoderFactory.get().binaryDecoder(again, null)))
          .isEqualTo(record);
    }
  }

  private static SpecificData model(Schema schema) {
    Class<?> type = SpecificData.get().getClass(schema);
    return SpecificData.getForClass(type);
  }

  private static byte[] binary(GenericData model, Schema schema, Object record) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    write(model, schema, record, EncoderFactory.get().binaryEncoder(bytes, null));
    return bytes.toByteArray();
  }

  private static String json(GenericData model, Schema schema, Object record) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    write(model, schema, record, EncoderFactory.get().jsonEncoder(schema, bytes));
    return bytes.toString(UTF_8);
  }

  private static Decoder jsonDecoder(Schema schema, String json) throws IOException {
    return DecoderFactory.get().jsonDecoder(schema, json);
  }

  @SuppressWarnings("unchecked") // Avro's factory does not say of what
  private static void write(GenericData model, Schema schema, Object record, Encoder encoder)
      throws IOException {
    ((DatumWriter<Object>) model.createDatumWriter(schema)).write(record, encoder);
    encoder.flush();
  }

  @SuppressWarnings("unchecked")
  private static Object read(GenericData model, Schema schema, Decoder decoder) throws IOException {
    return ((DatumReader<Object>) model.createDatumReader(schema)).read(null, decoder);
  }
}
