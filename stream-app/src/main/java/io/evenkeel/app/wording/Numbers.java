package io.evenkeel.app.wording;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Numbers as people read them in alerts, verdicts, reports and on the command line. */
public final class Numbers {
  private static final double LEAST_PLAIN_P_VALUE = 1e-4;

  /** Laws of large samples say nothing of how far in their tail a statistic is. */
  private static final double LEAST_P_VALUE = 1e-10;

  private static final MathContext TWO_DIGITS = new MathContext(2);
  private static final MathContext THREE_DIGITS = new MathContext(3);
  private static final String POWER = "10^";

  private Numbers() {}

  /** An e-value from its natural logarithm, without pretending to more than a size. */
  public static String eValue(double logE) {
    if (Double.isInfinite(logE)) {
      return logE > 0 ? "infinite" : "0";
    }
    double power = logE / Math.log(10);
    return power >= 4 || power <= -3
        ? String.format(Locale.ROOT, POWER + "%.0f", power)
        : plain(Math.exp(logE));
  }

  /** An e-value beside another one: with one digit more where the two would read the same. */
  public static String eValue(double logE, double other) {
    String rough = eValue(logE);
    if (!rough.equals(eValue(other)) || !Double.isFinite(logE)) {
      return rough;
    }
    BigDecimal value = BigDecimal.valueOf(logE / Math.log(10));
    int power = value.setScale(0, RoundingMode.FLOOR).intValueExact();
    boolean isPlain = !rough.startsWith(POWER);
    double digits = Math.pow(10, value.doubleValue() - power);
    BigDecimal rounded = new BigDecimal(digits).round(isPlain ? THREE_DIGITS : TWO_DIGITS);
    if (!isPlain && rounded.compareTo(BigDecimal.TEN) == 0) {
      return POWER + (power + 1);
    }
    return isPlain
        ? rounded.scaleByPowerOfTen(power).stripTrailingZeros().toPlainString()
        : rounded.stripTrailingZeros().toPlainString() + "·" + POWER + power;
  }

  /**
   * A p-value in [0, 1], to two digits, or to one and a power of ten where it is small; of a tiny
   * one no more than that it is.
   */
  public static String pValue(double p) {
    if (p < LEAST_P_VALUE) {
      return "<1e-10";
    }
    if (p >= LEAST_PLAIN_P_VALUE) {
      return plain(p);
    }
    BigDecimal digit = new BigDecimal(p).round(new MathContext(1));
    return digit.unscaledValue() + "e" + -digit.scale();
  }

  /**
   * A share in [0, 1] as a whole percentage, or to two digits of the part that is rare, if that is
   * less than a tenth: 88 %, 0.4 %, 99.96 %.
   */
  public static String percent(double share) {
    double rare = 100 * Math.min(share, 1 - share);
    BigDecimal digits = new BigDecimal(rare).round(TWO_DIGITS);
    BigDecimal percent = share <= 0.5 ? digits : new BigDecimal(100).subtract(digits);
    return percent.stripTrailingZeros().toPlainString() + " %";
  }

  /** So many of what the noun names: 0 labels, 1 label, 12,345 labels. */
  public static String of(long count, String noun) {
    return String.format(Locale.ROOT, "%,d %s%s", count, noun, count == 1 ? "" : "s");
  }

  /** A number to two digits, without an exponent. */
  public static String plain(double value) {
    return new BigDecimal(value).round(TWO_DIGITS).stripTrailingZeros().toPlainString();
  }
}
