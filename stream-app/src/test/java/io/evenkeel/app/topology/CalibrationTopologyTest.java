package io.evenkeel.app.topology;

import static io.evenkeel.app.topology.TopologyHarness.binary;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.app.metrics.Instrument;
import io.evenkeel.app.state.StoreNames;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertChange;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Finding;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictStatus;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CalibrationTopologyTest extends TopologyScenario {

  @Test
  void joinsALabelThatComesAfterItsPrediction() {
    TopologyHarness app = start();

    app.predict("a", minute(0), binary(0.7));
    app.label("a", minute(1), 1);

    assertThat(newest(app).getPredictions()).isEqualTo(1);
    assertThat(newest(app).getLabelled()).isEqualTo(1);
  }

  @Test
  void joinsALabelThatComesBeforeItsPrediction() {
    TopologyHarness app = start();

    app.label("a", minute(1), 1);
    app.predict("a", minute(0), binary(0.7));

    assertThat(newest(app).getLabelled()).isEqualTo(1);
    assertThat(newest(app).getScores().getLogLoss()).isEqualTo(-Math.log(0.7));
  }

  @Test
  void replacesALabelByItsCorrection() {
    TopologyHarness app = start();

    app.predict("a", minute(0), binary(0.7));
    app.label("a", minute(1), 0, 1);
    app.label("a", minute(2), 1, 0);

    assertThat(newest(app).getLabelled()).isEqualTo(1);
    assertThat(newest(app).getScores().getLogLoss()).isCloseTo(-Math.log(0.3), within(1e-12));
  }

  @Test
  void ignoresALabelOlderThanTheOneItHas() {
    TopologyHarness app = start();

    app.predict("a", minute(0), binary(0.7));
    app.label("a", minute(2), 1, 0);
    app.label("a", minute(1), 0, 1);

    assertThat(newest(app).getScores().getLogLoss()).isCloseTo(-Math.log(0.3), within(1e-12));
  }

  @Test
  void keepsTheNewestOfLabelsThatCameBeforeTheirPrediction() {
    TopologyHarness app = start();

    app.label("a", minute(2), 1, 0);
    app.label("a", minute(1), 0, 1);
    app.predict("a", minute(0), binary(0.7));

    assertThat(newest(app).getScores().getLogLoss()).isCloseTo(-Math.log(0.3), within(1e-12));
  }

  @Test
  void issuesAProvisionalVerdictAndRevisesItAsLabelsCome() {
    TopologyHarness app = start();

    app.predict("a", minute(0), binary(0.7));
    app.predict("b", minute(1), binary(0.7));
    app.label("a", minute(2), 1);
    app.settle();
    app.label("b", minute(3), 1);
    app.settle();

    assertThat(app.verdicts())
        .extracting(Verdict::getStatus, Verdict::getRevision, Verdict::getLabelled)
        .containsExactly(
            tuple(VerdictStatus.PROVISIONAL, 0, 1L), tuple(VerdictStatus.REVISED, 1, 2L));
  }

  @Test
  void issuesNoNewVerdictWhereNothingChanged() {
    TopologyHarness app = start();

    app.predict("a", minute(0), binary(0.7));
    app.label("a", minute(1), 1);
    app.settle();
    app.settle();

    assertThat(app.verdicts()).hasSize(1);
  }

  @Test
  void makesAVerdictFinalWhenLabelsHaveBeenAwaitedLongEnough() {
    TopologyHarness app = start();
    stream(app, 0, 20, 0.6, 0.6);
    app.settle();
    assertThat(app.finalVerdicts()).isEmpty();

    app.heartbeat(minute(40));
    app.settle();

    assertThat(app.finalVerdicts()).hasSize(1);
    assertThat(app.finalVerdicts().get(0).getWindowStart()).isEqualTo(T0);
    assertThat(app.finalVerdicts().get(0).getLabelled()).isEqualTo(10);
  }

  @Test
  void tellsHowFarAModelHasCome() {
    TopologyHarness app = start();
    stream(app, 0, 60, 0.6, 0.6);
    app.heartbeat(minute(100));
    app.settle();

    // Labels of the window that ends after 70 minutes have been awaited for half an hour.
    assertThat(app.measured().value(Instrument.EVENT_TIME, TopologyHarness.MODEL))
        .isEqualTo((double) minute(100).getEpochSecond());
    assertThat(app.measured().value(Instrument.FINAL_WINDOW, TopologyHarness.MODEL))
        .isEqualTo((double) minute(60).getEpochSecond());
  }

  @Test
  void waitsForTheSlowerOfPredictionsAndLabels() {
    TopologyHarness app = start();
    for (int i = 0; i < 100; i++) {
      app.predict("id-" + i, minute(i), binary(0.6));
    }
    app.label("id-0", minute(1), 1);
    app.settle();

    assertThat(app.finalVerdicts()).isEmpty();
  }

  @Test
  void closesWindowsByTheWallClockWhenNothingComesAnyMore() {
    TopologyHarness app = start("monitor.idle-timeout=1m");
    stream(app, 0, 20, 0.6, 0.6);
    app.settle();

    app.pass(Duration.ofMinutes(2));
    app.settle();
    assertThat(app.finalVerdicts()).isEmpty();
    app.pass(Duration.ofHours(1));
    app.settle();

    assertThat(app.finalVerdicts()).extracting(Verdict::getLabelled).containsExactly(10L, 10L);
  }

  @Test
  void leavesPanesOfAnotherKindOutOfAWindowAndGoesOn() {
    TopologyHarness app = start("defaults.window.size=30m");
    app.predict("a", minute(0), binary(0.6));
    app.predict("b", minute(11), Categorical.of(0.2, 0.3, 0.5));
    app.predict("c", minute(21), binary(0.6));

    assertThat(newest(app).getPredictions()).isEqualTo(2);
  }

  @Test
  void makesAVerdictFinalEarlyWhenEnoughLabelsAreIn() {
    TopologyHarness app = start("defaults.labels.min-coverage=0.9");

    stream(app, 0, 12, 0.6, 0.6);
    app.settle();

    assertThat(app.finalVerdicts()).hasSize(1);
  }

  @Test
  void countsTheEvidenceOfAPaneOnceThoughItIsToldAgainAfterItWasSettled() {
    String[] earlyFinal = {
      "defaults.labels.min-coverage=0.9",
      "defaults.labels.wait=1d",
      "defaults.labels.delay=independent",
      "application-id=corrected-after-settling"
    };
    TopologyHarness plain = start(Arrays.copyOf(earlyFinal, 3));
    stream(plain, 0, 80, 0.6, 0.6);
    plain.settle();
    stream(plain, 80, 92, 0.6, 0.6);
    double once = newestFinal(plain).getEvidence().getLogESeries();
    plain.close();

    TopologyHarness app = start(earlyFinal);
    stream(app, 0, 80, 0.6, 0.6);
    app.settle();
    Verdict former = newestFinal(app);
    for (int i = 20; i < 30; i++) {
      app.label("id-" + i, minute(90), 1, 1);
    }
    app.settle();
    stream(app, 80, 92, 0.6, 0.6);

    assertThat(newestFinal(app).getWindowEnd()).isAfter(former.getWindowEnd());
    assertThat(newestFinal(app).getEvidence().getLogESeries()).isCloseTo(once, within(1e-9));
    assertThat(app.measured().value(Instrument.STRAGGLERS, TopologyHarness.MODEL)).isPositive();
  }

  @Test
  void learnsAProfileFromTheFirstPredictionsAndJudgesOnlyWhatComesAfterThem() {
    TopologyHarness app = start();

    stream(app, 0, 60, 0.6, 0.6);
    app.heartbeat(minute(200));
    app.settle();

    assertThat(app.finalVerdicts())
        .extracting(Verdict::getProfile)
        .containsExactly(0, 0, 1, 1, 1, 1);
    assertThat(app.finalVerdicts().get(5).getTests().getCmePValue()).isBetween(0.0, 1.0);
    assertThat(app.finalVerdicts().get(5).getTests().getSkce()).isNotNull();
  }

  @Test
  void judgesWithTheProfileWhatWasReadBeforeItWasLearned() {
    TopologyHarness app = start();

    // Everything is read before the processors get to publish anything.
    stream(app, 0, 60, 0.6, 0.6);
    app.heartbeat(minute(200));
    app.settle();
    Verdict atOnce = app.finalVerdicts().get(5);

    app.close();
    TopologyHarness slow = startAgain();
    for (int i = 0; i < 60; i += 5) {
      stream5(slow, i);
      slow.settle();
    }
    slow.heartbeat(minute(200));
    slow.settle();

    Verdict bySteps = slow.finalVerdicts().get(5);
    assertThat(bySteps.getTests().getCmePValue())
        .isCloseTo(atOnce.getTests().getCmePValue(), within(1e-9));
    assertThat(bySteps.getTests().getSkce()).isCloseTo(atOnce.getTests().getSkce(), within(1e-12));
  }

  @Test
  void staysQuietOnACalibratedModel() {
    TopologyHarness app = start();

    stream(app, 0, 500, 0.6, 0.6);
    app.heartbeat(minute(1000));
    app.settle();

    assertThat(app.finalVerdicts()).hasSize(50);
    assertThat(app.alerts()).noneMatch(alert -> alert.getState() == AlertState.FIRING);
  }

  @Test
  void firesOnceWhenTheEvidencePassesAndResolvesWhenItIsQuietAgain() {
    TopologyHarness app = start();

    stream(app, 0, 100, 0.9, 0.5);
    stream(app, 100, 400, 0.9, 0.9);
    app.heartbeat(minute(1000));
    app.settle();

    assertThat(app.alerts())
        .extracting(Alert::getChange)
        .filteredOn(change -> change != AlertChange.CHANGED)
        .containsExactly(AlertChange.BEGAN, AlertChange.ENDED);
    Alert fired = app.alerts().get(0);
    Alert last = app.alerts().get(app.alerts().size() - 1);
    assertThat(fired.getRule()).isEqualTo("miscalibration");
    assertThat(fired.getChange()).isEqualTo(AlertChange.BEGAN);
    assertThat(app.verdicts())
        .filteredOn(verdict -> verdict.getStatus() == VerdictStatus.FINAL)
        .filteredOn(verdict -> verdict.getWindowEnd().equals(fired.getUpdatedAt()))
        .allSatisfy(
            verdict ->
                assertThat(verdict.getEvidence().getLogDetector())
                    .isGreaterThanOrEqualTo(verdict.getEvidence().getLogThreshold()));
    assertThat(fired.getStartsAt()).isEqualTo(T0);
    assertThat(fired.getSummary()).contains("churn", "over-confident");
    assertThat(last.getFingerprint()).isEqualTo(fired.getFingerprint());
    assertThat(last.getRaisedAt()).isEqualTo(fired.getRaisedAt());
    assertThat(last.getEndsAt()).isNotNull();
  }

  @Test
  void letsProvisionalEvidencePageOnlyWhereDelaysAreIndependent() {
    TopologyHarness app = start("defaults.labels.delay=independent");

    stream(app, 0, 40, 0.9, 0.2);
    app.settle();

    assertThat(app.finalVerdicts()).isEmpty();
    assertThat(app.alerts()).extracting(Alert::getState).containsExactly(AlertState.FIRING);
  }

  @Test
  void startsTheEvidenceAnewWhereItIsTold() {
    TopologyHarness app = start("defaults.evidence.restart=20m");

    stream(app, 0, 60, 0.6, 0.6);
    app.heartbeat(minute(500));
    app.settle();

    List<Verdict> verdicts = app.finalVerdicts();
    assertThat(verdicts.get(0).getEvidence().getLogESeries())
        .isCloseTo(ofOnePane(verdicts.get(0)), within(1e-3));
    assertThat(verdicts.get(1).getEvidence().getLogESeries())
        .isNotCloseTo(ofOnePane(verdicts.get(1)), within(1e-3));
    assertThat(verdicts.get(2).getEvidence().getLogESeries())
        .isCloseTo(ofOnePane(verdicts.get(2)), within(1e-3));
  }

  /**
   * Half of the weight is on bets, and 1 − 2^(−1/4) on the first pane. Bets that learn have no past
   * yet; those on noise in labels need none, and change the sum by less than 1e-3 here.
   */
  private static double ofOnePane(Verdict verdict) {
    double first = 1 - Math.pow(2, -0.25);
    return Math.log(
        first * (0.5 + 0.5 * Math.exp(verdict.getEvidence().getLogEWindow())) + 1 - first);
  }

  @Test
  void mergesThePanesOfSlidingWindows() {
    TopologyHarness app = start("defaults.window.size=30m");

    stream(app, 0, 60, 0.6, 0.6);
    app.heartbeat(minute(500));
    app.settle();

    assertThat(app.finalVerdicts())
        .extracting(Verdict::getPredictions)
        .containsExactly(10L, 20L, 30L, 30L, 30L, 30L);
  }

  @Test
  void monitorsSegmentsAsSeriesOfTheirOwn() {
    TopologyHarness app = start("defaults.segments=country");

    for (int i = 0; i < 10; i++) {
      app.predict(
          new io.evenkeel.app.codec.PredictionEvent(
              "id-" + i,
              TopologyHarness.MODEL,
              "",
              minute(i).toEpochMilli(),
              Map.of("country", i % 2 == 0 ? "DE" : "FR"),
              Map.of(),
              binary(0.6)));
      app.label("id-" + i, minute(i + 1), 1);
    }
    app.settle();

    Map<String, Long> labelled = new HashMap<>();
    app.verdicts().forEach(v -> labelled.put(v.getSegment(), v.getLabelled()));
    assertThat(labelled)
        .containsExactlyInAnyOrderEntriesOf(Map.of("", 10L, "country=DE", 5L, "country=FR", 5L));
  }

  @Test
  void saysThatThereAreNoLabels() {
    TopologyHarness app = start();

    app.predict("a", minute(0), binary(0.6));

    assertThat(newest(app).getFinding()).isEqualTo(Finding.NO_DATA);
  }

  @Test
  void saysThatThereAreTooFewLabels() {
    TopologyHarness app = start("defaults.labels.min=5");

    app.predict("a", minute(0), binary(0.6));
    app.label("a", minute(1), 1);

    assertThat(newest(app).getFinding()).isEqualTo(Finding.UNDERPOWERED);
  }

  @Test
  void forgetsWhatIsClosed() {
    TopologyHarness app = start();

    stream(app, 0, 100, 0.6, 0.6);
    app.heartbeat(minute(1000));
    app.settle();
    app.settle();

    assertThat(count(app, "observations")).isZero();
    assertThat(count(app, "open-panes")).isZero();
    assertThat(count(app, "sketches")).isZero();
    assertThat(count(app, "samples")).isZero();
    assertThat(count(app, "partials")).isLessThanOrEqualTo(3);
    assertThat(count(app, StoreNames.MEMBERS)).isZero();
  }

  private static Verdict newestFinal(TopologyHarness app) {
    app.settle();
    List<Verdict> verdicts = app.finalVerdicts();
    return verdicts.get(verdicts.size() - 1);
  }

  private TopologyHarness startAgain() {
    return start("application-id=again");
  }

  private static void stream5(TopologyHarness app, int from) {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < from; i++) {
      random.nextDouble();
    }
    for (int i = from; i < from + 5; i++) {
      app.predict("id-" + i, minute(i), binary(0.6));
      app.label("id-" + i, minute(i + 1), random.nextDouble() < 0.6 ? 1 : 0);
    }
  }

  private static int count(TopologyHarness app, String store) {
    int entries = 0;
    try (var all = app.driver().getKeyValueStore(store).all()) {
      while (all.hasNext()) {
        all.next();
        entries++;
      }
    }
    return entries;
  }
}
