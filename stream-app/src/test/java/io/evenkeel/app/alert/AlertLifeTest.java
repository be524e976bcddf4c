package io.evenkeel.app.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.RuleLevel;
import io.evenkeel.schemas.AlertChange;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Severity;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AlertLifeTest {
  private static final long PANE = 1000;

  private AlertLife life = new AlertLife(RuleLevel.PAGE, Duration.ZERO);
  private AlertMemory memory = AlertMemory.QUIET;
  private long end;

  private static Problem problem(Severity severity, int version, boolean reopened) {
    return new Problem(
        severity,
        new Problem.Since(100, 200, 300),
        version,
        reopened,
        50,
        20,
        13,
        "over-confident: temperature 2",
        List.of(),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  private @Nullable AlertChange next(@Nullable Problem problem) {
    end += PANE;
    AlertMemory before = memory;
    memory = life.next(before, problem, end);
    return AlertLife.change(before, memory, problem);
  }

  private @Nullable AlertChange find() {
    return next(problem(Severity.WARNING, 0, false));
  }

  @Test
  void firesAtOnceWhenThereIsAProblem() {
    assertThat(find()).isEqualTo(AlertChange.BEGAN);
    assertThat(memory.state()).isEqualTo(AlertState.FIRING);
    assertThat(memory.startsAt()).isEqualTo(200);
    assertThat(memory.raisedAt()).isEqualTo(PANE);
  }

  @Test
  void firesAsLongAsThereIsAProblemAndSaysNothingMeanwhile() {
    find();
    for (int i = 0; i < 100; i++) {
      assertThat(find()).isNull();
    }
    assertThat(memory.raisedAt()).isEqualTo(PANE);
  }

  @Test
  void endsWhenThereIsNone() {
    find();
    assertThat(next(null)).isEqualTo(AlertChange.ENDED);
    assertThat(memory).isEqualTo(AlertMemory.QUIET);
  }

  @Test
  void isPendingUntilItHasBeenHeld() {
    life = new AlertLife(RuleLevel.PAGE, Duration.ofMillis(2 * PANE));

    assertThat(find()).isEqualTo(AlertChange.BEGAN);
    assertThat(memory.state()).isEqualTo(AlertState.PENDING);
    assertThat(find()).isNull();
    assertThat(find()).isEqualTo(AlertChange.BEGAN);
    assertThat(memory.state()).isEqualTo(AlertState.FIRING);
  }

  @Test
  void doesNotFireWhenTheProblemIsGoneBeforeItHasBeenHeld() {
    life = new AlertLife(RuleLevel.PAGE, Duration.ofMillis(2 * PANE));
    find();

    assertThat(next(null)).isEqualTo(AlertChange.ENDED);
    find();
    assertThat(memory.state()).isEqualTo(AlertState.PENDING);
  }

  @Test
  void saysThatTheProblemIsAnotherOne() {
    find();
    assertThat(next(problem(Severity.WARNING, 1, false))).isEqualTo(AlertChange.CHANGED);
  }

  @Test
  void saysThatTheProblemIsMoreSevere() {
    find();
    assertThat(next(problem(Severity.CRITICAL, 0, false))).isEqualTo(AlertChange.CHANGED);
    assertThat(memory.severity()).isEqualTo(Severity.CRITICAL);
  }

  @Test
  void staysAsSevereAsItWasWhileOneProblemLasts() {
    next(problem(Severity.CRITICAL, 0, false));

    assertThat(find()).isNull();
    assertThat(memory.severity()).isEqualTo(Severity.CRITICAL);
    assertThat(next(problem(Severity.WARNING, 1, false))).isEqualTo(AlertChange.CHANGED);
    assertThat(memory.severity()).isEqualTo(Severity.WARNING);
  }

  @Test
  void saysThatAProblemCameBack() {
    assertThat(next(problem(Severity.WARNING, 0, true))).isEqualTo(AlertChange.REOPENED);
  }

  @Test
  void isForInformationOnlyWhereTheRuleInforms() {
    life = new AlertLife(RuleLevel.INFORM, Duration.ZERO);
    next(problem(Severity.CRITICAL, 0, false));

    assertThat(memory.severity()).isEqualTo(Severity.INFO);
  }

  @Test
  void isQuietWhereTheRuleIsOff() {
    life = new AlertLife(RuleLevel.OFF, Duration.ZERO);

    assertThat(find()).isNull();
    assertThat(memory).isEqualTo(AlertMemory.QUIET);
    memory = AlertMemory.QUIET.withMissing(5);
    assertThat(find()).isEqualTo(AlertChange.DATA_BACK);
    assertThat(memory).isEqualTo(AlertMemory.QUIET);
  }

  @Test
  void keepsWhatItWasWhileDataAreMissing() {
    find();
    AlertMemory missing = memory.withMissing(500);

    assertThat(AlertLife.change(memory, missing, null)).isEqualTo(AlertChange.DATA_MISSING);
    assertThat(AlertLife.change(missing, memory, null)).isEqualTo(AlertChange.DATA_BACK);
    assertThat(missing.state()).isEqualTo(AlertState.NO_DATA);
    assertThat(missing.phase()).isEqualTo(Phase.FIRING);
  }

  @Test
  void aProblemThatMissingDataMayHaveHiddenGoesOnWithTheAlertThatSaidSo() {
    memory = AlertMemory.QUIET.withMissing(5);

    find();

    assertThat(memory.raisedAt()).isEqualTo(5);
    assertThat(memory.phase()).isEqualTo(Phase.FIRING);
  }

  @Test
  void isHeldAfterMissingDataToo() {
    life = new AlertLife(RuleLevel.PAGE, Duration.ofMillis(PANE));
    memory = AlertMemory.QUIET.withMissing(1);

    find();

    assertThat(memory.phase()).isEqualTo(Phase.PENDING);
    assertThat(memory.raisedAt()).isEqualTo(1);
    memory = memory.withMissing(0);
    find();
    assertThat(memory.phase()).isEqualTo(Phase.FIRING);
  }

  /** A problem of which nothing was heard for a day has not lasted for a day. */
  @Test
  void isHeldAnewWhenDataComeBack() {
    life = new AlertLife(RuleLevel.PAGE, Duration.ofMillis(2 * PANE));
    find();
    memory = memory.withMissing(5);
    end += 10 * PANE;
    find();
    memory = memory.withMissing(0);

    find();
    assertThat(memory.phase()).isEqualTo(Phase.PENDING);
    find();
    assertThat(memory.phase()).isEqualTo(Phase.FIRING);
  }
}
