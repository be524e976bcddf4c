package io.evenkeel.app.evaluate;

import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.ExponentialKernel;
import io.evenkeel.core.kernel.GaussianKernel;
import io.evenkeel.core.kernel.TensorKernel;

/**
 * A kernel, and how a {@link KernelChoice} writes it.
 *
 * @param kernel k_P ⊗ k_Y
 * @param predictions k_P, such as {@code exponential(euclidean, 0.25)}
 * @param targets k_Y, such as {@code gaussian(1.5)}
 */
public record NamedKernel(TensorKernel kernel, String predictions, String targets) {

  /** That of a profile, as it is learned. */
  static NamedKernel ofProfile(TensorKernel kernel) {
    ExponentialKernel predictions = (ExponentialKernel) kernel.predictions();
    String distance =
        predictions.distance() instanceof Distance one ? KernelChoice.name(one) : KernelChoice.MMD;
    return new NamedKernel(
        kernel,
        "exponential(" + distance + ", " + 1 / predictions.lambda() + ")",
        kernel.targets() instanceof GaussianKernel gaussian
            ? "gaussian(" + Math.sqrt(1 / (2 * gaussian.gamma())) + ")"
            : KernelChoice.KRONECKER);
  }

  /** For people. */
  String words() {
    return predictions + " x " + targets;
  }
}
