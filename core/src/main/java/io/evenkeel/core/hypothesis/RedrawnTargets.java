package io.evenkeel.core.hypothesis;

import io.evenkeel.core.calibration.ResidualRows;
import io.evenkeel.core.calibration.Skce;
import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.internal.RowSum;
import io.evenkeel.core.kernel.KroneckerKernel;
import io.evenkeel.core.kernel.TargetKernel;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The statistic nU of a sample, with replicates whose targets are redrawn from the predictions.
 *
 * <p>If the model is calibrated and the targets are independent given the predictions, the sample
 * is one more such draw: the p-value is exact for every n and kernel. R replicates cost O(n²R)
 * target kernels and expectations, for m classes under the Kronecker kernel O(n²mR) products; no
 * matrix is stored. They use the common fork-join pool and do not depend on the number of threads.
 */
public final class RedrawnTargets {
  /** For classes, how many components of residuals are worked on together. */
  private static final int COMPONENTS = 2048;

  private final TensorKernel kernel;
  private final Observations sample;
  private final int n;

  /** The statistic of a sample of n &ge; 2 observations. */
  public RedrawnTargets(TensorKernel kernel, Observations sample) {
    this.n = Checks.atLeast("number of observations", sample.size(), 2);
    this.kernel = kernel;
    this.sample = sample;
  }

  /** The statistic with a replicate for each list of n targets. */
  public Replicates replicates(List<? extends List<? extends Target>> redrawn) {
    List<List<? extends Target>> all = new ArrayList<>(List.of(sample.targets()));
    all.addAll(redrawn);
    for (List<? extends Target> targets : all) {
      Checks.sameLength("targets", targets.size(), "sample", n);
    }
    double[] values = values(all);
    return new Replicates(values[0], Arrays.copyOfRange(values, 1, values.length));
  }

  private double[] values(List<? extends List<? extends Target>> all) {
    if (kernel.targets() instanceof KroneckerKernel
        && sample.predictions().stream().allMatch(p -> p instanceof Categorical)) {
      return ofClasses(all);
    }
    if (ResidualRows.areVectorised(kernel, sample)) {
      Skce skce = new Skce(kernel);
      return all.stream().mapToDouble(y -> n * skce.unbiased(sample.withTargets(y))).toArray();
    }
    Target[][] targets = all.stream().map(y -> y.toArray(Target[]::new)).toArray(Target[][]::new);
    return scaled(
        RowSum.ofBands(n, all.size(), (from, to, sums) -> addRows(targets, from, to, sums)));
  }

  private double[] scaled(double[] sums) {
    return Arrays.stream(sums).map(sum -> 2 * sum / (n - 1)).toArray();
  }

  /** Adds h_ij of the targets of each replicate over j &lt; i, for some rows i. */
  private void addRows(Target[][] targets, int from, int to, double[] sums) {
    TargetKernel k = kernel.targets();
    for (int i = from; i < to; i++) {
      PredictiveDistribution p = sample.prediction(i);
      for (int j = 0; j < i; j++) {
        PredictiveDistribution q = sample.prediction(j);
        double weight = kernel.predictions().apply(p, q);
        if (weight == 0) {
          continue;
        }
        double both = k.expectation(p, q);
        for (int r = 0; r < sums.length; r++) {
          Target y = targets[r][i];
          Target z = targets[r][j];
          sums[r] += weight * (k.apply(y, z) - k.expectation(p, z) - k.expectation(q, y) + both);
        }
      }
    }
  }

  /** With the residuals e_y − p of classes, h_ij = k_P(p_i, p_j) times their inner product. */
  private double[] ofClasses(List<? extends List<? extends Target>> all) {
    ResidualRows predictions =
        (i, from, to, row) -> {
          for (int j = from; j < to; j++) {
            row[j - from] = kernel.predictions().apply(sample.prediction(i), sample.prediction(j));
          }
        };
    int m = ((Categorical) sample.prediction(0)).classes();
    int chunk = Math.max(1, COMPONENTS / m);
    double[] sums = new double[all.size()];
    for (int start = 0; start < sums.length; start += chunk) {
      var some = all.subList(start, Math.min(sums.length, start + chunk));
      double[] forms =
          QuadraticForms.of(predictions, n, some.size() * m, i -> residuals(some, i, m));
      for (int c = 0; c < forms.length; c++) {
        sums[start + c / m] += forms[c];
      }
    }
    return scaled(sums);
  }

  private double[] residuals(List<? extends List<? extends Target>> targets, int i, int m) {
    Categorical p = (Categorical) sample.prediction(i);
    double[] residuals = new double[targets.size() * m];
    for (int c = 0; c < residuals.length; c++) {
      int label = ((ClassLabel) targets.get(c / m).get(i)).index();
      residuals[c] = (c % m == label ? 1 : 0) - p.probability(c % m);
    }
    return residuals;
  }
}
