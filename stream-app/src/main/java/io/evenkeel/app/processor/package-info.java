/** The processors of the two stages: observing predictions and labels, and judging windows. */
@NullMarked
package io.evenkeel.app.processor;

import org.jspecify.annotations.NullMarked;
