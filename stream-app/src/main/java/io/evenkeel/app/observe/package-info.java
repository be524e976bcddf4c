/**
 * The first stage: predictions and labels in, joined and sketched; partials of panes out. It scales
 * with the partitions of the input.
 */
@NullMarked
package io.evenkeel.app.observe;

import org.jspecify.annotations.NullMarked;
