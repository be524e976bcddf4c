/**
 * Goes through the events of the predictions and labels topics by the rules of the topology, and
 * says what the topology would reject, where it is and what to do.
 */
@NullMarked
package io.evenkeel.app.check;

import org.jspecify.annotations.NullMarked;
