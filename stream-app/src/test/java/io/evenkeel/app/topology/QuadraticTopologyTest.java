package io.evenkeel.app.topology;

import static io.evenkeel.app.topology.TopologyHarness.binary;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.app.state.ProfileRecords;
import io.evenkeel.core.calibration.Ckce;
import io.evenkeel.core.calibration.Skce;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictStatus;
import io.evenkeel.schemas.internal.Profile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class QuadraticTopologyTest extends TopologyScenario {
  /** The profile is learned from the minutes 0 to 20; this window is judged with it. */
  private static final int JUDGED = 20;

  private static final int END = 30;
  private static final int RESERVOIR = 128;
  private static final double TOLERANCE = 1e-12;

  private static PredictiveDistribution prediction(int i) {
    return binary(0.05 + 0.9 * new SplittableRandom(i).nextDouble());
  }

  private static int target(int i) {
    return i % 3 == 0 ? 1 : 0;
  }

  private static void stream(TopologyHarness app, int from, int to) {
    for (int i = from; i < to; i++) {
      app.predict("id-" + i, minute(i), prediction(i));
      app.label("id-" + i, minute(i + 1), target(i));
    }
  }

  private static TensorKernel kernel(TopologyHarness app) {
    Profile record =
        app.driver()
            .<String, Profile>getTimestampedKeyValueStore("profiles")
            .get(TopologyHarness.MODEL + '|')
            .value();
    return ProfileRecords.toCore(record).kernel();
  }

  private static Observations window() {
    List<PredictiveDistribution> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = JUDGED; i < END; i++) {
      predictions.add(prediction(i));
      targets.add(Target.ofClass(target(i)));
    }
    return Observations.of(predictions, targets);
  }

  private static Verdict judged(TopologyHarness app) {
    app.settle();
    return app.finalVerdicts().stream()
        .filter(verdict -> verdict.getWindowStart().equals(minute(JUDGED)))
        .reduce((first, last) -> last)
        .orElseThrow();
  }

  @Test
  void finalVerdictsCarryTheStatisticsOfAllLabelsIfTheseAreFew() {
    TopologyHarness app = start();

    stream(app, 0, END);
    app.settle();
    app.heartbeat(minute(200));
    Verdict verdict = judged(app);

    assertThat(verdict.getSample().getSize()).isEqualTo(END - JUDGED);
    assertThat(verdict.getSample().getSkce())
        .isCloseTo(new Skce(kernel(app)).unbiased(window()), within(TOLERANCE));
    assertThat(verdict.getSample().getSkcePValue()).isBetween(0.0, 1.0);
    double ckce =
        new Ckce(kernel(app)).jackknife(window(), Ckce.defaultLambda(RESERVOIR)).estimate();
    assertThat(verdict.getSample().getCkce()).isCloseTo(ckce, within(TOLERANCE));
    assertThat(verdict.getSample().getCkceLower()).isLessThan(ckce);
    assertThat(verdict.getSample().getCkceUpper()).isGreaterThan(ckce);
  }

  @Test
  void verdictsThatAreNotFinalDoNotTakeAllPairs() {
    TopologyHarness app = start();

    stream(app, 0, END);
    app.settle();
    app.heartbeat(minute(200));
    app.settle();

    assertThat(app.verdicts())
        .filteredOn(verdict -> verdict.getStatus() != VerdictStatus.FINAL)
        .isNotEmpty()
        .extracting(Verdict::getSample)
        .containsOnlyNulls();
  }

  @Test
  void correctedLabelsReplaceThoseInTheSample() {
    TopologyHarness app = start();

    for (int i = 0; i < END; i++) {
      app.predict("id-" + i, minute(i), prediction(i));
      app.label("id-" + i, minute(i + 1), 0, 1 - target(i));
    }
    for (int i = 0; i < END; i++) {
      app.label("id-" + i, minute(END), 1, target(i));
    }
    app.settle();
    app.heartbeat(minute(200));
    Verdict verdict = judged(app);

    assertThat(verdict.getSample().getSkce())
        .isCloseTo(new Skce(kernel(app)).unbiased(window()), within(TOLERANCE));
  }

  @Test
  void theSampleIsNoLargerThanTheReservoirAndTheSameWhateverTheOrderOfLabels() {
    TopologyHarness app = start("defaults.profile.reservoir=6");
    stream(app, 0, END);
    app.settle();
    app.heartbeat(minute(200));
    Verdict verdict = judged(app);
    close();

    TopologyHarness other = start("defaults.profile.reservoir=6", "application-id=other");
    for (int i = 0; i < END; i++) {
      other.predict("id-" + i, minute(i), prediction(i));
    }
    for (int i = END - 1; i >= 0; i--) {
      other.label("id-" + i, minute(END), target(i));
    }
    other.settle();
    other.heartbeat(minute(200));
    Verdict reversed = judged(other);

    assertThat(verdict.getSample().getSize()).isEqualTo(6);
    assertThat(reversed.getSample().getSkce()).isEqualTo(verdict.getSample().getSkce());
    assertThat(reversed.getSample().getSkcePValue()).isEqualTo(verdict.getSample().getSkcePValue());
    assertThat(reversed.getSample().getCkce()).isEqualTo(verdict.getSample().getCkce());
  }

  @Test
  void aSlidingWindowTakesOneSampleOfAllItsPanes() {
    TopologyHarness app = start("defaults.window.advance=5m", "defaults.profile.reservoir=1000");

    stream(app, 0, END);
    app.settle();
    app.heartbeat(minute(200));

    assertThat(judged(app).getSample().getSize()).isEqualTo(END - JUDGED);
  }

  @Test
  void windowsThatAreFinalByTheirCoverageHaveThemToo() {
    TopologyHarness app = start("defaults.labels.min-coverage=0.9");

    stream(app, 0, END);
    app.settle();
    app.predict("next", minute(END + 1), binary(0.5));

    assertThat(judged(app).getSample().getSize()).isEqualTo(END - JUDGED);
  }

  @Test
  void windowsThatCloseByWallClockHaveThemToo() {
    TopologyHarness app = start();

    stream(app, 0, END);
    app.settle();
    for (int i = 0; i < 10; i++) {
      app.pass(Duration.ofHours(1));
    }

    assertThat(judged(app).getSample().getSize()).isEqualTo(END - JUDGED);
  }

  @Test
  void numbersHaveThemAsWell() {
    TopologyHarness app = start();

    for (int i = 0; i < END; i++) {
      app.predict("id-" + i, minute(i), Normal.of(i % 7, 1));
      app.label(
          new LabelEvent(
              "id-" + i, minute(i + 1).toEpochMilli(), 0, new RawTarget.Real(i % 7 + 0.5)));
    }
    app.settle();
    app.heartbeat(minute(200));
    Verdict verdict = judged(app);

    assertThat(verdict.getSample().getSize()).isEqualTo(END - JUDGED);
    assertThat(verdict.getSample().getSkce()).isFinite();
    assertThat(verdict.getSample().getCkceLower()).isLessThan(verdict.getSample().getCkceUpper());
  }
}
