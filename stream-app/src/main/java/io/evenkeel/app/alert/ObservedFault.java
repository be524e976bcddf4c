package io.evenkeel.app.alert;

import io.evenkeel.app.wording.Numbers;
import io.evenkeel.core.evidence.Deviation;
import io.evenkeel.core.moments.ReliabilityMoments;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.score.Reliability;
import io.evenkeel.core.score.ReliabilityBin;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * A fault as it shows without statistics, in a sentence: what the predictions said, and what came
 * true. The sums of reliability diagrams say it of most faults. Of the others, and where the sums
 * do not point the way of the fault, the sentence is empty.
 */
public final class ObservedFault {
  private static final double LEVEL = 0.9;

  /** Targets that count in several bins have parts there; so much is rounding. */
  private static final double ROUNDING = 1e-6;

  private ObservedFault() {}

  /**
   * The sentence, such as "Says 98 %, is right 88 %."; it may be empty.
   *
   * @param deviation the fault
   * @param since the sketches of the panes since it began
   */
  public static String inWords(Deviation deviation, Collection<Sketch> since) {
    double side = deviation.family().displacement(deviation.parameter());
    return switch (deviation.family().parameter()) {
      // A higher temperature, which mends predictions that say too much, is a smaller 1 / T.
      case TEMPERATURE, TOP_CLASS_LOG_ODDS ->
          ofProbabilities("is right", side, since, Reliability::topLabel);
      case CLASS_LOG_ODDS -> ofProbabilities("comes true", side, since, Reliability::classOne);
      case LOCATION -> ofMedian(side, since);
      case SCALE -> ofIntervals(side, since);
    };
  }

  private static String ofProbabilities(
      String comes,
      double side,
      Collection<Sketch> since,
      Function<Reliability, List<ReliabilityBin>> of) {
    double n = 0;
    double said = 0;
    double came = 0;
    for (Sketch sketch : since) {
      for (ReliabilityBin bin : of.apply(sketch.reliability())) {
        if (bin.count() > 0) {
          n += bin.count();
          said += bin.count() * bin.confidence();
          came += bin.count() * bin.frequency();
        }
      }
    }
    if (!(side * (came - said) > 0)) {
      return "";
    }
    String predicted = Numbers.percent(said / n);
    String observed = Numbers.percent(came / n);
    return predicted.equals(observed)
        ? ""
        : "Says " + predicted + ", " + comes + " " + observed + ".";
  }

  private static String ofMedian(double side, Collection<Sketch> since) {
    double above = share(since, 0.5, 1);
    double beyond = side > 0 ? above : 1 - above;
    return beyond > 0.5
        ? Numbers.percent(beyond)
            + " of targets lie "
            + (side > 0 ? "above" : "below")
            + " its median."
        : "";
  }

  private static String ofIntervals(double side, Collection<Sketch> since) {
    double inside = share(since, (1 - LEVEL) / 2, (1 + LEVEL) / 2);
    return side * (LEVEL - inside) > 0
        ? "Its " + Numbers.percent(LEVEL) + " intervals hold " + Numbers.percent(inside) + "."
        : "";
  }

  /**
   * The share of targets of one number whose probability integral transform lies between two ends
   * of bins; NaN for several numbers, and where a target has no such transform or an interval of
   * them, as those of ensembles and quantiles have.
   */
  private static double share(Collection<Sketch> since, double from, double to) {
    double inside = 0;
    double all = 0;
    for (Sketch sketch : since) {
      if (sketch.plan().space().size() != 1) {
        return Double.NaN;
      }
      double[] counts = sketch.pit();
      double counted = 0;
      for (int k = 0; k < counts.length; k++) {
        if (Math.abs(counts[k] - Math.rint(counts[k])) > ROUNDING) {
          return Double.NaN;
        }
        double middle =
            (ReliabilityMoments.PIT_BINNING.lower(k) + ReliabilityMoments.PIT_BINNING.upper(k)) / 2;
        counted += counts[k];
        inside += from < middle && middle < to ? counts[k] : 0;
      }
      if (Math.abs(counted - sketch.labelled()) > ROUNDING * counted) {
        return Double.NaN;
      }
      all += counted;
    }
    return inside / all;
  }
}
