/**
 * Recalibrations: other predictions made from a prediction, each standing for one way to be
 * miscalibrated, with the likelihood ratio that weighs it against the prediction as it was made.
 */
@NullMarked
package io.evenkeel.core.recalibration;

import org.jspecify.annotations.NullMarked;
