package io.evenkeel.core.recalibration;

import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.score.LabelNoise;
import io.evenkeel.core.score.NormalScore;
import java.util.stream.IntStream;

/**
 * What targets that their predictions held impossible add to sums of log-ratios, although a
 * recalibration leaves them impossible: no temperature mends a probability of 0. In evidence
 * against calibration they count as much as {@linkplain LabelNoise labels can be trusted}; they say
 * nothing for what would mend it.
 */
final class ImpossibleTargets {
  private final TargetSpace space;
  private final LabelNoise noise;
  private final NormalScore above;
  private final NormalScore below;

  /** Of several real numbers, what a residual of each rank counts with. */
  private final double[] squaredLengths;

  /**
   * Of targets in a space.
   *
   * @param noise that the sums are made with
   */
  ImpossibleTargets(TargetSpace space, LabelNoise noise) {
    this.space = space;
    this.noise = noise;
    this.above = besideAPoint(1);
    this.below = besideAPoint(-1);
    boolean isOfSeveral = space.kind() == TargetSpace.Kind.REALS && space.size() > 1;
    this.squaredLengths =
        IntStream.range(0, isOfSeveral ? space.size() : 0)
            .mapToDouble(rank -> noise.squaredLengthBeyond(Math.max(1, rank)))
            .toArray();
  }

  private NormalScore besideAPoint(double target) {
    NormalScore score = new NormalScore(noise);
    score.set(Normal.of(0, 0), (RealVector) Target.of(target));
    return score;
  }

  /** The largest log-ratio of such a target, at least 0. O(d) for d real numbers. */
  double largestLogRatio(Recalibration r) {
    if (r instanceof Temperature t) {
      return Math.max(0, (1 / t.temperature() - 1) * Math.log(noise.leastProbability()));
    }
    if (r instanceof ClassShift shift) {
      return Math.abs(shift.logOdds());
    }
    if (r instanceof TopClassShift shift) {
      return Math.abs(shift.logOdds());
    }
    if (r instanceof PitBeta beta) {
      return Math.max(0, Math.max(beta.logRatio(above), beta.logRatio(below)));
    }
    LocationScale moved = (LocationScale) r;
    return space.size() == 1
        ? Math.max(0, Math.max(moved.logRatio(above), moved.logRatio(below)))
        : besideAPlane(moved);
  }

  /** Off the support of a normal distribution without variance in some direction. */
  private double besideAPlane(LocationScale moved) {
    double largest = 0;
    for (int rank = 0; rank < squaredLengths.length; rank++) {
      largest = Math.max(largest, moved.logRatio(squaredLengths[rank], 0, 0, rank));
    }
    return Math.min(noise.largestLogRatio(), largest);
  }
}
