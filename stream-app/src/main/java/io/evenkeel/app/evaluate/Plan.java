package io.evenkeel.app.evaluate;

import io.evenkeel.app.config.CalibrationNotion;
import io.evenkeel.app.config.TolerableError;
import io.evenkeel.core.evidence.Overlap;
import java.util.Optional;

/**
 * How to judge a file.
 *
 * @param sample how many rows of each model the statistics of quadratic cost see, at least 2
 * @param segments how many segments of each model are judged, those with the most labels; not
 *     negative
 * @param alpha the level of verdicts, in (0, 1)
 * @param tolerance miscalibration that no verdict rejects, as {@code evidence.tolerance}
 * @param chunking how rows are cut in time, if they are
 * @param recalibrate whether a map is learned and tried
 * @param notion what of a prediction is to be calibrated; empty where the settings of each model
 *     say it
 * @param overlap how many panes have targets that overlap
 * @param kernel of the SKCE and the CKCE
 * @param seed of every random choice: the same file and seed give the same report
 */
public record Plan(
    int sample,
    int segments,
    double alpha,
    TolerableError tolerance,
    Optional<Chunking> chunking,
    boolean recalibrate,
    Optional<CalibrationNotion> notion,
    Overlap overlap,
    KernelChoice kernel,
    long seed) {
  /** The level of all intervals. */
  public static final double CONFIDENCE = 0.95;

  /**
   * Tests by resampling, and everything of quadratic cost in segments, see so many rows at most.
   */
  static final int TEST_SAMPLE = 1000;

  /** Of which all pairs are taken, at least so many rows, however long a pair takes. */
  static final int LEAST_PAIRED = 100;

  /** Test locations of the mean embedding. */
  static final int LOCATIONS = 32;

  /** Predictions that the profile is learned from. */
  static final int PROFILE_SAMPLE = 256;

  /** With fewer labels, that nothing was found says nothing. */
  static final int MIN_LABELS = 30;

  /** Level of the test that labels are representative, as the monitor's {@code drift.alpha}. */
  static final double SELECTION_ALPHA = 0.005;

  /** Level of the tests of drift, as the monitor's {@code drift.alpha}. */
  static final double DRIFT_ALPHA = 0.005;

  /** The most features that are compared, as the monitor's {@code drift.features-limit}. */
  static final int FEATURES = 50;

  /**
   * A plan without chunks, maps and a chosen kernel, by which what the settings of a model say is
   * to be calibrated.
   */
  public Plan(int sample, int segments, double alpha, TolerableError tolerance, long seed) {
    this(
        sample,
        segments,
        alpha,
        tolerance,
        Optional.empty(),
        false,
        Optional.empty(),
        Overlap.NONE,
        KernelChoice.NONE,
        seed);
  }

  /**
   * The same plan with chunks in time.
   *
   * @param by a number of rows (1000), a duration (7d), or day, week, month, quarter or year
   * @throws IllegalArgumentException if it is none of these
   */
  public Plan chunked(String by) {
    return chunked(Chunking.parse(by));
  }

  /**
   * The same plan with chunks in time, each compared with those of a reference.
   *
   * @param by as for {@link #chunked(String)}
   * @param reference the chunks whose names begin with this
   */
  public Plan chunked(String by, String reference) {
    return chunked(Chunking.parse(by).since(reference));
  }

  private Plan chunked(Chunking by) {
    Optional<Chunking> chunks = Optional.of(by);
    return new Plan(
        sample, segments, alpha, tolerance, chunks, recalibrate, notion, overlap, kernel, seed);
  }

  /** The same plan with a map that is learned and tried. */
  public Plan recalibrated() {
    return new Plan(
        sample, segments, alpha, tolerance, chunking, true, notion, overlap, kernel, seed);
  }

  /** The same plan with this to be calibrated. */
  public Plan judging(CalibrationNotion one) {
    return new Plan(
        sample,
        segments,
        alpha,
        tolerance,
        chunking,
        recalibrate,
        Optional.of(one),
        overlap,
        kernel,
        seed);
  }

  /** The same plan with the SKCE and the CKCE of a kernel. */
  public Plan with(KernelChoice choice) {
    return new Plan(
        sample, segments, alpha, tolerance, chunking, recalibrate, notion, overlap, choice, seed);
  }

  /** The same plan with this to be tolerated. */
  public Plan within(TolerableError one) {
    return new Plan(
        sample, segments, alpha, one, chunking, recalibrate, notion, overlap, kernel, seed);
  }

  /** The same plan of rows whose targets overlap. */
  Plan overlapping(Overlap panes) {
    return new Plan(
        sample, segments, alpha, tolerance, chunking, recalibrate, notion, panes, kernel, seed);
  }

  /** Checks the numbers. */
  public Plan {
    check(sample >= 2, "--sample must be at least 2, got " + sample);
    check(segments >= 0, "--segments must not be negative, got " + segments);
    check(alpha > 0 && alpha < 1, "--alpha must lie between 0 and 1, got " + alpha);
  }

  /** What of a prediction is to be calibrated; all of it where nothing says another. */
  CalibrationNotion calibration() {
    return notion.orElse(CalibrationNotion.CANONICAL);
  }

  /** The natural logarithm of an e-value from which on it rejects alone. */
  double rejectsFrom() {
    return -Math.log(alpha);
  }

  private static void check(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }
}
