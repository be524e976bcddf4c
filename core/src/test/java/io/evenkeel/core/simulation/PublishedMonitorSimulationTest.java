package io.evenkeel.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.evidence.SeriesEvidence;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.ProfileLearner;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The simulation that the documentation of probcal's calibration monitor publishes, with the
 * evidence of a series in place of that monitor: 24 batches of the same 2000 binary predictions,
 * their log-odds normal with mean −3.2 and standard deviation 1.1 (5 to 6 % events), a fault from
 * batch 12 on (counted from 0), and α = 0.05. A delay of 0 is a detection at the end of the first
 * batch with the fault; runs that raised an alarm before it count as not detected.
 */
@Tag("simulation")
class PublishedMonitorSimulationTest {
  private static final int BATCHES = 24;
  private static final int ONSET = 12;
  private static final int RUNS = 500;
  private static final int CALIBRATED_RUNS = 2000;
  private static final double TOLERANCE = 0.02;
  private static final double THRESHOLD = Math.log(20);
  private static final double[] LOG_ODDS = logOdds();
  private static final List<PredictiveDistribution> PREDICTIONS = predictions();
  private static final SketchPlan PLAN =
      SketchPlan.of(TargetSpace.classes(2), ProfileLearner.learn(1, PREDICTIONS, 32, 1));
  private static final Sketch NO_EVENTS = noEvents();
  private static final Table TABLE =
      new Table(
          "published_monitor",
          "fault",
          "detected",
          "median_delay",
          "detected_published",
          "median_delay_published",
          "detected_beyond_tolerance",
          "median_delay_beyond_tolerance");

  private static final BarChart CHART =
      new BarChart("published_monitor", "Median batches from a fault to its detection");

  private static double[] logOdds() {
    var normal = ZigguratSampler.NormalizedGaussian.of(RandomSource.XO_RO_SHI_RO_128_PP.create(42));
    return IntStream.range(0, 2000).mapToDouble(i -> -3.2 + 1.1 * normal.sample()).toArray();
  }

  private static double logistic(double x) {
    return 1 / (1 + Math.exp(-x));
  }

  private static List<PredictiveDistribution> predictions() {
    List<PredictiveDistribution> predictions = new ArrayList<>();
    for (double x : LOG_ODDS) {
      predictions.add(Categorical.of(1 - logistic(x), logistic(x)));
    }
    return predictions;
  }

  private static Sketch noEvents() {
    Sketch sketch = PLAN.empty();
    PREDICTIONS.forEach(p -> sketch.add(p, Target.ofClass(0)));
    return sketch;
  }

  /** The sketch of a batch, from that without events: sums do not mind. */
  private static Sketch batch(UniformRandomProvider random, double shift, double slope) {
    Sketch sketch = NO_EVENTS.copy();
    for (int i = 0; i < LOG_ODDS.length; i++) {
      if (random.nextDouble() < logistic(slope * LOG_ODDS[i] + shift)) {
        sketch.remove(PREDICTIONS.get(i), Target.ofClass(0));
        sketch.add(PREDICTIONS.get(i), Target.ofClass(1));
      }
    }
    return sketch;
  }

  /** The batch at whose end each e-process first passes 20, or {@value #BATCHES}. */
  private static int[] alarms(int run, double shift, double slope) {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(run);
    SeriesEvidence evidence = SeriesEvidence.empty(PLAN, TOLERANCE);
    int[] alarms = {BATCHES, BATCHES};
    for (int k = 0; k < BATCHES && alarms[1] == BATCHES; k++) {
      evidence.add(k < ONSET ? batch(random, 0, 1) : batch(random, shift, slope));
      alarms[0] = evidence.logEValue() >= THRESHOLD ? Math.min(alarms[0], k) : alarms[0];
      alarms[1] = evidence.logEValueBeyond() >= THRESHOLD ? k : BATCHES;
    }
    return alarms;
  }

  @Test
  void falseAlarmsAreAtMostTheLevel() {
    double share =
        IntStream.range(0, CALIBRATED_RUNS)
                .parallel()
                .filter(run -> alarms(run, 0, 1)[0] < BATCHES)
                .count()
            / (double) CALIBRATED_RUNS;

    TABLE.add("none", share, "", 0.0275, "", "", "");
    assertThat(share).isLessThanOrEqualTo(0.0275);
  }

  @ParameterizedTest
  @CsvSource({
    "shift 0.2, 0.2, 1, 0.94, 6",
    "shift 0.4, 0.4, 1, 0.99, 2",
    "slope 0.8, 0, 0.8, 0.99, 2",
    "slope 1.25, 0, 1.25, 0.99, 3"
  })
  void faultsAreFoundSooner(
      String fault, double shift, double slope, double published, double delayPublished) {
    int[][] alarms =
        IntStream.range(0, RUNS)
            .parallel()
            .mapToObj(run -> alarms(10_000 + run, shift, slope))
            .toArray(int[][]::new);

    double delay = medianDelay(alarms, 0);
    TABLE.add(
        fault,
        detected(alarms, 0),
        delay,
        published,
        delayPublished,
        detected(alarms, 1),
        medianDelay(alarms, 1));
    CHART.add(fault, "evidence", delay);
    CHART.add(fault, "probcal, published", delayPublished);
    CHART.add(fault, "evidence beyond tolerance", medianDelay(alarms, 1));
    assertThat(detected(alarms, 0)).isGreaterThanOrEqualTo(published - 0.005);
    assertThat(delay).isLessThanOrEqualTo(shift == 0.2 ? delayPublished : delayPublished / 2);
  }

  private static double detected(int[][] alarms, int process) {
    return delays(alarms, process).count() / (double) RUNS;
  }

  private static double medianDelay(int[][] alarms, int process) {
    int[] delays = delays(alarms, process).sorted().toArray();
    int n = delays.length;
    return (delays[(n - 1) / 2] + delays[n / 2]) / 2.0;
  }

  private static IntStream delays(int[][] alarms, int process) {
    return IntStream.range(0, alarms.length)
        .map(run -> alarms[run][process] - ONSET)
        .filter(delay -> delay >= 0 && delay < BATCHES - ONSET);
  }

  @AfterAll
  static void publish() {
    CHART.publish();
  }
}
