package io.evenkeel.core.evidence;

import io.evenkeel.core.sequential.Evidence;
import java.util.Optional;

/**
 * What is known of a fault that is open.
 *
 * @param since when it began
 * @param evidence the recalibration evidence of the panes since then
 * @param deviation how far the predictions are from calibration; none if no recalibration of one
 *     parameter mends them
 * @param otherwise what is wrong where no recalibration tells it, in words; else empty
 * @param confirmed whether it is plain enough for its end to be shown; false as long as only
 *     residuals tell it that were chosen with the detection: such a fault should wake nobody
 */
public record Fault(
    Since since,
    Evidence evidence,
    Optional<Deviation> deviation,
    String otherwise,
    boolean confirmed) {}
