package io.evenkeel.app.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.AlertSettings;
import io.evenkeel.schemas.AlertReason;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Severity;
import io.evenkeel.schemas.internal.AlertMemory;
import io.evenkeel.schemas.internal.AlertPhase;
import io.evenkeel.schemas.internal.IssuedVerdict;
import io.evenkeel.schemas.internal.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class AlertLifeTest {
  private static final long WINDOW = 1000;
  private static final Duration NONE = Duration.ZERO;

  private AlertLife life = life(NONE, NONE);
  private AlertMemory memory = AlertLife.QUIET;
  private long end;

  private static AlertSettings settings(Duration hold, Duration cooldown) {
    return settings(hold, cooldown, OptionalDouble.empty());
  }

  private static AlertSettings settings(
      Duration hold, Duration cooldown, OptionalDouble falseDiscoveries) {
    return new AlertSettings(
        3,
        4,
        2,
        hold,
        cooldown,
        Optional.empty(),
        Optional.empty(),
        NONE,
        0.01,
        "",
        true,
        List.of(),
        falseDiscoveries);
  }

  private static AlertLife life(Duration hold, Duration cooldown) {
    return new AlertLife(settings(hold, cooldown), WINDOW, true, 3 * WINDOW);
  }

  private AlertPhase next(Outcome outcome) {
    return next(outcome, WINDOW);
  }

  private AlertPhase next(Outcome outcome, long advance) {
    end += advance;
    memory = life.replay(memory, List.of(window(end, outcome, 0.001)));
    return memory.getState();
  }

  private AlertState stateAfter(Outcome outcome) {
    next(outcome);
    return AlertLife.state(memory);
  }

  private static IssuedVerdict window(long end, Outcome outcome, double effect) {
    return new IssuedVerdict(end, 0, 0L, 0L, outcome, effect, outcome == Outcome.TESTS ? 0.001 : 1);
  }

  @Test
  void firesAtOnceWhenTheEvidenceOfTheSeriesPasses() {
    assertThat(next(Outcome.SERIES)).isEqualTo(AlertPhase.FIRING);
    assertThat(memory.getReason()).isEqualTo(AlertReason.EVIDENCE.name());
    assertThat(memory.getStartsAt()).isEqualTo(end);
  }

  @Test
  void waitsForMofNRejectedWindows() {
    assertThat(next(Outcome.TESTS)).isEqualTo(AlertPhase.PENDING);
    assertThat(next(Outcome.TESTS)).isEqualTo(AlertPhase.PENDING);
    assertThat(next(Outcome.QUIET)).isEqualTo(AlertPhase.PENDING);
    assertThat(next(Outcome.TESTS)).isEqualTo(AlertPhase.FIRING);
    assertThat(memory.getReason()).isEqualTo(AlertReason.WINDOW_TESTS.name());
  }

  @Test
  void remembersSinceWhenItIsPending() {
    next(Outcome.TESTS);
    next(Outcome.TESTS);
    next(Outcome.TESTS);

    assertThat(memory.getStartsAt()).isEqualTo(WINDOW);
  }

  @Test
  void isQuietAgainWhenNoRejectedWindowIsAmongTheLastN() {
    next(Outcome.TESTS);
    next(Outcome.QUIET);
    next(Outcome.QUIET);
    assertThat(next(Outcome.QUIET)).isEqualTo(AlertPhase.PENDING);
    assertThat(next(Outcome.QUIET)).isEqualTo(AlertPhase.QUIET);
  }

  @Test
  void countsOneOfWindowsThatOverlap() {
    for (int i = 0; i < 9; i++) {
      assertThat(next(Outcome.TESTS, WINDOW / 10)).isNotEqualTo(AlertPhase.FIRING);
    }
  }

  @Test
  void resolvesAfterRQuietWindowsInARow() {
    next(Outcome.SERIES);
    assertThat(next(Outcome.QUIET)).isEqualTo(AlertPhase.FIRING);
    assertThat(next(Outcome.WINDOW)).isEqualTo(AlertPhase.FIRING);
    assertThat(next(Outcome.QUIET)).isEqualTo(AlertPhase.FIRING);
    assertThat(next(Outcome.QUIET)).isEqualTo(AlertPhase.QUIET);
  }

  @Test
  void isNeverResolvedByWindowsWithTooFewLabels() {
    next(Outcome.SERIES);
    for (int i = 0; i < 20; i++) {
      assertThat(next(Outcome.TOO_FEW)).isEqualTo(AlertPhase.FIRING);
    }
  }

  @Test
  void isNeverRaisedByWindowsWithTooFewLabels() {
    for (int i = 0; i < 20; i++) {
      assertThat(next(Outcome.TOO_FEW)).isEqualTo(AlertPhase.QUIET);
    }
  }

  @Test
  void mayFireAgainAfterItWasResolved() {
    next(Outcome.SERIES);
    next(Outcome.QUIET);
    next(Outcome.QUIET);

    assertThat(next(Outcome.SERIES)).isEqualTo(AlertPhase.FIRING);
  }

  @Test
  void isPendingUntilItHasBeenHeld() {
    life = life(Duration.ofMillis(2 * WINDOW), NONE);

    assertThat(next(Outcome.SERIES)).isEqualTo(AlertPhase.PENDING);
    assertThat(next(Outcome.SERIES)).isEqualTo(AlertPhase.PENDING);
    assertThat(next(Outcome.SERIES)).isEqualTo(AlertPhase.FIRING);
    assertThat(memory.getStartsAt()).isEqualTo(WINDOW);
  }

  @Test
  void doesNotFireWhenItWasQuietBeforeItHadBeenHeld() {
    life = life(Duration.ofMillis(2 * WINDOW), NONE);
    next(Outcome.SERIES);

    assertThat(next(Outcome.QUIET)).isEqualTo(AlertPhase.QUIET);
    assertThat(next(Outcome.SERIES)).isEqualTo(AlertPhase.PENDING);
  }

  @Test
  void isOnlyPendingForAWhileAfterItWasResolved() {
    life = life(NONE, Duration.ofMillis(2 * WINDOW));
    next(Outcome.SERIES);
    next(Outcome.QUIET);
    next(Outcome.QUIET);

    assertThat(next(Outcome.SERIES)).isEqualTo(AlertPhase.PENDING);
    assertThat(next(Outcome.SERIES)).isEqualTo(AlertPhase.FIRING);
  }

  @Test
  void saysThatDataAreMissingOnlyAfterAWhile() {
    next(Outcome.QUIET);

    assertThat(stateAfter(Outcome.NO_DATA)).isEqualTo(AlertState.RESOLVED);
    assertThat(stateAfter(Outcome.NO_DATA)).isEqualTo(AlertState.RESOLVED);
    assertThat(stateAfter(Outcome.NO_DATA)).isEqualTo(AlertState.NO_DATA);
    assertThat(stateAfter(Outcome.TOO_FEW)).isEqualTo(AlertState.RESOLVED);
  }

  @Test
  void firesStillWhenDataComeBack() {
    next(Outcome.SERIES);
    for (int i = 0; i < 5; i++) {
      next(Outcome.NO_DATA);
    }
    assertThat(AlertLife.state(memory)).isEqualTo(AlertState.NO_DATA);

    assertThat(stateAfter(Outcome.QUIET)).isEqualTo(AlertState.FIRING);
  }

  @Test
  void letsASegmentBeSilentUnlessItsAlertIsOpen() {
    life = new AlertLife(settings(NONE, NONE), WINDOW, false, 3 * WINDOW);
    for (int i = 0; i < 5; i++) {
      assertThat(stateAfter(Outcome.NO_DATA)).isEqualTo(AlertState.RESOLVED);
    }

    next(Outcome.SERIES);
    next(Outcome.NO_DATA);
    next(Outcome.NO_DATA);
    assertThat(stateAfter(Outcome.NO_DATA)).isEqualTo(AlertState.NO_DATA);
  }

  @Test
  void livesThroughTheWindowsAgainWhenOneIsRevised() {
    IssuedVerdict first = window(WINDOW, Outcome.SERIES, 0.001);
    IssuedVerdict second = window(2 * WINDOW, Outcome.QUIET, 0.001);
    IssuedVerdict revised = window(WINDOW, Outcome.QUIET, 0.001);

    assertThat(life.replay(memory, List.of(first, second)).getState()).isEqualTo(AlertPhase.FIRING);
    assertThat(life.replay(memory, List.of(revised, second)).getState())
        .isEqualTo(AlertPhase.QUIET);
  }

  @Test
  void passesOverWindowsThatSayNothingYet() {
    IssuedVerdict provisional = new IssuedVerdict(WINDOW, 0, 0L, 0L, null, 0.0, 1.0);

    assertThat(life.replay(memory, List.of(provisional))).isEqualTo(memory);
  }

  @Test
  void isAsSevereAsItsLargestEffect() {
    AlertSettings settings = settings(NONE, NONE);
    List<IssuedVerdict> small = List.of(window(WINDOW, Outcome.SERIES, 0.001));
    AlertMemory firing = life.replay(memory, small);
    assertThat(AlertRecords.severity(firing, settings)).isEqualTo(Severity.WARNING);

    AlertMemory worse = life.replay(firing, List.of(window(2 * WINDOW, Outcome.WINDOW, 0.02)));
    assertThat(AlertRecords.severity(worse, settings)).isEqualTo(Severity.CRITICAL);
    assertThat(AlertRecords.isNews(firing, worse, settings)).isTrue();
  }

  @Test
  void staysAsSevereWhenDataAreMissing() {
    AlertSettings settings = settings(NONE, NONE);
    AlertMemory firing = life.replay(memory, List.of(window(WINDOW, Outcome.SERIES, 0.02)));
    AlertMemory missing =
        life.replay(
            firing,
            List.of(
                window(2 * WINDOW, Outcome.NO_DATA, 0),
                window(3 * WINDOW, Outcome.NO_DATA, 0),
                window(4 * WINDOW, Outcome.NO_DATA, 0)));

    assertThat(AlertLife.state(missing)).isEqualTo(AlertState.NO_DATA);
    assertThat(AlertRecords.severity(missing, settings)).isEqualTo(Severity.CRITICAL);
  }

  /**
   * Windows of p-values with the given share of faults, whose p-values are a million times less.
   */
  private AlertMemory tested(AlertLife life, double faults, int windows, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    AlertMemory now = AlertLife.QUIET;
    for (int t = 1; t <= windows; t++) {
      double p = random.nextDouble() * (random.nextDouble() < faults ? 1e-6 : 1);
      now =
          life.replay(
              now, List.of(new IssuedVerdict(t * WINDOW, 0, 0L, 0L, Outcome.QUIET, 0.001, p)));
    }
    return now;
  }

  private static AlertLife lond(double rate) {
    AlertSettings settings = settings(NONE, NONE, OptionalDouble.of(rate));
    return new AlertLife(settings, WINDOW, true, 3 * WINDOW);
  }

  @Test
  void rejectsNoWindowOfMostCalibratedSeriesAtAFalseDiscoveryRate() {
    int rejected = 0;
    for (int series = 0; series < 400; series++) {
      AlertMemory after = tested(lond(0.05), 0, 500, series);
      assertThat(after.getTests()).isEqualTo(500);
      rejected += after.getRejections() > 0 ? 1 : 0;
    }

    // 0.05 and three standard errors: at alpha = 0.01 each, 99 % of the series would be rejected.
    assertThat(rejected / 400.0).isLessThanOrEqualTo(0.05 + 3 * Math.sqrt(0.05 * 0.95 / 400));
    assertThat(rejected).isPositive();
  }

  @Test
  void findsFaultyWindowsAtAFalseDiscoveryRateAndKeepsItsCountWhenResolved() {
    AlertMemory after = tested(lond(0.05), 1, 3, 1);

    assertThat(after.getState()).isEqualTo(AlertPhase.FIRING);
    assertThat(after.getReason()).isEqualTo(AlertReason.WINDOW_TESTS.name());
    AlertMemory quiet =
        lond(0.05)
            .replay(
                after,
                List.of(
                    window(4 * WINDOW, Outcome.QUIET, 0), window(5 * WINDOW, Outcome.QUIET, 0)));
    assertThat(quiet.getState()).isEqualTo(AlertPhase.QUIET);
    assertThat(quiet.getTests()).isEqualTo(3);
    assertThat(quiet.getRejections()).isEqualTo(3);
  }
}
