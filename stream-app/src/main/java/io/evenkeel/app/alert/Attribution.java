package io.evenkeel.app.alert;

import io.evenkeel.app.state.SegmentName;
import io.evenkeel.app.wording.Numbers;
import io.evenkeel.core.sequential.Evidence;
import io.evenkeel.schemas.Alert;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Which segments carry the fault of a whole model. A segment stands out if {@linkplain
 * Evidence#logEValueOfDifference no one recalibration} would mend both it and all other cases of
 * the model, at the level α divided by twice the number of segments, and if a recalibration of its
 * own would save it more per label than one would save the others.
 *
 * <p>It sees what a recalibration can express, and the same stretch of time for both; segments of
 * several attributes overlap.
 *
 * @param compared the segments with labels
 * @param standingOut those that stand out, the first most of all
 * @param firing segments that have an alert of their own that fires
 */
public record Attribution(int compared, List<Carrier> standingOut, List<String> firing) {
  /** Of a series that has no segments. */
  public static final Attribution NONE = new Attribution(0, List.of(), List.of());

  /** How the line that is said of segments begins; it is the second one. */
  private static final String LINE = "Segment";

  /** Over which segments may be compared, one of which is chosen by the evidence of the whole. */
  private static final int STRETCHES = 2;

  /** The most segments that an alert names: more are not read at night. */
  private static final int MOST = 3;

  /**
   * A segment that carries the fault of its model.
   *
   * @param segment the segment
   * @param labels its labels, over the stretch that was compared
   * @param others those of all other cases
   * @param logE natural logarithm of the e-value against one recalibration that would mend both
   * @param othersLogE the same against calibration of all others
   * @param fault what is wrong in the segment, in words
   */
  public record Carrier(
      String segment, long labels, long others, double logE, double othersLogE, String fault) {}

  /**
   * A segment beside all other cases of its model.
   *
   * @param segment the segment
   * @param evidence of its labels
   * @param others of all others, over the same time
   */
  public record Part(String segment, Evidence evidence, Evidence others) {

    private double logEOfDifference() {
      return evidence.logEValueOfDifference(others);
    }

    private boolean isWorse() {
      return evidence.gain() > others.gain();
    }

    private Carrier carrier() {
      return new Carrier(
          segment,
          Math.round(evidence.labels()),
          Math.round(others.labels()),
          logEOfDifference(),
          others.logEValue(),
          evidence.describe());
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
            .map(Part::carrier)
            .toList(),
        List.copyOf(firing));
  }

  /** Whether a segment stands out. */
  public boolean isFound() {
    return !standingOut.isEmpty();
  }

  /** This, or what was found before if now nothing is: an alert takes back no name. */
  public Attribution or(List<Carrier> found) {
    return isFound() || found.isEmpty() ? this : new Attribution(compared, found, firing);
  }

  private boolean saysNothing() {
    return compared == 0 && standingOut.isEmpty();
  }

  /** Writes it into an alert, to which it says nothing without segments. */
  void tell(Alert.Builder alert) {
    if (!saysNothing()) {
      alert
          .setSegmentsCompared(compared)
          .setSegmentsStandingOut(standingOut.stream().map(Carrier::segment).toList())
          .setSegmentsLabelled(standingOut.stream().map(Carrier::labels).toList())
          .setSegmentsLogE(standingOut.stream().map(Carrier::logE).toList())
          .setOthersLogE(standingOut.stream().map(Carrier::othersLogE).toList());
    }
  }

  /** The first segment that stands out, to end a sentence; empty if none does. */
  String inShort() {
    if (standingOut.isEmpty()) {
      return "";
    }
    Carrier first = standingOut.get(0);
    boolean alone = standingOut.size() == 1 && isQuiet(first);
    return (alone ? "; it is in " : "; most in ") + SegmentName.inWords(first.segment());
  }

  /** Whether nothing at all speaks against the others. */
  private static boolean isQuiet(Carrier carrier) {
    return carrier.othersLogE() <= 0;
  }

  /** What the segments say, in lines; empty without segments. */
  Optional<String> inWords() {
    if (saysNothing()) {
      return Optional.empty();
    }
    return Optional.of(
        standingOut.isEmpty()
            ? LINE + "s: none of " + compared + " stands out so far" + own() + "."
            : standingOut.stream().map(Attribution::inWords).collect(Collectors.joining(" ")));
  }

  private static String inWords(Carrier carrier) {
    return String.format(
        Locale.ROOT,
        "%s %s stands out, with %,d of %,d labels: %s, labels from before the change included. %s.",
        LINE,
        SegmentName.inWords(carrier.segment()),
        carrier.labels(),
        carrier.labels() + carrier.others(),
        carrier.fault(),
        isQuiet(carrier)
            ? "Nothing speaks against the others"
            : "E-value against the others: " + Numbers.eValue(carrier.othersLogE()));
  }

  private String own() {
    if (firing.isEmpty()) {
      return "";
    }
    String names =
        firing.stream().limit(MOST).map(SegmentName::inWords).collect(Collectors.joining(", "));
    int more = firing.size() - MOST;
    return "; firing by themselves: " + names + (more > 0 ? " and " + more + " more" : "");
  }

  /** A description with what this says of segments in the place of what it said of them before. */
  String into(String description) {
    List<String> lines = new ArrayList<>(description.lines().toList());
    lines.removeIf(line -> line.startsWith(LINE));
    inWords().ifPresent(words -> lines.add(Math.min(1, lines.size()), words));
    return String.join("\n", lines);
  }
}
