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
 * @param otherwise what is wrong, in words, if no recalibration describes it; else empty
 * @param confirmed whether it is plain enough for its end to be shown; false as long as the only
 *     evidence for it is in residuals that were chosen with the detection. Such a fault should not
 *     wake anyone
 */
public record Fault(
    Since since,
    Evidence evidence,
    Optional<Deviation> deviation,
    String otherwise,
    boolean confirmed) {}
