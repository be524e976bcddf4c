package io.evenkeel.core.drift.sequential;

import io.evenkeel.core.drift.CategoricalFeature;
import io.evenkeel.core.drift.CellGroup;
import io.evenkeel.core.drift.NumericFeature;
import io.evenkeel.core.drift.Quartiles;
import io.evenkeel.core.score.Interval;
import io.evenkeel.core.score.WilsonInterval;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Estimates when and how far a feature has drifted. A step in which the change came late may have
 * spoken against it, and one in which it came early may begin before it: so it lies at least within
 * a step of where the bet began to win. A bet that wins little began to win later, by chance.
 *
 * @param step the length of a step, milliseconds
 * @param end of the last step, milliseconds since 1970
 */
record ChangeEstimate(long step, long end) {
  /** Φ⁻¹(0.995). */
  private static final double Z99 = 2.5758293035489004;

  /** Where a random walk of drift and variance 1 is lowest, at most, with a chance of 0.95. */
  private static final double LOST = 3;

  /** So large a share beside the sample makes a shift look smaller than it is. */
  private static final double MANY = 0.01;

  /** The change is looked for at most so many times as long before the start as after it. */
  private static final double LONGEST = 2;

  /**
   * The change that an alarm is about, by the bet that has won most.
   *
   * @param odds of the last step
   */
  Optional<FeatureChange> of(FeatureProcess process, Odds odds) {
    ChangeSums changes = process.changes();
    int bet = changes.leading();
    if (bet < 0) {
      return Optional.empty();
    }
    ChangeSums.Winning winning = changes.winning(bet);
    double[] counts = changes.since(bet).counts();
    double[] before = reference(changes.since(bet), odds);
    List<CellGroup> groups = process.feature().groups();
    // A bet on all categories wins by an order that they may not have.
    boolean isOfAll = bet < CellBets.GENERAL && process.feature() instanceof CategoricalFeature;
    CellGroup group = isOfAll ? grown(groups, before, counts, odds) : group(groups, bet);
    Direction direction =
        isOfAll ? Direction.more(group) : CellBets.directions(process.feature()).get(bet);
    double shift = shift(changes.since(bet), odds);
    double error = Z99 * standardError(counts, odds);
    return Optional.of(
        new FeatureChange(
            direction,
            winning.start(),
            earliest(winning, odds.variance(bet, counts)),
            winning.latest() + step,
            shift,
            Double.isNaN(shift)
                ? Optional.empty()
                : Optional.of(new Interval(shift - error, shift + error)),
            goesBeyond(groups, before, counts, shift),
            share(group, before),
            share(group, counts),
            growth(group, before, counts, odds),
            process.feature() instanceof NumericFeature numbers
                ? Optional.of(spread(numbers, before, counts, odds))
                : Optional.empty()));
  }

  /**
   * What all steps since the change are compared with: each with what its time of the day, or its
   * pane, has in the reference. It has as many cases as that of the last step, unless the cases are
   * drawn from it.
   */
  private static double[] reference(ChangeSums.Counted since, Odds odds) {
    double all = Arrays.stream(since.reference()).sum();
    if (all == 0) {
      return odds.reference();
    }
    double scale = odds.isDrawn() ? 1 : Arrays.stream(odds.reference()).sum() / all;
    return Arrays.stream(since.reference()).map(count -> count * scale).toArray();
  }

  private static double share(CellGroup group, double... counts) {
    return group.sum(counts) / Arrays.stream(counts).sum();
  }

  /** By how much the share of the cells has grown; what cases are drawn from is known exactly. */
  private static Interval growth(CellGroup group, double[] before, double[] counts, Odds odds) {
    double share = share(group, before);
    return WilsonInterval.ofDifference(
        share,
        odds.isDrawn() ? new Interval(share, share) : interval(group, before, odds.designEffect()),
        share(group, counts),
        interval(group, counts, odds.designEffect()));
  }

  private static Interval interval(CellGroup group, double[] counts, double designEffect) {
    double cases = Arrays.stream(counts).sum();
    return WilsonInterval.of(share(group, counts), cases / designEffect, Z99);
  }

  /** The cells whose share has certainly grown most. */
  private static CellGroup grown(
      List<CellGroup> groups, double[] before, double[] counts, Odds odds) {
    return groups.stream()
        .max(Comparator.comparingDouble(group -> growth(group, before, counts, odds).lower()))
        .orElseThrow();
  }

  /** Whether many more cases than before lie beside the sample, where all scores are the same. */
  private static boolean goesBeyond(
      List<CellGroup> groups, double[] before, double[] counts, double shift) {
    CellGroup.Kind side = shift > 0 ? CellGroup.Kind.ABOVE : CellGroup.Kind.BELOW;
    return groups.stream()
        .filter(group -> group.kind() == side)
        .anyMatch(group -> share(group, counts) - share(group, before) > MANY);
  }

  private static FeatureChange.Spread spread(
      NumericFeature feature, double[] reference, double[] counts, Odds odds) {
    Quartiles before = Quartiles.of(feature, reference);
    Quartiles since = Quartiles.of(feature, counts);
    return new FeatureChange.Spread(
        before, since, feature.seen(), since.rangeRatio(before, Z99, odds.designEffect()));
  }

  /** The cells of the direction, those of missing values unless it has some. */
  private static CellGroup group(List<CellGroup> groups, int bet) {
    int first = bet - CellBets.GENERAL;
    return groups.get(first < 0 ? 0 : first / CellBets.SHARES_OF_A_GROUP);
  }

  /**
   * A step before the start, as the step in which the change came may have been lost, and as many
   * whole steps before that as may have been, too. The sum of what a bet wins is a random walk from
   * the change on, and the start is where it is lowest. If the bet wins μ in a step, with variance
   * σ², that is at most 3 σ²/μ² steps after the change with a chance of 0.97 (Brownian motion: more
   * than t σ²/μ² with a chance of 2 (1 + t) Φ(−√t) − 2 √t φ(√t)), or of 0.95 where few cases win
   * much (exp(−t)). μ and σ² are estimated since the start.
   *
   * @param variance of what the bet has won
   */
  private long earliest(ChangeSums.Winning winning, double variance) {
    double steps = (double) Math.max(step, end - winning.start()) / (double) step;
    double lost = Math.min(LONGEST, LOST * variance / (winning.won() * winning.won()));
    return winning.start() - step * (1 + (long) (lost * steps));
  }

  private static double shift(ChangeSums.Counted since, Odds odds) {
    double sum = -since.expected();
    double n = 0;
    for (int c = 1; c < odds.scores().length; c++) {
      sum += since.counts()[c] * odds.scores()[c];
      n += since.counts()[c];
    }
    return n > 0 ? sum / n : Double.NaN;
  }

  private static double standardError(double[] counts, Odds odds) {
    return Math.sqrt(
        odds.designEffect()
            * (varianceOfMean(counts, odds)
                + (odds.isDrawn() ? 0 : varianceOfMean(odds.reference(), odds))));
  }

  private static double varianceOfMean(double[] counts, Odds odds) {
    double n = 0;
    double sum = 0;
    double squares = 0;
    for (int c = 1; c < counts.length; c++) {
      double z = odds.scores()[c];
      n += counts[c];
      sum += counts[c] * z;
      squares += counts[c] * z * z;
    }
    return n > 0 ? Math.max(0, squares / n - sum / n * (sum / n)) / n : 0;
  }
}
