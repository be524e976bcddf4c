/**
 * How far from calibrated a sample of observations is: estimators of calibration errors.
 *
 * <table>
 *   <caption>The estimators, for n observations</caption>
 *   <thead>
 *     <tr><th>class</th><th>estimates</th><th>bias</th><th>time</th><th>use it to</th></tr>
 *   </thead>
 *   <tbody>
 *     <tr>
 *       <td>{@link io.evenkeel.core.calibration.Skce}</td>
 *       <td>SKCE = E h, the squared norm of the mean residual embedding under k_P ⊗ k_Y; any
 *         predictions</td>
 *       <td>biased: upwards, of order 1/n; unbiased and in blocks: none, so of either sign</td>
 *       <td>O(n²); in blocks of B: O(nB)</td>
 *       <td>see any deviation, weighted by how often it is predicted; with a test</td>
 *     </tr>
 *     <tr>
 *       <td>{@link io.evenkeel.core.calibration.Ckce}</td>
 *       <td>CKCE, the squared norm of the operator from a prediction to its mean residual; any
 *         predictions, and within groups</td>
 *       <td>upwards by noise, downwards by the ridge; its {@linkplain
 *         io.evenkeel.core.calibration.Jackknife jackknife} only by the ridge</td>
 *       <td>O(ns²), s the rank of k_P; bounded by a {@link
 *         io.evenkeel.core.kernel.FourierKernel}</td>
 *       <td>compare models, or times with other inputs</td>
 *     </tr>
 *     <tr>
 *       <td>{@link io.evenkeel.core.calibration.ProperCalibrationError}</td>
 *       <td>CE₂² = E‖p − E[Y|p]‖², CE_KL = E KL(E[Y|p] ‖ p), refinement and sharpness; classes, each
 *         class, the top label</td>
 *       <td>by definition: upwards by noise, downwards by smoothing; by the score: of either
 *         sign; {@link io.evenkeel.core.calibration.ClasswiseProperCalibration} says how large if
 *         calibrated</td>
 *       <td>O(n²m)</td>
 *       <td>know how much of a score recalibration would save</td>
 *     </tr>
 *     <tr>
 *       <td>{@link io.evenkeel.core.calibration.CalibrationPipeline}</td>
 *       <td>CE₂² or TCE₂², by the one of KDE, KKR, UKKR and bins that has the least risk; classes,
 *         each class, the top label</td>
 *       <td>downwards by smoothing; none by the choice</td>
 *       <td>O(n³)</td>
 *       <td>have a number without choosing a bandwidth</td>
 *     </tr>
 *     <tr>
 *       <td>{@link io.evenkeel.core.calibration.BinnedCalibration}</td>
 *       <td>ECE, MCE and TCE₂² of confidences in bins of equal width or mass</td>
 *       <td>upwards by noise; debiased: none within bins, so of either sign</td>
 *       <td>O(n log M)</td>
 *       <td>compare with what others report</td>
 *     </tr>
 *   </tbody>
 * </table>
 *
 * <p>Behind the pipeline: {@link io.evenkeel.core.calibration.ResidualSample} says of what (all
 * probabilities, one class, the top label), a {@link
 * io.evenkeel.core.calibration.CalibrationEstimator} such as {@link
 * io.evenkeel.core.calibration.KernelRidge} or {@link io.evenkeel.core.calibration.KernelDensity}
 * says how, {@link io.evenkeel.core.calibration.SquaredCalibrationError#risk} how well, and {@link
 * io.evenkeel.core.calibration.CrossValidation} with which parameter.
 *
 * <p>Squares are reported as squares, even where they are negative: take the root of the larger of
 * it and zero. Any of them within a group: on each of {@link
 * io.evenkeel.core.prediction.GroupedObservations#byGroup}.
 */
@NullMarked
package io.evenkeel.core.calibration;

import org.jspecify.annotations.NullMarked;
