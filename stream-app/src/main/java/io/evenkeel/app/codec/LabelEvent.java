package io.evenkeel.app.codec;

/**
 * A valid label, of a model that is not known before its prediction is.
 *
 * @param id the id of its prediction, not empty
 * @param knownAt when the target became known, milliseconds since 1970, not negative
 * @param revision 0 for the first label of a prediction, more for a correction
 * @param target the target as it was sent; {@link RawTarget#resolve} gives its meaning
 */
public record LabelEvent(String id, long knownAt, int revision, RawTarget target) {}
