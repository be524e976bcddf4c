/**
 * Mergeable accumulators: the state of every statistic of a stream is a stretch of a flat block of
 * doubles, and merging is the addition of blocks.
 */
@NullMarked
package io.evenkeel.core.moments;

import org.jspecify.annotations.NullMarked;
