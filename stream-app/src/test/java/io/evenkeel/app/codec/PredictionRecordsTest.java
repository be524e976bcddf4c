package io.evenkeel.app.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.PredictionRecords.Received;
import io.evenkeel.schemas.Distribution;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.junit.jupiter.api.Test;

class PredictionRecordsTest {
  private static final String SCHEMA =
      """
      {"type": "record", "name": "Scored", "fields": [
        {"name": "prediction_id", "type": "string"},
        {"name": "model", "type": "string"},
        {"name": "version", "type": "string", "default": ""},
        {"name": "made_at", "type": {"type": "long", "logicalType": "timestamp-millis"}},
        {"name": "region", "type": "string"},
        {"name": "distribution", "type": {"type": "record", "name": "Law", "fields": [
          {"name": "categorical", "type": {"type": "array", "items": "float"}}]}}]}
      """;

  /** Float32 is what most models give. */
  @Test
  void aRecordWithProbabilitiesOf32BitsKeepsItsSchemaAndItsFields() {
    Schema schema = new Schema.Parser().parse(SCHEMA);
    GenericRecord law = new GenericData.Record(schema.getField("distribution").schema());
    law.put("categorical", List.of(0.9f, 0.1f));
    GenericRecord written = new GenericData.Record(schema);
    written.put("prediction_id", "1");
    written.put("model", "m");
    written.put("version", "");
    written.put("made_at", 1L);
    written.put("region", "north");
    written.put("distribution", law);
    PredictionRecords records = new PredictionRecords();
    Received received = records.of(written);
    Distribution distribution =
        Distribution.newBuilder().setCategorical(List.of(0.7123456789, 0.2876543211)).build();

    IndexedRecord changed = records.with(received, "2", distribution);

    assertThat(changed.getSchema()).isEqualTo(schema);
    GenericRecord record = (GenericRecord) changed;
    assertThat(record.get("region")).isEqualTo("north");
    assertThat(record.get("version")).hasToString("2");
    assertThat(((GenericRecord) record.get("distribution")).get("categorical"))
        .isEqualTo(List.of((float) 0.7123456789, (float) 0.2876543211));
  }
}
