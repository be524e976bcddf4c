package io.evenkeel.core.expected;

/**
 * How many of the intervals that were said held what the labels then showed, those too that a
 * change of the relation made wrong.
 *
 * @param said the intervals that were said and then checked, at least 0
 * @param covered those among them that held the score
 */
public record Coverage(long said, long covered) {
  /** Of no intervals. */
  public static final Coverage NONE = new Coverage(0, 0);

  /** With one more, unless nothing was said. */
  Coverage and(ExpectedLoss loss, double actual) {
    return loss.abstention().isPresent()
        ? this
        : new Coverage(said + 1, covered + (loss.interval().contains(actual) ? 1 : 0));
  }
}
