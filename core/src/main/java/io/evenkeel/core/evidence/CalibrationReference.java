package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.recalibration.RecalibrationGrid;
import io.evenkeel.core.recalibration.Tolerance;
import io.evenkeel.core.sequential.Evidence;
import java.util.Arrays;

/**
 * How well calibrated a model was in a reference: mutable, the sums over the panes of the
 * reference. Later panes are compared with it, to detect whether the model has become worse.
 *
 * <p>Layout: the number of labels, and of those held impossible; the sum of the log-ratios of each
 * recalibration; the numbers of {@link ResidualMemory}. With r recalibrations and J test locations
 * 6 + r + 2J + J(J + 1)/2 doubles.
 */
public final class CalibrationReference {
  private static final int HEADER = 2;

  private final RecalibrationGrid grid;
  private final ResidualMemory memory;
  private final double[] numbers;

  private CalibrationReference(SketchPlan plan, double[] state) {
    Profile profile =
        plan.profile()
            .orElseThrow(
                () -> new IllegalArgumentException("a reference is sketched with a profile"));
    this.grid = plan.grid();
    int from = HEADER + grid.size();
    this.numbers = Arrays.copyOf(state, from);
    this.memory =
        ResidualMemory.read(
            profile, Arrays.copyOfRange(state, Math.min(from, state.length), state.length));
  }

  /**
   * The reference with the given {@linkplain #toArray() state}; an empty one if that is empty.
   *
   * @param plan of the sketches to come
   * @throws IllegalArgumentException if the plan has no profile
   */
  public static CalibrationReference read(SketchPlan plan, double... state) {
    return new CalibrationReference(plan, state);
  }

  /** The state, to be kept and read again. */
  public double[] toArray() {
    double[] remembered = memory.toArray();
    double[] state = Arrays.copyOf(numbers, numbers.length + remembered.length);
    System.arraycopy(remembered, 0, state, numbers.length, remembered.length);
    return state;
  }

  /** Adds a pane of the reference. */
  public void add(Sketch pane) {
    numbers[0] += pane.outcomes().weight();
    numbers[1] += pane.evidence().impossible();
    double[] ratios = pane.logRatios();
    for (int i = 0; i < ratios.length; i++) {
      numbers[HEADER + i] += ratios[i];
    }
    pane.cme().filter(cme -> cme.weight() > 0).ifPresent(memory::add);
    pane.blockSkce().ifPresent(memory::add);
  }

  /** The number of labels, each counted by its weight. */
  public long labels() {
    return (long) numbers[0];
  }

  /**
   * What is no worse than the reference: every recalibration that it may have needed, by the
   * {@linkplain Evidence#interval intervals} at level 1 − α of each family and of the grid, and
   * everything from there to ε of calibration; means of residuals in their standard deviations and
   * a SKCE up to their upper confidence limits at level 1 − α.
   *
   * <p>If what the reference needed is a recalibration of one parameter, it is in the set with a
   * chance of at least 1 − α, and {@linkplain Evidence#logEValueBeyond evidence beyond the set} is
   * bounded while the model needs no other. Else the best member of the grid is in it, so that such
   * evidence does not grow while the best one stays the best; how seldom it rejects then has been
   * measured, not proved.
   *
   * @param epsilon ε &ge; 0
   * @param alpha in (0, 1)
   */
  public Tolerance tolerance(double epsilon, double alpha) {
    double[] sums = Arrays.copyOfRange(numbers, HEADER, numbers.length);
    Evidence evidence = Evidence.of(grid, sums, numbers[0], numbers[1]);
    return Tolerance.within(epsilon)
        .orAsIn(
            grid,
            sums,
            evidence.logEValue() + Math.log(alpha),
            memory.largestMean(alpha),
            memory.largestSkce(alpha));
  }
}
