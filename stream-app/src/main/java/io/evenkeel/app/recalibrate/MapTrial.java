package io.evenkeel.app.recalibrate;

import io.evenkeel.app.wording.Numbers;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.MapChain;
import io.evenkeel.core.recalibration.MapChoice;
import io.evenkeel.core.recalibration.Outcomes;
import io.evenkeel.core.recalibration.RecalibrationMap;
import io.evenkeel.core.recalibration.Segments;
import io.evenkeel.core.score.ConsistencyResampling;
import io.evenkeel.core.score.Interval;
import io.evenkeel.core.score.IntervalCoverage;
import io.evenkeel.core.score.RunningMean;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.simple.RandomSource;

/**
 * A map that was learned from labels, and what learning it is worth by cross-fitting: each fifth of
 * the rows, in the order of time, is judged under a map that was chosen and learned from the
 * others.
 *
 * @param choice the map that was learned from all rows
 * @param gain by how much the mean loss falls, in nats for classes, else in the unit of the target
 * @param interval of the gain, 95 %
 * @param changes what else changes
 * @param impossible labels whose class was held impossible
 */
public record MapTrial(
    MapChoice choice, double gain, Interval interval, List<Change> changes, long impossible) {
  /** How many maps a trial chooses: one without each fifth of the rows, and one from all. */
  public static final int CHOICES = MapChoice.FOLDS + 1;

  private static final double CONFIDENCE = 0.95;

  /** Of the central intervals whose coverage is shown. */
  private static final List<Double> LEVELS = List.of(0.5, 0.9, 0.95);

  /**
   * A number before and after recalibration.
   *
   * @param name what it is of
   * @param before as predicted
   * @param after on rows that the map was not learned from
   */
  public record Change(String name, double before, double after) {}

  /** Copies the list. */
  public MapTrial {
    changes = List.copyOf(changes);
  }

  /**
   * The trial of labelled rows, in the order of time.
   *
   * @param progress receives how many of {@link #CHOICES} maps have been chosen, on any thread
   * @throws IllegalArgumentException without observations, or for predictions of several numbers
   */
  public static MapTrial of(LabelledRows rows, IntConsumer progress) {
    Observations before = rows.observations();
    if (before.size() == 0) {
      throw new IllegalArgumentException(
          "a map is learned from labels, and no row that can be used has one");
    }
    Segments segments = rows.segments();
    Outcomes outcomes = rows.outcomes();
    TargetSpace space = before.prediction(0).space();
    if (space.kind() == TargetSpace.Kind.REALS && space.size() > 1) {
      throw new IllegalArgumentException(
          "maps are for predictions of classes or of one number, got " + space);
    }
    AtomicInteger choices = new AtomicInteger();
    Observations after =
        Observations.of(
            MapChoice.crossFit(
                before, segments, outcomes, () -> progress.accept(choices.incrementAndGet())),
            before.targets());
    double[] losses = losses(before);
    double[] mapped = losses(after);
    RunningMean gain = MapChoice.gain(losses, mapped, outcomes);
    return new MapTrial(
        MapChoice.of(before, segments, outcomes),
        gain.mean(),
        gain.interval(CONFIDENCE),
        changes(before, after, losses, mapped),
        rows.impossible());
  }

  private static List<Change> changes(
      Observations before, Observations after, double[] losses, double[] mapped) {
    List<Change> changes = new ArrayList<>();
    boolean ofClasses = before.prediction(0).space().kind() == TargetSpace.Kind.CLASSES;
    changes.add(new Change(score(ofClasses), mean(losses), mean(mapped)));
    if (ofClasses) {
      changes.add(new Change("ECE, top label, 15 bins", ece(before), ece(after)));
    } else {
      for (double level : levels(before)) {
        String name =
            String.format(Locale.ROOT, "share in the central %.0f %% interval", 100 * level);
        changes.add(
            new Change(
                name,
                IntervalCoverage.of(before, level).share(),
                IntervalCoverage.of(after, level).share()));
      }
    }
    return changes;
  }

  /** The usual ones; of quantile forecasts those that all state, or else the widest of these. */
  private static List<Double> levels(Observations sample) {
    List<Double> usual = statedByAll(sample, LEVELS.stream());
    return usual.isEmpty() && sample.prediction(0) instanceof Quantiles first
        ? statedByAll(sample, IntervalCoverage.stated(first).stream()).stream().limit(1).toList()
        : usual;
  }

  private static List<Double> statedByAll(Observations sample, Stream<Double> levels) {
    return levels
        .filter(
            level ->
                IntStream.range(0, sample.size())
                    .allMatch(i -> IntervalCoverage.isStated(sample.prediction(i), level)))
        .toList();
  }

  private static String score(boolean ofClasses) {
    return ofClasses ? "log loss, nats" : "CRPS";
  }

  private static double[] losses(Observations sample) {
    double[] losses = new double[sample.size()];
    for (int i = 0; i < losses.length; i++) {
      PredictiveDistribution p = sample.prediction(i);
      Target y = sample.target(i);
      losses[i] = MapChoice.loss(p, y);
    }
    return losses;
  }

  private static double mean(double[] values) {
    RunningMean mean = new RunningMean();
    for (double value : values) {
      mean.add(value);
    }
    return mean.mean();
  }

  private static double ece(Observations sample) {
    return ConsistencyResampling.withDefaults()
        .topLabel(sample, RandomSource.XO_RO_SHI_RO_128_PP.create(1))
        .ece();
  }

  /** Whether the gain is proven. */
  public boolean pays() {
    return choice.isSome() && interval.lower() > 0;
  }

  /** The map that was learned if it pays, else none. */
  public RecalibrationMap map() {
    return pays() ? choice.map() : MapChain.IDENTITY;
  }

  /** Whether a map pays, which one, how much it saves, and how many labels were impossible. */
  public String sentence() {
    return impossible == 0
        ? ofMap()
        : ofMap()
            + String.format(
                Locale.ROOT,
                " %s had a predicted probability of 0; it counts as %s here.",
                Numbers.of(impossible, "label"),
                Numbers.plain(MapChoice.OF_IMPOSSIBLE));
  }

  private String ofMap() {
    if (!choice.isTried()) {
      return "No map was tried: none is for such predictions, or there are too few labels. It takes"
          + " 10 labels, each of another outcome. Of classes, 10 of them must differ from the most probable class, or be"
          + " expected to.";
    }
    if (!choice.isSome()) {
      return "Recalibration does not pay: no map is better than none by more than chance explains.";
    }
    return (pays()
            ? "Recalibration pays. The map is: "
            : "Recalibration does not pay: no gain is proven, and no map is used. The best one is: ")
        + choice.map().describe()
        + ". On rows that it was not learned from, it changes the mean "
        + changes.get(0).name().replaceAll(",.*", "")
        + String.format(
            Locale.ROOT,
            " by %.4g (95 %% interval: %.4g to %.4g).",
            -gain,
            -interval.upper(),
            -interval.lower());
  }
}
