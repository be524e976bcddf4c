/** Evenkeel with all that it needs on one machine. */
@NullMarked
package io.evenkeel.local;

import org.jspecify.annotations.NullMarked;
