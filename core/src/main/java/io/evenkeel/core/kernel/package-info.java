/**
 * Positive definite functions of predictions and of targets, with their expectations under a
 * prediction.
 */
@NullMarked
package io.evenkeel.core.kernel;

import org.jspecify.annotations.NullMarked;
