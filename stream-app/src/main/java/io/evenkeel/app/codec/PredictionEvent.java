package io.evenkeel.app.codec;

import io.evenkeel.core.prediction.PredictiveDistribution;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A valid prediction.
 *
 * @param id its unique id, not empty
 * @param model name of the model, not empty
 * @param version version of the model; may be empty
 * @param madeAt when it was made, milliseconds since 1970, not negative
 * @param segments attributes by which the model can be looked at in parts
 * @param features inputs of the model, finite
 * @param distribution what the model says of the target
 * @param cluster the outcome that it shares with other predictions
 */
public record PredictionEvent(
    String id,
    String model,
    String version,
    long madeAt,
    Map<String, String> segments,
    Map<String, Double> features,
    PredictiveDistribution distribution,
    Cluster cluster) {

  /** Copies the maps. */
  public PredictionEvent {
    segments = copy(segments);
    features = copy(features);
  }

  /** A prediction that alone is about its outcome. */
  public PredictionEvent(
      String id,
      String model,
      String version,
      long madeAt,
      Map<String, String> segments,
      Map<String, Double> features,
      PredictiveDistribution distribution) {
    this(id, model, version, madeAt, segments, features, distribution, Cluster.NONE);
  }

  /** The same with other segments and features. */
  PredictionEvent with(Map<String, String> otherSegments, Map<String, Double> otherFeatures) {
    return new PredictionEvent(
        id, model, version, madeAt, otherSegments, otherFeatures, distribution, cluster);
  }

  /** Keeps the order, which {@link Map#copyOf} changes from run to run. */
  private static <V> Map<String, V> copy(Map<String, V> map) {
    return map.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }
}
