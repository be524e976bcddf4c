package io.evenkeel.core.hypothesis;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import java.util.List;

/**
 * The statistic nU of a sample, with replicates whose targets are redrawn from the predictions.
 *
 * <p>If the model is calibrated and the targets are independent given the predictions, the sample
 * is one more such draw: the p-value is exact for every n and kernel. What depends on the
 * predictions alone is computed once, in O(n²) time and memory; a replicate costs O(n²) target
 * kernels and expectations.
 */
public final class RedrawnTargets {
  private final TensorKernel kernel;
  private final Observations sample;
  private final double[][] predictionKernel;
  private final double[][] expectations;

  /** The statistic of a sample of n &ge; 2 observations. */
  public RedrawnTargets(TensorKernel kernel, Observations sample) {
    int n = Checks.atLeast("number of observations", sample.size(), 2);
    this.kernel = kernel;
    this.sample = sample;
    this.predictionKernel = new double[n][n];
    this.expectations = new double[n][n];
    for (int i = 0; i < n; i++) {
      PredictiveDistribution p = sample.prediction(i);
      for (int j = 0; j < i; j++) {
        PredictiveDistribution q = sample.prediction(j);
        predictionKernel[i][j] = kernel.predictions().apply(p, q);
        expectations[i][j] = kernel.targets().expectation(p, q);
      }
    }
  }

  /** The statistic with a replicate for each list of n targets. */
  public Replicates replicates(List<? extends List<? extends Target>> redrawn) {
    double[] values = redrawn.stream().mapToDouble(this::value).toArray();
    return new Replicates(value(sample.targets()), values);
  }

  private double value(List<? extends Target> targets) {
    int n = sample.size();
    Checks.sameLength("targets", targets.size(), "sample", n);
    double sum = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        if (predictionKernel[i][j] != 0) {
          sum += 2 * predictionKernel[i][j] * residual(targets, i, j);
        }
      }
    }
    return sum / (n - 1);
  }

  private double residual(List<? extends Target> targets, int i, int j) {
    return kernel.targets().apply(targets.get(i), targets.get(j))
        - kernel.targets().expectation(sample.prediction(i), targets.get(j))
        - kernel.targets().expectation(sample.prediction(j), targets.get(i))
        + expectations[i][j];
  }
}
