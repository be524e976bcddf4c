package io.evenkeel.core.evidence;

import io.evenkeel.core.recalibration.Boundary;
import io.evenkeel.core.recalibration.CurvePeak;
import io.evenkeel.core.recalibration.CurvePoint;
import io.evenkeel.core.recalibration.RecalibrationFamily;
import io.evenkeel.core.recalibration.RecalibrationGrid;
import io.evenkeel.core.recalibration.Tolerance;
import io.evenkeel.core.score.Interval;
import io.evenkeel.core.sequential.Evidence;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/** The faults in one parameter beyond a tolerance: what sums of log-ratios say of them. */
final class Deviations {
  /** How many nats below the largest sum a parameter is likely. */
  static final double SLACK = 4.6;

  /** By how many nats a fault looks larger at its detection for having been detected. */
  private static final double SELECTION = 3;

  /** What a standard normal variable is below with a chance of 99.8 %. */
  private static final double Z_998 = 2.8781617390954826;

  private static final int BISECTIONS = 20;

  private static final int NONE = -1;

  /** The near end is at least this share of the estimate. */
  private static final double SHARE = 0.5;

  private final RecalibrationGrid grid;
  private final Tolerance tolerance;
  private final Boundary boundary;
  private final List<RecalibrationFamily> families;

  /** The members of all families, the family of each and its displacement. */
  private final int[] members;

  private final int[] family;
  private final double[] displacement;

  /**
   * A fault.
   *
   * @param family the index of its family in the grid
   * @param displacement how far the best member is from calibration, with its side
   * @param sum the sum of log-ratios at the peak, also beyond the last member; if the peak is
   *     tolerable, how much that of the member exceeds all that is tolerable in the family
   * @param peak the peak next to the member
   */
  record Best(int family, double displacement, double sum, CurvePeak peak) {

    /** Whether it is of the same family and on the same side. */
    boolean isLike(int otherFamily, double otherDisplacement) {
      return family == otherFamily && Math.signum(displacement) == Math.signum(otherDisplacement);
    }
  }

  Deviations(RecalibrationGrid grid, Tolerance tolerance) {
    this.grid = grid;
    this.tolerance = tolerance;
    this.boundary = Boundary.of(grid, tolerance);
    this.families = grid.families();
    int size = families.stream().mapToInt(of -> of.members().length).sum();
    this.members = new int[size];
    this.family = new int[size];
    this.displacement = new double[size];
    int at = 0;
    for (int k = 0; k < families.size(); k++) {
      for (int member : families.get(k).members()) {
        members[at] = member;
        family[at] = k;
        displacement[at++] = families.get(k).displacementOf(member);
      }
    }
  }

  RecalibrationGrid grid() {
    return grid;
  }

  /**
   * How much more some sums say for the best fault beyond the tolerance than for the best that is
   * tolerable.
   */
  double excess(double... sums) {
    double largest = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < families.size(); k++) {
      largest = Math.max(largest, Math.max(beyond(k, -1, sums), beyond(k, 1, sums)));
    }
    return largest - tolerance.largest(grid, sums);
  }

  /** The same for one of the sums, which may be that of a bet. */
  double excessOf(int of, double... sums) {
    return sums[of] - tolerance.largest(grid, sums);
  }

  /** A bound of the sums of family k beyond the tolerance on a side. */
  private double beyond(int k, double side, double... sums) {
    RecalibrationFamily of = families.get(k);
    double end = boundary.end(k, side);
    double outermost = of.outermost(side);
    if (Math.abs(end) >= Math.abs(outermost)) {
      return Double.NEGATIVE_INFINITY;
    }
    double a = of.parameterAt(end);
    double b = of.parameterAt(outermost);
    return of.largestOver(List.of(new Interval(Math.min(a, b), Math.max(a, b))), sums)[0];
  }

  /** The place at a displacement along family k. */
  CurvePoint place(int k, double at) {
    return families.get(k).at(at);
  }

  /**
   * The best one beyond the tolerance: of each family the best member, and of these the one with
   * the highest peak. O(G + F) for G members of F families.
   */
  Best best(double... sums) {
    int[] best = new int[families.size()];
    Arrays.fill(best, NONE);
    for (int i = 0; i < members.length; i++) {
      int other = best[family[i]];
      boolean isBetter = other == NONE || sums[members[i]] > sums[members[other]];
      best[family[i]] = isBetter && !boundary.tolerates(members[i]) ? i : other;
    }
    return Arrays.stream(best)
        .filter(i -> i != NONE)
        .mapToObj(i -> withPeak(i, sums))
        .reduce((a, b) -> b.sum > a.sum ? b : a)
        .orElseGet(() -> withPeak(0, sums));
  }

  private Best withPeak(int i, double... sums) {
    CurvePeak peak = families.get(family[i]).peak(displacement[i], sums);
    double end = boundary.end(family[i], displacement[i]);
    boolean isTolerable = Math.abs(peak.displacement()) < Math.abs(end);
    double sum = isTolerable ? sums[members[i]] - Math.max(0, peak.sum()) : peak.sumBeyond();
    return new Best(family[i], displacement[i], sum, peak);
  }

  /**
   * The displacement next to calibration that is likely, or half of the way from what is
   * {@linkplain #tolerable tolerable} to the best one, if farther. What is likely is so beside the
   * member, by a bound of the sums: the fault is to be beyond it.
   */
  double near(Best best, double... sums) {
    DoubleUnaryOperator bound = at -> place(best.family, at).bound(0, sums);
    double level = bound.applyAsDouble(best.displacement) - SLACK;
    double nearest = Math.abs(last(bound, level, best.displacement, 0));
    double sign = Math.signum(best.displacement);
    double end = Math.abs(boundary.end(best.family, sign));
    double tolerable = Math.abs(tolerable(best.family, sign));
    double peak = sign * best.peak.displacement();
    double likely = peak > end ? peak : Math.abs(best.displacement);
    double share = tolerable + SHARE * (likely - tolerable);
    return sign * Math.max(Math.max(nearest, share), end);
  }

  /**
   * What the end of a fault is weighed against, a displacement on its side: the end of what is
   * tolerable, or the last tolerable member if that is closer to it than the next. Of the end only
   * a chord is known, which is the lower the farther its members are.
   */
  double tolerable(int k, double side) {
    double end = Math.abs(boundary.end(k, side));
    double within = 0;
    double beyond = Double.POSITIVE_INFINITY;
    for (int i = 0; i < members.length; i++) {
      if (family[i] == k && displacement[i] * side > 0) {
        double at = Math.abs(displacement[i]);
        within = at <= end ? Math.max(within, at) : within;
        beyond = at > end ? Math.min(beyond, at) : beyond;
      }
    }
    return Math.signum(side) * (end - within <= beyond - end ? within : end);
  }

  /** A bound from below of the sum of log-ratios at a displacement along family k. */
  double atLeast(int k, double at, double... sums) {
    return families.get(k).chord(at, sums);
  }

  /** The displacements on its side whose sums are lower than the peak's by at most the slack. */
  private Interval likely(Best best, double... sums) {
    RecalibrationFamily of = families.get(best.family);
    DoubleUnaryOperator curve = at -> of.valueAt(at, sums);
    double peak = best.peak.displacement();
    double level = Math.min(best.peak.sum(), curve.applyAsDouble(peak)) - SLACK;
    double nearest = last(curve, level, peak, 0);
    double farthest = last(curve, level, peak, of.outermost(best.displacement));
    return new Interval(Math.min(nearest, farthest), Math.max(nearest, farthest));
  }

  /** The last displacement on the way to a limit at which a curve reaches a level, by bisection. */
  private static double last(DoubleUnaryOperator curve, double level, double from, double limit) {
    double in = from;
    double out = limit;
    if (curve.applyAsDouble(out) >= level) {
      return out;
    }
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (in + out) / 2;
      if (curve.applyAsDouble(middle) >= level) {
        in = middle;
      } else {
        out = middle;
      }
    }
    return out;
  }

  /** log of the evidence of some panes beyond all that is tolerable. */
  double logEBeyond(Stretch stretch) {
    return evidence(stretch).logEValueBeyond(tolerance);
  }

  /** The recalibration evidence of some panes. */
  Evidence evidence(Stretch stretch) {
    return Evidence.of(grid, stretch.sums(), stretch.labels(), 0);
  }

  /**
   * Whether some panes refute every fault beyond the tolerance that they would show as plainly as a
   * given one.
   *
   * @param by so many nats beside what is tolerable
   */
  boolean isRefuted(int likeFamily, double likeDisplacement, double by, double... sums) {
    double plain = families.get(likeFamily).loss(likeDisplacement, sums);
    double least = tolerance.largest(grid, sums) - by;
    for (int i = 0; i < members.length; i++) {
      if (!boundary.tolerates(members[i])
          && sums[members[i]] > least
          && families.get(family[i]).loss(displacement[i], sums) >= plain) {
        return false;
      }
    }
    return true;
  }

  /**
   * A bound of what putting a fault right saves if it lies beyond the last member, in nats: what
   * that member has saved, which is less on average, less 99.8 % of its noise. At most 0 if that
   * says nothing.
   */
  private static double leastBeyond(RecalibrationFamily of, CurvePeak peak) {
    double saved = Math.max(0, peak.sum() - SELECTION);
    return of.isAtEnd(peak.displacement()) ? saved - Z_998 * Math.sqrt(2 * saved) : 0;
  }

  /** What some panes say of the best one. */
  Deviation describe(Stretch stretch) {
    double[] sums = stretch.sums();
    Best best = best(sums);
    RecalibrationFamily of = families.get(best.family);
    Interval likely = likely(best, sums);
    double a = of.parameterAt(likely.lower());
    double b = of.parameterAt(likely.upper());
    double least = leastBeyond(of, best.peak);
    double low = Math.max(least, of.gain(likely.lower(), sums)) / stretch.labels();
    double high = Math.max(least, of.gain(likely.upper(), sums)) / stretch.labels();
    double gain = Math.max(0, best.peak.sum() - SELECTION) / stretch.labels();
    return new Deviation(
        of,
        of.parameterAt(best.peak.displacement()),
        new Interval(Math.min(a, b), Math.max(a, b)),
        of.isAtEnd(likely.lower()) || of.isAtEnd(likely.upper()),
        gain,
        new Interval(Math.min(low, high), Math.max(gain, Math.max(low, high))));
  }
}
