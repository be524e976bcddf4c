package io.evenkeel.app.wording;

import java.util.Locale;

/** The size of a problem with its interval, in words. */
public final class SizeWords {
  private SizeWords() {}

  /** Beyond which end of its interval a size may lie. */
  public enum OpenEnd {
    /** Beyond none. */
    NONE,
    /** Below the lower end. */
    LOWER,
    /** Above the upper end. */
    UPPER
  }

  /**
   * A size, such as "temperature = 2.67 or more (at least 1.67)".
   *
   * @param parameter name of what is measured
   * @param estimate its most likely value
   * @param lower lower end of its interval
   * @param upper upper end of its interval
   * @param open the end that is the last value tried, so that the size may lie beyond
   */
  public static String of(
      String parameter, double estimate, double lower, double upper, OpenEnd open) {
    String form =
        switch (open) {
          case NONE -> " (%3$.3g to %4$.3g)";
          case UPPER ->
              estimate == upper ? " or more (at least %3$.3g)" : " (%3$.3g to %4$.3g or more)";
          case LOWER ->
              estimate == lower ? " or less (at most %4$.3g)" : " (%3$.3g or less to %4$.3g)";
        };
    return String.format(Locale.ROOT, "%1$s = %2$.3g" + form, parameter, estimate, lower, upper);
  }
}
