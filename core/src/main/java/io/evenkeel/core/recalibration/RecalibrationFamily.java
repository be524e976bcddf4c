package io.evenkeel.core.recalibration;

import io.evenkeel.core.score.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A curve of recalibrations in one parameter, through the prediction as it was made, of which a
 * grid holds some points.
 *
 * <p>Along it the sum L of log-ratios is a smooth concave function of 1/T, δ or log s, which the
 * sums of the grid bound everywhere: what is said here of parameters between its points is a little
 * too cautious. (Along the scale L need not be concave where transforms are intervals, as those of
 * ensembles are; there the bounds are approximate.)
 */
public final class RecalibrationFamily {
  private final Parameter parameter;
  private final int index;
  private final double[] x;
  private final int[] members;

  /** What the parameter is. */
  public enum Parameter {
    /** T of {@link Temperature}; 1 as predicted. */
    TEMPERATURE,
    /** δ of {@link ClassShift}; 0 as predicted. */
    CLASS_LOG_ODDS,
    /** δ of {@link TopClassShift}; 0 as predicted. */
    TOP_CLASS_LOG_ODDS,
    /** δ of {@link LocationScale}, in predicted standard deviations; 0 as predicted. */
    LOCATION,
    /** s of {@link LocationScale}; 1 as predicted. */
    SCALE
  }

  private record Key(Parameter parameter, int index) {}

  /** A point of a curve: its family, its place on it, and its index in the grid. */
  private record Point(Key key, double x, int member) {
    Point(Parameter parameter, int index, double x, int member) {
      this(new Key(parameter, index), x, member);
    }
  }

  private RecalibrationFamily(Key key, List<Point> points) {
    this.parameter = key.parameter;
    this.index = key.index;
    points.add(new Point(key, parameter == Parameter.TEMPERATURE ? 1 : 0, -1));
    points.sort(Comparator.comparingDouble(Point::x));
    this.x = points.stream().mapToDouble(Point::x).toArray();
    this.members = points.stream().mapToInt(Point::member).toArray();
  }

  /** The families of a list of recalibrations that has at least two members of each. */
  static List<RecalibrationFamily> of(List<Recalibration> recalibrations) {
    Map<Key, List<Point>> points = new LinkedHashMap<>();
    for (int i = 0; i < recalibrations.size(); i++) {
      Point point = point(recalibrations.get(i), i);
      if (point != null) {
        points.computeIfAbsent(point.key, none -> new ArrayList<>()).add(point);
      }
    }
    List<RecalibrationFamily> families = new ArrayList<>();
    points.forEach((key, members) -> families.add(new RecalibrationFamily(key, members)));
    return families;
  }

  private static @Nullable Point point(Recalibration r, int member) {
    if (r instanceof Temperature t) {
      return new Point(Parameter.TEMPERATURE, 0, 1 / t.temperature(), member);
    }
    if (r instanceof ClassShift shift) {
      return new Point(Parameter.CLASS_LOG_ODDS, shift.index(), shift.logOdds(), member);
    }
    if (r instanceof TopClassShift shift) {
      return new Point(Parameter.TOP_CLASS_LOG_ODDS, 0, shift.logOdds(), member);
    }
    if (r instanceof LocationScale moved && moved.scale() == 1) {
      return new Point(Parameter.LOCATION, 0, moved.shift(), member);
    }
    if (r instanceof LocationScale moved && moved.shift() == 0) {
      return new Point(Parameter.SCALE, 0, Math.log(moved.scale()), member);
    }
    return null;
  }

  /** What the parameter is. */
  public Parameter parameter() {
    return parameter;
  }

  /** The class that is shifted, 0-based; 0 in other families. */
  public int index() {
    return index;
  }

  /**
   * The parameters whose sum of log-ratios may be at least the level; none if no member of the
   * family reaches it.
   *
   * @param logRatios the sums of all recalibrations of the grid
   */
  public Optional<Interval> reaching(double level, double... logRatios) {
    return curve(logRatios).reaching(level).flatMap(this::parameters);
  }

  private Optional<Interval> parameters(Interval at) {
    return switch (parameter) {
      case TEMPERATURE ->
          at.upper() > 0
              ? Optional.of(new Interval(1 / at.upper(), 1 / Math.max(at.lower(), 0)))
              : Optional.empty();
      case SCALE -> Optional.of(new Interval(Math.exp(at.lower()), Math.exp(at.upper())));
      default -> Optional.of(at);
    };
  }

  /**
   * A bound of the sum of log-ratios over the parameters within a tolerance of the prediction as it
   * was made, at least 0.
   *
   * @param tolerance ε &ge; 0: temperatures and scales from 1 / (1 + ε) to 1 + ε, shifts from −ε to
   *     ε
   * @param logRatios the sums of all recalibrations of the grid
   */
  public double largestWithin(double tolerance, double... logRatios) {
    return tolerance == 0 ? 0 : largestOver(within(tolerance), logRatios);
  }

  /** The parameters within a tolerance. */
  Interval within(double tolerance) {
    return switch (parameter) {
      case TEMPERATURE, SCALE -> new Interval(1 / (1 + tolerance), 1 + tolerance);
      default -> new Interval(-tolerance, tolerance);
    };
  }

  /** The parameters of an interval that lie between the ends of the grid, or at the nearer end. */
  Interval onGrid(Interval interval) {
    Interval grid = parameters(new Interval(x[0], x[x.length - 1])).orElseThrow();
    return new Interval(grid.nearest(interval.lower()), grid.nearest(interval.upper()));
  }

  /**
   * A bound of the sum of log-ratios over some parameters.
   *
   * @param parameters with finite ends, those of temperatures and scales above 0
   * @param logRatios the sums of all recalibrations of the grid
   */
  double largestOver(Interval parameters, double... logRatios) {
    ConcaveCurve curve = curve(logRatios);
    return switch (parameter) {
      case TEMPERATURE -> curve.largest(1 / parameters.upper(), 1 / parameters.lower());
      case SCALE -> curve.largest(Math.log(parameters.lower()), Math.log(parameters.upper()));
      default -> curve.largest(parameters.lower(), parameters.upper());
    };
  }

  /**
   * The same over all parameters between the points of the grid, but for the two at the ends,
   * beyond which too little is known of the curve.
   */
  double largest(double... logRatios) {
    return curve(logRatios).largest(x[1], x[x.length - 2]);
  }

  private ConcaveCurve curve(double[] logRatios) {
    double[] f = new double[x.length];
    for (int k = 0; k < f.length; k++) {
      f[k] = members[k] < 0 ? 0 : logRatios[members[k]];
    }
    return new ConcaveCurve(x, f);
  }

  @Override
  public String toString() {
    return switch (parameter) {
      case TEMPERATURE -> "temperature";
      case CLASS_LOG_ODDS -> "log-odds of class " + index;
      case TOP_CLASS_LOG_ODDS -> "log-odds of the most probable class";
      case LOCATION -> "location in sd";
      case SCALE -> "scale";
    };
  }
}
