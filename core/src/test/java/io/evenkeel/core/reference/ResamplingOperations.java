package io.evenkeel.core.reference;

import com.fasterxml.jackson.databind.JsonNode;
import io.evenkeel.core.drift.FeatureKernel;
import io.evenkeel.core.drift.MeanEmbeddingTest;
import io.evenkeel.core.drift.Mmd;
import io.evenkeel.core.hypothesis.DegenerateUStatistic;
import io.evenkeel.core.hypothesis.GammaApproximation;
import io.evenkeel.core.hypothesis.Hotelling;
import io.evenkeel.core.hypothesis.RedrawnTargets;
import io.evenkeel.core.hypothesis.Replicates;
import io.evenkeel.core.hypothesis.SpectralTest;
import io.evenkeel.core.hypothesis.TestResult;
import io.evenkeel.core.hypothesis.WeightedChiSquared;
import io.evenkeel.core.internal.SampleMoments;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Tests from quadratic statistics, and of two samples. */
final class ResamplingOperations {
  static final Map<String, Operation> TABLE =
      Map.of(
          "ustat_bootstrap", ResamplingOperations::bootstrap,
          "ustat_wild_bootstrap", ResamplingOperations::wildBootstrap,
          "exact_conditional_mc", ResamplingOperations::redrawnTargets,
          "gamma_approximation", ResamplingOperations::gamma,
          "spectral_test", ResamplingOperations::spectral,
          "weighted_chi2_tail", ResamplingOperations::weightedChiSquared,
          "mmd_linear", ResamplingOperations::mmd,
          "me_test", ResamplingOperations::meanEmbedding);

  private ResamplingOperations() {}

  private static DegenerateUStatistic statistic(Inputs in) {
    return new DegenerateUStatistic(in.kernel(), in.observations());
  }

  private static Map<String, ?> values(Replicates replicates) {
    return Map.of(
        "statistic", replicates.statistic(),
        "replicates", replicates.values(),
        "count_ge", replicates.count(),
        "p", replicates.pValue());
  }

  private static Map<String, ?> bootstrap(Inputs in) {
    List<int[]> resamples = new ArrayList<>();
    in.get("resamples").forEach(node -> resamples.add(Decoder.integers(node)));
    return values(statistic(in).bootstrap(resamples.toArray(int[][]::new)));
  }

  private static Map<String, ?> wildBootstrap(Inputs in) {
    double[][] byReplicate = in.matrix("multipliers");
    double[][] byObservation = new double[byReplicate[0].length][byReplicate.length];
    for (int r = 0; r < byReplicate.length; r++) {
      for (int i = 0; i < byObservation.length; i++) {
        byObservation[i][r] = byReplicate[r][i];
      }
    }
    return values(statistic(in).wildBootstrap(byObservation));
  }

  private static Map<String, ?> redrawnTargets(Inputs in) {
    Observations sample = in.observations();
    List<List<Target>> redrawn = new ArrayList<>();
    for (JsonNode targets : in.get("simulated_targets")) {
      redrawn.add(Decoder.targets(targets, sample.predictions()));
    }
    return values(new RedrawnTargets(in.kernel(), sample).replicates(redrawn));
  }

  private static Map<String, ?> gamma(Inputs in) {
    GammaApproximation gamma = GammaApproximation.of(in.kernel(), in.observations());
    return Map.of(
        "statistic", gamma.statistic(),
        "mean", gamma.mean(),
        "variance", gamma.variance(),
        "shape", gamma.shape(),
        "scale", gamma.scale(),
        "p", gamma.pValue());
  }

  private static Map<String, ?> spectral(Inputs in) {
    SpectralTest test = SpectralTest.of(in.kernel(), in.observations());
    return Map.of(
        "eigenvalues", test.eigenvalues(), "statistic", test.statistic(), "p", test.pValue());
  }

  private static Map<String, ?> weightedChiSquared(Inputs in) {
    return Map.of("p", WeightedChiSquared.survival(in.numbers("weights"), in.number("x")));
  }

  private static FeatureKernel featureKernel(Inputs in) {
    String type = in.get("kernel").path("type").asText();
    double gamma = Decoder.number(in.get("kernel").path("gamma"));
    return switch (type) {
      case "gaussian" -> FeatureKernel.gaussian(gamma);
      case "laplacian" -> FeatureKernel.laplacian(gamma);
      default -> throw new NotImplemented("feature kernel " + type);
    };
  }

  private static Map<String, ?> mmd(Inputs in) {
    Mmd mmd = new Mmd(featureKernel(in));
    double[][] x = in.matrix("x");
    double[][] y = in.matrix("y");
    Mmd.Linear linear = mmd.linear(x, y);
    return Map.of(
        "terms", mmd.linearTerms(x, y),
        "m", linear.terms(),
        "estimate", linear.estimate(),
        "sd", linear.standardDeviation(),
        "z", linear.statistic(),
        "p", linear.pValue(),
        "mmd2_unbiased", mmd.unbiased(x, y));
  }

  private static Map<String, ?> meanEmbedding(Inputs in) {
    MeanEmbeddingTest test = new MeanEmbeddingTest(featureKernel(in), in.number("rtol"));
    double[][] features = test.features(in.matrix("x"), in.matrix("y"), in.matrix("locations"));
    TestResult f = test.test(features, Hotelling.Law.F);
    TestResult chi2 = test.test(features, Hotelling.Law.CHI_SQUARED);
    double ume2 = 0;
    double[] mean = SampleMoments.of(features).mean();
    for (double value : mean) {
      ume2 += value * value / mean.length;
    }
    return Map.of(
        "rank", f.rank(),
        "statistic", f.statistic(),
        "p_chi2", chi2.pValue(),
        "p_f", f.pValue(),
        "ume2", ume2);
  }
}
