package io.evenkeel.app.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import org.knowm.xchart.style.XYStyler;

/**
 * Both axes of a chart of probabilities against shares: even, or of log-odds, on which one in a
 * thousand is as far from one in a hundred as that from one in eleven.
 *
 * @param isLogOdds whether it is one of decimal logarithms of odds
 * @param from its left end, in its own unit
 * @param to its right end
 */
public record ProbabilityAxis(boolean isLogOdds, double from, double to) {
  /** From 0 to 1. */
  public static final ProbabilityAxis EVEN = new ProbabilityAxis(false, 0, 1);

  private static final double MARGIN = 0.25;
  private static final MathContext TWO_DIGITS = new MathContext(2);

  /** An axis of log-odds on which all of these shares between 0 and 1 have a place, and 1/2 has. */
  public static ProbabilityAxis ofLogOdds(double... shares) {
    double[] odds =
        Arrays.stream(shares)
            .filter(share -> share > 0 && share < 1)
            .map(ProbabilityAxis::logOdds)
            .toArray();
    return new ProbabilityAxis(
        true,
        Arrays.stream(odds).reduce(-MARGIN, Math::min) - MARGIN,
        Arrays.stream(odds).reduce(MARGIN, Math::max) + MARGIN);
  }

  private static double logOdds(double share) {
    return Math.log10(share / (1 - share));
  }

  /** Where a share in [0, 1] is; one that is beyond an end, as 0 is, at the end. */
  public double place(double share) {
    return isLogOdds ? Math.max(from, Math.min(to, logOdds(share))) : share;
  }

  /** Gives a chart these axes. */
  public void on(XYStyler styler) {
    styler.setXAxisMin(from).setXAxisMax(to).setYAxisMin(from).setYAxisMax(to);
    styler.setXAxisDecimalPattern("0.0").setYAxisDecimalPattern("0.0");
    if (isLogOdds) {
      styler.setXAxisTickLabelsFormattingFunction(ProbabilityAxis::share);
      styler.setYAxisTickLabelsFormattingFunction(ProbabilityAxis::share);
    }
  }

  /** The probability of odds in words, with two digits of how far it is from 0 or 1. */
  static String share(double logOdds) {
    BigDecimal rare = new BigDecimal(1 / (1 + Math.pow(10, Math.abs(logOdds)))).round(TWO_DIGITS);
    return (logOdds > 0 ? BigDecimal.ONE.subtract(rare) : rare)
        .stripTrailingZeros()
        .toPlainString();
  }
}
