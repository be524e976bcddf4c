package io.evenkeel.core.recalibration;

import io.evenkeel.core.score.Interval;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The boundary of a {@link Tolerance}: the recalibrations against which a change beyond it has to
 * be shown.
 *
 * <p>Its points are numbered: 2k and 2k + 1 are the lower and the upper end of family k of the
 * grid, the last is calibration itself and whatever else is tolerable. After the points come
 * stretches: {@value #STRETCHES} of each family, which are all that is tolerable in it. Half-way
 * between the ends of a wide tolerance, what is of another kind may fit better than either end, and
 * bets that learn what is tolerable itself know more than any point.
 *
 * <p>Each recalibration of the grid has places of its own: one of a family has the end on its side,
 * the families of other kinds, and the last point; any other has all families and the last point. A
 * family is there by its ends, but beside a reference by its stretches unless it is of many
 * classes.
 *
 * <p>Why one end is enough within a family: with a log-ratio xS − a(x), a convex, E exp((x − ε)S −
 * a(x) + a(ε)) ≤ 1 for x beyond ε if the truth lies on the near side of ε, since increments of a
 * convex function grow. It is also enough for the log-odds of all classes: where class j is shifted
 * by ε, the log-odds of any other class are shifted by something between −ε and 0, whatever the
 * prediction.
 */
public final class Boundary {
  /**
   * Boundaries by space and ε. They are immutable, few are in use, and making one costs more than a
   * pane does.
   */
  private static final Map<List<Object>, Boundary> KNOWN = new ConcurrentHashMap<>();

  /**
   * Of each family. What a pane of n labels costs against a stretch grows with its length, about
   * 0.4 times that and √n nats.
   */
  private static final int STRETCHES = 8;

  private final RecalibrationGrid grid;

  /** The ends as displacements, the lower one of family k at 2k. */
  private final double[] ends;

  private final CurvePoint[] places;
  private final boolean[] tolerable;
  private final int[][] against;

  /** The parameters of the stretches of each family. */
  private final List<List<Interval>> stretches;

  /** The members that the last point stands for, beside calibration. */
  private final int[] others;

  /** Whether the last point also stands for the ends of all classes, which differ. */
  private final boolean hasClasses;

  private final boolean isRelative;

  private Boundary(RecalibrationGrid grid, Tolerance tolerance) {
    this.grid = grid;
    this.isRelative = tolerance.isRelative();
    this.ends = ends(grid, tolerance);
    this.places = new CurvePoint[ends.length];
    Arrays.setAll(places, point -> grid.families().get(point / 2).at(ends[point]));
    this.tolerable = new boolean[grid.size()];
    this.against = new int[grid.size()][];
    List<RecalibrationFamily> families = grid.families();
    for (int k = 0; k < families.size(); k++) {
      for (int member : families.get(k).members()) {
        double x = families.get(k).displacementOf(member);
        tolerable[member] = ends[2 * k] <= x && x <= ends[2 * k + 1];
        against[member] = placesOf(k, x);
      }
    }
    this.others =
        IntStream.range(0, grid.size())
            .filter(i -> against[i] == null && tolerance.hasMember(i))
            .toArray();
    for (int i = 0; i < against.length; i++) {
      if (against[i] == null) {
        tolerable[i] = tolerance.hasMember(i);
        against[i] = placesBeside(family -> false).toArray();
      }
    }
    this.hasClasses = isRelative && families.size() > 2;
    this.stretches =
        IntStream.range(0, families.size())
            .mapToObj(k -> stretches(families.get(k), ends[2 * k], ends[2 * k + 1]))
            .toList();
  }

  private static List<Interval> stretches(RecalibrationFamily family, double from, double to) {
    double step = (to - from) / STRETCHES;
    return IntStream.range(0, STRETCHES)
        .mapToObj(
            i -> {
              double a = family.parameterAt(from + i * step);
              double b = family.parameterAt(i + 1 == STRETCHES ? to : from + (i + 1) * step);
              return new Interval(Math.min(a, b), Math.max(a, b));
            })
        .toList();
  }

  /** The boundary of a tolerance among the recalibrations of a grid. */
  public static Boundary of(RecalibrationGrid grid, Tolerance tolerance) {
    return tolerance.isRelative()
        ? new Boundary(grid, tolerance)
        : KNOWN.computeIfAbsent(
            List.of(grid.space(), tolerance.residual()), key -> new Boundary(grid, tolerance));
  }

  private static double[] ends(RecalibrationGrid grid, Tolerance tolerance) {
    List<RecalibrationFamily> families = grid.families();
    double[] ends = new double[2 * families.size()];
    for (int k = 0; k < families.size(); k++) {
      Interval within = tolerance.parameters(grid, k);
      double a = families.get(k).displacement(within.lower());
      double b = families.get(k).displacement(within.upper());
      ends[2 * k] = Math.min(a, b);
      ends[2 * k + 1] = Math.max(a, b);
    }
    return ends;
  }

  /** The places of a member of family k at a displacement. */
  private int[] placesOf(int k, double x) {
    int own = x < 0 ? 2 * k : 2 * k + 1;
    RecalibrationFamily.Parameter kind = family(k).parameter();
    return IntStream.concat(IntStream.of(own), placesBeside(family -> family.parameter() == kind))
        .toArray();
  }

  /** The last point, and the places of all families but some, as many whatever the tolerance. */
  private IntStream placesBeside(Predicate<RecalibrationFamily> some) {
    int last = points() - 1;
    boolean hasManyClasses = grid.families().size() > 2;
    return IntStream.concat(
        IntStream.of(last),
        IntStream.range(0, last / 2)
            .filter(k -> !some.test(family(k)))
            .flatMap(
                k ->
                    hasManyClasses && family(k).parameter().isLogOdds()
                        ? IntStream.of(2 * k, 2 * k + 1)
                        : IntStream.range(0, STRETCHES).map(i -> stretch(k, i))));
  }

  /** Within ε the ends are enough, and cost a change fewer labels. */
  private int stretch(int k, int i) {
    return isRelative ? points() + k * STRETCHES + i : 2 * k + i % 2;
  }

  /** The number of points: two for each family of the grid, and one. */
  private int points() {
    return ends.length + 1;
  }

  /**
   * The sum of log-ratios at each point and over each stretch, bounded from above.
   *
   * @param labels the number of labels in the sums
   * @param logRatios the sums of all recalibrations of the grid
   */
  public double[] at(double labels, double... logRatios) {
    double[] sums = new double[points() + ends.length / 2 * STRETCHES];
    List<RecalibrationFamily> families = grid.families();
    double last = 0;
    for (int point = 0; point < ends.length; point++) {
      sums[point] = places[point].bound(labels, logRatios);
      if (hasClasses && families.get(point / 2).parameter().isLogOdds()) {
        last = Math.max(last, sums[point]);
      }
    }
    for (int member : others) {
      last = Math.max(last, logRatios[member]);
    }
    sums[ends.length] = last;
    for (int k = 0; k < families.size(); k++) {
      double[] largest = families.get(k).largestOver(stretches.get(k), logRatios);
      System.arraycopy(largest, 0, sums, points() + k * STRETCHES, STRETCHES);
    }
    return sums;
  }

  /** The places of a recalibration of the grid, as many whatever the tolerance. */
  public int[] placesOf(int member) {
    return against[member].clone();
  }

  /** The stretches of the families that do not shift log-odds. */
  public int[] stretchesBesideLogOdds() {
    return Arrays.stream(stretches())
        .filter(at -> !family((at - points()) / STRETCHES).parameter().isLogOdds())
        .toArray();
  }

  private RecalibrationFamily family(int k) {
    return grid.families().get(k);
  }

  /** All stretches. */
  public int[] stretches() {
    return IntStream.range(points(), points() + ends.length / 2 * STRETCHES).toArray();
  }

  /** Whether a recalibration of the grid is tolerable itself. */
  public boolean tolerates(int member) {
    return tolerable[member];
  }

  /** The end of family k on a side, as a displacement. */
  public double end(int k, double side) {
    return side < 0 ? ends[2 * k] : ends[2 * k + 1];
  }
}
