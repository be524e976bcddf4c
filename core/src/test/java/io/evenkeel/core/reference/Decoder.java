package io.evenkeel.core.reference;

import com.fasterxml.jackson.databind.JsonNode;
import io.evenkeel.core.calibration.Ckce;
import io.evenkeel.core.kernel.ConstantKernel;
import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.ExponentialKernel;
import io.evenkeel.core.kernel.GaussianKernel;
import io.evenkeel.core.kernel.KroneckerKernel;
import io.evenkeel.core.kernel.LaplacianKernel;
import io.evenkeel.core.kernel.MixtureWasserstein;
import io.evenkeel.core.kernel.PredictionDistance;
import io.evenkeel.core.kernel.PredictionKernel;
import io.evenkeel.core.kernel.TargetKernel;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import java.util.ArrayList;
import java.util.List;

/** From the JSON of the vectors to the types of the library. */
final class Decoder {

  private Decoder() {}

  /** A number, of which those that are not finite are strings. */
  static double number(JsonNode node) {
    if (node.isNumber()) {
      return node.doubleValue();
    }
    return switch (node.asText()) {
      case "NaN" -> Double.NaN;
      case "Infinity" -> Double.POSITIVE_INFINITY;
      case "-Infinity" -> Double.NEGATIVE_INFINITY;
      default -> throw new IllegalArgumentException("a number was expected, got " + node);
    };
  }

  static int integer(JsonNode node) {
    if (!node.isInt()) {
      throw new IllegalArgumentException("an integer was expected, got " + node);
    }
    return node.intValue();
  }

  static double[] numbers(JsonNode node) {
    return elements(node).stream().mapToDouble(Decoder::number).toArray();
  }

  static int[] integers(JsonNode node) {
    return elements(node).stream().mapToInt(Decoder::integer).toArray();
  }

  static double[][] matrix(JsonNode node) {
    return elements(node).stream().map(Decoder::numbers).toArray(double[][]::new);
  }

  /** A distribution; plain probabilities are a categorical one. */
  static PredictiveDistribution prediction(JsonNode node) {
    if (node.isArray()) {
      return Categorical.of(numbers(node));
    }
    String type = node.path("type").asText();
    return switch (type) {
      case "categorical" -> Categorical.of(numbers(node.path("p")));
      case "normal" -> Normal.diagonal(numbers(node.path("mean")), numbers(node.path("var")));
      case "normal_full" -> Normal.full(numbers(node.path("mean")), matrix(node.path("cov")));
      case "laplace" -> new Laplace(number(node.path("mu")), number(node.path("beta")));
      case "mixture" ->
          Mixture.of(
              numbers(node.path("weights")),
              elements(node.path("components")).stream().map(Decoder::prediction).toList());
      default -> throw new NotImplemented("prediction " + type);
    };
  }

  static Target target(JsonNode node, TargetSpace space) {
    if (space.kind() == TargetSpace.Kind.CLASSES) {
      return Target.ofClass(integer(node));
    }
    return node.isArray() ? Target.of(numbers(node)) : Target.of(number(node));
  }

  static List<Target> targets(JsonNode node, List<PredictiveDistribution> predictions) {
    List<JsonNode> nodes = elements(node);
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      targets.add(target(nodes.get(i), predictions.get(i).space()));
    }
    return targets;
  }

  static TargetKernel targetKernel(JsonNode node) {
    String type = node.path("type").asText();
    return switch (type) {
      case "kronecker" -> new KroneckerKernel();
      case "gaussian" -> new GaussianKernel(number(node.path("gamma")));
      case "laplacian" -> new LaplacianKernel(number(node.path("gamma")));
      default -> throw new NotImplemented("target kernel " + type);
    };
  }

  static PredictionKernel predictionKernel(JsonNode node) {
    String type = node.path("type").asText();
    return switch (type) {
      case "exp_distance" ->
          new ExponentialKernel(
              distance(node), number(node.path("lambda")), number(node.path("nu")));
      case "ckce" -> Ckce.predictionKernel(number(node.path("gamma")));
      case "rbf" -> new ExponentialKernel(Distance.EUCLIDEAN, number(node.path("gamma")), 2);
      case "constant" -> new ConstantKernel();
      default -> throw new NotImplemented("prediction kernel " + type);
    };
  }

  /** The distance that the field "distance" names. */
  static PredictionDistance distance(JsonNode node) {
    String name = node.path("distance").asText();
    return switch (name) {
      case "euclidean" -> Distance.EUCLIDEAN;
      case "tv" -> Distance.TOTAL_VARIATION;
      case "w2" -> Distance.WASSERSTEIN_2;
      case "mw" -> new MixtureWasserstein(number(node.path("s")));
      default -> throw new NotImplemented("distance " + name);
    };
  }

  private static List<JsonNode> elements(JsonNode node) {
    if (!node.isArray()) {
      throw new IllegalArgumentException("an array was expected, got " + node);
    }
    List<JsonNode> elements = new ArrayList<>();
    node.forEach(elements::add);
    return elements;
  }
}
