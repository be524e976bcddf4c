/**
 * Calibration of probabilistic predictions: kernel calibration errors, the tests made from them,
 * and evidence over time. Pure Java: no clock, no I/O, no hidden randomness.
 *
 * <p>A model is calibrated if what it predicts is what comes: given that it predicted the
 * distribution p, the target has the distribution p. {@link io.evenkeel.core.Calibration} is the
 * short way to ask whether it does; the parts that it is made of take {@linkplain
 * io.evenkeel.core.prediction.Observations observations}, predictions joined with their targets:
 *
 * <pre>{@code
 * Observations sample = Observations.of(predictions, targets);
 * double length = MedianHeuristic.of(Distance.EUCLIDEAN, sample.predictions());
 * PredictionKernel ofPredictions = new ExponentialKernel(Distance.EUCLIDEAN, 1 / length, 1);
 * TensorKernel kernel = new TensorKernel(ofPredictions, new KroneckerKernel());
 * double skce = new Skce(kernel).unbiased(sample);
 * TestResult test = SkceTest.withDefaults().test(kernel, sample, random);
 * boolean miscalibrated = test.rejects(0.01);
 * }</pre>
 *
 * <table>
 *   <caption>Where to look</caption>
 *   <thead>
 *     <tr><th>question</th><th>package</th></tr>
 *   </thead>
 *   <tbody>
 *     <tr>
 *       <td>What was predicted, and what came?</td>
 *       <td>{@link io.evenkeel.core.prediction}</td>
 *     </tr>
 *     <tr>
 *       <td>When are two predictions alike, and two targets?</td>
 *       <td>{@link io.evenkeel.core.kernel}</td>
 *     </tr>
 *     <tr>
 *       <td>How far from calibrated is a sample?</td>
 *       <td>{@link io.evenkeel.core.calibration}</td>
 *     </tr>
 *     <tr>
 *       <td>Could it be chance?</td>
 *       <td>{@link io.evenkeel.core.hypothesis}</td>
 *     </tr>
 *     <tr>
 *       <td>The same, looking after every label?</td>
 *       <td>{@link io.evenkeel.core.sequential}, {@link io.evenkeel.core.evidence}</td>
 *     </tr>
 *     <tr>
 *       <td>In which way is it off, and what would putting it right save?</td>
 *       <td>{@link io.evenkeel.core.recalibration}</td>
 *     </tr>
 *     <tr>
 *       <td>How good were the predictions?</td>
 *       <td>{@link io.evenkeel.core.score}</td>
 *     </tr>
 *     <tr>
 *       <td>Do inputs or predictions come from where they used to?</td>
 *       <td>{@link io.evenkeel.core.drift}, and {@link io.evenkeel.core.drift.sequential} pane by
 *         pane</td>
 *     </tr>
 *     <tr>
 *       <td>How is a stream kept in a few kilobytes, and merged?</td>
 *       <td>{@link io.evenkeel.core.moments}, with a {@link io.evenkeel.core.profile} that is fixed
 *         beforehand</td>
 *     </tr>
 *   </tbody>
 * </table>
 *
 * <p>Throughout the library:
 *
 * <ul>
 *   <li>Objects are immutable and may be shared between threads, unless their first sentence says
 *       "mutable"; those are for one thread at a time.
 *   <li>What a caller passes in is checked where it enters, and NaN never passes a check; an {@link
 *       IllegalArgumentException} names the offending value. A result that is not defined is NaN.
 *   <li>Arrays are copied on the way in and on the way out.
 *   <li>Classes and indices are 0-based.
 *   <li>Randomness is a parameter: a seed or a generator. The same one gives the same result.
 * </ul>
 */
@NullMarked
package io.evenkeel.core;

import org.jspecify.annotations.NullMarked;
