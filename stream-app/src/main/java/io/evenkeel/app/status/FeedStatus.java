package io.evenkeel.app.status;

import org.jspecify.annotations.Nullable;

/**
 * How far the output topics have been read.
 *
 * @param complete whether all has been read that was there at the start
 * @param unreadable number of records that were skipped
 * @param problem what keeps it from reading now; null while all is well
 */
record FeedStatus(boolean complete, long unreadable, @Nullable String problem) {}
