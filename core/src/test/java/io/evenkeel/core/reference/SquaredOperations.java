package io.evenkeel.core.reference;

import com.fasterxml.jackson.databind.JsonNode;
import io.evenkeel.core.calibration.BinnedCalibration;
import io.evenkeel.core.calibration.CalibrationChoice;
import io.evenkeel.core.calibration.CalibrationEstimator;
import io.evenkeel.core.calibration.CrossValidation;
import io.evenkeel.core.calibration.Fold;
import io.evenkeel.core.calibration.KernelDensity;
import io.evenkeel.core.calibration.KernelRidge;
import io.evenkeel.core.calibration.ResidualSample;
import io.evenkeel.core.calibration.SquaredCalibrationError;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.score.Binning;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Squared calibration errors and the choice between their estimators. */
final class SquaredOperations {
  static final Map<String, Operation> TABLE =
      Map.of(
          "tce_binning", SquaredOperations::binned,
          "calibration_function", SquaredOperations::function,
          "calibration_risk", SquaredOperations::risk,
          "cv_pipeline", SquaredOperations::pipeline);

  private SquaredOperations() {}

  private static Map<String, ?> binned(Inputs in) {
    ResidualSample sample =
        in.has("confidences")
            ? ResidualSample.ofConfidences(in.numbers("confidences"), in.numbers("correct"))
            : ResidualSample.topLabel(in.observations());
    Binning binning = binning(in, sample, in.integer("bins"));
    BinnedCalibration calibration = BinnedCalibration.of(sample, binning);
    return Map.of(
        "edges", binning.edges(),
        "counts", calibration.counts(),
        "tce2_sq", calibration.squared(),
        "tce2", Math.sqrt(calibration.squared()),
        "ece", calibration.ece(),
        "mce", calibration.mce(),
        "tce2_sq_kumar", calibration.squaredDebiasedByLabels(),
        "tce2_sq_residual", calibration.squaredDebiased());
  }

  private static Map<String, ?> function(Inputs in) {
    List<PredictiveDistribution> train = in.predictions("train_predictions");
    ResidualSample sample =
        ResidualSample.canonical(Observations.of(train, in.targets("train_targets", train)));
    List<PredictiveDistribution> points = in.predictions("points");
    List<Target> anything = Collections.nCopies(points.size(), Target.ofClass(0));
    ResidualSample at = ResidualSample.canonical(Observations.of(points, anything));
    return Map.of("h", estimator(in).learn(sample).apply(in.number("hyper")).matrix(at));
  }

  private static Map<String, ?> risk(Inputs in) {
    ResidualSample sample = ResidualSample.canonical(in.observations());
    return Map.of("risk", SquaredCalibrationError.risk(sample, in.matrix("h")));
  }

  private static Map<String, ?> pipeline(Inputs in) {
    ResidualSample sample =
        isScalar(in)
            ? ResidualSample.ofConfidences(
                Arrays.stream(in.matrix("predictions")).mapToDouble(row -> row[0]).toArray(),
                in.numbers("targets"))
            : ResidualSample.canonical(in.observations());
    CalibrationChoice choice =
        new CrossValidation(folds(in.get("folds")))
            .choose(estimator(in), sample, in.numbers("grid"));
    double squared = choice.squaredError(sample.subset(in.integers("test")));
    return Map.of(
        "fold_risks", choice.risks(),
        "mean_risks", choice.meanRisks(),
        "best_index", choice.best(),
        "ce_sq", squared,
        "ce", Math.sqrt(Math.max(squared, 0)));
  }

  private static boolean isScalar(Inputs in) {
    return List.of("bin", "tce_kkr", "tce_ukkr").contains(in.text("method"));
  }

  private static CalibrationEstimator estimator(Inputs in) {
    String method = in.text("method");
    return switch (method) {
      case "kde" -> KernelDensity::learn;
      case "kkr", "tce_kkr" -> new KernelRidge(in.number("gamma"))::ofProducts;
      case "ukkr", "tce_ukkr" -> new KernelRidge(in.number("gamma"))::ofResiduals;
      case "bin" ->
          in.text("binning").equals("equal_width")
              ? BinnedCalibration::equalWidth
              : BinnedCalibration::equalMass;
      default -> throw new NotImplemented("method " + method);
    };
  }

  private static Binning binning(Inputs in, ResidualSample sample, int bins) {
    String scheme = in.text("binning");
    return switch (scheme) {
      case "equal_width" -> Binning.equalWidth(bins);
      case "equal_mass" -> {
        double[] confidences = new double[sample.size()];
        for (int i = 0; i < confidences.length; i++) {
          confidences[i] = sample.point(i)[0];
        }
        yield Binning.equalMass(bins, confidences);
      }
      default -> throw new NotImplemented("binning " + scheme);
    };
  }

  private static List<Fold> folds(JsonNode nodes) {
    List<Fold> folds = new ArrayList<>();
    nodes.forEach(
        node -> folds.add(new Fold(indices(node.path("train")), indices(node.path("eval")))));
    return folds;
  }

  private static List<Integer> indices(JsonNode node) {
    return Arrays.stream(Decoder.integers(node)).boxed().toList();
  }
}
