package io.evenkeel.core.evidence;

import io.evenkeel.core.sequential.Evidence;
import java.util.Optional;

/**
 * What is known of a fault that is open.
 *
 * @param since when it began
 * @param evidence the recalibration evidence of the panes since then
 * @param deviation how far the predictions are from calibration; none if no recalibration of one
 *     parameter mends them, and only their kernel residuals tell
 */
public record Fault(Since since, Evidence evidence, Optional<Deviation> deviation) {}
