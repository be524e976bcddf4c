package io.evenkeel.core.drift.sequential;

import io.evenkeel.core.drift.Feature;
import java.util.ArrayList;
import java.util.List;

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
