/**
 * The second stage: partials of panes in; profiles, verdicts, metrics and alerts out. It sees a few
 * records per second, keyed by series.
 */
@NullMarked
package io.evenkeel.app.judge;

import org.jspecify.annotations.NullMarked;
