package io.evenkeel.core.expected;

import io.evenkeel.core.moments.ExpectedScoreMoments;
import io.evenkeel.core.moments.ForecastCells;
import io.evenkeel.core.moments.LabelledCells;
import io.evenkeel.core.score.ForecastScore;
import io.evenkeel.core.score.Interval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The mean score that the predictions of a window will have once their labels come, if scores still
 * relate to predictions as labels have shown: model-assisted estimation, with the forecast itself
 * as the model and a shrunk residual per cell ({@link ResidualMap}).
 *
 * <p>The interval allows for the randomness of the labels of the window, for what is not known of
 * the residuals, which grows where the window lies outside of what labels have seen, and for how
 * far earlier estimates missed. It does not allow for a change that labels have not shown yet.
 *
 * @param score what is foretold
 * @param estimate of its mean; NaN without any label, and where numbers overflow
 * @param standardError as the model has it; NaN likewise
 * @param interval of 95 %, not below 0
 * @param before the mean of the labelled predictions that it was learned from
 * @param abstention why it is not to be said; empty if it is
 */
public record ExpectedLoss(
    ForecastScore score,
    double estimate,
    double standardError,
    Interval interval,
    double before,
    Optional<Abstention> abstention) {
  /** The length of {@link #toArray}. */
  static final int LENGTH = 6;

  static final int LEAST_LABELS = 1000;
  private static final int LEAST_ERRORS = 100;
  private static final int LEAST_IN_CELL = 10;
  private static final double LARGEST_OUTSIDE = 0.1;
  private static final int LEAST_CHECKS = 8;
  private static final double LARGEST_EXCESS = 3;

  /** What a shift of the predictions does to a score. */
  public enum Effect {
    /** The whole interval is above what is tolerable. */
    HARMFUL,
    /** None of the interval is. */
    HARMLESS,
    /** It is not known. */
    OPEN
  }

  /**
   * The estimates for a window.
   *
   * @param moments whose sums they are
   * @param labelled the sums of labelled predictions, {@code moments.length()}
   * @param window the sums of the predictions of the window, {@code moments.forecastLength()} or
   *     more
   * @param checks what earlier estimates missed, for each score of the moments
   * @return for each score of the moments
   */
  public static List<ExpectedLoss> of(
      ExpectedScoreMoments moments,
      double[] labelled,
      double[] window,
      List<CheckedWindows> checks) {
    List<ForecastScore> scores = moments.scores();
    Optional<Abstention> common = abstention(moments, labelled, window);
    List<ExpectedLoss> losses = new ArrayList<>();
    for (int s = 0; s < scores.size(); s++) {
      LabelledCells cells = moments.labelledCells(labelled, 0, s);
      ForecastCells forecasts = moments.forecastCells(window, 0, s);
      losses.add(of(scores.get(s), cells, forecasts, checks.get(s)).unless(common));
    }
    return losses;
  }

  private static ExpectedLoss of(
      ForecastScore score, LabelledCells cells, ForecastCells window, CheckedWindows checks) {
    if (!(cells.forecasts().size() > 0 && window.size() > 0)) {
      return unknown(score, cells, Abstention.FEW_LABELS);
    }
    ResidualMap.Estimate estimate = new ResidualMap(cells).estimate(window);
    double half = checks.halfWidth() * estimate.standardError();
    double mean = Math.max(0, estimate.mean());
    if (!Double.isFinite(mean + half)) {
      return unknown(score, cells, Abstention.UNPREDICTABLE);
    }
    Interval interval = new Interval(Math.max(0, mean - half), mean + half);
    return new ExpectedLoss(
        score,
        mean,
        estimate.standardError(),
        interval,
        cells.mean(),
        abstention(checks, half, mean));
  }

  private static ExpectedLoss unknown(ForecastScore score, LabelledCells cells, Abstention why) {
    return new ExpectedLoss(
        score, Double.NaN, Double.NaN, Interval.EVERYTHING, cells.mean(), Optional.of(why));
  }

  private static Optional<Abstention> abstention(CheckedWindows checks, double half, double mean) {
    if (checks.windows() < LEAST_CHECKS) {
      return Optional.of(Abstention.FEW_CHECKS);
    }
    if (checks.excess() > LARGEST_EXCESS) {
      return Optional.of(Abstention.UNPREDICTABLE);
    }
    return half > mean / 2 ? Optional.of(Abstention.WIDE) : Optional.empty();
  }

  /** What withholds all scores. */
  private static Optional<Abstention> abstention(
      ExpectedScoreMoments moments, double[] labelled, double[] window) {
    double[] labels = moments.count(labelled, 0);
    double[] predictions = moments.count(window, 0);
    int error = moments.scores().indexOf(ForecastScore.ERROR);
    double all = Arrays.stream(labels).sum();
    double errors = error < 0 ? all : all * moments.labelledCells(labelled, 0, error).mean();
    if (!(all >= LEAST_LABELS && errors >= LEAST_ERRORS)) {
      return Optional.of(Abstention.FEW_LABELS);
    }
    double outside = 0;
    for (int c = 0; c < labels.length; c++) {
      outside += labels[c] < LEAST_IN_CELL ? predictions[c] : 0;
    }
    return outside > LARGEST_OUTSIDE * Arrays.stream(predictions).sum()
        ? Optional.of(Abstention.OUTSIDE)
        : Optional.empty();
  }

  double[] toArray() {
    return new double[] {
      estimate,
      standardError,
      interval.lower(),
      interval.upper(),
      before,
      Abstention.code(abstention)
    };
  }

  static ExpectedLoss of(ForecastScore score, double[] numbers) {
    return new ExpectedLoss(
        score,
        numbers[0],
        numbers[1],
        new Interval(numbers[2], numbers[3]),
        numbers[4],
        Abstention.of(numbers[5]));
  }

  /** The same, not to be said if there is a reason. */
  ExpectedLoss unless(Optional<Abstention> reason) {
    return reason.isEmpty()
        ? this
        : new ExpectedLoss(score, estimate, standardError, interval, before, reason);
  }

  /** Whether the score differs from that of the labelled predictions by more than is tolerable. */
  public Effect effect(double tolerable) {
    if (interval.lower() > before + tolerable) {
      return Effect.HARMFUL;
    }
    return interval.upper() <= before + tolerable ? Effect.HARMLESS : Effect.OPEN;
  }

  /** The checks with this one, whose score labels have told; unchanged if it says nothing. */
  CheckedWindows checked(CheckedWindows checks, double actual) {
    double off = (actual - estimate) / standardError;
    boolean counts = abstention.map(Abstention::isCheckable).orElse(true) && standardError > 0;
    return counts && Double.isFinite(off * off) ? checks.and(off) : checks;
  }
}
