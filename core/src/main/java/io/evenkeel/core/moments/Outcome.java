package io.evenkeel.core.moments;

/**
 * The outcome that a row is about, and the weight of the row in evidence. Rows about one outcome,
 * such as forecasts of one match while it is played, share its label: n of them say little more
 * than one.
 *
 * <p>If the weights of the rows of each outcome sum to at most 1, then the product of their
 * likelihood ratios, each to the power of its weight, has expectation at most 1 under calibration,
 * however the rows depend on each other (Hölder's inequality); and the sum of their weighted
 * residuals has at most the variance that weighted variances sum to (Jensen's).
 *
 * @param id of the outcome; empty if it is not known
 * @param weight in [0, 1]; 1 if no other row is about the outcome, 0 for a row that is no evidence
 */
public record Outcome(String id, double weight) {
  /** Of a row that alone is about its outcome. */
  public static final Outcome OWN = new Outcome("", 1);

  /** Checks the weight. */
  public Outcome {
    if (!(weight >= 0 && weight <= 1)) {
      throw new IllegalArgumentException("a weight must lie in [0, 1], got " + weight);
    }
  }

  /** Whether other rows may be about the same outcome. */
  public boolean isShared() {
    return weight < 1;
  }

  /**
   * The weight of a pair of rows: 0 if both may be about the same outcome. The weights of all pairs
   * about the same two outcomes sum to at most 1, if each row is in one pair.
   */
  public double weightWith(Outcome other) {
    boolean differ =
        !isShared()
            || !other.isShared()
            || !(id.isEmpty() || other.id.isEmpty() || id.equals(other.id));
    return differ ? Math.min(weight, other.weight) : 0;
  }
}
