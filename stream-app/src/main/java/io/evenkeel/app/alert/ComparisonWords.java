package io.evenkeel.app.alert;

import io.evenkeel.app.wording.Numbers;
import io.evenkeel.schemas.Better;
import io.evenkeel.schemas.Comparison;

/** What a comparison of two versions says, for people. */
public final class ComparisonWords {
  private ComparisonWords() {}

  /**
   * A sentence, such as "challenger v2 is better than v1: Brier score 0.012 lower (0.004 to 0.02)
   * on 5,200 labels" or "… CRPS lower by 3.1 % of what was expected (1.2 % to 5 %) on 5,200
   * labels".
   */
  public static String of(Comparison comparison) {
    return relation(comparison, comparison.getBetter(), "is") + ": " + size(comparison);
  }

  /**
   * The same of one that no longer shows what it showed.
   *
   * @param was which one was shown to be better
   */
  static String over(Comparison comparison, Better was) {
    return relation(comparison, was, "is no longer shown to be") + ": " + size(comparison);
  }

  /** That no case of both comes any more. */
  static String quiet(Comparison comparison) {
    return challenger(comparison)
        + " is no longer compared with "
        + champion(comparison)
        + ": no new case has come";
  }

  private static String relation(Comparison comparison, Better better, String is) {
    String champion = champion(comparison);
    String challenger = challenger(comparison);
    return switch (better) {
      case CHALLENGER -> challenger + " " + is + " better than " + champion;
      case CHAMPION -> challenger + " " + is + " worse than " + champion;
      case UNDECIDED, UNKNOWN ->
          challenger + " is shown to be neither better nor worse than " + champion;
    };
  }

  private static String challenger(Comparison comparison) {
    String version = comparison.getChallenger();
    return version.isEmpty() ? "the challenger" : "challenger " + version;
  }

  private static String champion(Comparison comparison) {
    String version = comparison.getChampion();
    return version.isEmpty() || version.equals(comparison.getChallenger())
        ? "the champion"
        : version;
  }

  /** The interval is turned as the difference is. */
  private static String size(Comparison comparison) {
    boolean isLower = comparison.getDifference() >= 0;
    double from = isLower ? comparison.getLower() : -comparison.getUpper();
    double to = isLower ? comparison.getUpper() : -comparison.getLower();
    return ComparedScore.of(comparison.getScore()).size(comparison.getDifference(), from, to)
        + " on "
        + Numbers.of(comparison.getN(), "label");
  }
}
