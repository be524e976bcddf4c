package io.evenkeel.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.hypothesis.CmeTest;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.ProfileLearner;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How often recalibration evidence ever passes 20 for a calibrated model, and how soon it does, and
 * the CME test rejects, for 10 classes whose probabilities are too sharp; and how soon it does for
 * counts whose means or dispersions are wrong.
 */
@Tag("simulation")
class EvidenceSimulationTest {
  private static final int REPETITIONS = 2000;
  private static final double ALPHA = 0.05;
  private static final int LABELS = 10_000;

  /** Of counts, whose evidence takes longer. */
  private static final int COUNTS = 2_000;

  private static final Table FALSE_ALARMS =
      new Table("evidence_false_alarms", "setting", "labels", "ever_passed_20");
  private static final Table DELAYS =
      new Table("evidence_delays", "setting", "temperature", "median_labels", "p90_labels");
  private static final Table COUNT_DELAYS =
      new Table("evidence_count_delays", "setting", "said", "median_labels", "p90_labels");
  private static final Table POWER =
      new Table("cme_power", "setting", "temperature", "n", "locations", "cme_rejected");

  private static List<Setting> settings() {
    return Setting.all();
  }

  @ParameterizedTest
  @MethodSource("settings")
  void evidenceSeldomEverRejectsCalibratedModels(Setting setting) {
    neverPassesOften(setting, LABELS);
  }

  private static List<Setting> counts() {
    return Setting.counts();
  }

  @ParameterizedTest
  @MethodSource("counts")
  void evidenceSeldomEverRejectsCalibratedCounts(Setting setting) {
    neverPassesOften(setting, COUNTS);
  }

  private static void neverPassesOften(Setting setting, int labels) {
    int[] delays = delays(setting, UnaryOperator.identity(), labels);

    double passed = IntStream.of(delays).filter(t -> t <= labels).count() / (double) REPETITIONS;
    FALSE_ALARMS.add(setting, labels, passed);
    assertThat(passed).isLessThanOrEqualTo(ALPHA);
  }

  @ParameterizedTest
  @CsvSource({"0.5, 25", "0.8, 300", "2, 60", "1.25, 400"})
  void evidenceFindsTemperaturesSoon(double temperature, int bar) {
    int[] delays = delays(Setting.classes(10), Stream.temperature(temperature), LABELS);

    DELAYS.add(
        Setting.classes(10), temperature, delays[REPETITIONS / 2], delays[REPETITIONS * 9 / 10]);
    assertThat(delays[REPETITIONS / 2]).isLessThanOrEqualTo(bar);
  }

  /** Counts of the size, or Poisson if it is 0, said to be Poisson with a mean that is wrong. */
  @ParameterizedTest
  @CsvSource({"3, 0.8, 0", "200, 0.8, 0", "20, 1.1, 0", "3, 1, 5", "20, 1, 5"})
  void evidenceFindsWrongCountsSoon(double mean, double said, double size) {
    Setting setting =
        new Setting(
            (size == 0 ? "Poisson" : "negative binomial size=" + size) + " mean=" + mean,
            r -> counts(mean * r.nextDouble(0.5, 1.5), size),
            TargetSpace.reals(1));
    int[] delays =
        delays(
            setting, p -> Counts.poisson(said * ((Counts) p).law().orElseThrow().mean()), COUNTS);

    COUNT_DELAYS.add(setting, said, delays[REPETITIONS / 2], delays[REPETITIONS * 9 / 10]);
    assertThat(delays[REPETITIONS / 2]).isLessThanOrEqualTo(500);
  }

  private static Counts counts(double mean, double size) {
    return size == 0 ? Counts.poisson(mean) : Counts.negativeBinomial(mean, size);
  }

  @ParameterizedTest
  @CsvSource({"0.5, 0.9", "0.8, 0", "2, 0"})
  void cmeTestHasPower(double temperature, double bar) {
    Setting setting = Setting.classes(10);
    long rejected =
        IntStream.range(0, REPETITIONS)
            .parallel()
            .filter(repetition -> cmeRejects(setting, Stream.temperature(temperature), repetition))
            .count();

    double power = rejected / (double) REPETITIONS;
    POWER.add(setting, temperature, 256, 32, power);
    assertThat(power).isGreaterThanOrEqualTo(bar);
  }

  /** For each repetition the first label with which E passes 1/α, in ascending order. */
  private static int[] delays(
      Setting setting, UnaryOperator<PredictiveDistribution> model, int labels) {
    return IntStream.range(0, REPETITIONS)
        .parallel()
        .map(r -> delay(setting, Stream.distorted(setting.law(), model, r), labels))
        .sorted()
        .toArray();
  }

  private static int delay(Setting setting, Stream stream, int labels) {
    Sketch sketch = SketchPlan.of(setting.space(), null).empty();
    for (int t = 1; t <= labels; t++) {
      Observation o = stream.next();
      sketch.add(o.prediction(), o.target());
      if (sketch.evidence().rejects(ALPHA)) {
        return t;
      }
    }
    return Integer.MAX_VALUE;
  }

  private static boolean cmeRejects(
      Setting setting, UnaryOperator<PredictiveDistribution> model, int repetition) {
    Stream stream = Stream.distorted(setting.law(), model, repetition);
    Sketch sketch =
        SketchPlan.of(
                setting.space(), ProfileLearner.learn(1, stream.predictions(200), 32, repetition))
            .empty();
    Sketches.addAll(sketch, stream.next(256));
    return CmeTest.withDefaults().test(sketch.cme().orElseThrow()).rejects(ALPHA);
  }
}
