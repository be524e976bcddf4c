/**
 * Positive definite functions of predictions and of targets, with their expectations under a
 * prediction.
 *
 * <p>Which expectations have a closed form:
 *
 * <ul>
 *   <li>{@link io.evenkeel.core.kernel.KroneckerKernel}: all, for classes.
 *   <li>{@link io.evenkeel.core.kernel.GaussianKernel}: those under normals and ensembles in any
 *       dimension, and under any prediction of one real number. Of counts they are sums over up to
 *       256 points.
 *   <li>{@link io.evenkeel.core.kernel.LaplacianKernel}: those under any prediction of one real
 *       number.
 * </ul>
 *
 * <p>The Matérn and rational quadratic kernels on targets have none in use: theirs are sums over
 * quasi-random points, with a stated error. Residual variances have one for classes, for the
 * Gaussian kernel under normals, for ensembles, and for counts; where there is none they are
 * computed from quantiles, with a stated error.
 *
 * <p>Kernels are records: their parameters can be read, stored and compared.
 */
@NullMarked
package io.evenkeel.core.kernel;

import org.jspecify.annotations.NullMarked;
