package io.evenkeel.app.topology;

import static io.evenkeel.app.topology.TopologyHarness.binary;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.expected.LossMonitor;
import io.evenkeel.core.moments.ExpectedScoreMoments;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictExpected;
import io.evenkeel.schemas.VerdictStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import org.assertj.core.api.Assertions;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/**
 * Scores of windows whose labels are awaited: hours of forty cases, whose labels come after half a
 * day. The model says .9 or .1 of easy cases and .6 or .4 of hard ones, and is over-confident: they
 * come true in .88 and .55.
 */
class ExpectedScoresTopologyTest extends HourlyScenario {
  private static final int DELAY = 12;
  private static final int CALM = 96;

  /** The profile is learned from so many, which are not counted with it. */
  private static final int OF_PROFILE = 200 / PER_HOUR;

  private final List<List<Case>> hours = new ArrayList<>();

  private record Case(String id, Instant at, Categorical prediction, int target) {}

  @Override
  TopologyHarness start(String... others) {
    List<String> settings = new ArrayList<>(List.of(others));
    settings.add("defaults.labels.wait=" + DELAY + "h");
    return super.start(settings.toArray(String[]::new));
  }

  /** The cases of some hours, of which so many in a hundred are hard, and how they come true. */
  private void make(int count, IntUnaryOperator hard, boolean isInverted) {
    SplittableRandom random = new SplittableRandom(7);
    for (int hour = 0; hour < count; hour++) {
      List<Case> cases = new ArrayList<>();
      for (int i = 0; i < PER_HOUR; i++) {
        boolean isHard = random.nextInt(100) < hard.applyAsInt(hour);
        boolean isHigh = random.nextBoolean();
        boolean isAsSaid = random.nextDouble() < (isHard ? 0.55 : 0.88);
        double p = isHard ? 0.6 : 0.9;
        boolean isTurned = isInverted && hour >= CALM;
        boolean isOne = isHigh == (isAsSaid != isTurned);
        cases.add(
            new Case(
                hour + "-" + i,
                hour(hour).plus(Duration.ofSeconds(90L * i)),
                binary(isHigh ? p : 1 - p),
                isOne ? 1 : 0));
      }
      hours.add(cases);
    }
  }

  /** Plays the cases, their labels after the delay. */
  private void play(TopologyHarness app, boolean atOnce) {
    for (int hour = 0; hour < hours.size(); hour++) {
      for (Case one : hours.get(hour)) {
        app.predict(one.id, one.at, one.prediction);
      }
      if (hour >= DELAY) {
        for (Case one : hours.get(hour - DELAY)) {
          app.label(one.id, one.at.plus(Duration.ofHours(DELAY)), one.target);
        }
      }
      if (!atOnce) {
        app.settle();
      }
    }
    app.settle();
  }

  /** The newest verdict on each window that is not final, by its end. */
  private static Map<Instant, VerdictExpected> expected(TopologyHarness app) {
    return app.verdicts().stream()
        .filter(verdict -> verdict.getExpected() != null)
        .collect(
            Collectors.toMap(
                Verdict::getWindowEnd,
                verdict -> Objects.requireNonNull(verdict.getExpected()),
                (one, other) -> one,
                LinkedHashMap::new));
  }

  /** What the library says of the same cases at the same lag. */
  private Map<Instant, LossMonitor.Expectation> byLibrary() {
    ExpectedScoreMoments moments = new ExpectedScoreMoments(TargetSpace.classes(2));
    LossMonitor monitor = new LossMonitor(moments, 365 * 24);
    Map<Instant, LossMonitor.Expectation> all = new LinkedHashMap<>();
    List<double[]> sums = new ArrayList<>();
    for (List<Case> cases : hours) {
      double[] block = new double[moments.length()];
      var accumulator = moments.accumulator(block, 0);
      cases.forEach(one -> accumulator.add(one.prediction, Target.ofClass(one.target), 1));
      sums.add(block);
    }
    for (int hour = 0; hour < sums.size(); hour++) {
      int known = hour - DELAY;
      if (known >= OF_PROFILE) {
        LossMonitor.Expectation then = Objects.requireNonNull(all.get(hour(known + 1)));
        monitor.check(then, sums.get(known), sums.get(known));
        monitor.learn(sums.get(known));
      }
      all.put(hour(hour + 1), monitor.expect(sums.get(hour)));
    }
    return all;
  }

  @Test
  void aWindowThatWaitsForItsLabelsSaysWhatTheLibrarySays() {
    make(CALM, hour -> 50, false);
    TopologyHarness app = start();

    play(app, false);

    Map<Instant, VerdictExpected> said = expected(app);
    Map<Instant, LossMonitor.Expectation> library = byLibrary();
    long compared =
        said.entrySet().stream()
            .filter(window -> window.getValue().getLogLoss() != null)
            .peek(
                window -> {
                  var loss = Objects.requireNonNull(library.get(window.getKey())).losses().get(0);
                  assertThat(loss.abstention()).isEmpty();
                  assertThat(window.getValue().getLogLoss()).isCloseTo(loss.estimate(), within());
                  assertThat(window.getValue().getLogLossUpper())
                      .isCloseTo(loss.interval().upper(), within());
                  assertThat(window.getValue().getLogLossBefore())
                      .isCloseTo(loss.before(), within());
                })
            .count();
    assertThat(compared).isGreaterThan(30);
  }

  private static Offset<Double> within() {
    return Assertions.within(1e-9);
  }

  @Test
  void aVerdictOnAWindowWithItsLabelsExpectsNothing() {
    make(CALM, hour -> 50, false);
    TopologyHarness app = start();

    play(app, false);

    assertThat(app.verdicts())
        .filteredOn(verdict -> verdict.getStatus() == VerdictStatus.FINAL)
        .isNotEmpty()
        .allMatch(verdict -> verdict.getExpected() == null);
  }

  private List<Alert> drift(int hard, int hardAfterwards, boolean atOnce) {
    make(CALM + 8, hour -> hour < CALM ? hard : hardAfterwards, false);
    TopologyHarness app = start();
    play(app, atOnce);
    return app.alerts().stream()
        .filter(alert -> alert.getRule().equals("prediction-drift"))
        .toList();
  }

  @Test
  void aShiftToHardCasesIsSaidToBeHarmfulBeforeAnyLabel() {
    List<Alert> alerts = drift(30, 98, false);

    assertThat(alerts.get(0).getUpdatedAt()).isBefore(hour(CALM + DELAY));
    assertThat(alerts.get(0).getDescription())
        .containsPattern(
            "The shift is harmful: expected log loss 0\\.\\d+ \\(0\\.\\d+ to 0\\.\\d+\\); with labels,"
                + " until 2025-03-04 .* UTC, it was 0\\.\\d+\\.");
  }

  @Test
  void aShiftToEasyCasesIsSaidToBeHarmless() {
    assertThat(drift(90, 2, false).get(0).getDescription())
        .contains("The shift is harmless: expected log loss ");
  }

  @Test
  void oneLookSaysWhatAsManyLooksAsHoursSay() {
    List<String> live = drift(30, 98, false).stream().map(Alert::getDescription).toList();
    close();
    hours.clear();

    assertThat(drift(30, 98, true)).extracting(Alert::getDescription).isEqualTo(live);
  }

  @Test
  void aChangeThatLabelsShowWithdrawsWhatWasExpected() {
    make(CALM + DELAY + 10, hour -> 50, true);
    TopologyHarness app = start();

    play(app, false);

    VerdictExpected last = expected(app).get(hour(CALM + DELAY + 6));
    assertThat(last).isNotNull();
    assertThat(last.getLogLoss()).isNull();
    assertThat(last.getWithheld()).startsWith("calibration changed");
    assertThat(last.getSaid()).isGreaterThan(last.getCovered());
  }
}
