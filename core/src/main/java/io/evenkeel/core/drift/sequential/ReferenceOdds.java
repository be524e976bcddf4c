package io.evenkeel.core.drift.sequential;

import io.evenkeel.core.drift.Feature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The odds of all features against a reference: mutable, as it remembers those of one slot. */
final class ReferenceOdds {
  private static final int WHOLE = -1;
  private static final int NONE = -2;

  private final Reference reference;
  private final double tolerance;
  private int slot = NONE;
  private List<Odds> odds = List.of();

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
   * What happens to each feature in a season: against the law of the reference, and that which it
   * would have with the season's traffic.
   *
   * @param counts of the cells of all features
   * @param traffic cases in each slot
   */
  List<FeatureProcess.Step> ofSeason(double[] counts, double[] traffic) {
    List<FeatureProcess.Step> steps = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < whole().size(); i++) {
      Odds odds = whole().get(i);
      int to = from + odds.reference().length;
      double[] ofFeature = Arrays.copyOfRange(counts, from, to);
      double[] logFactors = odds.logFactors(ofFeature);
      double[] penalties = odds.bets().penalties(reference.mixture(i, traffic));
      double n = Arrays.stream(ofFeature).sum();
      for (int b = 0; b < logFactors.length; b++) {
        logFactors[b] -= n * penalties[b] / odds.designEffect();
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
