package io.evenkeel.core.recalibration;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.score.LabelNoise;
import io.evenkeel.core.score.LogLoss;
import io.evenkeel.core.score.NormalScore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** The kinds of map that can be learned from labels, the simpler before the richer. */
@SuppressWarnings("ImmutableEnumChecker") // the functions have no state
public enum MapKind {
  /** No map. */
  IDENTITY(p -> true, sample -> MapChain.IDENTITY),
  /** A shift of the log-odds of two classes: one class comes more often than predicted. */
  SHIFT(p -> classes(p) == 2, sample -> OddsCells.of(sample).shift()),
  /** One temperature. */
  TEMPERATURE(p -> p instanceof Categorical, MapKind::temperature),
  /** Slope and offset of the log-odds of two classes. */
  PLATT(p -> classes(p) == 2, sample -> OddsCells.of(sample).platt()),
  /** Beta calibration of two classes. */
  BETA(p -> classes(p) == 2, sample -> OddsCells.of(sample).beta()),
  /** Isotonic calibration of two classes. */
  ISOTONIC(p -> classes(p) == 2, sample -> OddsCells.of(sample).isotonic()),
  /** A temperature, then vector scaling of some classes, more than two. */
  TEMPERATURE_VECTOR(VectorScaling::suits, MapKind::temperature, MapKind::vector),
  /** A temperature, then isotonic calibration of the most probable of more than two classes. */
  TEMPERATURE_ISOTONIC(
      p -> classes(p) > 2, MapKind::temperature, left -> OddsCells.of(left).isotonic()),
  /** A temperature, then vector scaling, then isotonic calibration of the most probable class. */
  TEMPERATURE_VECTOR_ISOTONIC(
      VectorScaling::suits,
      MapKind::temperature,
      MapKind::vector,
      left -> OddsCells.of(left).isotonic()),
  /** A temperature, then Dirichlet calibration of a few classes, more than two. */
  TEMPERATURE_DIRICHLET(DirichletCalibration::suits, MapKind::temperature, MapKind::dirichlet),
  /** A shift and a scale of normal distributions or counts, in their normal scores. */
  LOCATION_SCALE(LocationScale::isLearnedFrom, LocationScale::fit),
  /** Nonhomogeneous normal regression. */
  NORMAL_REGRESSION(NormalRegression::suits, NormalRegression::fit),
  /** A quantile map of what has a smooth distribution function; ensembles count as such. */
  QUANTILE_MAP(
      p -> classes(p) == 0 && !(p instanceof Quantiles) && !(p instanceof Counts),
      sample -> QuantileMap.fit(sample, 20, false)),
  /** Nonhomogeneous normal regression, then a quantile map. */
  NORMAL_REGRESSION_QUANTILE_MAP(
      NormalRegression::suits, NormalRegression::fit, rest -> QuantileMap.fit(rest, 20, false)),
  /** A scale of quantile forecasts, in their normal scores; a label beyond them all is far out. */
  SCALE(
      p -> p instanceof Quantiles,
      sample -> ScoreIntervals.of(sample, new NormalScore(LabelNoise.USUAL)).fitScale()),
  /**
   * A symmetric quantile map of quantile forecasts. Without symmetry, a map learns the bias of the
   * labels that it has seen, which turns with the season.
   */
  SYMMETRIC_QUANTILE_MAP(p -> p instanceof Quantiles, sample -> QuantileMap.fit(sample, 200, true));

  private static final double LEAST_TEMPERATURE = 0.05;
  private static final double LARGEST_TEMPERATURE = 20;

  @FunctionalInterface
  private interface Learner {
    RecalibrationMap learn(Observations sample);
  }

  private final Predicate<PredictiveDistribution> suits;
  private final List<Learner> learners;

  /** Maps one after the other, each learned from what those before it leave. */
  MapKind(Predicate<PredictiveDistribution> suits, Learner... learners) {
    this.suits = suits;
    this.learners = List.of(learners);
  }

  /** The kinds that suit every prediction, {@link #IDENTITY} first. */
  public static List<MapKind> suiting(List<PredictiveDistribution> predictions) {
    return Arrays.stream(values())
        .filter(kind -> predictions.stream().allMatch(kind.suits))
        .toList();
  }

  /**
   * The map of this kind that suits a sample of n &ge; 1 observations best. Temperatures, vector
   * scaling and Dirichlet calibration learn from targets that were not held impossible; only
   * temperatures leave a probability of 0 as it is.
   */
  public RecalibrationMap fit(Observations sample) {
    return fit(sample, Segments.none(sample.size()));
  }

  /**
   * The same with a shift for each segment after the first map, learned with partial pooling, where
   * the sample has several and that map leaves classes, counts or normal distributions.
   */
  public RecalibrationMap fit(Observations sample, Segments segments) {
    segments.check(sample.size());
    List<RecalibrationMap> maps = new ArrayList<>();
    Observations left = sample;
    for (int k = 0; k < learners.size(); k++) {
      RecalibrationMap map = learners.get(k).learn(left);
      maps.add(map);
      boolean isDivided = k == 0 && segments.areSome();
      if (isDivided || k + 1 < learners.size()) {
        left = replaced(left, left.predictions().stream().map(map::recalibrate).toList());
      }
      if (isDivided && SegmentShifts.suit(left.predictions())) {
        SegmentShifts shifts = SegmentShifts.of(left, segments);
        maps.add(shifts.map());
        if (learners.size() > 1) {
          left = replaced(left, shifts.crossFitted());
        }
      }
    }
    maps.remove(MapChain.IDENTITY);
    return maps.size() == 1 ? maps.get(0) : new MapChain(maps);
  }

  private static Observations replaced(
      Observations sample, List<PredictiveDistribution> predictions) {
    return Observations.of(predictions, sample.targets());
  }

  /** Whether segments can have shifts after its first map, whatever the rows of a fold. */
  boolean hasShifts(Observations sample) {
    RecalibrationMap first = learners.get(0).learn(sample);
    return SegmentShifts.suit(sample.predictions().stream().map(first::recalibrate).toList());
  }

  private static RecalibrationMap temperature(Observations sample) {
    return ofPossible(
        sample,
        rest ->
            TemperatureFit.shrunk(
                    rest, LEAST_TEMPERATURE, LARGEST_TEMPERATURE, OddsCells.SLOPE_PRECISION)
                .temperature());
  }

  private static RecalibrationMap vector(Observations sample) {
    return ofPossible(sample, VectorScaling::fit);
  }

  private static RecalibrationMap dirichlet(Observations sample) {
    return ofPossible(sample, DirichletCalibration::fit);
  }

  /** The map of those observations whose predictions did not hold the class impossible. */
  private static RecalibrationMap ofPossible(Observations sample, Learner learner) {
    int[] possible =
        IntStream.range(0, sample.size())
            .filter(
                i -> LogLoss.of(sample.prediction(i), sample.target(i)) < Double.POSITIVE_INFINITY)
            .toArray();
    if (possible.length == sample.size()) {
      return learner.learn(sample);
    }
    return possible.length == 0 ? MapChain.IDENTITY : learner.learn(sample.subset(possible));
  }

  /** The number of classes; 0 of numbers, and −1 of several numbers. */
  private static int classes(PredictiveDistribution p) {
    TargetSpace space = p.space();
    if (space.kind() == TargetSpace.Kind.CLASSES) {
      return space.size();
    }
    return space.size() == 1 ? 0 : -1;
  }
}
