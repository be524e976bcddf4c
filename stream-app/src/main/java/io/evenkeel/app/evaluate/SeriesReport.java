package io.evenkeel.app.evaluate;

import io.evenkeel.app.verdict.Words;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.sequential.Evidence;
import io.evenkeel.schemas.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
 * @param recalibration what is wrong, as far as a simple recalibration can say
 * @param gain what that recalibration would save per label, in nats
 * @param measures all numbers
 * @param diagrams what can be drawn
 */
public record SeriesReport(
    String segment,
    long labels,
    Finding finding,
    String sentence,
    double pValue,
    double logE,
    String recalibration,
    double gain,
    List<Measure> measures,
    Diagrams diagrams) {

  /** Copies the list. */
  public SeriesReport {
    measures = List.copyOf(measures);
  }

  static SeriesReport of(String segment, SeriesStatistics statistics, Profile profile, Plan plan) {
    List<Measure> measures = new ArrayList<>(statistics.measures());
    SampleStatistics sample =
        new SampleStatistics(profile.kernel(), statistics.sample().items(), plan.seed());
    Diagrams diagrams = sample.diagrams();
    measures.addAll(sample.measures(diagrams));
    if (segment.isEmpty() && sample.size() >= 2) {
      measures.add(sample.ckce());
    }
    Evidence evidence = statistics.sketch().evidence();
    double p = correctedPValue(measures, statistics.logE());
    Finding finding = finding(statistics, p, plan);
    return new SeriesReport(
        segment,
        statistics.labels(),
        finding,
        sentence(finding, statistics, p),
        p,
        statistics.logE(),
        evidence.describe(),
        evidence.gain(),
        measures,
        diagrams);
  }

  /** The smallest of the p-values and 1/E, times their number: Bonferroni's correction. */
  private static double correctedPValue(List<Measure> measures, double logE) {
    double least = Math.exp(-logE);
    long tests = 1;
    for (Measure measure : measures) {
      if (measure.pValue() != null) {
        least = Math.min(least, Objects.requireNonNull(measure.pValue()));
        tests++;
      }
    }
    return Math.min(1, tests * least);
  }

  private static Finding finding(SeriesStatistics statistics, double p, Plan plan) {
    if (statistics.labels() == 0) {
      return Finding.NO_DATA;
    }
    if (p < plan.alpha()) {
      return Finding.MISCALIBRATED;
    }
    return statistics.sketch().outcomes().weight() < Plan.MIN_LABELS
        ? Finding.UNDERPOWERED
        : Finding.CALIBRATED;
  }

  private static String sentence(Finding finding, SeriesStatistics statistics, double p) {
    Evidence evidence = statistics.sketch().evidence();
    String numbers =
        String.format(
            Locale.ROOT,
            "%,d labels%s, e-value %s, p-value %s",
            statistics.labels(),
            Words.sharing(statistics.sketch().outcomes()),
            Words.eValue(statistics.logE()),
            Words.pValue(p));
    return switch (finding) {
      case MISCALIBRATED -> "Miscalibrated: " + Words.fault(evidence) + "; " + numbers + ".";
      case CALIBRATED -> "Nothing speaks against the predictions; " + numbers + ".";
      case NO_DATA -> "No labels.";
      default -> "Too few labels to say that all is well; " + numbers + ".";
    };
  }

  /** The measure of a quantity, if it was taken. */
  public Optional<Measure> measure(Quantity quantity) {
    return measures.stream().filter(measure -> measure.quantity() == quantity).findFirst();
  }
}
