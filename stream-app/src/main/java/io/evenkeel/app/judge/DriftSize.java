package io.evenkeel.app.judge;

import io.evenkeel.app.alert.Problem;
import io.evenkeel.app.wording.SizeWords.OpenEnd;
import io.evenkeel.core.drift.sequential.FeatureChange;
import io.evenkeel.core.drift.sequential.FeatureEvidence;
import io.evenkeel.core.score.Interval;
import java.util.Optional;

/** How far a feature has drifted, as one number with its interval. */
final class DriftSize {
  private DriftSize() {}

  /** A shift in standard deviations, a factor of the spread, or by how much a share has grown. */
  static Optional<Problem.Size> of(FeatureEvidence feature) {
    return feature.drift().flatMap(change -> of(feature.feature().name(), change));
  }

  private static Optional<Problem.Size> of(String name, FeatureChange change) {
    return switch (change.direction().kind()) {
      case LOWER, HIGHER ->
          change
              .interval()
              .map(
                  interval ->
                      size("shift of " + name + " in sd", change.shift(), interval, open(change)));
      case NARROWER, WIDER -> change.spread().flatMap(spread -> ofSpread(name, spread));
      case MORE_MISSING -> ofShare("without " + name, change);
      case FEWER_MISSING -> ofShare("with " + name, change);
      case MORE_BELOW -> ofShare("with " + name + " below the sample of the profile", change);
      case MORE_ABOVE -> ofShare("with " + name + " above the sample of the profile", change);
      case MORE_OF_CATEGORY ->
          ofShare("with " + name + " = " + change.direction().category(), change);
      case MORE_OF_OTHERS -> ofShare("with values of " + name + " not seen before", change);
    };
  }

  private static OpenEnd open(FeatureChange change) {
    if (!change.goesBeyond()) {
      return OpenEnd.NONE;
    }
    return change.shift() > 0 ? OpenEnd.UPPER : OpenEnd.LOWER;
  }

  private static Optional<Problem.Size> ofSpread(String name, FeatureChange.Spread spread) {
    return spread
        .ratio()
        .map(
            interval ->
                size(
                    "factor of the interquartile range of " + name,
                    spread.since().range() / spread.before().range(),
                    interval,
                    OpenEnd.NONE));
  }

  private static Optional<Problem.Size> ofShare(String cases, FeatureChange change) {
    double growth = change.share() - change.shareBefore();
    return Double.isNaN(growth)
        ? Optional.empty()
        : Optional.of(size("growth of the share " + cases, growth, change.growth(), OpenEnd.NONE));
  }

  private static Problem.Size size(
      String parameter, double estimate, Interval interval, OpenEnd open) {
    return new Problem.Size(
        parameter,
        estimate,
        interval,
        open,
        Double.NaN,
        Double.NaN,
        "",
        Optional.empty(),
        Optional.empty());
  }
}
