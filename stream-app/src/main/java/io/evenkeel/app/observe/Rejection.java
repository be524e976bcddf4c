package io.evenkeel.app.observe;

import io.evenkeel.app.codec.RejectedEventException;
import io.evenkeel.schemas.Label;

/**
 * A label that was taken in and turned out later to be of no use.
 *
 * @param label the label
 * @param offset its offset in the partition of this task
 * @param cause why it is of no use
 */
public record Rejection(Label label, long offset, RejectedEventException cause) {}
