/** The topology: what flows from which topic to which, under which names. */
@NullMarked
package io.evenkeel.app.topology;

import org.jspecify.annotations.NullMarked;
