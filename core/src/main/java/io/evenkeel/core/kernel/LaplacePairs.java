package io.evenkeel.core.kernel;

import io.evenkeel.core.internal.ExponentialDifferences;

/** The Laplacian kernel under pairs of Laplace distributions. */
final class LaplacePairs {

  private LaplacePairs() {}

  /*
   * By its Fourier transform E k(Z, Z′) = γ a² b² F[γ², a², b²], where a and b are the inverse
   * scales and F the second divided difference of s ↦ e^(−r√s) / √s. The textbook expression is
   * that difference written out, and loses everything where two of the three are close. Here the
   * nodes are put in order, x₁ ≤ x₂ ≤ x₃, and Leibniz' rule for differences of products leaves
   *
   *   a b / ((x₁ + x₂)(x₁ + x₃)) · [e₁ + x₁ D₁₂ + x₁ x₂ D₁₂₃ + x₁ (e₂ + x₂ D₂₃) / (x₂ + x₃)]
   *
   * with e_i = e^(−r x_i), D_ij = −e[x_i, x_j] and D₁₂₃ = e[x₁, x₂, x₃]: all terms positive. The
   * code takes the differences in the unit 1/r.
   */
  static double expectation(double gamma, double r, double scale, double otherScale) {
    double a = 1 / scale;
    double b = 1 / otherScale;
    double x1 = Math.min(gamma, Math.min(a, b));
    double x3 = Math.max(gamma, Math.max(a, b));
    double x2 = Math.max(Math.min(a, b), Math.min(Math.max(a, b), gamma));
    double reach1 = r * x1;
    if (reach1 > ExponentialDifferences.FARTHEST) {
      return 0;
    }
    // A number, as 0 times infinity is none.
    double reach2 = Math.min(Double.MAX_VALUE, r * x2);
    double first12 = ExponentialDifferences.first(r * (x2 - x1));
    double first23 = ExponentialDifferences.first(r * (x3 - x2));
    double second = ExponentialDifferences.second(r * (x2 - x1), r * (x3 - x1));
    double near = Math.exp(-reach1) * (1 + reach1 * first12 + reach1 * (reach2 * second));
    double far = x1 / (x2 + x3) * Math.exp(-reach2) * (1 + reach2 * first23);
    return (Math.min(a, b) / (x1 + x2)) * (Math.max(a, b) / (x1 + x3)) * (near + far);
  }
}
