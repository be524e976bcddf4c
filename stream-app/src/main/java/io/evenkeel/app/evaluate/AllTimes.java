package io.evenkeel.app.evaluate;

import io.evenkeel.app.wording.Numbers;
import io.evenkeel.core.score.Interval;
import io.evenkeel.core.sequential.ScoreDifference;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the Brier scores of two models show at all times at once, so that one may look after every
 * row.
 *
 * @param alpha the most that the chance is that the average is ever outside its interval; so is the
 *     chance that one of the models is wrongly shown to be better
 * @param value the mean difference, first model minus second
 * @param interval for the average of the expected differences up to the last row
 * @param n the number of rows
 * @param first what is shown of the first model
 * @param second what is shown of the second model
 */
public record AllTimes(
    double alpha, double value, Interval interval, long n, Lead first, Lead second) {
  /** A Brier score lies in [0, 2], so that the difference of two lies in [−2, 2]. */
  private static final double LARGEST = 2;

  /**
   * The result of all steps. O(n) time.
   *
   * @param steps at least one, in the order of time, of Brier scores
   * @param first name of the first model
   * @param second name of the second
   * @param alpha in (0, 1)
   * @param timed whether rows have times, or only the order of the file
   * @throws IllegalArgumentException if a difference is not in [−2, 2]
   */
  static AllTimes of(List<Step> steps, String first, String second, double alpha, boolean timed) {
    ScoreDifference difference = new ScoreDifference(LARGEST);
    Optional<Place> sinceFirst = Optional.empty();
    Optional<Place> sinceSecond = Optional.empty();
    double enough = Math.log(2 / alpha);
    for (Step step : steps) {
      difference.add(step.difference());
      if (sinceFirst.isEmpty() && difference.logEOfSmaller() >= enough) {
        sinceFirst = Optional.of(step.place());
      }
      if (sinceSecond.isEmpty() && difference.logEOfLarger() >= enough) {
        sinceSecond = Optional.of(step.place());
      }
    }
    return new AllTimes(
        alpha,
        difference.mean(),
        difference.interval(alpha),
        difference.n(),
        new Lead(first, difference.logEOfSmaller(), sinceFirst, timed),
        new Lead(second, difference.logEOfLarger(), sinceSecond, timed));
  }

  /** The measure of the last row, for a table. */
  Measure measure() {
    return Measure.of(Quantity.BRIER, value, n).with(interval);
  }

  /** What the measure is, for people. */
  String words() {
    return "Brier difference, " + Numbers.percent(1 - alpha) + " at all times";
  }

  /** Which model is shown to be better. Both may be, one after the other. */
  public String sentence() {
    String shown =
        Stream.of(first, second)
            .flatMap(lead -> lead.sentence(alpha).stream())
            .collect(Collectors.joining(" "));
    return shown.isEmpty()
        ? "Neither is shown to be better (" + Numbers.percent(1 - alpha) + " valid at all times)."
        : shown;
  }
}
