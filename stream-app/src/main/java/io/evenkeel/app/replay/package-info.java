/**
 * Streams of timed events, played into Kafka.
 *
 * <p>A {@link io.evenkeel.app.replay.CaseSource} yields predictions with what will be known of
 * them, in the order in which they were made; an {@link io.evenkeel.app.replay.EventSource} turns
 * them into predictions and labels in the order of their delivery, with {@link
 * io.evenkeel.app.replay.Trouble} on demand. The same source yields the same events each time it is
 * read.
 */
@NullMarked
package io.evenkeel.app.replay;

import org.jspecify.annotations.NullMarked;
