/**
 * How far from calibrated a sample of observations is: estimators of calibration errors.
 *
 * <ul>
 *   <li>{@link io.evenkeel.core.calibration.Skce}: of any predictions, by kernels; sees every
 *       deviation, weighted by how often it is predicted.
 *   <li>{@link io.evenkeel.core.calibration.Ckce}: the same, hardly weighted by it, so that models
 *       and times can be compared.
 *   <li>{@link io.evenkeel.core.calibration.ProperCalibrationError}: of classes, the part of the
 *       Brier score and of the log loss that recalibration would save, beside refinement and
 *       sharpness.
 *   <li>{@link io.evenkeel.core.calibration.CrossValidation} over {@link
 *       io.evenkeel.core.calibration.KernelRidge}, {@link
 *       io.evenkeel.core.calibration.KernelDensity} or {@link
 *       io.evenkeel.core.calibration.BinnedCalibration}: squared calibration errors of classes or
 *       of confidences, by the estimator of least risk.
 *   <li>{@link io.evenkeel.core.calibration.BinnedCalibration}: the customary errors of confidences
 *       in bins, with and without their bias.
 * </ul>
 */
@NullMarked
package io.evenkeel.core.calibration;

import org.jspecify.annotations.NullMarked;
