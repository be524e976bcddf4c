package io.evenkeel.app.codec;

import io.evenkeel.schemas.Distribution;
import io.evenkeel.schemas.Prediction;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;

/**
 * Changes a prediction, and nothing else of the record that it came in: the record may have fields
 * that Evenkeel does not know.
 */
public final class PredictionRecords {
  private final GeneratedRecords<Prediction> predictions = new GeneratedRecords<>(Prediction.class);
  private final GeneratedRecords<Distribution> distributions =
      new GeneratedRecords<>(Distribution.class);
  private final Map<Schema, Schema> shared = new ConcurrentHashMap<>();

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
          said.getVersion().equals(version) && said.getDistribution().equals(distribution);
      return holds ? same : changed;
    } catch (SerializationException e) {
      return changed; // such as a map of an ensemble, which gives a normal distribution
    }
  }

  private IndexedRecord inItsSchema(IndexedRecord written, Prediction changed) {
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

  private IndexedRecord inItsSchema(IndexedRecord written, Distribution changed) {
    Schema own = written.getSchema();
    IndexedRecord known =
        (IndexedRecord)
            distributions.in(shared.computeIfAbsent(own, PredictionRecords::shared), changed);
    GenericData.Record record = new GenericData.Record(own);
    for (Schema.Field field : own.getFields()) {
      Schema.Field ours = known.getSchema().getField(field.name());
      record.put(field.pos(), ours == null ? written.get(field.pos()) : known.get(ours.pos()));
    }
    return record;
  }

  /** The schema of a distribution without the fields that Evenkeel does not know. */
  private static Schema shared(Schema own) {
    return Schema.createRecord(
        own.getName(),
        own.getDoc(),
        own.getNamespace(),
        false,
        own.getFields().stream()
            .filter(field -> Distribution.getClassSchema().getField(field.name()) != null)
            .map(field -> new Schema.Field(field, field.schema()))
            .toList());
  }
}
