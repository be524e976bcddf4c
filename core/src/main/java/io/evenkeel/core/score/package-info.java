/**
 * How good single predictions were, given what came: proper scores, residuals in units of the
 * predicted spread, and the summaries read from their sums.
 */
@NullMarked
package io.evenkeel.core.score;

import org.jspecify.annotations.NullMarked;
