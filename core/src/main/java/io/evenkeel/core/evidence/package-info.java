/** The evidence of a series, pane by pane, from what the sketches of its panes hold. */
@NullMarked
package io.evenkeel.core.evidence;

import org.jspecify.annotations.NullMarked;
