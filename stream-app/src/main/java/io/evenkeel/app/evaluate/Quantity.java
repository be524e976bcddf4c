package io.evenkeel.app.evaluate;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * What is measured of a series. The names are those of the JSON report and of {@code --fail-on}.
 */
public enum Quantity {
  /** Mean log loss. */
  LOG_LOSS("log loss, nats"),
  /** Targets that were held impossible. */
  IMPOSSIBLE("targets held impossible (probability 0)"),
  /** Mean Brier score. */
  BRIER("Brier score"),
  /** Brier score of class 1 of two, as it is defined for one event. */
  BRIER_OF_EVENT("Brier score of class 1, (p - y)^2"),
  /** Share of hits. */
  ACCURACY("accuracy"),
  /** Mean continuous ranked probability score. */
  CRPS("CRPS"),
  /** Mean fair continuous ranked probability score of ensembles. */
  FAIR_CRPS("fair CRPS of the ensemble"),
  /** Skill over climatology by the Brier score. */
  BRIER_SKILL("Brier skill score, 0 is climatology"),
  /** Skill over climatology by the log loss. */
  LOG_SKILL("log skill score, 0 is climatology"),
  /** Skill over climatology by the CRPS. */
  CRPS_SKILL("CRPS skill score, 0 is climatology"),
  /** Mean weighted interval score. */
  WIS("weighted interval score, 11 intervals"),
  /** Mean of the predicted median minus the target. */
  BIAS("bias: predicted median less target"),
  /** Mean of the predicted mean minus the target, of counts: the median of rare ones is 0. */
  MEAN_BIAS("bias: predicted mean less target"),
  /** Mean width of the central interval of 90 %. */
  SHARPNESS("sharpness: width of the 90 % interval"),
  /** Mean check score over levels. */
  CHECK_SCORE("check score, levels 0.1 to 0.9"),
  /** Reliability in the Brier score of one event. */
  RELIABILITY("reliability (Brier, one event, debiased)"),
  /** Resolution in the Brier score of one event. */
  RESOLUTION("resolution (Brier, one event, debiased)"),
  /** Uncertainty in the Brier score of one event. */
  UNCERTAINTY("uncertainty (Brier, one event)"),
  /** Expected calibration error of the top label. */
  ECE("ECE, top label, 15 bins"),
  /** Expected calibration error of class 1 of two. */
  ECE_OF_EVENT("ECE, class 1, 15 bins"),
  /** Mean over classes of the expected calibration error of each against the rest. */
  ECE_CLASSWISE("ECE, class-wise mean, 15 bins"),
  /** Share of class 1 of two minus its mean probability. */
  CALIBRATION_IN_THE_LARGE("calibration in the large: share less mean p"),
  /** Intercept of the regression of class 1 of two on its log-odds, with slope 1. */
  CALIBRATION_INTERCEPT("calibration intercept (slope 1), log-odds"),
  /** Slope of that regression. */
  CALIBRATION_SLOPE("calibration slope (1 if calibrated)"),
  /** Miscalibration in the Brier score of class 1 of two, by isotonic regression. */
  MISCALIBRATION_BRIER("MCB, miscalibration (CORP, Brier)"),
  /** Discrimination in it. */
  DISCRIMINATION_BRIER("DSC, discrimination (CORP, Brier)"),
  /** Miscalibration in the log loss of class 1 of two, by isotonic regression. */
  MISCALIBRATION_LOG("MCB, miscalibration (CORP, log loss)"),
  /** Discrimination in it. */
  DISCRIMINATION_LOG("DSC, discrimination (CORP, log loss)"),
  /** Uncertainty in it. */
  UNCERTAINTY_LOG("UNC, uncertainty (CORP, log loss)"),
  /** Spiegelhalter's test of class 1 of two. */
  SPIEGELHALTER("Spiegelhalter's test of class 1 (z)"),
  /** Share of targets in central intervals of 10 %. */
  COVERAGE_10(0.1),
  /** Share of targets in central intervals of 20 %. */
  COVERAGE_20(0.2),
  /** Share of targets in central intervals of 30 %. */
  COVERAGE_30(0.3),
  /** Share of targets in central intervals of 40 %. */
  COVERAGE_40(0.4),
  /** Share of targets in central intervals of 50 %. */
  COVERAGE_50(0.5),
  /** Share of targets in central intervals of 60 %. */
  COVERAGE_60(0.6),
  /** Share of targets in central intervals of 68 %. */
  COVERAGE_68(0.68),
  /** Share of targets in central intervals of 70 %. */
  COVERAGE_70(0.7),
  /** Share of targets in central intervals of 80 %. */
  COVERAGE_80(0.8),
  /** Share of targets in central intervals of 90 %. */
  COVERAGE_90(0.9),
  /** Share of targets in central intervals of 95 %. */
  COVERAGE_95(0.95),
  /** Share of targets in central intervals of 98 %. */
  COVERAGE_98(0.98),
  /** Share of targets in central intervals of 99 %. */
  COVERAGE_99(0.99),
  /** Quantile calibration error. */
  QUANTILE_CALIBRATION("quantile calibration error"),
  /** Squared calibration error of the top label, by cross-validated bins. */
  CE2_TOP_LABEL("CE2^2, top label, cross-validated bins"),
  /** Class-wise mean of the proper calibration errors of the Brier score. */
  CE2_CLASSWISE("CE2^2, class-wise mean, by score"),
  /** Class-wise mean of the refinements of the Brier score. */
  REFINEMENT_BRIER("refinement (Brier, class-wise mean)"),
  /** Class-wise mean of the sharpnesses of the Brier score. */
  SHARPNESS_BRIER("sharpness (Brier, class-wise mean)"),
  /** Class-wise mean of the proper calibration errors of the log loss. */
  CE_KL_CLASSWISE("CE_KL, class-wise mean, by score, nats"),
  /** Class-wise mean of the refinements of the log loss. */
  REFINEMENT_LOG("refinement (log loss, class-wise mean)"),
  /** Class-wise mean of the sharpnesses of the log loss. */
  SHARPNESS_LOG("sharpness (log loss, class-wise mean)"),
  /** Squared kernel calibration error. */
  SKCE("SKCE, unbiased"),
  /** The test of the U-statistic. */
  SKCE_TEST("SKCE test, wild bootstrap (n U)"),
  /** Block-2 estimate of the squared kernel calibration error. */
  BLOCK_SKCE("SKCE, blocks of 2"),
  /** Unnormalised calibration mean embedding. */
  UCME("UCME^2, biased"),
  /** Test of the calibration mean embedding. */
  CME("CME test (Q)"),
  /** Conditional kernel calibration error. */
  CKCE("CKCE, ridge n^(-1/4)"),
  /** Test that predictions with a label are distributed as those without one. */
  SELECTION("labels representative? (test)");

  private final String words;
  private final double level;

  Quantity(String words) {
    this.words = words;
    level = Double.NaN;
  }

  /** The share of targets in the central intervals of a level. */
  Quantity(double level) {
    words = String.format(Locale.ROOT, "share in the central %.0f %% interval", 100 * level);
    this.level = level;
  }

  /** For people. */
  public String words() {
    return words;
  }

  /** For programs, such as {@code log_loss}. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether it is the share of targets in central intervals. */
  boolean isCoverage() {
    return !Double.isNaN(level);
  }

  /** The level of the central intervals whose coverage it is, in (0, 1); NaN for all else. */
  double level() {
    return level;
  }

  /** Whether it is the statistic of a test and has a p-value. */
  boolean isTest() {
    return switch (this) {
      case ECE, SKCE_TEST, BLOCK_SKCE, CME, SPIEGELHALTER, SELECTION -> true;
      default -> false;
    };
  }

  /** Whether it is printed without {@code --all}: what is asked first, and what decides. */
  boolean isFirst() {
    return switch (this) {
      case LOG_LOSS,
          IMPOSSIBLE,
          BRIER,
          ACCURACY,
          CRPS,
          BIAS,
          MEAN_BIAS,
          BRIER_SKILL,
          CRPS_SKILL,
          ECE,
          ECE_OF_EVENT,
          ECE_CLASSWISE,
          CALIBRATION_IN_THE_LARGE,
          CALIBRATION_SLOPE,
          COVERAGE_50,
          COVERAGE_90,
          BLOCK_SKCE,
          CME,
          SELECTION ->
          true;
      default -> false;
    };
  }

  /** Whether it compares the model with climatology. */
  boolean isSkill() {
    return this == BRIER_SKILL || this == LOG_SKILL || this == CRPS_SKILL;
  }

  /** Whether its p-value counts in the corrected p-value of a report. */
  boolean isCounted() {
    return this != SPIEGELHALTER && this != SELECTION;
  }

  /** The quantity with the key. */
  static Optional<Quantity> of(String key) {
    return Arrays.stream(values()).filter(quantity -> quantity.key().equals(key)).findFirst();
  }
}
