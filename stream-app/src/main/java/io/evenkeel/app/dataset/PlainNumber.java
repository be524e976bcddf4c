package io.evenkeel.app.dataset;

import java.math.BigDecimal;

/**
 * Numbers as programs write them in a CSV. The text of a number of a file that holds numbers rather
 * than texts is without an exponent where its size is from 1e-4 to below 1e16. So a column that
 * names something is the same in all formats: 20000000.0, not 2.0E7.
 */
public final class PlainNumber {
  private static final double SMALLEST = 1e-4;
  private static final double TOO_LARGE = 1e16;

  private PlainNumber() {}

  /**
   * The number that a text says; what only Java takes for one (12d, 0x1p3) is none.
   *
   * @throws NumberFormatException if it says none
   */
  static double parse(String text) {
    double number = Double.parseDouble(text);
    String digits = text.strip();
    boolean hasType = Character.isLetter(digits.charAt(digits.length() - 1));
    if (Double.isFinite(number)
        && (hasType || digits.indexOf('x') > 0 || digits.indexOf('X') > 0)) {
      throw new NumberFormatException(text);
    }
    return number;
  }

  /** The text of a number, which reads as the same double. */
  public static String of(double number) {
    return of(number, Double.toString(number));
  }

  /** The text of a number, which reads as the same float. */
  public static String of(float number) {
    return of(number, Float.toString(number));
  }

  private static String of(double number, String text) {
    double size = Math.abs(number);
    boolean isPlain = text.indexOf('E') < 0 || !(size >= SMALLEST && size < TOO_LARGE);
    if (isPlain) {
      return text;
    }
    String plain = new BigDecimal(text).stripTrailingZeros().toPlainString();
    return plain.indexOf('.') < 0 ? plain + ".0" : plain;
  }
}
