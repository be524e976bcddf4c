package io.evenkeel.core.sequential;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.internal.LogSum;
import io.evenkeel.core.recalibration.CurvePeak;
import io.evenkeel.core.recalibration.Recalibration;
import io.evenkeel.core.recalibration.RecalibrationFamily;
import io.evenkeel.core.recalibration.RecalibrationGrid;
import io.evenkeel.core.recalibration.Tolerance;
import io.evenkeel.core.score.Interval;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The recalibration evidence against calibration in a series of observations: the e-value E =
 * Σ<sub>θ</sub> w<sub>θ</sub> Π<sub>t</sub> r<sub>θ</sub>(p<sub>t</sub>)(y<sub>t</sub>) /
 * p<sub>t</sub>(y<sub>t</sub>) over the {@linkplain RecalibrationGrid grid} of recalibrations.
 *
 * <p>If every prediction is calibrated given the past, E has expectation 1 and, as observations are
 * added one by one, the chance that it ever reaches 1/α is at most α (Ville). So E ≥ 1/α rejects
 * calibration at level α, at any stopping time. Observations whose targets are known only after
 * later predictions were made (overlapping horizons) keep the expectation only if each target is
 * calibrated given everything seen before it is added.
 *
 * <p>Under calibration a target that its prediction held impossible cannot happen. It may still be
 * a wrong label, or a probability rounded to zero, so it counts as much as {@linkplain
 * io.evenkeel.core.score.LabelNoise labels can be trusted}; {@link #impossible} is how many there
 * are.
 */
public final class Evidence {
  /** Of sums of weights. */
  private static final double ROUNDING = 1e-6;

  /** Nats per label; less is rounding. */
  private static final double LEAST_GAIN = 1e-9;

  private final RecalibrationGrid grid;
  private final double[] logRatios;
  private final double labels;
  private final double impossible;
  private final double logMixture;

  /** What speaks for each recalibration as a remedy. */
  private final double[] mendable;

  private final int best;

  private Evidence(RecalibrationGrid grid, double[] logRatios, double labels, double impossible) {
    this.grid = grid;
    this.logRatios = logRatios;
    this.labels = labels;
    this.impossible = impossible;
    this.mendable = grid.mendable(logRatios, impossible);
    int argmax = 0;
    for (int i = 0; i < mendable.length; i++) {
      argmax = mendable[i] > mendable[argmax] ? i : argmax;
    }
    this.logMixture = LogSum.of(grid.logWeights(), logRatios);
    this.best = argmax;
  }

  /**
   * The evidence in the given sums.
   *
   * @param grid the recalibrations
   * @param logRatios for each of them, the sum of its log-ratios
   * @param labels the number of all observations; of weighted ones the sum of their weights, as in
   *     the other sums
   * @param impossible the number of those whose targets were held impossible
   */
  public static Evidence of(
      RecalibrationGrid grid, double[] logRatios, double labels, double impossible) {
    if (logRatios.length != grid.size()) {
      throw new IllegalArgumentException(
          "a grid of "
              + grid.size()
              + " recalibrations needs as many sums, got "
              + logRatios.length);
    }
    if (!(impossible >= 0 && labels >= impossible)) {
      throw new IllegalArgumentException(
          "got " + impossible + " impossible targets among " + labels + " labels");
    }
    return new Evidence(grid, logRatios.clone(), labels, impossible);
  }

  /** log E in nats. */
  public double logEValue() {
    return logMixture;
  }

  /**
   * log E against all that is tolerable: E / max<sub>θ₀</sub> Π<sub>t</sub>
   * r<sub>θ₀</sub>(p<sub>t</sub>)(y<sub>t</sub>) / p<sub>t</sub>(y<sub>t</sub>) over the
   * recalibrations θ₀ within the {@linkplain Tolerance#largest tolerance}. If any of these made the
   * predictions calibrated, the chance that it ever reaches 1/α is at most α: of a model that is
   * tolerably miscalibrated it falls instead of rising. (Universal inference: Wasserman, Ramdas and
   * Balakrishnan 2020, doi:10.1073/pnas.1922664117.)
   *
   * @param tolerance what is tolerable; of nothing it is {@link #logEValue}
   */
  public double logEValueBeyond(Tolerance tolerance) {
    return logMixture - tolerance.largest(grid, logRatios);
  }

  /**
   * The interval, at level 1 − α and at all times at once, for the parameter of the recalibration
   * that the model needs: every θ₀ with Σ<sub>θ</sub> w<sub>θ</sub> exp(L<sub>θ</sub> −
   * L<sub>θ₀</sub>) below 1/α, L being the sums of log-ratios. If some member of the family would
   * make the predictions calibrated, the chance that its parameter is ever outside is at most α.
   * None if all of the family is refuted.
   *
   * @param family one of the families of the grid
   * @param alpha in (0, 1)
   */
  public Optional<Interval> interval(RecalibrationFamily family, double alpha) {
    return family.reaching(logMixture + Math.log(Checks.inUnit("alpha", alpha)), logRatios);
  }

  /**
   * The evidence of these observations and others.
   *
   * @throws IllegalArgumentException if the others are of another space
   */
  public Evidence with(Evidence others) {
    return of(grid, combine(others, 1), labels + others.labels, impossible + others.impossible);
  }

  /** Whether these observations may be among others, by their space and numbers. */
  public boolean mayBePartOf(Evidence whole) {
    return grid.space().equals(whole.grid.space())
        && impossible <= whole.impossible + ROUNDING
        && labels <= whole.labels + ROUNDING;
  }

  /**
   * The evidence of the other observations, where those of a part are among these.
   *
   * @throws IllegalArgumentException if the part {@linkplain #mayBePartOf cannot be} one
   */
  public Evidence without(Evidence part) {
    double[] sums = combine(part, -1);
    if (!part.mayBePartOf(this)) {
      throw new IllegalArgumentException(
          "evidence of " + labels + " labels cannot hold that of " + part.labels);
    }
    double held = Math.max(0, impossible - part.impossible);
    return of(grid, sums, Math.max(held, labels - part.labels), held);
  }

  /**
   * log E against one recalibration that would mend both these observations and others: F
   * F<sub>others</sub> / max<sub>θ₀</sub> Π<sub>t</sub>
   * r<sub>θ₀</sub>(p<sub>t</sub>)(y<sub>t</sub>) / p<sub>t</sub>(y<sub>t</sub>), over all of the
   * {@linkplain RecalibrationGrid#largest grid} and all observations of both. F is E of the members
   * of families alone: what lies between them is known of the product, too, and not of others, so
   * that two parts with one fault there could seem to need different ones. If any θ₀, or none, made
   * all of these predictions calibrated, the chance that it ever reaches 1/α is at most α
   * (universal inference, as in {@link #logEValueBeyond}). So it tests whether a part of the
   * observations has a fault of its own.
   *
   * @throws IllegalArgumentException if the others are of another space
   */
  public double logEValueOfDifference(Evidence others) {
    return ofFamilies() + others.ofFamilies() - grid.largest(combine(others, 1));
  }

  /** log E of the members of families. */
  private double ofFamilies() {
    int[] members =
        grid.families().stream().flatMapToInt(family -> Arrays.stream(family.members())).toArray();
    double[] ofAll = grid.logWeights();
    double[] weights = Arrays.stream(members).mapToDouble(i -> ofAll[i]).toArray();
    double[] sums = Arrays.stream(members).mapToDouble(i -> logRatios[i]).toArray();
    return LogSum.of(weights, sums) - LogSum.of(weights, new double[weights.length]);
  }

  private double[] combine(Evidence other, double sign) {
    if (!grid.space().equals(other.grid.space())) {
      throw new IllegalArgumentException(
          "evidence over " + grid.space() + " has nothing in common with " + other.grid.space());
    }
    double[] sums = logRatios.clone();
    for (int i = 0; i < sums.length; i++) {
      sums[i] += sign * other.logRatios[i];
    }
    return sums;
  }

  /** Whether E reaches 1/α, which rejects calibration at level α in (0, 1). */
  public boolean rejects(double alpha) {
    return logEValue() >= -Math.log(Checks.inUnit("alpha", alpha));
  }

  /** The recalibrations that are weighed. */
  public RecalibrationGrid grid() {
    return grid;
  }

  /** For each recalibration of the grid, the sum of its log-ratios. */
  public double[] logRatios() {
    return logRatios.clone();
  }

  /** The number of observations, each counted by its weight. */
  public double labels() {
    return labels;
  }

  /** The number of targets that their predictions held impossible, each counted by its weight. */
  public double impossible() {
    return impossible;
  }

  /**
   * The recalibration that saves most, or none if none would have saved anything: of one parameter
   * the most likely one between those of the grid, or the {@linkplain #isAtEnd last} if those
   * beyond would save most, else one of the grid. Targets that were held impossible stay so with
   * each of them, and speak for none.
   */
  public Optional<Recalibration> best() {
    return saves() ? Optional.of(most().recalibration) : Optional.empty();
  }

  /** The family of the {@linkplain #best() best} recalibration, if that is of one parameter. */
  public Optional<RecalibrationFamily> family() {
    return saves() ? Optional.ofNullable(most().family) : Optional.empty();
  }

  /**
   * What the best recalibration would have saved per label, in nats; 0 if none would have. It
   * estimates the part of the calibration error in Kullback-Leibler divergence that the grid can
   * express, a little too high for being the best of many.
   */
  public double gain() {
    return saves() ? most().sum / labels : 0;
  }

  /**
   * What the best recalibration would have saved in all, in nats, or one beyond it if it is the
   * {@linkplain #isAtEnd last} of its kind; 0 if none would have.
   */
  public double explained() {
    return saves() ? most().sumBeyond : 0;
  }

  /**
   * Whether the best recalibration is the last of its kind that is weighed, so that another may lie
   * beyond and save more.
   */
  public boolean isAtEnd() {
    return family().filter(one -> one.isAtEnd(most().displacement)).isPresent();
  }

  private boolean saves() {
    return mendable[best] > LEAST_GAIN * labels;
  }

  /**
   * What saves most, of which family it is, if of one, and where it lies on that. Between families
   * what they save beyond the grid decides, too.
   */
  private record Most(
      Recalibration recalibration,
      double sum,
      double sumBeyond,
      @Nullable RecalibrationFamily family,
      double displacement) {}

  private Most most() {
    Most most = new Most(grid.get(best), mendable[best], mendable[best], null, Double.NaN);
    for (RecalibrationFamily family : grid.families()) {
      CurvePeak peak = family.highest(mendable);
      if (peak.sumBeyond() >= most.sumBeyond) {
        double parameter = family.parameterAt(peak.displacement());
        most =
            new Most(
                family.recalibration(parameter),
                peak.sum(),
                peak.sumBeyond(),
                family,
                peak.displacement());
      }
    }
    return most;
  }

  /** What is wrong, in words; "as predicted" if nothing is. */
  public String describe() {
    Optional<String> named =
        best().map(found -> found.describe() + (isAtEnd() ? " or beyond" : ""));
    if (impossible == 0) {
      return named.orElse("as predicted");
    }
    return named.map(words -> words + "; ").orElse("") + describeImpossible();
  }

  /** How many targets were held impossible, in words; empty if none was. */
  public String describeImpossible() {
    return impossible == 0
        ? ""
        : String.format(
            Locale.ROOT,
            "%.0f %s held impossible (probability 0)",
            impossible,
            impossible == 1 ? "target" : "targets");
  }
}
