package io.evenkeel.core.drift.sequential;

import io.evenkeel.core.drift.Feature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The odds of all features against a reference: mutable, as it remembers those of one slot.
 *
 * <p>What days of the week make different is no drift. So a bet on a pane or a day pays what it
 * would win under the law that the reference has on that day of the week, if it wins there
 * {@linkplain CellBets#win beyond chance}. It then has expectation at most 1 under this law, too,
 * and under those within the tolerance of it, to which the error is added with which it is known.
 */
final class ReferenceOdds {
  private static final int WHOLE = -1;
  private static final int NONE = -2;

  /** The law of a day is known but for so many standard errors of its cases. */
  private static final double ERRORS = 3;

  private final Reference reference;
  private final double tolerance;
  private int slot = NONE;
  private List<Odds> odds = List.of();
  private int weekday = NONE;

  /** What bets pay in {@link #slot} on {@link #weekday}, by feature. */
  private List<double[]> payments = List.of();

  ReferenceOdds(Reference reference, double tolerance) {
    this.reference = reference;
    this.tolerance = tolerance;
  }

  /** Against all of the reference. */
  List<Odds> whole() {
    return at(WHOLE);
  }

  /** Against a slot of the season, or all of a reference without seasons. */
  List<Odds> slot(int number) {
    return at(reference.isSeasonal() ? number : WHOLE);
  }

  /**
   * What happens to each feature in a pane: against the law of its slot, and that of its slot on
   * its day of the week.
   *
   * @param number of the slot
   * @param day of the week
   * @param counts of the cells of all features
   */
  List<FeatureProcess.Step> ofPane(int number, int day, double... counts) {
    List<Odds> ofSlot = slot(number);
    if (weekday != day) {
      payments = penalties(number, day);
      weekday = day;
    }
    return steps(ofSlot, payments, counts);
  }

  private List<double[]> penalties(int number, int day) {
    return IntStream.range(0, odds.size())
        .mapToObj(i -> penalties(i, day, odds.get(i).bets(), laws -> laws.law(number, day)))
        .toList();
  }

  /** What bets on a feature pay on a day of the week: those that win there beyond chance. */
  private double[] penalties(
      int feature, int day, CellBets bets, Function<SlotDayLaws, double[]> law) {
    double[] penalties = new double[bets.logRatios().length];
    if (!reference.has(day)) {
      return penalties;
    }
    double[] counts = reference.countsOn(day, feature);
    double effect = reference.designEffect(feature);
    double error = Math.sqrt(effect / Arrays.stream(counts).sum());
    boolean[] win = bets.win(counts, reference.expectedOn(day, feature), effect);
    if (IntStream.range(0, win.length).noneMatch(b -> win[b])) {
      return penalties; // As on most days: the laws of slots need not be fitted.
    }
    double within = tolerance + ERRORS * error;
    double[] ofPart = bets.penaltiesWithin(law.apply(reference.slotDayLaws(feature)), within);
    // What is rare in a slot is known better from the whole day.
    double[] ofAll = bets.penaltiesWithin(CellBets.law(counts), within);
    Arrays.setAll(penalties, b -> win[b] ? Math.max(ofPart[b], ofAll[b]) : 0);
    return penalties;
  }

  /**
   * What happens to each feature in a season: against the law of the reference, and those which it
   * would have with the season's traffic, on any day and on this day of the week.
   *
   * @param day of the week
   * @param counts of the cells of all features
   * @param traffic cases in each slot
   */
  List<FeatureProcess.Step> ofSeason(int day, double[] counts, double[] traffic) {
    List<double[]> ofTraffic = new ArrayList<>();
    for (int i = 0; i < whole().size(); i++) {
      CellBets bets = whole().get(i).bets();
      double[] each = bets.penalties(reference.mixture(i, traffic));
      double[] ofDay = penalties(i, day, bets, laws -> laws.mixture(day, traffic));
      Arrays.setAll(each, b -> Math.max(each[b], ofDay[b]));
      ofTraffic.add(each);
    }
    return steps(whole(), ofTraffic, counts);
  }

  /**
   * Steps in which bets pay something.
   *
   * @param payments of each bet per case, by feature
   */
  private static List<FeatureProcess.Step> steps(
      List<Odds> ofFeatures, List<double[]> payments, double... counts) {
    List<FeatureProcess.Step> steps = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < ofFeatures.size(); i++) {
      Odds odds = ofFeatures.get(i);
      int to = from + odds.reference().length;
      double[] ofFeature = Arrays.copyOfRange(counts, from, to);
      double[] logFactors = odds.logFactors(ofFeature);
      double n = Arrays.stream(ofFeature).sum();
      for (int b = 0; b < logFactors.length; b++) {
        logFactors[b] -= n * payments.get(i)[b] / odds.designEffect();
      }
      steps.add(new FeatureProcess.Step(ofFeature, logFactors, odds));
      from = to;
    }
    return steps;
  }

  /** The odds that most values are missing or new, against all of a reference. */
  static List<Odds> ofLoss(Reference reference) {
    int features = reference.features().all().size();
    double alpha = DriftDesign.ALPHA_OF_REFERENCE / features;
    return IntStream.range(0, features)
        .mapToObj(
            i -> {
              Feature feature = reference.features().all().get(i);
              double[] counts = reference.counts(i);
              return new Odds(
                  CellBets.ofLoss(feature, counts, alpha),
                  counts,
                  NormalScores.of(feature, counts),
                  reference.designEffect(i));
            })
        .toList();
  }

  private List<Odds> at(int number) {
    if (number != slot) {
      List<Odds> made = new ArrayList<>();
      for (int i = 0; i < reference.features().all().size(); i++) {
        made.add(odds(i, number));
      }
      odds = List.copyOf(made);
      slot = number;
      weekday = NONE;
    }
    return odds;
  }

  private Odds odds(int i, int number) {
    Feature feature = reference.features().all().get(i);
    double[] whole = reference.counts(i);
    double[] counts = number == WHOLE ? whole : reference.counts(i, number);
    int shares = reference.features().all().size() * (number == WHOLE ? 1 : reference.slots());
    CellBets bets =
        CellBets.against(feature, counts, tolerance, DriftDesign.ALPHA_OF_REFERENCE / shares);
    return new Odds(bets, counts, NormalScores.of(feature, whole), reference.designEffect(i));
  }
}
