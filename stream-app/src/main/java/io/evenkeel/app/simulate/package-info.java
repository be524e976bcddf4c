/**
 * Labelled streams whose truth is known: calibrated until a given time, and then, if wanted, not.
 * What a monitor should find in them is certain, so they show its size, power and delay.
 */
@NullMarked
package io.evenkeel.app.simulate;

import org.jspecify.annotations.NullMarked;
