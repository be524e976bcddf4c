/** Alerts and published maps explained: made again from the topics, number by number. */
@NullMarked
package io.evenkeel.app.explain;

import org.jspecify.annotations.NullMarked;
