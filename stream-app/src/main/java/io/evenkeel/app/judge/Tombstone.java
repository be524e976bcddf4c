package io.evenkeel.app.judge;

/** Sent in the place of a record: what has its key is to be deleted from its topic. */
public enum Tombstone {
  /** A series that is judged no more. */
  SERIES,
  /** The profile of a version of a model that is judged no more. */
  PROFILE,
  /** The map that was published for a series that is judged no more. */
  RECALIBRATION
}
