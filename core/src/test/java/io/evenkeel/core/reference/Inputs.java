package io.evenkeel.core.reference;

import com.fasterxml.jackson.databind.JsonNode;
import io.evenkeel.core.kernel.PredictionKernel;
import io.evenkeel.core.kernel.TargetKernel;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import java.util.ArrayList;
import java.util.List;

/**
 * The inputs of one case, decoded on demand.
 *
 * @param json the object of inputs
 */
record Inputs(JsonNode json) {

  JsonNode get(String name) {
    JsonNode node = json.get(name);
    if (node == null) {
      throw new IllegalArgumentException("no input '" + name + "' in " + json);
    }
    return node;
  }

  /** Whether the input is there and not null. */
  boolean has(String name) {
    return json.hasNonNull(name);
  }

  double number(String name) {
    return Decoder.number(get(name));
  }

  int integer(String name) {
    return Decoder.integer(get(name));
  }

  String text(String name) {
    return get(name).asText();
  }

  double[] numbers(String name) {
    return Decoder.numbers(get(name));
  }

  double[][] matrix(String name) {
    return Decoder.matrix(get(name));
  }

  int[] integers(String name) {
    return Decoder.integers(get(name));
  }

  PredictiveDistribution prediction(String name) {
    return Decoder.prediction(get(name));
  }

  List<PredictiveDistribution> predictions(String name) {
    List<PredictiveDistribution> predictions = new ArrayList<>();
    get(name).forEach(node -> predictions.add(Decoder.prediction(node)));
    return predictions;
  }

  List<Target> targets(String name, List<PredictiveDistribution> predictions) {
    return Decoder.targets(get(name), predictions);
  }

  /** The inputs "predictions" and "targets". */
  Observations observations() {
    List<PredictiveDistribution> predictions = predictions("predictions");
    return Observations.of(predictions, targets("targets", predictions));
  }

  PredictionKernel predictionKernel() {
    return Decoder.predictionKernel(get("prediction_kernel"));
  }

  TargetKernel targetKernel() {
    return Decoder.targetKernel(get("target_kernel"));
  }

  /** The product of the inputs "prediction_kernel" and "target_kernel". */
  TensorKernel kernel() {
    return new TensorKernel(predictionKernel(), targetKernel());
  }
}
