package io.evenkeel.core.recalibration;

import java.util.Locale;

/** Checks and words shared by the recalibrations. */
final class Parameters {

  private Parameters() {}

  static void checkShift(double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("a shift must be finite, got " + value);
    }
  }

  /** A number with two decimals at most, without trailing zeros. */
  static String inWords(double value) {
    String text = String.format(Locale.ROOT, "%.2f", value);
    return text.replaceAll("\\.?0+$", "");
  }
}
