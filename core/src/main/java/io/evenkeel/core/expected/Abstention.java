package io.evenkeel.core.expected;

import java.util.Arrays;
import java.util.Optional;

/** Why nothing is said of the score of a window. */
public enum Abstention {
  /** Labels showed that the relation of scores to predictions changed. */
  CHANGED(1, "calibration changed; labels since then are too few"),
  /** Fewer labels than 1000, or fewer wrong classes than 100. */
  FEW_LABELS(
      2, "fewer than 1,000 labels, or than 100 labels of which the likeliest class was wrong"),
  /** More than a tenth of the window lies in cells with fewer than 10 labels. */
  OUTSIDE(3, "more than a tenth of the predictions is unlike all that have labels"),
  /** Fewer than 8 earlier windows were checked. */
  FEW_CHECKS(4, "fewer than 8 windows have been checked against their labels"),
  /** Earlier estimates were off by more than three times what their errors allow. */
  UNPREDICTABLE(5, "earlier estimates missed their labels by too much"),
  /** The interval is wider than the estimate. */
  WIDE(6, "the interval is wider than the estimate");

  private final int code;
  private final String words;

  Abstention(int code, String words) {
    this.code = code;
    this.words = words;
  }

  /** The number that stands for a reason where states are kept; 0 for none. */
  static int code(Optional<Abstention> reason) {
    return reason.map(one -> one.code).orElse(0);
  }

  /** The reason of a number; empty for others than {@link #code} gives. */
  static Optional<Abstention> of(double code) {
    return Arrays.stream(values()).filter(one -> one.code == code).findFirst();
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
