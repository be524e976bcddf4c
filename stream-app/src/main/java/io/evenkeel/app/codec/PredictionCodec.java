package io.evenkeel.app.codec;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.schemas.Distribution;
import io.evenkeel.schemas.Prediction;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/** Between the Avro record of a prediction and a valid {@link PredictionEvent}. */
public final class PredictionCodec {

  private PredictionCodec() {}

  /** {@link #decode(Prediction, double)} with {@link Categorical#DEFAULT_TOLERANCE}. */
  public static PredictionEvent decode(Prediction record) {
    return decode(record, Categorical.DEFAULT_TOLERANCE);
  }

  /**
   * The event of a record. A feature that is NaN or infinite counts as missing.
   *
   * @param record the record as it was read
   * @param tolerance how far from one the sum of probabilities may be, in [1e-6, 1e-3]
   * @throws RejectedEventException {@link Reason#INVALID_PREDICTION} or {@link
   *     Reason#INVALID_DISTRIBUTION} if the record breaks the schema's documentation
   */
  public static PredictionEvent decode(Prediction record, double tolerance) {
    String id = record.getPredictionId();
    if (id.isEmpty()) {
      throw invalid("prediction_id is empty");
    }
    if (record.getModel().isEmpty()) {
      throw invalid("model is empty");
    }
    long madeAt = record.getMadeAt().toEpochMilli();
    if (madeAt < 0) {
      throw invalid("made_at is before 1970: " + record.getMadeAt());
    }
    return new PredictionEvent(
        id,
        record.getModel(),
        record.getVersion(),
        madeAt,
        record.getSegments(),
        finite(record.getFeatures()),
        DistributionCodec.read(record.getDistribution(), tolerance),
        cluster(record));
  }

  /**
   * The record of an event.
   *
   * @throws IllegalArgumentException if the schema has no field for its kind of distribution
   */
  public static Prediction encode(PredictionEvent event) {
    return Prediction.newBuilder()
        .setPredictionId(event.id())
        .setModel(event.model())
        .setVersion(event.version())
        .setMadeAt(Instant.ofEpochMilli(event.madeAt()))
        .setSegments(event.segments())
        .setFeatures(event.features())
        .setDistribution(DistributionCodec.encode(event.distribution()))
        .setCluster(event.cluster().id())
        .setWeight(
            event.cluster().weight().isEmpty() ? null : event.cluster().weight().getAsDouble())
        .build();
  }

  /**
   * The record of a distribution.
   *
   * @throws IllegalArgumentException if the schema has no field for its kind
   */
  public static Distribution encode(PredictiveDistribution distribution) {
    return DistributionCodec.encode(distribution);
  }

  private static Cluster cluster(Prediction record) {
    Double weight = record.getWeight();
    if (weight == null && record.getCluster().isEmpty()) {
      return Cluster.NONE;
    }
    try {
      return new Cluster(
          record.getCluster(), weight == null ? OptionalDouble.empty() : OptionalDouble.of(weight));
    } catch (IllegalArgumentException e) {
      throw invalid(String.valueOf(e.getMessage()));
    }
  }

  private static Map<String, Double> finite(Map<String, Double> features) {
    for (double value : features.values()) {
      if (!Double.isFinite(value)) {
        Map<String, Double> copy = new HashMap<>(features);
        copy.values().removeIf(v -> !Double.isFinite(v));
        return copy;
      }
    }
    return features;
  }

  private static RejectedEventException invalid(String message) {
    return new RejectedEventException(Reason.INVALID_PREDICTION, message);
  }
}
