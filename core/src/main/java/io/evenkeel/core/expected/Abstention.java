package io.evenkeel.core.expected;

/** Why nothing is said of the score of a window. */
public enum Abstention {
  /** Labels showed that the relation of scores to predictions changed. */
  CHANGED("calibration changed; labels since then are too few"),
  /** Fewer labels than 1000, or fewer wrong classes than 100. */
  FEW_LABELS("fewer than 1,000 labels, or than 100 labels of which the likeliest class was wrong"),
  /** More than a tenth of the window lies in cells with fewer than 10 labels. */
  OUTSIDE("more than a tenth of the predictions is unlike all that have labels"),
  /** Fewer than 8 earlier windows were checked. */
  FEW_CHECKS("fewer than 8 windows have been checked against their labels"),
  /** Earlier estimates were off by more than three times what their errors allow. */
  UNPREDICTABLE("earlier estimates missed their labels by too much"),
  /** The interval is wider than the estimate. */
  WIDE("the interval is wider than the estimate");

  private final String words;

  Abstention(String words) {
    this.words = words;
  }

  /** The reason for people. */
  public String words() {
    return words;
  }

  /** Whether an estimate that this withholds can be checked against labels all the same. */
  boolean isCheckable() {
    return compareTo(FEW_CHECKS) >= 0;
  }
}
