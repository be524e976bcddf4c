package io.evenkeel.core.recalibration;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.score.Interval;
import java.util.Arrays;
import java.util.List;

/**
 * The miscalibrations that are tolerable: the predictions would be calibrated after a recalibration
 * that is in this set; or, to statistics that know no recalibrations, means of residuals and a SKCE
 * up to a bound.
 */
public final class Tolerance {
  private static final int HEADER = 2;

  /** Of log-odds, per square of ε: two classes, each by 1/4. */
  private static final double OF_OFFSET = 1.0 / 8;

  /** Of a scale of one number, 6φ(1)². */
  private static final double OF_SCALE = 3 / (Math.PI * Math.E);

  private static final int STEPS = 200;

  private final double residual;

  /** From a reference; else it follows from ε. */
  private final double skce;

  /** The ends of the tolerable parameters of each family; empty if all are within ε. */
  private final double[] ends;

  /** For each recalibration of the grid, 1 if it is tolerable; empty if none is by itself. */
  private final double[] members;

  private Tolerance(double residual, double skce, double[] ends, double[] members) {
    this.residual = residual;
    this.skce = skce;
    this.ends = ends;
    this.members = members;
  }

  /**
   * What is within ε of calibration: temperatures and scales from 1 / (1 + ε) to 1 + ε, shifts from
   * −ε to ε log-odds or predicted standard deviations; means of residuals up to ε of their standard
   * deviations; a SKCE {@linkplain #skce as large} as these recalibrations can make it.
   *
   * @param epsilon ε &ge; 0; with 0 nothing but calibration is tolerable
   */
  public static Tolerance within(double epsilon) {
    Checks.finiteNotNegative("tolerance", epsilon);
    return new Tolerance(epsilon, 0, new double[0], new double[0]);
  }

  /**
   * The ε within which no recalibration saves more than so many nats per label, to second order and
   * whatever is predicted: √(2 nats / I) with the largest {@linkplain #noncentrality Fisher
   * information} I of a parameter. For d real numbers, that of coordinates that are predicted
   * independent, I = 2d; for two classes 0.44.
   *
   * @param nats &ge; 0
   * @param space of the targets
   */
  public static double epsilonOf(double nats, TargetSpace space) {
    return Math.sqrt(2 * Checks.finiteNotNegative("nats", nats) / information(space));
  }

  /**
   * What a recalibration within ε saves per label at most, in nats: the inverse of {@link
   * #epsilonOf}, &ge; 0.
   *
   * @param epsilon &ge; 0
   * @param space of the targets
   */
  public static double natsOf(double epsilon, TargetSpace space) {
    Checks.finiteNotNegative("tolerance", epsilon);
    return epsilon * epsilon * information(space) / 2;
  }

  /** That of a scale of d numbers; of a temperature, which is above the 1/4 of log-odds. */
  private static double information(TargetSpace space) {
    return space.kind() == TargetSpace.Kind.REALS
        ? 2.0 * space.size()
        : ofTemperature(space.size());
  }

  /**
   * This tolerance, and what a reference needs: of each family every parameter from those within ε
   * to those that may have made the reference calibrated, and the recalibrations of the grid that
   * may have.
   *
   * @param grid the recalibrations
   * @param logRatios their sums over the reference
   * @param level a sum from which on a recalibration may have
   * @param residual the largest mean of a residual that the reference may have, in its standard
   *     deviations
   * @param skce the largest SKCE that it may have
   */
  public Tolerance orAsIn(
      RecalibrationGrid grid, double[] logRatios, double level, double residual, double skce) {
    List<RecalibrationFamily> families = grid.families();
    double[] wider = new double[2 * families.size()];
    for (int k = 0; k < families.size(); k++) {
      RecalibrationFamily family = families.get(k);
      Interval near = family.within(this.residual);
      Interval interval =
          family.reaching(level, logRatios).map(family::onGrid).map(near::hull).orElse(near);
      wider[2 * k] = interval.lower();
      wider[2 * k + 1] = interval.upper();
    }
    double[] reaching = Arrays.stream(logRatios).map(sum -> sum >= level ? 1 : 0).toArray();
    return new Tolerance(
        Math.max(Math.sqrt(noncentrality(grid.space())), residual),
        Math.max(skce(grid.space()), skce),
        wider,
        reaching);
  }

  /** The numbers, to be kept and {@linkplain #read read} again. */
  public double[] toArray() {
    double[] numbers = Arrays.copyOf(new double[] {residual, skce}, HEADER + ends.length);
    System.arraycopy(ends, 0, numbers, HEADER, ends.length);
    double[] all = Arrays.copyOf(numbers, numbers.length + members.length);
    System.arraycopy(members, 0, all, numbers.length, members.length);
    return all;
  }

  /**
   * The tolerance with the given numbers.
   *
   * @param grid the recalibrations
   * @throws IllegalArgumentException if the numbers are of another grid
   */
  public static Tolerance read(RecalibrationGrid grid, double... numbers) {
    int from = HEADER + 2 * grid.families().size();
    if (numbers.length == HEADER) {
      return new Tolerance(numbers[0], numbers[1], new double[0], new double[0]);
    }
    Checks.sameLength("tolerance", numbers.length, "grid with its families", from + grid.size());
    return new Tolerance(
        numbers[0],
        numbers[1],
        Arrays.copyOfRange(numbers, HEADER, from),
        Arrays.copyOfRange(numbers, from, numbers.length));
  }

  /** The largest tolerable mean of a residual, in standard deviations if calibrated. */
  public double residual() {
    return residual;
  }

  /**
   * How large the noncentrality of the statistic of the CME test may be per label: the square of
   * {@link #residual()}, and what the recalibrations within ε can make. For d real numbers these
   * are a shift or a scale of all of them, dε² and 2dε²; for m classes a temperature, ε² times the
   * largest variance that log p<sub>Y</sub> can have. It is the Fisher information of the family,
   * which no statistic exceeds.
   *
   * @param space of the targets
   */
  public double noncentrality(TargetSpace space) {
    return residual * residual * (ends.length == 0 ? Math.max(1, information(space)) : 1);
  }

  /** max over q of q(1 − q) log²((m − 1)q / (1 − q)), to a percent: all classes but one alike. */
  private static double ofTemperature(int classes) {
    double largest = 0;
    for (int percent = 50; percent < 100; percent++) {
      double q = percent / 100.0;
      double log = Math.log((classes - 1) * q / (1 - q));
      largest = Math.max(largest, q * (1 - q) * log * log);
    }
    return largest;
  }

  /**
   * The largest tolerable SKCE: what the recalibrations within ε can make. With kernels from 0 to 1
   * it is at most the largest squared distance between the embeddings of a prediction and of its
   * recalibration.
   *
   * <p>For m classes, under the Kronecker kernel, it is ε² / 8 by an offset, and by a temperature
   * ε² times the largest ‖dp/dβ‖² in the logarithm of β.
   *
   * <p>For one real number, however it is predicted, and a kernel that falls with the distance, it
   * is 3ε² / (πe) by a scale. Of its mass, the share φ(1) goes to either side, and twice as much
   * comes from between: 6φ(1)², if these lie far apart. By a shift it is 2φ(0)² = 1/π. For d real
   * numbers, under the Gaussian kernel and coordinates that are predicted independent and alike, a
   * scale makes (4 + 8/d) (1 + 4/d)<sup>−2 − d/2</sup>, and a shift less.
   *
   * @param space of the targets
   */
  public double skce(TargetSpace space) {
    return isRelative() ? skce : residual * residual * squaredSlope(space);
  }

  /** The largest square that an embedding moves by, per square of a parameter. */
  private static double squaredSlope(TargetSpace space) {
    if (space.kind() == TargetSpace.Kind.CLASSES) {
      return Math.max(OF_OFFSET, ofTemperatureEmbedded(space.size()));
    }
    double d = space.size();
    double ofNormals = (4 + 8 / d) * Math.pow(1 + 4 / d, -2 - d / 2);
    return Math.max(ofNormals, OF_SCALE);
  }

  /** max over q of (q(1 − q) log((m − 1)q / (1 − q)))² m / (m − 1): all classes but one alike. */
  private static double ofTemperatureEmbedded(int classes) {
    double largest = 0;
    for (int k = STEPS / 2; k < STEPS; k++) {
      double q = k / (double) STEPS;
      double slope = q * (1 - q) * Math.log((classes - 1) * q / (1 - q));
      largest = Math.max(largest, slope * slope);
    }
    return classes > 1 ? largest * classes / (classes - 1) : 0;
  }

  /** Whether a recalibration of the grid is tolerable by itself, whatever its family. */
  boolean hasMember(int member) {
    return members.length > 0 && members[member] > 0;
  }

  /** Whether it is more than what is within ε, from a reference. */
  public boolean isRelative() {
    return ends.length > 0;
  }

  /** The tolerable parameters of family k of a grid. */
  Interval parameters(RecalibrationGrid grid, int k) {
    return isRelative()
        ? new Interval(ends[2 * k], ends[2 * k + 1])
        : grid.families().get(k).within(residual);
  }

  /**
   * A bound of the sum of log-ratios over the tolerable recalibrations, at least 0.
   *
   * @param grid the recalibrations
   * @param logRatios their sums
   */
  public double largest(RecalibrationGrid grid, double... logRatios) {
    double largest = 0;
    for (int i = 0; i < members.length; i++) {
      largest = members[i] > 0 ? Math.max(largest, logRatios[i]) : largest;
    }
    List<RecalibrationFamily> families = grid.families();
    for (int k = 0; k < families.size(); k++) {
      RecalibrationFamily family = families.get(k);
      double bound =
          ends.length == 0
              ? family.largestWithin(residual, logRatios)
              : family.largestOver(List.of(parameters(grid, k)), logRatios)[0];
      largest = Math.max(largest, bound);
    }
    return largest;
  }
}
