package io.evenkeel.core.recalibration;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.score.Crps;
import io.evenkeel.core.score.LabelNoise;
import io.evenkeel.core.score.LogLoss;
import io.evenkeel.core.score.RunningMean;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The map of a sample whose kind was chosen by cross-fitting: each fifth of the sample, in its
 * order, is scored under maps that were learned from the others. A richer kind is chosen over a
 * simpler one, and any map over none, only if its mean score is better by more than a standard
 * error of the difference (Breiman et al. 1984). So no map wins ties.
 *
 * <p>Where the sample is divided in segments, each kind is tried with a shift for each segment,
 * too, after all kinds without.
 *
 * <p>The score is the log loss for classes and the CRPS for numbers. Standard errors are those of
 * the means of up to 50 stretches of consecutive observations, so that neighbours may depend on
 * each other. The order of the sample should be that of time. Observations that share an outcome
 * are in the same fifth, and in the same stretch.
 *
 * @param kind the kind that was chosen
 * @param bySegment whether each segment has a shift of its own
 * @param map of that kind, learned from the whole sample
 * @param n the number of observations that it was learned from
 * @param isTried whether there was any map to choose: one suits all predictions, at least 10
 *     outcomes have a label, and of classes at least 10 of them are not the most probable class, or
 *     were expected not to be
 */
public record MapChoice(
    MapKind kind, boolean bySegment, RecalibrationMap map, int n, boolean isTried) {
  /** The number of parts of a sample in cross-fitting. */
  public static final int FOLDS = 5;

  /** The probability that a class counts with that was held impossible, or less probable. */
  public static final double OF_IMPOSSIBLE = LabelNoise.USUAL.share() / 10;

  private static final int STRETCHES = 50;

  /** With fewer outcomes, no map is learned. */
  private static final int LEAST_SIZE = 2 * FOLDS;

  /** So many labels of classes must be others than the most probable one, or be expected to. */
  private static final int LEAST_OTHERS = 10;

  /** The choice for a sample of n &ge; 1 observations. */
  public static MapChoice of(Observations sample) {
    return of(sample, Segments.none(sample.size()));
  }

  /**
   * The same for a sample with segments.
   *
   * @param segments of its observations
   */
  public static MapChoice of(Observations sample, Segments segments) {
    return of(sample, segments, Outcomes.each(sample.size()));
  }

  /**
   * The same for a sample with segments whose observations may share outcomes.
   *
   * @param segments of its observations
   * @param outcomes of its observations
   */
  public static MapChoice of(Observations sample, Segments segments, Outcomes outcomes) {
    outcomes.check(sample.size());
    Candidate chosen = new Candidate(MapKind.IDENTITY, false);
    List<Candidate> candidates =
        isEnough(sample, outcomes) ? candidates(sample, segments) : List.of();
    double[] least = losses(sample, sample.predictions());
    for (Candidate candidate : candidates) {
      double[] losses = losses(sample, crossFit(sample, segments, outcomes, candidate));
      RunningMean gain = gain(least, losses, outcomes);
      if (gain.mean() > (candidate.isRicherThan(chosen) ? gain.standardError() : 0)) {
        chosen = candidate;
        least = losses;
      }
    }
    return new MapChoice(
        chosen.kind,
        chosen.bySegment,
        chosen.fit(sample, segments),
        sample.size(),
        !candidates.isEmpty());
  }

  /**
   * Whether a map can be learned. Of classes the labels that are not the most probable class decide
   * what a map is worth: where none of a few came, the losses do not vary, and any map that makes
   * the predictions surer seems proven.
   */
  private static boolean isEnough(Observations sample, Outcomes outcomes) {
    if (outcomes.size() < LEAST_SIZE) {
      return false;
    }
    if (!(sample.prediction(0) instanceof Categorical)) {
      return true;
    }
    double others = 0;
    double expected = 0;
    for (int k = 0; k < outcomes.size(); k++) {
      double rows = outcomes.start(k + 1) - outcomes.start(k);
      for (int i = outcomes.start(k); i < outcomes.start(k + 1); i++) {
        Categorical p = (Categorical) sample.prediction(i);
        int top = p.argmax();
        others += ((ClassLabel) sample.target(i)).index() == top ? 0 : 1 / rows;
        expected += LogOdds.others(p, top) / rows;
      }
    }
    return Math.max(others, expected) >= LEAST_OTHERS;
  }

  /** Whether any map is better than none. */
  public boolean isSome() {
    return kind != MapKind.IDENTITY || bySegment;
  }

  /** All but none, in the order in which they are tried. */
  private static List<Candidate> candidates(Observations sample, Segments segments) {
    List<MapKind> kinds = MapKind.suiting(sample.predictions());
    List<Candidate> candidates = new ArrayList<>();
    for (MapKind kind : kinds.subList(1, kinds.size())) {
      candidates.add(new Candidate(kind, false));
    }
    if (segments.areSome()) {
      kinds.stream()
          .filter(kind -> kind.hasShifts(sample))
          .forEach(kind -> candidates.add(new Candidate(kind, true)));
    }
    return candidates;
  }

  /**
   * What the procedure is worth: each fifth of the sample as recalibrated by a map that was chosen
   * and learned from the others, in the order of the sample.
   *
   * @param chosen runs after each of the five choices, on any thread
   */
  public static List<PredictiveDistribution> crossFit(
      Observations sample, Segments segments, Outcomes outcomes, Runnable chosen) {
    return crossFit(
        sample,
        segments,
        outcomes,
        (rest, ofSegments, about) -> {
          RecalibrationMap map = of(rest, ofSegments, about).map();
          chosen.run();
          return map;
        });
  }

  @FunctionalInterface
  private interface Learner {
    RecalibrationMap fit(Observations sample, Segments segments, Outcomes outcomes);
  }

  /** A kind, with a shift for each segment or without. */
  private record Candidate(MapKind kind, boolean bySegment) implements Learner {
    /** Than one that is tried before it. A temperature is no richer than a shift of log-odds. */
    boolean isRicherThan(Candidate earlier) {
      return bySegment != earlier.bySegment
          || kind != MapKind.TEMPERATURE
          || earlier.kind != MapKind.SHIFT;
    }

    @Override
    public RecalibrationMap fit(Observations sample, Segments segments, Outcomes outcomes) {
      return fit(sample, segments);
    }

    RecalibrationMap fit(Observations sample, Segments segments) {
      return bySegment ? kind.fit(sample, segments) : kind.fit(sample);
    }
  }

  private static List<PredictiveDistribution> crossFit(
      Observations sample, Segments segments, Outcomes outcomes, Learner learner) {
    int[] folds = outcomes.parts(FOLDS);
    return IntStream.range(0, FOLDS)
        .parallel()
        .mapToObj(
            fold -> {
              int[] rest =
                  IntStream.range(0, sample.size())
                      .filter(i -> i < folds[fold] || i >= folds[fold + 1])
                      .toArray();
              RecalibrationMap map =
                  rest.length == 0
                      ? MapChain.IDENTITY
                      : learner.fit(
                          sample.subset(rest), segments.subset(rest), outcomes.subset(rest));
              return IntStream.range(folds[fold], folds[fold + 1])
                  .mapToObj(i -> map.forSegments(segments.of(i)).recalibrate(sample.prediction(i)));
            })
        .flatMap(recalibrated -> recalibrated)
        .toList();
  }

  /** The score of each observation under other predictions. */
  private static double[] losses(Observations sample, List<PredictiveDistribution> predictions) {
    double[] losses = new double[sample.size()];
    for (int i = 0; i < losses.length; i++) {
      losses[i] = loss(predictions.get(i), sample.target(i));
    }
    return losses;
  }

  /**
   * The score that maps are chosen by: the log loss for classes, the CRPS for numbers. Of a class
   * probabilities below {@link #OF_IMPOSSIBLE} count as that one, as they do in evidence: some maps
   * mend a 0, and the log loss would be infinite under all others.
   */
  public static double loss(PredictiveDistribution p, Target y) {
    if (p.space().kind() != TargetSpace.Kind.CLASSES) {
      return Crps.of(p, (RealVector) y);
    }
    return Math.min(LogLoss.of(p, y), -Math.log(OF_IMPOSSIBLE));
  }

  /**
   * The mean of how much smaller the second losses are than the first. Its interval is that of a
   * ratio, of sums over up to 50 stretches of consecutive observations to their numbers: it allows
   * for dependence that is shorter than a stretch.
   *
   * @param outcomes of the observations; those that share one are in one stretch
   */
  public static RunningMean gain(double[] before, double[] after, Outcomes outcomes) {
    int n = before.length;
    double mean = IntStream.range(0, n).mapToDouble(i -> before[i] - after[i]).sum() / n;
    RunningMean gain = new RunningMean();
    int stretches = Math.min(outcomes.size(), STRETCHES);
    int[] starts = outcomes.parts(stretches);
    for (int k = 0; k < stretches; k++) {
      double excess =
          IntStream.range(starts[k], starts[k + 1])
              .mapToDouble(i -> before[i] - after[i] - mean)
              .sum();
      gain.add(mean + excess * stretches / n);
    }
    return gain;
  }
}
