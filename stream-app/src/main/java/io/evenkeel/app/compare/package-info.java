/**
 * Two versions of a model on the same labels: predictions of both and labels in, which one is
 * better out. The first stage joins cases and scores them; it scales with the partitions of the
 * input. The second compares the scores, of each two versions in one task.
 */
@NullMarked
package io.evenkeel.app.compare;

import org.jspecify.annotations.NullMarked;
