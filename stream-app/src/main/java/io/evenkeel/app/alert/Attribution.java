package io.evenkeel.app.alert;

import io.evenkeel.app.verdict.WindowEvidence;
import io.evenkeel.app.verdict.Words;
import io.evenkeel.core.sequential.Evidence;
import io.evenkeel.schemas.Alert;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Which segments carry the fault of a whole model. A segment stands out if {@linkplain
 * Evidence#logEValueOfDifference no one recalibration} would mend both it and all other cases of
 * the model, at the level α divided by twice the number of segments, and if a recalibration of its
 * own would save it more per label than one would save the others.
 *
 * <p>It sees what a recalibration can express, and cases that count as evidence, since the same
 * time for both; segments of several attributes overlap.
 *
 * @param compared the segments with labels
 * @param standingOut those that stand out, the first most of all
 * @param firing segments that have an alert of their own that fires
 */
public record Attribution(int compared, List<Part> standingOut, List<String> firing) {
  /** Of a series that has no segments. */
  public static final Attribution NONE = new Attribution(0, List.of(), List.of());

  /** Over which segments may be compared, one of which is chosen by the evidence of the whole. */
  private static final int STRETCHES = 2;

  /** More than this nobody reads at night. */
  private static final int MOST = 3;

  /**
   * A segment beside all other cases of its model.
   *
   * @param segment the segment
   * @param evidence of its labels
   * @param others of all others, since the same time
   */
  public record Part(String segment, Evidence evidence, Evidence others) {

    /** log of the e-value against one recalibration that would mend both. */
    public double logEOfDifference() {
      return evidence.logEValueOfDifference(others);
    }

    /** log of the e-value against calibration of all others. */
    public double logEOfOthers() {
      return WindowEvidence.logE(others);
    }

    private boolean isWorse() {
      return evidence.gain() > others.gain();
    }

    private String inWords() {
      return String.format(
          Locale.ROOT,
          "%s stands out (%s %% of the labels): %s; e-value of all others %s",
          segment,
          Words.plain(100.0 * evidence.labels() / (evidence.labels() + others.labels())),
          evidence.describe(),
          Words.eValue(logEOfOthers()));
    }
  }

  /**
   * Which of the segments stand out.
   *
   * @param parts the segments
   * @param firing those whose own alerts fire
   * @param alpha level, in (0, 1)
   */
  public static Attribution of(List<Part> parts, List<String> firing, double alpha) {
    List<Part> labelled = parts.stream().filter(part -> part.evidence().labels() > 0).toList();
    double threshold = Math.log(STRETCHES * labelled.size() / alpha);
    return new Attribution(
        labelled.size(),
        labelled.stream()
            .filter(part -> part.isWorse() && part.logEOfDifference() >= threshold)
            .sorted(Comparator.comparingDouble(Part::logEOfDifference).reversed())
            .limit(MOST)
            .toList(),
        List.copyOf(firing));
  }

  /** Whether a segment stands out. */
  public boolean isFound() {
    return !standingOut.isEmpty();
  }

  /** Writes it into an alert, to which it says nothing without segments. */
  void tell(Alert.Builder alert) {
    if (compared > 0) {
      alert
          .setSegmentsCompared(compared)
          .setSegmentsStandingOut(standingOut.stream().map(Part::segment).toList())
          .setSegmentsLabelled(standingOut.stream().map(part -> part.evidence().labels()).toList())
          .setSegmentsLogE(standingOut.stream().map(Part::logEOfDifference).toList())
          .setOthersLogE(standingOut.stream().map(Part::logEOfOthers).toList());
    }
  }

  /** The first segment that stands out, to end a sentence; empty if none does. */
  String inShort(double alpha) {
    if (standingOut.isEmpty()) {
      return "";
    }
    Part first = standingOut.get(0);
    boolean alone = first.logEOfOthers() < -Math.log(alpha);
    return (alone ? "; it is in " : "; most in ") + first.segment;
  }

  /** What the segments say, in a sentence; empty without segments. */
  String inWords() {
    if (compared == 0) {
      return "";
    }
    String found =
        standingOut.isEmpty()
            ? "none of " + compared + " stands out so far"
            : standingOut.stream().map(Part::inWords).collect(Collectors.joining("; "));
    return "Segments: " + found + own() + ".";
  }

  private String own() {
    if (firing.isEmpty()) {
      return "";
    }
    String names = firing.stream().limit(MOST).collect(Collectors.joining(", "));
    int more = firing.size() - MOST;
    return "; firing by themselves: " + names + (more > 0 ? " and " + more + " more" : "");
  }
}
