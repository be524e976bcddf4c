package io.evenkeel.app.codec;

import io.evenkeel.schemas.Distribution;
import io.evenkeel.schemas.Prediction;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/**
 * Changes a prediction, and nothing else of the record that it came in: the record may have fields
 * that Evenkeel does not know.
 */
public final class PredictionRecords {
  private final GeneratedRecords<Prediction> predictions = new GeneratedRecords<>(Prediction.class);

  /** Keeps its buffers for each thread. */
  public PredictionRecords() {}

  /**
   * A prediction as it came.
   *
   * @param written the record of its writer; of JSON the text, as bytes
   * @param prediction what Evenkeel reads of it; it need not be valid
   */
  public record Received(Object written, Prediction prediction) {}

  /**
   * The prediction of a record.
   *
   * @throws org.apache.kafka.common.errors.SerializationException if there is none
   */
  public Received of(Object written) {
    return new Received(written, predictions.of(written));
  }

  /**
   * The record with another version and another distribution: in the schema that it came in, or in
   * Evenkeel's where that one has no place for them.
   */
  public IndexedRecord with(Received received, String version, Distribution distribution) {
    Prediction changed =
        Prediction.newBuilder(received.prediction())
            .setVersion(version)
            .setDistribution(distribution)
            .build();
    if (received.written() instanceof SpecificRecord
        || !(received.written() instanceof IndexedRecord written)) {
      return changed;
    }
    try {
      IndexedRecord same = inItsSchema(written, changed);
      Prediction said = predictions.of(same);
      boolean holds =
          said.getVersion().equals(version) && holds(said.getDistribution(), distribution);
      return holds ? same : changed;
    } catch (SerializationException | AvroRuntimeException e) {
      return changed; // such as a map of an ensemble, which gives a normal distribution
    }
  }

  /** Whether a value is as it was meant to be, or as near as a number of 32 bits is. */
  private static boolean holds(@Nullable Object value, @Nullable Object meant) {
    if (value instanceof IndexedRecord one && meant instanceof IndexedRecord other) {
      return IntStream.range(0, other.getSchema().getFields().size())
          .allMatch(i -> holds(one.get(i), other.get(i)));
    }
    if (value instanceof List<?> some && meant instanceof List<?> others) {
      return some.size() == others.size()
          && IntStream.range(0, some.size()).allMatch(i -> holds(some.get(i), others.get(i)));
    }
    return Objects.equals(value, meant)
        || (value instanceof Double one
            && meant instanceof Double other
            && one == (double) other.floatValue());
  }

  private static IndexedRecord inItsSchema(IndexedRecord written, Prediction changed) {
    GenericData.Record record = new GenericData.Record(written.getSchema());
    for (Schema.Field field : written.getSchema().getFields()) {
      record.put(
          field.pos(),
          switch (field.name()) {
            case "version" -> changed.getVersion();
            case "distribution" ->
                inItsSchema((IndexedRecord) written.get(field.pos()), changed.getDistribution());
            default -> written.get(field.pos());
          });
    }
    return record;
  }

  private static IndexedRecord inItsSchema(IndexedRecord written, Distribution changed) {
    GenericData.Record record = new GenericData.Record(written.getSchema());
    for (Schema.Field field : written.getSchema().getFields()) {
      Schema.Field ours = changed.getSchema().getField(field.name());
      record.put(
          field.pos(),
          ours == null ? written.get(field.pos()) : as(field.schema(), changed.get(ours.pos())));
    }
    return record;
  }

  /** A value in somebody else's schema; whether it suits, shows when it is written. */
  private static @Nullable Object as(Schema own, @Nullable Object value) {
    return switch (own.getType()) {
      case UNION -> as(branch(own, value), value);
      case FLOAT -> value instanceof Double number ? (Object) number.floatValue() : value;
      case ARRAY ->
          value instanceof List<?> list
              ? list.stream().map(one -> as(own.getElementType(), one)).toList()
              : value;
      case RECORD -> value instanceof IndexedRecord record ? record(own, record) : value;
      default -> value;
    };
  }

  private static Schema branch(Schema union, @Nullable Object value) {
    return union.getTypes().stream()
        .filter(one -> (one.getType() == Schema.Type.NULL) == (value == null))
        .findFirst()
        .orElse(union.getTypes().get(0));
  }

  private static IndexedRecord record(Schema own, IndexedRecord value) {
    GenericRecordBuilder record = new GenericRecordBuilder(own);
    for (Schema.Field field : own.getFields()) {
      Schema.Field ours = value.getSchema().getField(field.name());
      if (ours != null) {
        record.set(field, as(field.schema(), value.get(ours.pos())));
      }
    }
    return record.build();
  }
}
