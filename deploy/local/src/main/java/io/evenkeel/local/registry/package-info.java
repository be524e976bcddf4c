/** A real schema registry as a child process. */
@NullMarked
package io.evenkeel.local.registry;

import org.jspecify.annotations.NullMarked;
