package io.evenkeel.app.verdict;

/**
 * One thing to be known beside a finding.
 *
 * @param topic what it is about
 * @param words a clause, without a full stop
 */
public record Remark(Topic topic, String words) {

  /** What a remark is about. */
  public enum Topic {
    /** That there is no difference from the reference. */
    REFERENCE,
    /** Predictions that are distributed otherwise than in the reference. */
    PREDICTIONS,
    /** Features that are. */
    FEATURES,
    /** Labels that are. */
    LABELS,
    /** Labels that are not representative. */
    SELECTION,
    /** A profile that is unlike the predictions. */
    PROFILE,
    /** Observations that depend on their neighbours. */
    NEIGHBOURS
  }
}
