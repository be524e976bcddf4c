/** Measures what the application needs on this machine: processor time, state, traffic. */
@NullMarked
package io.evenkeel.local.measure;

import org.jspecify.annotations.NullMarked;
