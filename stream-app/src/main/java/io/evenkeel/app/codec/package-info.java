/**
 * Between the Avro events of {@code io.evenkeel.schemas}, the values of {@code
 * io.evenkeel.core.prediction} and the bytes of state stores.
 *
 * <p>What is decoded is valid: an event that breaks its schema's documentation ends in a {@link
 * io.evenkeel.app.codec.RejectedEventException} with a reason, never in a half-filled value. The
 * values are immutable; the static functions keep no state.
 */
@NullMarked
package io.evenkeel.app.codec;

import org.jspecify.annotations.NullMarked;
