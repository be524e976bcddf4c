/** How far from calibrated a sample of observations is: estimators of calibration errors. */
@NullMarked
package io.evenkeel.core.calibration;

import org.jspecify.annotations.NullMarked;
