package io.evenkeel.core.drift.sequential;

import io.evenkeel.core.drift.Quartiles;
import io.evenkeel.core.score.Interval;
import java.util.Optional;

/**
 * Since when and how far a feature has drifted.
 *
 * @param direction in which way
 * @param since the likeliest start of the change, that of a step (a pane; of small drift a season),
 *     milliseconds since 1970
 * @param earliest when it may have begun at the earliest: a step before {@code since}, and as many
 *     whole steps before that as the bet that has won most may have lost by chance
 * @param latest when it may have begun at the latest: the end of the last step before which the bet
 *     had won at most 5 nats
 * @param shift by how much the mean normal score of the values has grown since then: for a shift,
 *     standard deviations of the reference; NaN without values
 * @param interval for it, at 99 %, if the change began then; none without values
 * @param goesBeyond whether the shift may be larger, as many of the values lie beside the sample
 *     that the cells were made from, where they all have one score
 * @param shareBefore the share that the cells of the direction have in the reference: of cases
 *     without a value, unless it is about other cells
 * @param share the share of these cells since the change
 * @param growth by how much the share has grown, at 99 %
 * @param spread the quartiles of numbers before and since; none of categories
 */
public record FeatureChange(
    Direction direction,
    long since,
    long earliest,
    long latest,
    double shift,
    Optional<Interval> interval,
    boolean goesBeyond,
    double shareBefore,
    double share,
    Interval growth,
    Optional<Spread> spread) {

  /**
   * How values are spread.
   *
   * @param before their quartiles in the reference
   * @param since those since the change
   * @param seen where the sample lies that the cells were made from
   * @param ratio by what factor the interquartile range has grown, at 99 %; none unless both ranges
   *     are finite and positive
   */
  public record Spread(
      Quartiles before, Quartiles since, Interval seen, Optional<Interval> ratio) {}
}
