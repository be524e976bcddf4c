package io.evenkeel.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.evidence.CalibrationMonitor;
import io.evenkeel.core.evidence.CalibrationMonitor.Transition;
import io.evenkeel.core.evidence.Overlap;
import io.evenkeel.core.evidence.SeriesEvidence;
import io.evenkeel.core.hypothesis.CmeTest;
import io.evenkeel.core.internal.StandardNormal;
import io.evenkeel.core.moments.Outcome;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.core.recalibration.Tolerance;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Forecasts four panes ahead, made in every pane: of random walks, so that the errors of one walk
 * are a moving average of the last four steps. Each row of a pane is of a walk of its own. The
 * predictions are N(now, 4), or how probable it is that the walk then is above a level; they are
 * right, or of a standard deviation {@code spread} times the right one. In one more case all rows
 * of a pane are of one walk, so that they overlap with each other, too.
 *
 * <p>Followed as an alert is, its whole life: false alarms in a stretch of 1,000 panes with a
 * threshold that allows one in 20 of such stretches, restarted after each end.
 */
@Tag("simulation")
class OverlapSimulationTest {
  private static final int AHEAD = 4;
  private static final int PANES = 1000;
  private static final int SERIES = Integer.getInteger("evenkeel.overlap.series", 400);
  private static final double ALPHA = 0.05;
  private static final Table TABLE =
      new Table(
          "overlapping_horizons",
          "predictions",
          "rows_per_pane",
          "walks",
          "spread",
          "overlapping_panes",
          "series",
          "e_value_ever_20",
          "alarms_per_stretch",
          "median_panes_to_alarm",
          "cme_rejects_at_05");

  /** A walk, and what is predicted of it. */
  private static final class Walk {
    private final Deque<PredictiveDistribution> open = new ArrayDeque<>();
    private final Deque<Double> levels = new ArrayDeque<>();
    private final ZigguratSampler.NormalizedGaussian normal;
    private final UniformRandomProvider random;
    private final boolean ofNormals;
    private final int ahead;
    private final double spread;
    private double at;

    Walk(UniformRandomProvider random, boolean ofNormals, int ahead, double spread) {
      this.ahead = ahead;
      this.random = random;
      this.normal = ZigguratSampler.NormalizedGaussian.of(random);
      this.ofNormals = ofNormals;
      this.spread = spread;
    }

    PredictiveDistribution predict() {
      double sd = spread * Math.sqrt(ahead);
      double level = at + Math.sqrt(ahead) * (random.nextDouble() - 0.5) * 3;
      double p = StandardNormal.cdf((at - level) / sd);
      PredictiveDistribution prediction = ofNormals ? Normal.of(at, sd) : Categorical.of(1 - p, p);
      open.add(prediction);
      levels.add(level);
      return prediction;
    }

    /** The oldest prediction with its target; null while that is not known. */
    @Nullable Observation step() {
      at += normal.sample();
      if (open.size() < ahead) {
        return null;
      }
      Target target = ofNormals ? Target.of(at) : Target.ofClass(at > levels.element() ? 1 : 0);
      levels.remove();
      return new Observation(open.remove(), target);
    }
  }

  /**
   * What is followed.
   *
   * @param rows of each pane
   * @param walks 1, or one for each row
   * @param weight of a row
   */
  private record Forecasts(
      boolean ofNormals, int rows, int walks, double spread, double weight, Overlap overlap) {

    List<Walk> start(UniformRandomProvider random) {
      return IntStream.range(0, walks)
          .mapToObj(i -> new Walk(random, ofNormals, AHEAD * rows / walks, spread))
          .toList();
    }
  }

  private record Life(boolean ever, int alarms, int first, int rejected, int windows) {}

  private static SketchPlan plan(boolean ofNormals) {
    List<PredictiveDistribution> sample = new ArrayList<>();
    Walk walk = new Walk(Lives.random(77), ofNormals, AHEAD, 1);
    for (int i = 0; i < 256; i++) {
      sample.add(walk.predict());
      walk.step();
    }
    TargetSpace space = ofNormals ? TargetSpace.reals(1) : TargetSpace.classes(2);
    return SketchPlan.of(space, ProfileLearner.learn(1, sample, 16, 1));
  }

  private static Life follow(SketchPlan plan, Forecasts forecasts, int seed) {
    List<Walk> walks = forecasts.start(Lives.random(seed));
    Overlap overlap = forecasts.overlap;
    Outcome outcome = new Outcome("", forecasts.weight);
    SeriesEvidence evidence = SeriesEvidence.empty(plan, 0, overlap);
    CalibrationMonitor monitor = CalibrationMonitor.empty(plan, Tolerance.within(0), 0, overlap);
    double threshold = overlap.logThreshold(Math.log(PANES / ALPHA));
    double largest = Double.NEGATIVE_INFINITY;
    int alarms = 0;
    int first = PANES;
    int restart = 0;
    Sketch window = plan.empty();
    int rejected = 0;
    int windows = 0;
    for (int pane = 0; pane < PANES; pane++) {
      Sketch sketch = plan.empty();
      for (int i = 0; i < forecasts.rows; i++) {
        Walk walk = walks.get(i % walks.size());
        walk.predict();
        Observation seen = walk.step();
        if (seen != null) {
          sketch.add(seen.prediction(), seen.target(), overlap.of(pane + "/" + i, outcome));
        }
      }
      evidence.add(sketch);
      largest = Math.max(largest, overlap.logEver(evidence.logEValue()));
      if (pane >= restart) {
        Transition now = monitor.add(sketch, pane, threshold);
        boolean begins = now == Transition.BEGAN || now == Transition.REOPENED;
        alarms += begins ? 1 : 0;
        first = begins ? Math.min(first, pane) : first;
        restart = now == Transition.ENDED ? pane + overlap.panes() : restart;
      }
      window.merge(sketch);
      if (pane % 50 == 49) {
        rejected += CmeTest.withDefaults().test(window.cme().orElseThrow()).rejects(ALPHA) ? 1 : 0;
        windows++;
        window = plan.empty();
      }
    }
    return new Life(largest >= -Math.log(ALPHA), alarms, first, rejected, windows);
  }

  private static List<Life> lives(Forecasts forecasts) {
    SketchPlan plan = plan(forecasts.ofNormals);
    List<Life> lives =
        IntStream.range(0, SERIES)
            .parallel()
            .mapToObj(seed -> follow(plan, forecasts, seed))
            .toList();
    TABLE.add(
        forecasts.ofNormals ? "normal" : "binary",
        forecasts.rows,
        forecasts.walks,
        forecasts.spread,
        forecasts.overlap.panes(),
        SERIES,
        ever(lives),
        alarms(lives),
        Lives.quantile(lives.stream().map(life -> (double) life.first()).toList(), 0.5),
        lives.stream().mapToInt(Life::rejected).sum()
            / (double) lives.stream().mapToInt(Life::windows).sum());
    return lives;
  }

  @ParameterizedTest
  @CsvSource({"true, 1", "true, 20", "false, 1", "false, 20"})
  void rightForecastsKeepTheirLevelWithALagAndNotWithout(boolean ofNormals, int rows) {
    List<Life> without = lives(new Forecasts(ofNormals, rows, rows, 1, 1, Overlap.NONE));
    List<Life> with = lives(new Forecasts(ofNormals, rows, rows, 1, 1, new Overlap(AHEAD)));

    assertThat(ever(without)).isGreaterThan(2 * ALPHA);
    assertThat(ever(with)).isLessThanOrEqualTo(ALPHA);
    assertThat(alarms(with)).isLessThanOrEqualTo(ALPHA);
  }

  /** A row that is the last of its pane overlaps with the first ones four panes later. */
  @ParameterizedTest
  @CsvSource({"true", "false"})
  void rowsOfAPaneThatOverlapKeepItIfTheyShareTheirOutcome(boolean ofNormals) {
    Overlap overlap = new Overlap(AHEAD + 1);
    List<Life> lagOnly = lives(new Forecasts(ofNormals, 5, 1, 1, 1, overlap));
    List<Life> shared = lives(new Forecasts(ofNormals, 5, 1, 1, 1.0 / 5, overlap));

    assertThat(ever(lagOnly)).isGreaterThan(ever(shared));
    assertThat(ever(shared)).isLessThanOrEqualTo(ALPHA);
    assertThat(alarms(shared)).isLessThanOrEqualTo(ALPHA);
  }

  @ParameterizedTest
  @CsvSource({"true, 1", "true, 20", "false, 20"})
  void wrongOnesAreFound(boolean ofNormals, int rows) {
    Overlap overlap = new Overlap(AHEAD);

    assertThat(ever(lives(new Forecasts(ofNormals, rows, rows, 0.7, 1, overlap))))
        .isGreaterThan(0.9);
  }

  private static double ever(List<Life> lives) {
    return lives.stream().filter(Life::ever).count() / (double) lives.size();
  }

  private static double alarms(List<Life> lives) {
    return lives.stream().mapToInt(Life::alarms).sum() / (double) lives.size();
  }
}
