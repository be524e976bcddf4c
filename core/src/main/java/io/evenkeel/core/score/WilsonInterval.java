package io.evenkeel.core.score;

/**
 * The score interval of a share of independent cases: the probabilities whose normal law does not
 * reject the share. It stays within [0, 1], also where none or all of the cases count.
 *
 * <p>Source: Wilson 1927, doi:10.2307/2276774; of differences, Newcombe 1998 (method 10),
 * doi:10.1002/(SICI)1097-0258(19980430)17:8&lt;873::AID-SIM779&gt;3.0.CO;2-I.
 */
public final class WilsonInterval {
  private WilsonInterval() {}

  /**
   * The interval of a share; [0, 1] without cases.
   *
   * @param share in [0, 1]
   * @param cases their number; of cases that depend on each other, the number of independent ones
   *     that are worth as much
   * @param z half the width in standard errors: that quantile of the standard normal
   */
  public static Interval of(double share, double cases, double z) {
    if (!(cases > 0)) {
      return new Interval(0, 1);
    }
    double weight = 1 + z * z / cases;
    double centre = (share + z * z / (2 * cases)) / weight;
    double half = z / weight * Math.sqrt(share * (1 - share) / cases + z * z / (4 * cases * cases));
    return new Interval(Math.max(0, centre - half), Math.min(1, centre + half));
  }

  /**
   * The interval of the difference of two shares, the second one less the first; everything if one
   * of them is NaN.
   *
   * @param first where the first one lies, by {@link #of}
   * @param second where the second one lies
   */
  public static Interval ofDifference(
      double firstShare, Interval first, double secondShare, Interval second) {
    double difference = secondShare - firstShare;
    double below = Math.hypot(secondShare - second.lower(), first.upper() - firstShare);
    double above = Math.hypot(second.upper() - secondShare, firstShare - first.lower());
    return Double.isNaN(difference)
        ? Interval.EVERYTHING
        : new Interval(difference - below, difference + above);
  }
}
