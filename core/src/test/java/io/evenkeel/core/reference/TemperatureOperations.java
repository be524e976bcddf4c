package io.evenkeel.core.reference;

import io.evenkeel.core.calibration.ResidualSample;
import io.evenkeel.core.calibration.SquaredCalibrationError;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.recalibration.Temperature;
import io.evenkeel.core.recalibration.TemperatureFit;
import io.evenkeel.core.score.LogLoss;
import java.util.Arrays;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/** Temperatures, and the errors of models that are wrong by a known temperature. */
final class TemperatureOperations {
  static final Map<String, Operation> TABLE =
      Map.of(
          "fit_temperature", TemperatureOperations::fit,
          "temperature_scale_vector", TemperatureOperations::scale,
          "ground_truth_sample", TemperatureOperations::sample,
          "ground_truth_binary", TemperatureOperations::binary,
          "h_sim_risk", TemperatureOperations::simulatedRisk);

  private TemperatureOperations() {}

  private static Map<String, ?> fit(Inputs in) {
    Observations sample = in.observations();
    TemperatureFit fit = TemperatureFit.of(sample, in.number("t_min"), in.number("t_max"));
    double loss =
        IntStream.range(0, sample.size())
            .mapToDouble(i -> LogLoss.exact(sample.prediction(i), sample.target(i)))
            .sum();
    return Map.of(
        "temperature", fit.temperature().temperature(),
        "nll_before", loss / sample.size(),
        "scaled_first", encoded(fit.temperature().recalibrate(sample.prediction(0))));
  }

  private static Map<String, ?> scale(Inputs in) {
    return Map.of("q", tempered(in.numbers("p"), in.number("temperature")));
  }

  private static Map<String, ?> sample(Inputs in) {
    double[][] truths =
        Arrays.stream(in.matrix("points"))
            .map(u -> tempered(u, in.number("t1")))
            .toArray(double[][]::new);
    double[][] predictions =
        Arrays.stream(truths).map(p -> tempered(p, in.number("t2"))).toArray(double[][]::new);
    int n = truths.length;
    double[] byClass = new double[truths[0].length];
    double divergence = 0;
    for (int i = 0; i < n; i++) {
      divergence += divergence(truths[i], predictions[i]) / n;
      for (int k = 0; k < byClass.length; k++) {
        byClass[k] += Math.pow(truths[i][k] - predictions[i][k], 2) / n;
      }
    }
    return Map.of(
        "predictions", predictions,
        "per_class_sq", byClass,
        "ce2", Arrays.stream(byClass).sum(),
        "cekl", divergence);
  }

  private static Map<String, ?> binary(Inputs in) {
    double t1 = in.number("t1");
    double t2 = in.number("t2");
    return Map.of(
        "ce2",
        meanOverUniform(
            u -> {
              double[] p = tempered(new double[] {u, 1 - u}, t1);
              return 2 * Math.pow(p[0] - tempered(p, t2)[0], 2);
            }),
        "cekl",
        meanOverUniform(
            u -> {
              double[] p = tempered(new double[] {u, 1 - u}, t1);
              return temperedDivergence(p, t2);
            }));
  }

  /** From a prediction to its power, also where that is less than a double can hold. */
  private static double temperedDivergence(double[] p, double temperature) {
    Temperature power = new Temperature(temperature);
    double sum = 0;
    for (int k = 0; k < p.length; k++) {
      sum -= p[k] > 0 ? p[k] * power.logRatio(Categorical.of(p), Target.ofClass(k)) : 0;
    }
    return sum;
  }

  private static Map<String, ?> simulatedRisk(Inputs in) {
    Observations sample = in.observations();
    double temperature = 3 / (10 * in.number("theta"));
    int n = sample.size();
    double[][] errors = new double[n][];
    for (int i = 0; i < n; i++) {
      double[] p = probabilities(sample.prediction(i));
      double[] q = tempered(p, temperature);
      errors[i] = IntStream.range(0, p.length).mapToDouble(k -> p[k] - q[k]).toArray();
    }
    double[][] h = new double[n][n];
    double diagonal = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        for (int k = 0; k < errors[i].length; k++) {
          h[i][j] += errors[i][k] * errors[j][k];
        }
      }
      diagonal += h[i][i] / n;
    }
    return Map.of(
        "risk",
        SquaredCalibrationError.risk(ResidualSample.canonical(sample), h),
        "mean_diagonal",
        diagonal);
  }

  private static double[] tempered(double[] p, double temperature) {
    return probabilities(new Temperature(temperature).recalibrate(Categorical.of(p)));
  }

  private static double[] probabilities(PredictiveDistribution p) {
    Categorical categorical = (Categorical) p;
    return IntStream.range(0, categorical.classes())
        .mapToDouble(categorical::probability)
        .toArray();
  }

  private static double divergence(double[] p, double[] q) {
    double sum = 0;
    for (int k = 0; k < p.length; k++) {
      sum += p[k] > 0 ? p[k] * Math.log(p[k] / q[k]) : 0;
    }
    return sum;
  }

  /** The mean over u in (0, 1), by the trapezoid rule in the logit of u. */
  private static double meanOverUniform(DoubleUnaryOperator f) {
    int steps = 16_000;
    double reach = 40;
    double width = 2 * reach / steps;
    double sum = 0;
    for (int i = 0; i <= steps; i++) {
      double e = Math.exp(-Math.abs(-reach + i * width));
      double near = e / (1 + e);
      double u = 2 * i < steps ? near : 1 - near;
      sum += f.applyAsDouble(u) * near / (1 + e) * width;
    }
    return sum;
  }

  private static Map<String, ?> encoded(PredictiveDistribution p) {
    if (p instanceof Categorical) {
      return Map.of("type", "categorical", "p", probabilities(p));
    }
    if (p instanceof Laplace laplace) {
      return Map.of("type", "laplace", "mu", laplace.location(), "beta", laplace.scale());
    }
    Normal normal = (Normal) p;
    int d = normal.dimension();
    double[] mean = IntStream.range(0, d).mapToDouble(normal::mean).toArray();
    if (normal.isDiagonal()) {
      return Map.of(
          "type",
          "normal",
          "mean",
          mean,
          "var",
          IntStream.range(0, d).mapToDouble(normal::variance).toArray());
    }
    double[][] covariance = new double[d][d];
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        covariance[i][j] = normal.covariance(i, j);
      }
    }
    return Map.of("type", "normal_full", "mean", mean, "cov", covariance);
  }
}
