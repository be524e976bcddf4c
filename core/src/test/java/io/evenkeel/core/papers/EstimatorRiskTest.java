package io.evenkeel.core.papers;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.calibration.BinnedCalibration;
import io.evenkeel.core.calibration.CalibrationChoice;
import io.evenkeel.core.calibration.CalibrationPipeline;
import io.evenkeel.core.calibration.CalibrationPipeline.Candidate;
import io.evenkeel.core.calibration.CrossValidation;
import io.evenkeel.core.calibration.ResidualSample;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.simulation.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Gruber and Bach, Tables 1 and 5, Figures 2 and 5, on the one network that the data has: the risk
 * of estimators of the squared calibration error of VGG16 on CIFAR-10, top label and canonical.
 * Printed is what the paper has for ResNet-110, whose accuracy is the same, from 10,000 images: the
 * ridge regressions take cubic time, so here are 1,500.
 */
@Tag("simulation")
class EstimatorRiskTest {
  private static final int IMAGES = 1500;
  private static final int SEED = 1;
  private static final Map<String, String> TOP_LABEL =
      Map.of("15 bins", "5.40", "bin", "5.39", "kde", "7.46", "kkr", "5.39", "ukkr", "5.38");
  private static final Map<String, String> CANONICAL =
      Map.of("kde", "4.46", "kkr", "4.47", "ukkr", "4.47");

  private static final Table TABLE =
      new Table(
          "papers_risk",
          "calibration",
          "estimator",
          "parameter",
          "printed_root_risk_100",
          "root_risk_100",
          "standard_error",
          "squared_error_100");

  @Test
  void theRiskHardlyTellsTheEstimatorsApart() {
    Observations images = Images.judged().subset(IntStream.range(0, IMAGES).toArray());
    List<Candidate> scalar = new ArrayList<>(CalibrationPipeline.scalar(SEED).candidates());
    scalar.add(new Candidate("15 bins", BinnedCalibration::equalMass, List.of(15.0)));
    Map<String, double[]> top =
        compare("top label", ResidualSample.topLabel(images), scalar, TOP_LABEL);
    compare(
        "canonical",
        ResidualSample.canonical(images),
        CalibrationPipeline.canonical(SEED).candidates(),
        CANONICAL);
    TABLE.write(Kernels.KEPT);

    double[] ridge = top.getOrDefault("ukkr", new double[2]);
    assertThat(top)
        .allSatisfy(
            (name, other) ->
                assertThat(Math.abs(other[0] - ridge[0])).isLessThan(other[1] + ridge[1]));
  }

  /** The root of the risk and its standard error over the folds, by the name of the estimator. */
  private static Map<String, double[]> compare(
      String name, ResidualSample sample, List<Candidate> candidates, Map<String, String> printed) {
    int held = sample.size() / 5;
    ResidualSample test = sample.subset(IntStream.range(0, held).toArray());
    ResidualSample rest = sample.subset(IntStream.range(held, sample.size()).toArray());
    CrossValidation validation = CrossValidation.of(rest.size(), 5, SEED);
    Map<String, double[]> risks = new HashMap<>();
    for (Candidate candidate : candidates) {
      double[] grid = candidate.grid().stream().mapToDouble(Double::doubleValue).toArray();
      CalibrationChoice choice = validation.choose(candidate.estimator(), rest, grid);
      double[] roots =
          choice.risks().get(choice.best()).stream().mapToDouble(r -> 100 * Math.sqrt(r)).toArray();
      double root = 100 * Math.sqrt(choice.risk());
      double error = standardError(roots);
      risks.put(candidate.name(), new double[] {root, error});
      TABLE.add(
          name,
          candidate.name(),
          String.valueOf(grid[choice.best()]),
          printed.getOrDefault(candidate.name(), ""),
          root,
          error,
          100 * choice.squaredError(test));
    }
    return risks;
  }

  private static double standardError(double[] values) {
    double mean =
        IntStream.range(0, values.length).mapToDouble(i -> values[i]).average().orElseThrow();
    double sum = 0;
    for (double value : values) {
      sum += (value - mean) * (value - mean);
    }
    return Math.sqrt(sum / (values.length - 1) / values.length);
  }
}
