/**
 * Scores foretold before labels come, from the sums of {@link
 * io.evenkeel.core.moments.ExpectedScoreMoments}.
 */
@NullMarked
package io.evenkeel.core.expected;

import org.jspecify.annotations.NullMarked;
