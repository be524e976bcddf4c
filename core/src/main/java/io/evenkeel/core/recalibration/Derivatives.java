package io.evenkeel.core.recalibration;

import io.evenkeel.core.recalibration.RecalibrationFamily.Parameter;

/** Bounds of derivatives of the log-ratio of a label along a {@link RecalibrationFamily}. */
final class Derivatives {
  private Derivatives() {}

  /**
   * A bound from above of the fourth derivative of the log-ratio of a label.
   *
   * <p>Along a log-odds it is minus the fourth cumulant of an indicator, at most 1/8. Along a
   * location it is 0, or minus that of a normal variable in an interval, and along a reciprocal
   * temperature minus that of the log-probability: at most twice the squared variance, which is at
   * most 1 for the one and (log²(m − 1) / 4 + 1) T² for the other (Reeb and Wolf 2015,
   * doi:10.1109/TIT.2014.2387822). Along a logarithm of the scale it is negative.
   *
   * @param classes their number; not used for real numbers
   * @param from where the bound begins, the reciprocal of the highest temperature
   */
  static double fourth(Parameter parameter, int classes, double from) {
    return switch (parameter) {
      case TEMPERATURE -> {
        double log = Math.log(classes - 1.0);
        double variance = (log * log / 4 + 1) / (from * from);
        yield 2 * variance * variance;
      }
      case CLASS_LOG_ODDS, TOP_CLASS_LOG_ODDS -> 1.0 / 8;
      case LOCATION -> 2;
      case SCALE -> 0;
    };
  }

  /**
   * A bound of the third derivative in absolute value: along a log-odds that of an indicator's
   * third cumulant, along a location that of the third central moment of a normal variable in an
   * interval.
   */
  static double third(Parameter parameter) {
    return switch (parameter) {
      case CLASS_LOG_ODDS, TOP_CLASS_LOG_ODDS -> 1 / (6 * Math.sqrt(3));
      case LOCATION -> 8 / Math.sqrt(Math.PI);
      case TEMPERATURE, SCALE -> Double.POSITIVE_INFINITY;
    };
  }
}
