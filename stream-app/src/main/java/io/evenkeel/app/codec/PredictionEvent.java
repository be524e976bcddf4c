package io.evenkeel.app.codec;

import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetView;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A valid prediction.
 *
 * @param id its unique id, not empty
 * @param model name of the model, not empty
 * @param version version of the model; may be empty
 * @param madeAt when it was made, milliseconds since 1970, not negative
 * @param segments attributes by which the model can be looked at in parts
 * @param features inputs of the model, finite
 * @param distribution what the model says of the target, or of what is judged of it
 * @param cluster the outcome that it shares with other predictions
 * @param view what of the target is judged; null if that is the target itself
 */
public record PredictionEvent(
    String id,
    String model,
    String version,
    long madeAt,
    Map<String, String> segments,
    Map<String, Double> features,
    PredictiveDistribution distribution,
    Cluster cluster,
    @Nullable TargetView view) {

  /** Copies the maps. */
  public PredictionEvent {
    segments = copy(segments);
    features = copy(features);
  }

  /** A prediction of which the whole distribution is judged. */
  public PredictionEvent(
      String id,
      String model,
      String version,
      long madeAt,
      Map<String, String> segments,
      Map<String, Double> features,
      PredictiveDistribution distribution,
      Cluster cluster) {
    this(id, model, version, madeAt, segments, features, distribution, cluster, null);
  }

  /** The same of a prediction that alone is about its outcome. */
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
        id, model, version, madeAt, otherSegments, otherFeatures, distribution, cluster, view);
  }

  /**
   * What of it is to be calibrated: all, or what it says of a view of the target, and nothing else.
   *
   * @param asked the view that a distribution is judged by, if one is asked for; refuses with an
   *     {@link IllegalArgumentException} one that has none
   * @throws RejectedEventException {@link Reason#WRONG_SPACE} if it says nothing of that
   */
  public PredictionEvent judged(Function<PredictiveDistribution, Optional<TargetView>> asked) {
    try {
      return asked.apply(distribution).map(this::of).orElse(this);
    } catch (IllegalArgumentException e) {
      throw new RejectedEventException(Reason.WRONG_SPACE, "the prediction: " + e.getMessage(), e)
          .of(model);
    }
  }

  private PredictionEvent of(TargetView asked) {
    return new PredictionEvent(
        id, model, version, madeAt, segments, features, asked.in(distribution), cluster, asked);
  }

  /**
   * The target of this prediction.
   *
   * @param classes names of the classes of the label; empty if they have none
   * @throws RejectedEventException if the label cannot be one of this prediction
   */
  public Target target(RawTarget label, List<String> classes) {
    return label.resolve(distribution, view, classes);
  }

  /** Keeps the order, which {@link Map#copyOf} changes from run to run. */
  private static <V> Map<String, V> copy(Map<String, V> map) {
    return map.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }
}
