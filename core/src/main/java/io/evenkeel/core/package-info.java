/**
 * Calibration of probabilistic predictions: kernel calibration errors, the tests made from them,
 * and evidence over time. Pure Java: no clock, no I/O, no hidden randomness.
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
 * </ul>
 */
@NullMarked
package io.evenkeel.core;

import org.jspecify.annotations.NullMarked;
