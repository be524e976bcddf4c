package io.evenkeel.app.backtest;

import io.evenkeel.schemas.Finding;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the newest verdict says of one window.
 *
 * @param end of the window
 * @param finding what was found
 * @param labelled number of its predictions with a label
 * @param logEvidence natural logarithm of the evidence that decides whether the series alerts; null
 *     where there is none
 * @param logThreshold at or above which it does
 * @param score mean score of its labels, the log loss, or the CRPS where that is not defined; null
 *     without labels
 */
record WindowPoint(
    Instant end,
    Finding finding,
    long labelled,
    @Nullable Double logEvidence,
    @Nullable Double logThreshold,
    @Nullable Double score) {}
