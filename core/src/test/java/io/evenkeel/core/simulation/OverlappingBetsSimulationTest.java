package io.evenkeel.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.evidence.CalibrationMonitor;
import io.evenkeel.core.evidence.CalibrationMonitor.Transition;
import io.evenkeel.core.evidence.Overlap;
import io.evenkeel.core.evidence.SeriesEvidence;
import io.evenkeel.core.internal.StandardNormal;
import io.evenkeel.core.moments.Outcome;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.FeatureQuarters;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.core.recalibration.Tolerance;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Bets on forecasts that are made in every pane for four panes later, each row of a pane from a
 * series of shocks of its own. What is predicted, and one of two features, is the last shock, which
 * the targets of the three panes before contain; the error is the mean of the next four shocks. So
 * all that was seen of these panes tells something of the next error, and bets that knew it would
 * win against right forecasts.
 *
 * <p>{@code -Devenkeel.overlap.series=400} takes so many series.
 */
@Tag("simulation")
class OverlappingBetsSimulationTest {
  private static final int AHEAD = 4;
  private static final int PANES = 1000;
  private static final int SERIES = Integer.getInteger("evenkeel.overlap.series", 100);
  private static final double ALPHA = 0.05;
  private static final double SD = 0.1;
  private static final Table TABLE =
      new Table(
          "overlapping_bets",
          "forecasts",
          "rows_per_pane",
          "overlapping_panes",
          "tolerance",
          "series",
          "panes",
          "e_value_ever_20",
          "beyond_ever_20",
          "alarms_per_series",
          "found",
          "median_panes_to_e_20",
          "median_panes_to_alarm");

  private static final Table LIVES =
      new Table(
          "overlapping_bets_life",
          "forecasts",
          "series",
          "panes_to_alarm_median",
          "alerts",
          "falsely_ended",
          "upper_95",
          "repaired_to_found_median",
          "repaired_to_found_90",
          "never_ended");

  /** What is wrong. */
  private enum Forecasts {
    RIGHT_NUMBERS(true),
    STUDENT_5(true),
    SD_BY_MEAN(true),
    NUMBER_BY_FEATURE(true),
    RIGHT_CLASSES(false),
    SINE_4(false),
    CLASS_BY_FEATURE(false);

    private final boolean isOfNumbers;

    Forecasts(boolean isOfNumbers) {
      this.isOfNumbers = isOfNumbers;
    }

    private Forecasts repaired() {
      return isOfNumbers ? RIGHT_NUMBERS : RIGHT_CLASSES;
    }

    /**
     * The target of a prediction.
     *
     * @param c what is predicted, uniform in (0, 1)
     * @param z the error, standard normal
     * @param isUpper whether the other feature is in its upper quarter
     */
    private Target target(double c, double z, boolean isUpper) {
      return switch (this) {
        case RIGHT_NUMBERS -> Target.of(c + SD * z);
        case STUDENT_5 -> Target.of(c + SD * student5(z));
        case SD_BY_MEAN -> Target.of(c + SD * (c < 0.5 ? 0.8 : 1.25) * z);
        case NUMBER_BY_FEATURE -> Target.of(c + SD * (z + (isUpper ? 0.3 : 0)));
        case RIGHT_CLASSES -> event(c, z);
        case SINE_4 -> event(c + 0.05 * Math.sin(4 * Math.PI * c), z);
        case CLASS_BY_FEATURE -> {
          double odds = c / (1 - c) * (isUpper ? Math.exp(0.5) : 1);
          yield event(odds / (1 + odds), z);
        }
      };
    }

    private static Target event(double probability, double z) {
      return Target.ofClass(StandardNormal.cdf(z) < probability ? 1 : 0);
    }

    /** With variance 1. */
    private static double student5(double z) {
      TDistribution t = TDistribution.of(5);
      double u = StandardNormal.cdf(-Math.abs(z));
      return Math.copySign(Math.sqrt(0.6) * t.inverseSurvivalProbability(u), z);
    }

    PredictiveDistribution prediction(double c) {
      return isOfNumbers ? Normal.of(c, SD) : Categorical.of(1 - c, c);
    }
  }

  /** A series of shocks: mutable. */
  private static final class Shocks {
    private final Deque<Double> last = new ArrayDeque<>();
    private final ZigguratSampler.NormalizedGaussian normal;
    private final UniformRandomProvider random;

    Shocks(UniformRandomProvider random) {
      this.random = random;
      this.normal = ZigguratSampler.NormalizedGaussian.of(random);
      for (int i = 0; i < AHEAD; i++) {
        last.add(normal.sample());
      }
    }

    /** The forecast that was made four panes ago. */
    void addNext(Sketch sketch, Forecasts kind, Outcome outcome) {
      double shock = last.remove();
      last.add(normal.sample());
      double error = last.stream().mapToDouble(Double::doubleValue).sum() / Math.sqrt(AHEAD);
      double c = StandardNormal.cdf(shock);
      byte[] cells = {(byte) (4 * c), (byte) random.nextInt(4)};
      sketch.add(kind.prediction(c), kind.target(c, error, cells[1] == 3), outcome, cells);
    }
  }

  private record Run(
      Forecasts kind, int rows, Overlap overlap, double tolerance, int panes, boolean isWhole) {}

  private record Life(int ever, int beyond, int alarms, int first) {}

  /**
   * A fault that lasts for five times what it took to find it, and is then repaired.
   *
   * @param found panes until then
   * @param falselyEnded how often it ended before the repair
   * @param ended panes from the repair to the end; infinite if there was none
   */
  private record Repair(int found, int falselyEnded, double ended) {}

  private static Repair repair(SketchPlan plan, Forecasts kind, int seed) {
    UniformRandomProvider random = Lives.random(seed);
    List<Shocks> shocks = IntStream.range(0, 20).mapToObj(i -> new Shocks(random)).toList();
    Overlap overlap = new Overlap(AHEAD + 1);
    CalibrationMonitor monitor = CalibrationMonitor.empty(plan, Tolerance.within(0), 0, overlap);
    double threshold = overlap.logThreshold(Math.log(PANES / ALPHA));
    int found = 0;
    int falselyEnded = 0;
    int restart = 0;
    for (int pane = 0; found == 0 || pane < 40 * found; pane++) {
      boolean isRepaired = found > 0 && pane > 6 * found;
      if (isRepaired && !monitor.isOpen()) {
        return new Repair(found, falselyEnded, pane - 6.0 * found);
      }
      Sketch sketch = plan.empty();
      for (Shocks of : shocks) {
        of.addNext(sketch, isRepaired ? kind.repaired() : kind, overlap.of("row", Outcome.OWN));
      }
      if (pane >= restart) {
        Transition now = monitor.add(sketch, pane, threshold);
        found = found == 0 && now == Transition.BEGAN ? pane : found;
        falselyEnded += !isRepaired && now == Transition.ENDED ? 1 : 0;
        restart = now == Transition.ENDED ? pane + overlap.panes() : restart;
      }
    }
    return new Repair(found, falselyEnded, Double.POSITIVE_INFINITY);
  }

  /** What no proof covers, as the panes just after an alert depend on those that raised it. */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"RIGHT_NUMBERS", "RIGHT_CLASSES"})
  void keepFaultsOpenUntilTheyAreGone(Forecasts kind) {
    SketchPlan plan = plan(kind);
    List<Repair> all =
        IntStream.range(0, SERIES).parallel().mapToObj(seed -> repair(plan, kind, seed)).toList();
    int ended = all.stream().mapToInt(Repair::falselyEnded).sum();
    List<Double> delays = all.stream().map(one -> one.ended / one.found).toList();
    long never = all.stream().filter(one -> Double.isInfinite(one.ended)).count();
    LIVES.add(
        kind,
        SERIES,
        Lives.quantile(all.stream().map(one -> (double) one.found).toList(), 0.5),
        SERIES + ended,
        ended,
        Lives.upper(ended, SERIES + ended),
        Lives.quantile(delays, 0.5),
        Lives.quantile(delays, 0.9),
        never);

    assertThat(ended / (double) (SERIES + ended)).isLessThanOrEqualTo(0.03);
    assertThat(never).isZero();
  }

  private static SketchPlan plan(Forecasts kind) {
    UniformRandomProvider random = Lives.random(77);
    List<PredictiveDistribution> sample = new ArrayList<>();
    for (int i = 0; i < 256; i++) {
      sample.add(kind.prediction(random.nextDouble()));
    }
    List<FeatureQuarters> features =
        List.of(
            new FeatureQuarters("shock", List.of(-0.67, 0.0, 0.67)),
            new FeatureQuarters("noise", List.of(0.25, 0.5, 0.75)));
    TargetSpace space = kind.isOfNumbers ? TargetSpace.reals(1) : TargetSpace.classes(2);
    return SketchPlan.of(space, ProfileLearner.learn(1, sample, 16, 1).withFeatures(features));
  }

  private static Life follow(SketchPlan plan, Run run, int seed) {
    UniformRandomProvider random = Lives.random(seed);
    List<Shocks> shocks = IntStream.range(0, run.rows).mapToObj(i -> new Shocks(random)).toList();
    Overlap overlap = run.overlap;
    SeriesEvidence evidence = SeriesEvidence.empty(plan, run.tolerance, overlap);
    CalibrationMonitor monitor =
        CalibrationMonitor.empty(plan, Tolerance.within(run.tolerance), 0, overlap);
    double threshold = overlap.logThreshold(Math.log(PANES / ALPHA));
    int ever = run.panes;
    int beyond = run.panes;
    int first = run.panes;
    int alarms = 0;
    int restart = 0;
    for (int pane = 0; pane < run.panes && (run.isWhole || alarms == 0); pane++) {
      Sketch sketch = plan.empty();
      for (Shocks of : shocks) {
        of.addNext(sketch, run.kind, overlap.of("row", Outcome.OWN));
      }
      evidence.add(sketch);
      ever = has20(overlap, evidence.logEValue()) ? Math.min(ever, pane) : ever;
      beyond = has20(overlap, evidence.logEValueBeyond()) ? Math.min(beyond, pane) : beyond;
      if (pane >= restart) {
        Transition now = monitor.add(sketch, pane, threshold);
        boolean begins = now == Transition.BEGAN || now == Transition.REOPENED;
        alarms += begins ? 1 : 0;
        first = begins ? Math.min(first, pane) : first;
        restart = now == Transition.ENDED ? pane + overlap.panes() : restart;
      }
    }
    return new Life(ever, beyond, alarms, first);
  }

  private static boolean has20(Overlap overlap, double logEValue) {
    return overlap.logEver(logEValue) >= -Math.log(ALPHA);
  }

  private static List<Life> lives(Run run) {
    SketchPlan plan = plan(run.kind);
    List<Life> lives =
        IntStream.range(0, SERIES).parallel().mapToObj(seed -> follow(plan, run, seed)).toList();
    TABLE.add(
        run.kind,
        run.rows,
        run.overlap.panes(),
        run.tolerance,
        SERIES,
        run.panes,
        share(lives, life -> life.ever < run.panes),
        share(lives, life -> life.beyond < run.panes),
        lives.stream().mapToInt(Life::alarms).sum() / (double) SERIES,
        share(lives, life -> life.alarms > 0),
        Lives.quantile(lives.stream().map(life -> (double) life.ever).toList(), 0.5),
        Lives.quantile(lives.stream().map(life -> (double) life.first).toList(), 0.5));
    return lives;
  }

  private static double share(List<Life> lives, Predicate<Life> which) {
    return lives.stream().filter(which).count() / (double) lives.size();
  }

  @ParameterizedTest
  @CsvSource({
    "RIGHT_NUMBERS, 1, 0",
    "RIGHT_NUMBERS, 20, 0",
    "RIGHT_CLASSES, 1, 0",
    "RIGHT_CLASSES, 20, 0",
    "RIGHT_NUMBERS, 20, 0.02",
    "RIGHT_CLASSES, 20, 0.02"
  })
  void rightForecastsKeepTheirLevel(Forecasts kind, int rows, double tolerance) {
    List<Life> lives = lives(new Run(kind, rows, new Overlap(AHEAD), tolerance, PANES, true));

    assertThat(share(lives, life -> life.ever < PANES)).isLessThanOrEqualTo(ALPHA);
    assertThat(share(lives, life -> life.beyond < PANES)).isLessThanOrEqualTo(ALPHA);
    assertThat(lives.stream().mapToInt(Life::alarms).sum() / (double) SERIES)
        .isLessThanOrEqualTo(ALPHA);
  }

  @ParameterizedTest
  @CsvSource({
    "STUDENT_5, 1, 6000",
    "SD_BY_MEAN, 1, 6000",
    "STUDENT_5, 20, 1000",
    "SD_BY_MEAN, 20, 1000",
    "NUMBER_BY_FEATURE, 20, 3000",
    "SINE_4, 20, 5000",
    "CLASS_BY_FEATURE, 20, 5000"
  })
  void findsWhatOnlyBetsSee(Forecasts kind, int rows, int panes) {
    List<Life> lives = lives(new Run(kind, rows, new Overlap(AHEAD + 1), 0, panes, false));

    assertThat(share(lives, life -> life.alarms > 0)).isGreaterThan(0.9);
  }
}
