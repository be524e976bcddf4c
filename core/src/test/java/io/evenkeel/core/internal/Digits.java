package io.evenkeel.core.internal;

import java.math.BigDecimal;
import java.math.MathContext;

/** Arithmetic with many more digits than a double has. */
public final class Digits {
  /** Enough to lose four fifths of them and still know a double. */
  public static final MathContext MANY = new MathContext(120);

  private static final int HALVINGS = 12;
  private static final int TERMS = 80;

  private Digits() {}

  /** e^x for |x| up to a few thousand: by its series, after halving x until it is small. */
  public static BigDecimal exp(BigDecimal x) {
    BigDecimal small = x.divide(BigDecimal.valueOf(1L << HALVINGS), MANY);
    BigDecimal term = BigDecimal.ONE;
    BigDecimal sum = BigDecimal.ONE;
    for (int k = 1; k <= TERMS; k++) {
      term = term.multiply(small, MANY).divide(BigDecimal.valueOf(k), MANY);
      sum = sum.add(term, MANY);
    }
    for (int k = 0; k < HALVINGS; k++) {
      sum = sum.multiply(sum, MANY);
    }
    return sum;
  }
}
