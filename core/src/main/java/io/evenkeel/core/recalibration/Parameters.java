package io.evenkeel.core.recalibration;

import java.util.List;
import java.util.Locale;

/** What the recalibrations share: checks, words and selections. */
final class Parameters {
  private static final int DECIMALS = 2;
  private static final int MOST_DECIMALS = 9;

  private Parameters() {}

  static void checkShift(double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("a shift must be finite, got " + value);
    }
  }

  /** The recalibrations of one type, in their order. */
  static <T> List<T> select(List<Recalibration> recalibrations, Class<T> type) {
    return recalibrations.stream().filter(type::isInstance).map(type::cast).toList();
  }

  /** A number with two decimals, or as many as show that it is not 0, without trailing zeros. */
  static String inWords(double value) {
    return inWords(value, 0);
  }

  /** The same, with as many as show that it is not what changes nothing, either. */
  static String inWords(double value, double identity) {
    int decimals = Math.max(decimals(value), decimals(value - identity));
    return String.format(Locale.ROOT, "%." + decimals + "f", value).replaceAll("\\.?0+$", "");
  }

  /** Up to the first digit that is not 0. */
  private static int decimals(double value) {
    int first = value == 0 ? 0 : (int) Math.ceil(-Math.log10(Math.abs(value)));
    return Math.max(DECIMALS, Math.min(MOST_DECIMALS, first));
  }
}
