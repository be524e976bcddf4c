package io.evenkeel.core.recalibration;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.score.LabelNoise;
import io.evenkeel.core.score.NormalScore;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A shift for each segment of a sample, by {@link PartialPooling}: segments with few labels have
 * nearly the common one.
 *
 * <p>Of classes, the log-odds of their event are shifted. Normal distributions are shifted in their
 * standard deviations, and scaled to the variance of what is left, plus that of what is not known
 * of the shift: the fewer labels a segment has, the wider, and the widest where it has none. Counts
 * are shifted and scaled so in their {@linkplain NormalScore normal scores}.
 */
final class SegmentShifts {
  /** So many residuals that are as predicted are counted beside those that are there. */
  private static final double PSEUDO_LABELS = 10;

  private final Observations sample;
  private final Segments segments;
  private final Map<String, Integer> numbers = new LinkedHashMap<>();
  private final Shifted shifted;
  private final PartialPooling shifts;

  private SegmentShifts(Observations sample, Segments segments) {
    this.sample = sample;
    this.segments = segments;
    int[] numbered =
        segments.values().stream()
            .mapToInt(value -> numbers.computeIfAbsent(value, any -> numbers.size()))
            .toArray();
    shifted = shifted(numbered);
    shifts = pooled(numbered, shifted);
  }

  private Shifted shifted(int... numbered) {
    if (sample.prediction(0) instanceof Categorical) {
      return new ShiftedOdds(sample);
    }
    if (sample.predictions().stream().allMatch(LocationScale::isNormal)) {
      return new ShiftedNormals(sample, numbered);
    }
    ScoreIntervals scores = ScoreIntervals.of(sample, new NormalScore(LabelNoise.USUAL));
    Shifted unscaled = new ShiftedIntervals(scores, 1);
    PartialPooling rough = pooled(numbered, unscaled);
    double[] around = Arrays.stream(numbered).mapToDouble(rough::parameter).toArray();
    return new ShiftedIntervals(scores, scores.less(around).fit().scale());
  }

  private PartialPooling pooled(int[] numbered, Shifted likelihood) {
    return new PartialPooling(numbered, numbers.size(), likelihood, likelihood.precision());
  }

  /** What is shifted: one parameter δ, and the map that it makes. */
  private interface Shifted extends PartialPooling.Likelihood {

    /** Of the common δ around 0. */
    double precision();

    /** The map of a δ that is known up to some variance. */
    RecalibrationMap map(double shift, double uncertainty);
  }

  /** Whether segments can be shifted: classes, counts, or normal distributions. */
  static boolean suit(List<PredictiveDistribution> predictions) {
    return predictions.stream().allMatch(Categorical.class::isInstance)
        || predictions.stream().allMatch(LocationScale::isLearnedFrom);
  }

  /** The shifts of n &ge; 1 observations that they {@linkplain #suit suit}. */
  static SegmentShifts of(Observations sample, Segments segments) {
    return new SegmentShifts(sample, segments);
  }

  /** The map of each segment. */
  SegmentMap map() {
    Map<String, RecalibrationMap> maps = new HashMap<>();
    numbers.forEach(
        (value, k) -> maps.put(value, shifted.map(shifts.parameter(k), shifts.uncertainty(k))));
    return new SegmentMap(
        segments.attribute(), maps, shifted.map(shifts.common(), shifts.variance()));
  }

  /** The predictions of the sample, each by the shift that the others of its segment tell. */
  List<PredictiveDistribution> crossFitted() {
    return IntStream.range(0, sample.size())
        .mapToObj(
            i -> {
              RecalibrationMap map =
                  shifted.map(shifts.parameterWithout(i), shifts.uncertaintyWithout(i));
              return map.recalibrate(sample.prediction(i));
            })
        .toList();
  }

  /**
   * Log-odds: whether the event came is 1 with the probability σ(odds + δ). What was held
   * impossible or sure stays so under a shift, and says nothing.
   */
  private static final class ShiftedOdds implements Shifted {
    private static final double PRECISION = 4;

    private final boolean ofTwo;
    private final double[] odds;
    private final int[] hits;
    private final boolean[] isSure;

    ShiftedOdds(Observations sample) {
      ofTwo = sample.prediction(0).space().size() == 2;
      odds = new double[sample.size()];
      hits = new int[sample.size()];
      isSure = new boolean[sample.size()];
      for (int i = 0; i < odds.length; i++) {
        Categorical p = (Categorical) sample.prediction(i);
        int event = LogOdds.event(p);
        isSure[i] = p.probability(event) == 0 || LogOdds.others(p, event) == 0;
        odds[i] = LogOdds.of(p);
        hits[i] = ((ClassLabel) sample.target(i)).index() == event ? 1 : 0;
      }
    }

    @Override
    public double precision() {
      return PRECISION;
    }

    @Override
    public double score(int i, double shift) {
      return isSure[i] ? 0 : hits[i] - LogOdds.probability(odds[i] + shift);
    }

    @Override
    public double information(int i, double shift) {
      double p = LogOdds.probability(odds[i] + shift);
      return isSure[i] ? 0 : p * (1 - p);
    }

    @Override
    public RecalibrationMap map(double shift, double uncertainty) {
      return ofTwo ? new ClassShift(1, shift) : new TopClassShift(shift);
    }
  }

  /**
   * Residuals in standard deviations, of the law N(δ, v). Point masses have none, and say nothing.
   */
  private static final class ShiftedNormals implements Shifted {
    /** Residuals beyond count as this one: labels may be wrong. */
    private static final double FARTHEST = 4;

    private final double[] residuals;
    private final boolean[] isPoint;
    private final double variance;

    ShiftedNormals(Observations sample, int[] segments) {
      residuals = new double[sample.size()];
      isPoint = new boolean[residuals.length];
      NormalScore score = new NormalScore();
      for (int i = 0; i < residuals.length; i++) {
        isPoint[i] = LocationScale.isPoint(sample.prediction(i));
        score.set(sample.prediction(i), (RealVector) sample.target(i));
        residuals[i] = Math.max(-FARTHEST, Math.min(FARTHEST, score.lower()));
      }
      variance = varianceWithin(segments);
    }

    /** The unbiased one around the means of the segments. */
    private double varianceWithin(int[] segments) {
      int count = Arrays.stream(segments).max().orElseThrow() + 1;
      double[] sums = new double[count];
      int[] sizes = new int[count];
      for (int i = 0; i < segments.length; i++) {
        sums[segments[i]] += isPoint[i] ? 0 : residuals[i];
        sizes[segments[i]] += isPoint[i] ? 0 : 1;
      }
      double squares = 0;
      for (int i = 0; i < segments.length; i++) {
        double left = residuals[i] - sums[segments[i]] / sizes[segments[i]];
        squares += isPoint[i] ? 0 : left * left;
      }
      int free = Arrays.stream(sizes).map(size -> Math.max(0, size - 1)).sum();
      return (squares + PSEUDO_LABELS) / (free + PSEUDO_LABELS);
    }

    @Override
    public double precision() {
      return PSEUDO_LABELS / variance;
    }

    @Override
    public double score(int i, double shift) {
      return isPoint[i] ? 0 : (residuals[i] - shift) / variance;
    }

    @Override
    public double information(int i, double shift) {
      return isPoint[i] ? 0 : 1 / variance;
    }

    @Override
    public RecalibrationMap map(double shift, double uncertainty) {
      return new LocationScale(shift, Math.sqrt(variance + uncertainty));
    }
  }

  /**
   * Normal scores that are intervals, of the law N(δ, s²). Far from an interval the information
   * changes faster than Newton's method is known to converge for; its steps are bounded.
   */
  private record ShiftedIntervals(ScoreIntervals scores, double scale) implements Shifted {
    @Override
    public double precision() {
      return PSEUDO_LABELS / (scale * scale);
    }

    @Override
    public double score(int i, double shift) {
      return scores.slope(i, shift, scale);
    }

    @Override
    public double information(int i, double shift) {
      return scores.information(i, shift, scale);
    }

    @Override
    public RecalibrationMap map(double shift, double uncertainty) {
      return new LocationScale(shift, Math.sqrt(scale * scale + uncertainty));
    }
  }
}
