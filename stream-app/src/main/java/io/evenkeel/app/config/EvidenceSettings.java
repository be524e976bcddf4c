package io.evenkeel.app.config;

import io.evenkeel.core.score.LabelNoise;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * When evidence against calibration is enough.
 *
 * @param alpha level of findings, tests and intervals, in (0, 1)
 * @param period event time in which a series may raise alpha false alarms; empty: it takes its
 *     share of the budget
 * @param restart the e-values of a series restart at multiples of this event time; zero: never
 * @param tolerance miscalibration that raises no alert
 * @param labelNoise share of labels that may be wrong whatever the model: what a single label may
 *     say at most; 0 if labels are taken at their word
 * @param weight of each series when the false-alarm budget is shared out
 * @param relativeTo {@code calibration}, or {@code reference}: then only what is beyond the
 *     tolerance and worse than the reference raises an alert
 * @param referenceLabels number of labels of the first final windows that are the reference
 */
public record EvidenceSettings(
    double alpha,
    Optional<Duration> period,
    Duration restart,
    TolerableError tolerance,
    double labelNoise,
    double weight,
    String relativeTo,
    int referenceLabels) {
  private static final String CALIBRATION = "calibration";
  private static final String REFERENCE = "reference";

  /** Far below it, nothing is left of 1 − α in a double, so that there is no interval. */
  private static final double LEAST_ALPHA = 1e-12;

  private static final Setting<Double> ALPHA =
      new Setting<>(
          "evidence.alpha",
          SettingType.NUMBER,
          0.01,
          new Range<>(a -> a >= LEAST_ALPHA && a < 1, "at least 1e-12 and below 1"),
          "Level of findings, tests and intervals: an e-value above its inverse, or a p-value below"
              + " it, rejects. No alert of miscalibration fires below ten times its inverse. With `evidence.period`"
              + " also the false alarms of a series in a period.");
  private static final Setting<Duration> RESTART =
      new Setting<>(
          "evidence.restart",
          SettingType.DURATION,
          Duration.ZERO,
          Range.NOT_NEGATIVE,
          "The e-values of a series restart at multiples of this event time, itself a multiple of"
              + " `window.advance`; `0s`: never. They are reported and decide nothing.");

  private static final Setting<TolerableError> TOLERANCE =
      new Setting<>(
          "evidence.tolerance",
          TolerableError.TYPE,
          TolerableError.of(0.02),
          TolerableError.RANGE,
          "Miscalibration that raises no alert, however many labels show it: temperatures and scales"
              + " up to so far from 1, shifts up to so many log-odds or predicted standard"
              + " deviations; or, such as `0.001 nats`, those that cost at most so many nats per"
              + " label.");

  private static final Setting<Double> LABEL_NOISE =
      new Setting<>(
          "evidence.label-noise",
          SettingType.NUMBER,
          LabelNoise.USUAL.share(),
          new Range<>(e -> e >= 0 && e <= LabelNoise.LARGEST, "between 0 and 0.01"),
          "Share of labels that may be wrong whatever the model. A class counts with a tenth of this"
              + " probability at least, and a number in an outer tail of this probability as being"
              + " there, so that no label by itself raises an alert. `0`: labels are taken at their"
              + " word. Labels that are counted stay counted as they were.");

  private static final Setting<Double> WEIGHT =
      new Setting<>(
          "evidence.weight",
          SettingType.NUMBER,
          1.0,
          new Range<>(w -> w > 0 && w <= 1e6, "above 0 and at most 1e6"),
          "Weight of each series of the model when the budget of `budget.false-alarms` is shared"
              + " out.");

  private static final Setting<String> RELATIVE_TO =
      new Setting<>(
          "evidence.relative-to",
          SettingType.TEXT,
          CALIBRATION,
          new Range<>(
              text -> text.equals(CALIBRATION) || text.equals(REFERENCE),
              "calibration or reference"),
          "What alerts are about: `calibration`, everything beyond the tolerance; or `reference`,"
              + " only what is worse than the series was in its reference, too.");

  private static final Setting<Integer> REFERENCE_LABELS =
      new Setting<>(
          "evidence.reference-labels",
          SettingType.INTEGER,
          1000,
          Range.atLeast(2),
          "The first final windows under a profile with so many labels in all are the reference of"
              + " calibration, unless `drift.reference` pins a window that the series has.");

  private static final Setting<Optional<Duration>> PERIOD =
      new Setting<>(
          "evidence.period",
          SettingType.AUTO_DURATION,
          Optional.empty(),
          new Range<>(
              d -> d.isEmpty() || Range.AT_LEAST_1_MS.holds().test(d.get()),
              "`auto`, or at least 1ms"),
          "Event time in which each series of the model may raise `evidence.alpha` false alarms, on"
              + " average, beside the budget. `auto`: it takes its share of `budget.false-alarms`.");

  static final List<Setting<?>> SETTINGS =
      List.of(
          ALPHA, PERIOD, RESTART, TOLERANCE, LABEL_NOISE, WEIGHT, RELATIVE_TO, REFERENCE_LABELS);

  /** Checks the bounds. */
  public EvidenceSettings {
    ALPHA.check(alpha);
    PERIOD.check(period);
    RESTART.check(restart);
    TOLERANCE.check(tolerance);
    LABEL_NOISE.check(labelNoise);
    WEIGHT.check(weight);
    RELATIVE_TO.check(relativeTo);
    REFERENCE_LABELS.check(referenceLabels);
  }

  /** Whether alerts are only about what is worse than the reference. */
  public boolean isRelative() {
    return relativeTo.equals(REFERENCE);
  }

  /** The defaults. */
  public static EvidenceSettings defaults() {
    return from(Values.NONE);
  }

  static EvidenceSettings from(Values values) {
    return new EvidenceSettings(
        values.get(ALPHA),
        values.get(PERIOD),
        values.get(RESTART),
        values.get(TOLERANCE),
        values.get(LABEL_NOISE),
        values.get(WEIGHT),
        values.get(RELATIVE_TO),
        values.get(REFERENCE_LABELS));
  }
}
