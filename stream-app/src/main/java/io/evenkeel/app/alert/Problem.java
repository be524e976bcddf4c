package io.evenkeel.app.alert;

import io.evenkeel.app.wording.SizeWords.OpenEnd;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.RecalibrationMap;
import io.evenkeel.core.score.Interval;
import io.evenkeel.schemas.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a rule finds wrong with a series, as of one pane. All numbers are of one sample: the cases
 * since the change.
 *
 * @param severity how much it matters, as far as the evidence supports it
 * @param since when it began, at the earliest, most likely and at the latest
 * @param version counts the changes of the problem itself: another fault, another name
 * @param reopened whether it came back soon after the last one ended
 * @param cases labels or predictions that the evidence rests on
 * @param logEvidence natural logarithm of what decides; of miscalibration, as it was when it
 *     decided
 * @param logThreshold natural logarithm of where it decides
 * @param what the problem in words, to complete "the model is ..." or "feature ..."
 * @param details further lines for the description
 * @param effect its size; empty where it has no size of one parameter
 * @param unmappable why no map can mend such predictions; empty where one can, and for other rules
 * @param names features that it concerns, the first most of all; empty for other rules
 */
public record Problem(
    Severity severity,
    Since since,
    int version,
    boolean reopened,
    long cases,
    double logEvidence,
    double logThreshold,
    String what,
    List<String> details,
    Optional<Size> effect,
    Optional<Unmappable> unmappable,
    List<String> names) {

  /** Copies the lists. */
  public Problem {
    details = List.copyOf(details);
    names = List.copyOf(names);
  }

  /** The same with a further line for the description. */
  public Problem with(String detail) {
    List<String> more = new ArrayList<>(details);
    more.add(detail);
    return of(logThreshold, more);
  }

  /** The same, decided at another threshold. */
  public Problem decidedAt(double logThreshold) {
    return of(logThreshold, details);
  }

  private Problem of(double logThreshold, List<String> details) {
    return new Problem(
        severity,
        since,
        version,
        reopened,
        cases,
        logEvidence,
        logThreshold,
        what,
        details,
        effect,
        unmappable,
        names);
  }

  /**
   * When a problem began, milliseconds since 1970.
   *
   * @param earliest not before this
   * @param at most likely then
   * @param latest not after this
   */
  public record Since(long earliest, long at, long latest) {

    /** A time that is known exactly. */
    public static Since exactly(long at) {
      return new Since(at, at, at);
    }
  }

  /**
   * How large a problem is.
   *
   * @param parameter name of what is measured, such as "temperature"
   * @param estimate its most likely value
   * @param interval where it lies
   * @param open the end of the interval that is the last value tried, so that it may lie beyond
   * @param loss what it costs, nats per label; NaN where that is not known
   * @param lossAtLeast the same at the near end of the interval
   * @param observed what predictions said and what came true, a sentence; empty where that is not
   *     known
   * @param cost what decisions cost more because of it; none where that is not known
   * @param remedy what would mend the predictions; none where they cannot be mended one by one
   */
  public record Size(
      String parameter,
      double estimate,
      Interval interval,
      OpenEnd open,
      double loss,
      double lossAtLeast,
      String observed,
      Optional<Cost> cost,
      Optional<Remedy> remedy) {}

  /**
   * A map that mends the predictions.
   *
   * @param map the map
   * @param space of their targets
   * @param gain what it saves, nats per label
   * @param gains where that lies
   */
  public record Remedy(RecalibrationMap map, TargetSpace space, double gain, Interval gains) {}

  /**
   * What decisions by the predictions cost more than by recalibrated ones, per 1,000 cases, in the
   * unit of the user.
   *
   * @param estimate at the most likely value
   * @param atLeast at the near end of the interval
   */
  public record Cost(double estimate, double atLeast) {}
}
