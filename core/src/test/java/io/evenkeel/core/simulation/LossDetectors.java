package io.evenkeel.core.simulation;

/** Detectors of changes in the mean of a sequence of losses, as statistics without a threshold. */
final class LossDetectors {

  private LossDetectors() {}

  /** What a detector makes of the losses so far. */
  interface Detector {

    /** Takes the next loss and returns the statistic, which is large after a change. */
    double add(double loss);
  }

  /**
   * Page and Hinkley's test for a rise: the sum of what the losses exceed their running mean by,
   * less δ each, above the least value it has had. (Page 1954, doi:10.1093/biomet/41.1-2.100.)
   */
  static Detector pageHinkley(double delta) {
    return new Detector() {
      private double n;
      private double mean;
      private double sum;
      private double least;

      @Override
      public double add(double loss) {
        n++;
        mean += (loss - mean) / n;
        sum += loss - mean - delta;
        least = Math.min(least, sum);
        return sum - least;
      }
    };
  }

  /**
   * A window of the kind of ADWIN: the largest difference, in standard errors, between the mean of
   * the losses since a cut and that of all before it, over cuts 25·2^k losses ago, looked at every
   * 25 losses. The cut is sought in all losses, which suits one change best. (Bifet and Gavaldà
   * 2007, doi:10.1137/1.9781611972771.42.)
   */
  static Detector adaptiveWindow(int horizon) {
    return new Detector() {
      private static final int STEP = 25;
      private final double[] sums = new double[horizon + 1];
      private final double[] squares = new double[horizon + 1];
      private int n;
      private double statistic;

      @Override
      public double add(double loss) {
        n++;
        sums[n] = sums[n - 1] + loss;
        squares[n] = squares[n - 1] + loss * loss;
        if (n % STEP == 0) {
          statistic = 0;
          for (int last = STEP; n - last >= STEP; last *= 2) {
            statistic = Math.max(statistic, difference(n - last));
          }
        }
        return statistic;
      }

      private double difference(int cut) {
        double mean = sums[n] / n;
        double variance = squares[n] / n - mean * mean;
        double before = sums[cut] / cut;
        double after = (sums[n] - sums[cut]) / (n - cut);
        return Math.abs(after - before) / Math.sqrt(variance * (1.0 / cut + 1.0 / (n - cut)));
      }
    };
  }
}
