package io.evenkeel.app.evaluate;

import io.evenkeel.app.config.ClassNames;
import io.evenkeel.app.config.TolerableError;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.schemas.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What the data says of a model, or of a segment of one.
 *
 * @param segment such as season=2016; empty for the whole model
 * @param labels the number of rows with a label
 * @param finding the verdict
 * @param sentence the verdict in words
 * @param pValue the smallest p-value, that of the e-value included, times their number; at most 1
 * @param logE the natural logarithm of the e-value against calibration
 * @param logEBeyond the same against every miscalibration within the tolerance, which decides
 * @param fault what is wrong
 * @param recalibration the simple recalibration that would mend most of it
 * @param gains what that recalibration would save, and what would have shown
 * @param measures all numbers
 * @param isSorted whether rows follow each other by their targets: then it has no SKCE of blocks
 * @param diagrams what can be drawn
 */
public record SeriesReport(
    String segment,
    long labels,
    Finding finding,
    String sentence,
    double pValue,
    double logE,
    double logEBeyond,
    String fault,
    String recalibration,
    Gains gains,
    List<Measure> measures,
    boolean isSorted,
    Diagrams diagrams) {

  /** Copies the list. */
  public SeriesReport {
    measures = List.copyOf(measures);
  }

  /**
   * The report on a series.
   *
   * @param rejectsFrom the natural logarithm of the e-value from which on it is rejected
   */
  static SeriesReport of(
      String segment, SeriesStatistics statistics, Plan plan, double rejectsFrom) {
    List<Measure> measures = new ArrayList<>(statistics.measures());
    SampleStatistics sample = sample(statistics, plan);
    Diagrams diagrams = sample.diagrams();
    measures.addAll(sample.measures(diagrams));
    if (segment.isEmpty()) {
      measures.addAll(sample.measuresOfWhole());
    }
    double logE = statistics.logE(TolerableError.of(0));
    double logEBeyond = statistics.logE(plan.tolerance());
    double p = correctedPValue(measures, logE);
    Sketch sketch = statistics.sketch();
    ClassNames names = plan.calibration().names();
    FileVerdict verdict =
        new FileVerdict(
            sketch,
            plan,
            logE,
            logEBeyond,
            rejectsFrom,
            p,
            statistics.found(),
            statistics.selection(),
            statistics.isTied());
    return new SeriesReport(
        segment,
        sketch.labelled(),
        verdict.finding(),
        verdict.sentence(),
        p,
        logE,
        logEBeyond,
        names.in(verdict.fault()),
        names.in(sketch.evidence().describe()),
        verdict.gains(),
        measures,
        statistics.isSorted(),
        diagrams);
  }

  private static SampleStatistics sample(SeriesStatistics statistics, Plan plan) {
    return new SampleStatistics(
        statistics.kernel(),
        statistics.sample().items(),
        statistics.sampleSize(),
        plan.overlap(),
        plan.seed());
  }

  /** The smallest of the p-values and 1/E, times their number: Bonferroni's correction. */
  private static double correctedPValue(List<Measure> measures, double logE) {
    double least = Math.exp(-logE);
    long tests = 1;
    for (Measure measure : measures) {
      if (measure.pValue() != null && measure.quantity().isCounted()) {
        least = Math.min(least, Objects.requireNonNull(measure.pValue()));
        tests++;
      }
    }
    return Math.min(1, tests * least);
  }

  /** How the model compares with climatology; empty where it is measurably better. */
  String climatology() {
    return SkillStatistics.sentence(measures);
  }

  /** What stands beside it in a table of segments; empty where there is nothing to say. */
  String remark() {
    return switch (finding) {
      case MISCALIBRATED -> "miscalibrated: " + fault;
      case UNKNOWN -> "labels not representative";
      case UNDERPOWERED -> "too few labels";
      default -> "";
    };
  }

  /** The measure of a quantity, if it was taken. */
  public Optional<Measure> measure(Quantity quantity) {
    return measures.stream().filter(measure -> measure.quantity() == quantity).findFirst();
  }
}
