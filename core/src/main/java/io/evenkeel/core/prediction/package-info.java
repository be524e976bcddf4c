/** What was predicted and what came: predictive distributions, targets and the space they share. */
@NullMarked
package io.evenkeel.core.prediction;

import org.jspecify.annotations.NullMarked;
