package io.evenkeel.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.evidence.SeriesEvidence;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSampler;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.core.sequential.FalseAlarmBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * False alarms of a fleet of 1000 calibrated series over 1000 windows each, of 12 binary
 * predictions on average: without tolerance, which is the hardest case, the e-process at α = 0.01
 * per series, and the detector on a budget of 10 false alarms per 250 windows for all series
 * together.
 *
 * <p>Labels come with Pareto delays (shape 0.8: without mean) and count if they are in 20 windows
 * after their prediction; the sketches of four source partitions are merged in random order. The
 * log-odds of the predictions are independent, or an autoregression with coefficient 0.95.
 */
@Tag("simulation")
class FleetSimulationTest {
  private static final int SERIES = 1000;
  private static final int WINDOWS = 1000;
  private static final int PARTITIONS = 4;
  private static final int PER_PARTITION = 3;
  private static final int WAIT = 20;
  private static final double ALPHA = 0.01;
  private static final FalseAlarmBudget BUDGET = new FalseAlarmBudget(10, 250);
  private static final TargetSpace SPACE = TargetSpace.classes(2);
  private static final Table TABLE =
      new Table(
          "fleet_false_alarms",
          "log_odds_autocorrelation",
          "labels_per_window",
          "e_process_ever_alarmed",
          "e_process_low_95",
          "e_process_high_95",
          "e_process_bound",
          "detector_alarms_per_period",
          "detector_low_95",
          "detector_high_95",
          "detector_budget");

  private static final BarChart CHART =
      new BarChart("fleet_false_alarms", "False alarms as a share of what is allowed");

  private record Outcome(boolean everRejected, int alarms, double labels) {}

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.95})
  void falseAlarmsStayWithinTheBudget(double autocorrelation) {
    List<Outcome> outcomes =
        IntStream.range(0, SERIES)
            .parallel()
            .mapToObj(series -> follow(series, autocorrelation))
            .toList();

    double ever = (double) outcomes.stream().filter(Outcome::everRejected).count();
    double alarms = outcomes.stream().mapToInt(Outcome::alarms).sum();
    double labels = outcomes.stream().mapToDouble(Outcome::labels).sum();
    double periods = WINDOWS / BUDGET.period();
    TABLE.add(
        autocorrelation,
        labels / SERIES / WINDOWS,
        ever / SERIES,
        ever == 0 ? 0.0 : quantile(ever, SERIES - ever + 1, 0.025),
        quantile(ever + 1, SERIES - ever, 0.975),
        ALPHA,
        alarms / periods,
        alarms == 0 ? 0.0 : poisson(2 * alarms, 0.025) / periods,
        poisson(2 * alarms + 2, 0.975) / periods,
        BUDGET.alarms());
    String law = "autocorrelation " + autocorrelation;
    CHART.add(law, "e-process", ever / SERIES / ALPHA);
    CHART.add(law, "detector", alarms / periods / BUDGET.alarms());
    assertThat(ever / SERIES).isLessThanOrEqualTo(ALPHA);
    assertThat(alarms / periods).isLessThanOrEqualTo(BUDGET.alarms());
  }

  /** Clopper and Pearson. */
  private static double quantile(double a, double b, double level) {
    return BetaDistribution.of(a, b).inverseCumulativeProbability(level);
  }

  /** Garwood. */
  private static double poisson(double degrees, double level) {
    return ChiSquaredDistribution.of(degrees).inverseCumulativeProbability(level) / 2;
  }

  private static Outcome follow(int series, double autocorrelation) {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(series);
    Predictions predictions = new Predictions(random, autocorrelation);
    List<PredictiveDistribution> sample = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      sample.add(predictions.next());
    }
    Profile profile = ProfileLearner.learn(1, sample, 10, series);
    SketchPlan plan = SketchPlan.of(SPACE, profile);
    double threshold = Math.log(BUDGET.threshold(1, SERIES, 1));
    SeriesEvidence process = SeriesEvidence.empty(plan, 0);
    SeriesEvidence detector = process;
    boolean ever = false;
    int alarms = 0;
    double labels = 0;
    for (int window = 0; window < WINDOWS; window++) {
      Sketch pane = pane(plan, predictions, random);
      labels += (double) pane.labelled();
      process.add(pane);
      ever |= process.logEValue() >= -Math.log(ALPHA);
      if (detector != process) {
        detector.add(pane);
      }
      if (detector.logDetector() >= threshold) {
        alarms++;
        detector = SeriesEvidence.empty(plan, 0);
      }
    }
    return new Outcome(ever, alarms, labels);
  }

  private static Sketch pane(
      SketchPlan plan, Predictions predictions, UniformRandomProvider random) {
    TargetSampler targets = new TargetSampler(random);
    List<Sketch> parts = new ArrayList<>();
    for (int partition = 0; partition < PARTITIONS; partition++) {
      Sketch part = plan.empty();
      for (int i = 0; i < PER_PARTITION; i++) {
        PredictiveDistribution p = predictions.next();
        Target y = targets.draw(p);
        double delay = Math.pow(1 - random.nextDouble(), -1 / 0.8);
        if (delay <= WAIT) {
          part.add(p, y);
        }
      }
      parts.add(random.nextInt(parts.size() + 1), part);
    }
    Sketch whole = parts.get(0);
    parts.subList(1, PARTITIONS).forEach(whole::merge);
    return whole;
  }

  /** A mutable source of predictions whose log-odds are normal with mean −1. */
  private static final class Predictions {
    private final ZigguratSampler.NormalizedGaussian normal;
    private final double coefficient;
    private double state;

    Predictions(UniformRandomProvider random, double coefficient) {
      this.normal = ZigguratSampler.NormalizedGaussian.of(random);
      this.coefficient = coefficient;
      this.state = normal.sample();
    }

    PredictiveDistribution next() {
      double noise = Math.sqrt(1 - coefficient * coefficient);
      state = coefficient * state + noise * normal.sample();
      double p = 1 / (1 + Math.exp(1 - state));
      return Categorical.of(1 - p, p);
    }
  }

  @AfterAll
  static void publish() {
    CHART.publish();
  }
}
