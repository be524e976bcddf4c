package io.evenkeel.core.recalibration;

import io.evenkeel.core.score.Interval;
import java.util.ArrayList;
import java.util.Arrays;
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
  /** The index of the prediction as it was made, which is no member of the grid. */
  private static final int AS_PREDICTED = -1;

  private final Parameter parameter;
  private final int index;
  private final int classes;
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
    SCALE;

    boolean isLogOdds() {
      return this == CLASS_LOG_ODDS || this == TOP_CLASS_LOG_ODDS;
    }
  }

  private record Key(Parameter parameter, int index) {}

  /** A point of a curve: its family, its place on it, and its index in the grid. */
  private record Point(Key key, double x, int member) {
    Point(Parameter parameter, int index, double x, int member) {
      this(new Key(parameter, index), x, member);
    }
  }

  private RecalibrationFamily(Key key, int classes, List<Point> points) {
    this.parameter = key.parameter;
    this.index = key.index;
    this.classes = classes;
    points.add(new Point(key, origin(), AS_PREDICTED));
    points.sort(Comparator.comparingDouble(Point::x));
    this.x = points.stream().mapToDouble(Point::x).toArray();
    this.members = points.stream().mapToInt(Point::member).toArray();
  }

  /**
   * The families of a list of recalibrations that has at least two members of each.
   *
   * @param classes the number of classes; not used for real numbers
   */
  static List<RecalibrationFamily> of(List<Recalibration> recalibrations, int classes) {
    Map<Key, List<Point>> points = new LinkedHashMap<>();
    for (int i = 0; i < recalibrations.size(); i++) {
      Point point = point(recalibrations.get(i), i);
      if (point != null) {
        points.computeIfAbsent(point.key, none -> new ArrayList<>()).add(point);
      }
    }
    List<RecalibrationFamily> families = new ArrayList<>();
    points.forEach((key, members) -> families.add(new RecalibrationFamily(key, classes, members)));
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
   * @param tolerance ε &ge; 0: ratios from 1 / (1 + ε) to 1 + ε, shifts from −ε to ε
   * @param logRatios the sums of all recalibrations of the grid
   */
  public double largestWithin(double tolerance, double... logRatios) {
    return tolerance == 0 ? 0 : largestOver(List.of(within(tolerance)), logRatios)[0];
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
   * A bound of the sum of log-ratios over each of some intervals of parameters.
   *
   * @param parameters with finite ends, those of temperatures and scales above 0
   * @param logRatios the sums of all recalibrations of the grid
   */
  public double[] largestOver(List<Interval> parameters, double... logRatios) {
    ConcaveCurve curve = curve(logRatios);
    double[] largest = new double[parameters.size()];
    for (int i = 0; i < largest.length; i++) {
      double a = origin() + displacement(parameters.get(i).lower());
      double b = origin() + displacement(parameters.get(i).upper());
      largest[i] = curve.largest(Math.min(a, b), Math.max(a, b));
    }
    return largest;
  }

  /** The same between the ends of the grid. */
  double largest(double... logRatios) {
    return curve(logRatios).largest(x[0], x[x.length - 1]);
  }

  /** The indices of its members in the grid. */
  public int[] members() {
    return Arrays.stream(members).filter(member -> member != AS_PREDICTED).toArray();
  }

  /**
   * How far a parameter lies from the prediction as it was made, with the sign of its side: 1/T −
   * 1, δ or log s, in which L is concave.
   */
  public double displacement(double parameterValue) {
    return switch (parameter) {
      case TEMPERATURE -> 1 / parameterValue - 1;
      case SCALE -> Math.log(parameterValue);
      default -> parameterValue;
    };
  }

  /** The displacement of a member. */
  public double displacementOf(int member) {
    for (int k = 0; k < members.length; k++) {
      if (members[k] == member) {
        return x[k] - origin();
      }
    }
    throw new IllegalArgumentException(this + " has no member " + member);
  }

  /** The peak next to a displacement of a member. */
  public CurvePeak peak(double displacement, double... logRatios) {
    return peak(nearest(displacement), curve(logRatios));
  }

  /** The peak next to the best member. */
  public CurvePeak highest(double... logRatios) {
    ConcaveCurve curve = curve(logRatios);
    return peak(curve.best(), curve);
  }

  private CurvePeak peak(int k, ConcaveCurve curve) {
    double at = curve.peak(k);
    double sum = curve.valueAtPeak(k, at);
    // Of several classes, a few confident errors make one seem to be off by any log-odds.
    boolean isOfMany = parameter.isLogOdds() && classes > 2;
    double rise = isOfMany ? 0 : curve.riseBeyond(at, leftOf(at));
    return new CurvePeak(at - origin(), sum, sum + rise);
  }

  /** How far the curve goes on to the left of a point: 1/T stays positive. */
  private double leftOf(double at) {
    return parameter == Parameter.TEMPERATURE ? at : Double.POSITIVE_INFINITY;
  }

  /**
   * An estimate of the sum of log-ratios at a displacement up to the outermost ones, by the
   * polynomial through five points around it. It misses less than bounds do.
   *
   * @param logRatios the sums of all recalibrations of the grid
   */
  public double valueAt(double displacement, double... logRatios) {
    return curve(logRatios).valueAt(origin() + displacement);
  }

  /** The displacement of the outermost member on the side of another displacement. */
  public double outermost(double side) {
    return (side < 0 ? x[0] : x[x.length - 1]) - origin();
  }

  /** Whether a displacement is that of the last member on its side. */
  public boolean isAtEnd(double displacement) {
    return displacement == outermost(displacement);
  }

  /** The parameter at a {@linkplain #displacement displacement}. */
  public double parameterAt(double displacement) {
    return switch (parameter) {
      case TEMPERATURE -> 1 / Math.max(0, 1 + displacement);
      case SCALE -> Math.exp(displacement);
      default -> displacement;
    };
  }

  /** The recalibration with a parameter. */
  public Recalibration recalibration(double parameterValue) {
    return switch (parameter) {
      case TEMPERATURE -> new Temperature(parameterValue);
      case CLASS_LOG_ODDS -> new ClassShift(index, parameterValue);
      case TOP_CLASS_LOG_ODDS -> new TopClassShift(parameterValue);
      case LOCATION -> new LocationScale(parameterValue, 1);
      case SCALE -> new LocationScale(0, parameterValue);
    };
  }

  /**
   * The place on the curve at a displacement. (Along the scale, where transforms are intervals, its
   * bound is approximate.)
   */
  public CurvePoint at(double displacement) {
    double at = origin() + displacement;
    int above = 0;
    while (above < x.length && x[above] < at) {
      above++;
    }
    if (above < x.length && x[above] == at) {
      return CurvePoint.member(members[above]);
    }
    int from = Math.max(0, above - 2);
    int to = Math.min(x.length, above + 2);
    return CurvePoint.between(
        at,
        Arrays.copyOfRange(x, from, to),
        Arrays.copyOfRange(members, from, to),
        above - from,
        to - from == 3
            ? Derivatives.third(parameter)
            : Derivatives.fourth(parameter, classes, x[from]));
  }

  /**
   * A bound from below of the sum of log-ratios at a displacement: the chord between the two points
   * next to it, and beyond the ends that of the last point.
   *
   * @param logRatios the sums of all recalibrations of the grid
   */
  public double chord(double displacement, double... logRatios) {
    double at = Math.max(x[0], Math.min(x[x.length - 1], origin() + displacement));
    int k = 0;
    while (x[k + 1] < at) {
      k++;
    }
    return Parabola.chord(x, values(logRatios), k).valueAt(at);
  }

  /**
   * What calibrated predictions would lose, in nats, by the recalibration at a displacement: x
   * L′(0) − L(x), about, which does not depend on the targets.
   *
   * @param logRatios the sums of all recalibrations of the grid
   */
  public double loss(double displacement, double... logRatios) {
    double[] f = values(logRatios);
    double slope = parabola(f, 0).slopeAt(origin());
    double at = parabola(f, displacement).valueAt(origin() + displacement);
    return Math.max(0, displacement * slope - at);
  }

  /**
   * The slope of the sum of log-ratios and its variance, if the recalibration there is right.
   *
   * @param slope per unit of displacement
   * @param variance at least 0
   */
  public record Score(double slope, double variance) {}

  /**
   * The slope at a displacement, about.
   *
   * @param logRatios the sums of all recalibrations of the grid
   */
  public Score score(double displacement, double... logRatios) {
    Parabola parabola = parabola(values(logRatios), displacement);
    return new Score(parabola.slopeAt(origin() + displacement), -2 * parabola.bend());
  }

  /**
   * What the recalibration at a displacement would save, in nats, if the predictions need it: L(x)
   * − x L′(x), about, which does not depend on the targets.
   *
   * @param logRatios the sums of all recalibrations of the grid
   */
  public double gain(double displacement, double... logRatios) {
    Parabola parabola = parabola(values(logRatios), displacement);
    double at = origin() + displacement;
    return Math.max(0, parabola.valueAt(at) - displacement * parabola.slopeAt(at));
  }

  /** The parabola through the point next to a displacement and its neighbours. */
  private Parabola parabola(double[] f, double displacement) {
    int k = nearest(displacement);
    return Parabola.through(x, f, Math.max(1, Math.min(x.length - 2, k)) - 1);
  }

  /** The index of the point next to a displacement. */
  private int nearest(double displacement) {
    int nearest = 0;
    for (int k = 1; k < x.length; k++) {
      double distance = Math.abs(x[k] - origin() - displacement);
      nearest = distance < Math.abs(x[nearest] - origin() - displacement) ? k : nearest;
    }
    return nearest;
  }

  private double origin() {
    return parameter == Parameter.TEMPERATURE ? 1 : 0;
  }

  private ConcaveCurve curve(double[] logRatios) {
    return new ConcaveCurve(x, values(logRatios));
  }

  /** The sums at all points, the prediction as it was made included. */
  private double[] values(double[] logRatios) {
    return Arrays.stream(members).mapToDouble(i -> i == AS_PREDICTED ? 0 : logRatios[i]).toArray();
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
