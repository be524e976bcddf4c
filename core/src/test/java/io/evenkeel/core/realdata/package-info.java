/** Real forecasts with their outcomes; skipped where the data is not at hand. */
@NullMarked
package io.evenkeel.core.realdata;

import org.jspecify.annotations.NullMarked;
