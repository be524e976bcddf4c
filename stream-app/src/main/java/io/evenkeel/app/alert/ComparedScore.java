package io.evenkeel.app.alert;

import io.evenkeel.app.wording.Numbers;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.score.RelativeCrps;
import java.util.Locale;

/** A score by which two versions are compared. */
public enum ComparedScore {
  /** The {@link io.evenkeel.core.score.BrierScore} of classes, in [0, 2]. */
  BRIER(2, "Brier score, champion less challenger"),

  /** The {@link RelativeCrps} of real numbers. */
  RELATIVE_CRPS(
      RelativeCrps.BOUND, "CRPS, champion less challenger, as a share of what was expected");

  private final double bound;
  private final String difference;

  ComparedScore(double bound, String difference) {
    this.bound = bound;
    this.difference = difference;
  }

  /** The score of predictions of a space. */
  public static ComparedScore of(TargetSpace space) {
    return space.kind() == TargetSpace.Kind.CLASSES ? BRIER : RELATIVE_CRPS;
  }

  /** The score of a key. */
  public static ComparedScore of(String key) {
    return valueOf(key.toUpperCase(Locale.ROOT));
  }

  /** Its stable lower-case name in records. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The largest difference. */
  public double bound() {
    return bound;
  }

  /** What the differences are, for people. */
  String difference() {
    return difference;
  }

  /** How much lower, or higher, the score of the challenger is, for people. */
  String size(double difference, double from, double to) {
    if (difference == 0) {
      return this == BRIER
          ? String.format(
              Locale.ROOT, "Brier score equal (%s to %s)", Numbers.plain(from), Numbers.plain(to))
          : String.format(Locale.ROOT, "CRPS equal (%s to %s)", percent(from), percent(to));
    }
    String which = difference > 0 ? "lower" : "higher";
    double size = Math.abs(difference);
    return this == BRIER
        ? String.format(
            Locale.ROOT,
            "Brier score %s %s (%s to %s)",
            Numbers.plain(size),
            which,
            Numbers.plain(from),
            Numbers.plain(to))
        : String.format(
            Locale.ROOT,
            "CRPS %s by %s of what was expected (%s to %s)",
            which,
            percent(size),
            percent(from),
            percent(to));
  }

  private static String percent(double share) {
    return Numbers.plain(100 * share) + " %";
  }
}
