/** Faults at random moments, and whether anything was lost, doubled or changed by them. */
@NullMarked
package io.evenkeel.local.faults;

import org.jspecify.annotations.NullMarked;
