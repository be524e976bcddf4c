package io.evenkeel.core.calibration;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.internal.PivotedCholesky;
import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.ExponentialKernel;
import io.evenkeel.core.kernel.FourierKernel;
import io.evenkeel.core.kernel.LinearKernel;
import io.evenkeel.core.kernel.PredictionKernel;
import io.evenkeel.core.kernel.SumKernel;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.GroupedObservations;
import io.evenkeel.core.prediction.Observations;
import java.util.List;
import java.util.function.ToDoubleBiFunction;
import org.ejml.data.DMatrixRMaj;

/**
 * The conditional kernel calibration error CKCE, a squared norm of the difference of two
 * conditional mean operators: that of the target and that of a draw from the prediction, given the
 * prediction. Unlike the {@link Skce} it hardly depends on how often which prediction is made, so
 * that it can be compared between models, and before and after a shift.
 *
 * <p>With the Gram matrix K of k_P, the residuals L_ij of k_Y and A = K + λnI it is estimated by
 * tr(A⁻¹ L A⁻¹ K), which is never negative. The noise of the targets makes it too large, by a term
 * of order 1/(λ²n), and the ridge λ shrinks it, far below its limit at usual n: estimates are
 * comparable only at the same λ, best at the same n.
 *
 * <p>For classes and real targets alike: mean embeddings of predictions are the closed-form
 * expectations of the {@linkplain io.evenkeel.core.kernel.TargetKernel kernel of the targets}. K is
 * only ever held as a factor of n &times; s numbers, where s &le; n is its numerical rank: O(ns²)
 * time and O(ns) memory. s is small for few distinct predictions and for smooth kernels on few
 * numbers, but near n for many classes; a {@link FourierKernel} bounds it. A k_P that is not
 * positive definite on the predictions at hand is refused with an {@link IllegalArgumentException}.
 *
 * <p>Source: Moskvichev and Sejdinovic, <i>All models are miscalibrated, but some less so:
 * comparing calibration with conditional mean operators</i>, preprint, Section 3, which chooses λ =
 * n^(−¼): consistency needs λ → 0 and nλ³ → ∞. The intervals are not in the paper.
 *
 * @param kernel k_P ⊗ k_Y
 */
public record Ckce(TensorKernel kernel) {

  /**
   * The kernel k(p, q) = Σ p_k q_k + exp(−‖p − q‖² / (2γ²)) on predictions of classes.
   *
   * @param gamma γ &gt; 0
   */
  public static PredictionKernel predictionKernel(double gamma) {
    Checks.positive("gamma", gamma);
    return new SumKernel(
        new LinearKernel(), new ExponentialKernel(Distance.EUCLIDEAN, 1 / (2 * gamma * gamma), 2));
  }

  /** The ridge n^(−¼) for n &ge; 1 observations. */
  public static double defaultLambda(int n) {
    return 1 / Math.sqrt(Math.sqrt(Checks.atLeast("n", n, 1)));
  }

  /** The estimate with the default ridge. */
  public double estimate(Observations sample) {
    return estimate(sample, defaultLambda(sample.size()));
  }

  /**
   * The estimate from n &ge; 1 observations.
   *
   * @param lambda λ &gt; 0
   */
  public double estimate(Observations sample, double lambda) {
    return operator(sample, lambda, sample.size()).squaredNorm();
  }

  /**
   * How far predictions are from calibrated given the prediction and the group: with the kernel
   * k_P(p, q) k_A(a, b) on the product of predictions and groups. A k_A that is 1 for the same
   * group and 0 otherwise judges each group by itself; one that is larger for similar groups lets
   * them share what they show. Zero in the limit exactly if every group is calibrated.
   *
   * <p>Source: as above, Section 3.3.
   *
   * @param groupKernel k_A, symmetric and positive definite
   * @param lambda λ &gt; 0
   */
  public <G> double estimate(
      GroupedObservations<G> sample,
      ToDoubleBiFunction<? super G, ? super G> groupKernel,
      double lambda) {
    Observations all = sample.all();
    check(all, lambda);
    List<G> groups = sample.groups();
    DMatrixRMaj features =
        PivotedCholesky.factor(
            all.size(),
            (i, j) -> gram(all, i, j) * groupKernel.applyAsDouble(groups.get(i), groups.get(j)));
    return operator(features, all, lambda, all.size()).squaredNorm();
  }

  /**
   * The estimate with an interval, for the value that it has at this λ in the limit of many
   * observations. The interval has about its confidence from a hundred observations on, and less
   * with few. O(ns²) time.
   *
   * @param sample n &ge; 2 independent observations
   * @param lambda λ &gt; 0
   */
  public Jackknife jackknife(Observations sample, double lambda) {
    return Jackknife.of(estimate(sample, lambda), leavingOneOut(sample, lambda));
  }

  /**
   * By how much the CKCE of one model exceeds that of another on the same targets, with an interval
   * that knows of the dependence between the two. It has about its confidence from a hundred
   * observations on, less with few, and more where both models are calibrated.
   *
   * @param first n &ge; 2 independent observations
   * @param second predictions of the same targets by another model
   * @param lambda λ &gt; 0
   * @throws IllegalArgumentException if the targets differ
   */
  public Jackknife difference(Observations first, Observations second, double lambda) {
    if (!first.targets().equals(second.targets())) {
      throw new IllegalArgumentException(
          "both models must have predicted the same targets, in the same order");
    }
    double[] differences = leavingOneOut(first, lambda);
    double[] others = leavingOneOut(second, lambda);
    for (int i = 0; i < differences.length; i++) {
      differences[i] -= others[i];
    }
    return Jackknife.of(estimate(first, lambda) - estimate(second, lambda), differences);
  }

  /** The estimates without each observation. */
  private double[] leavingOneOut(Observations sample, double lambda) {
    int n = Checks.atLeast("n", sample.size(), 2);
    return operator(sample, lambda, n - 1).squaredNormsLeavingOneOut();
  }

  /** The operator with the ridge of n observations. */
  private ConditionalMeanOperator operator(Observations sample, double lambda, int n) {
    check(sample, lambda);
    DMatrixRMaj features =
        kernel.predictions() instanceof FourierKernel fourier
            ? features(fourier, sample)
            : PivotedCholesky.factor(sample.size(), (i, j) -> gram(sample, i, j));
    return operator(features, sample, lambda, n);
  }

  private ConditionalMeanOperator operator(
      DMatrixRMaj features, Observations sample, double lambda, int n) {
    return new ConditionalMeanOperator(
        features, ResidualEmbedding.of(kernel.targets(), sample), lambda * n);
  }

  private static void check(Observations sample, double lambda) {
    Checks.atLeast("n", sample.size(), 1);
    Checks.positive("lambda", lambda);
  }

  private static DMatrixRMaj features(FourierKernel fourier, Observations sample) {
    return new DMatrixRMaj(
        sample.predictions().stream().map(fourier::features).toArray(double[][]::new));
  }

  private double gram(Observations sample, int i, int j) {
    return kernel.predictions().apply(sample.prediction(i), sample.prediction(j));
  }
}
