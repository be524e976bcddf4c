/** Learns maps that recalibrate predictions from files, and applies them to files. */
@NullMarked
package io.evenkeel.app.recalibrate;

import org.jspecify.annotations.NullMarked;
