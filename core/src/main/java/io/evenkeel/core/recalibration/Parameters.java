package io.evenkeel.core.recalibration;

import java.util.List;
import java.util.Locale;

/** What the recalibrations share: checks, words and selections. */
final class Parameters {

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

  /** A number with two decimals at most, without trailing zeros. */
  static String inWords(double value) {
    String text = String.format(Locale.ROOT, "%.2f", value);
    return text.replaceAll("\\.?0+$", "");
  }
}
