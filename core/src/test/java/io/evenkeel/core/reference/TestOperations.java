package io.evenkeel.core.reference;

import io.evenkeel.core.calibration.Skce;
import io.evenkeel.core.hypothesis.BlockSkceTest;
import io.evenkeel.core.hypothesis.CmeTest;
import io.evenkeel.core.hypothesis.TestResult;
import io.evenkeel.core.kernel.KroneckerKernel;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.moments.BlockSkce;
import io.evenkeel.core.moments.Cme;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.profile.TestLocation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tests of calibration whose moments a sketch keeps. */
final class TestOperations {
  static final Map<String, Operation> TABLE =
      Map.of(
          "block_test", TestOperations::block,
          "conditional_variance", TestOperations::conditionalVariance,
          "cme_test", TestOperations::cme,
          "cme_null_test", TestOperations::cmeUnderNull);

  private TestOperations() {}

  private static Map<String, ?> block(Inputs in) {
    BlockSkce estimate = BlockSkce.of(in.kernel(), in.integer("block_size"), in.observations());
    TestResult first =
        BlockSkceTest.withDefaults().with(BlockSkceTest.Variance.EMPIRICAL).test(estimate);
    TestResult second =
        BlockSkceTest.withDefaults().with(BlockSkceTest.Variance.SECOND_MOMENT).test(estimate);
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("n_blocks", estimate.blocks());
    values.put("estimate", estimate.estimate());
    values.put("sigma_block", estimate.standardDeviation());
    values.put("z1", first.statistic());
    values.put("p1", first.pValue());
    values.put("degenerate1", first.degenerate());
    values.put("sigma_h", Math.sqrt(estimate.secondMoment()));
    values.put("z2", second.statistic());
    values.put("p2", second.pValue());
    values.put("degenerate2", second.degenerate());
    return values;
  }

  private static Map<String, ?> conditionalVariance(Inputs in) {
    TensorKernel kernel = new TensorKernel(in.predictionKernel(), new KroneckerKernel());
    Observations sample = in.observations();
    int n = sample.size();
    double[] variances = new double[n / 2];
    for (int b = 0; b < variances.length; b++) {
      variances[b] =
          kernel.residualVariance(sample.prediction(2 * b), sample.prediction(2 * b + 1));
    }
    BlockSkce whole = BlockSkce.of(kernel, n, sample);
    TestResult test =
        BlockSkceTest.withDefaults().with(BlockSkceTest.Variance.NULL_NORMAL).test(kernel, sample);
    return Map.of(
        "block2_terms", new Skce(kernel).blockEstimates(2, sample),
        "block2_variances", variances,
        "block2_z", test.statistic(),
        "block2_p", test.pValue(),
        "ustat", whole.estimate(),
        "ustat_variance", whole.nullVariance());
  }

  private static List<TestLocation> locations(Inputs in) {
    List<PredictiveDistribution> predictions = in.predictions("test_predictions");
    List<Target> targets = in.targets("test_targets", predictions);
    List<TestLocation> locations = new ArrayList<>();
    for (int j = 0; j < targets.size(); j++) {
      locations.add(new TestLocation(predictions.get(j), targets.get(j)));
    }
    return locations;
  }

  private static double[] means(Cme cme) {
    double[] means = new double[cme.locations()];
    for (int j = 0; j < means.length; j++) {
      means[j] = cme.mean(j);
    }
    return means;
  }

  private static Map<String, ?> cme(Inputs in) {
    Cme cme = Cme.of(in.kernel(), locations(in), in.observations());
    CmeTest test = CmeTest.withDefaults().withTolerance(in.number("rtol"));
    TestResult f = test.with(CmeTest.Covariance.EMPIRICAL).test(cme);
    TestResult chi2 = test.with(CmeTest.Covariance.EMPIRICAL_CHI_SQUARED).test(cme);
    return Map.of(
        "ucme2", cme.ucme2(),
        "mean_features", means(cme),
        "rank", f.rank(),
        "statistic", f.statistic(),
        "p_f", f.pValue(),
        "p_chi2", chi2.pValue());
  }

  private static Map<String, ?> cmeUnderNull(Inputs in) {
    Cme cme = Cme.of(in.kernel(), locations(in), in.observations());
    TestResult test =
        CmeTest.withDefaults()
            .with(CmeTest.Covariance.NULL_CHI_SQUARED)
            .withTolerance(in.number("rtol"))
            .test(cme);
    double[][] covariance = new double[cme.locations()][cme.locations()];
    for (int i = 0; i < covariance.length; i++) {
      for (int j = 0; j < covariance.length; j++) {
        covariance[i][j] = cme.nullCovariance(i, j);
      }
    }
    return Map.of(
        "null_covariance", covariance,
        "mean_features", means(cme),
        "rank", test.rank(),
        "statistic", test.statistic(),
        "p", test.pValue());
  }
}
