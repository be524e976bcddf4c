/**
 * Positive definite functions of predictions and of targets, with their expectations under a
 * prediction.
 *
 * <p>Which expectations have a closed form:
 *
 * <ul>
 *   <li>{@link io.evenkeel.core.kernel.KroneckerKernel}: categorical predictions, and mixtures of
 *       them.
 *   <li>{@link io.evenkeel.core.kernel.GaussianKernel}: normals in any dimension, and mixtures of
 *       them.
 *   <li>{@link io.evenkeel.core.kernel.LaplacianKernel}: Laplace distributions, univariate normals,
 *       and mixtures of either.
 * </ul>
 *
 * <p>Kernels are records: their parameters can be read, stored and compared.
 */
@NullMarked
package io.evenkeel.core.kernel;

import org.jspecify.annotations.NullMarked;
