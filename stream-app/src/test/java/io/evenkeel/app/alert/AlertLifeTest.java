package io.evenkeel.app.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.AlertSettings;
import io.evenkeel.app.verdict.Judgement;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.RecalibrationGrid;
import io.evenkeel.core.sequential.Evidence;
import io.evenkeel.schemas.AlertReason;
import io.evenkeel.schemas.Finding;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictStatus;
import io.evenkeel.schemas.internal.AlertMemory;
import io.evenkeel.schemas.internal.AlertPhase;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class AlertLifeTest {
  private static final long WINDOW = 1000;
  private static final AlertSettings THREE_OF_FOUR = new AlertSettings(3, 4, 2);
  private static final Evidence NONE =
      Evidence.of(
          RecalibrationGrid.of(TargetSpace.classes(2)),
          new double[RecalibrationGrid.of(TargetSpace.classes(2)).size()],
          0,
          0);

  private AlertMemory memory = AlertLife.QUIET;
  private long end;

  private enum Outcome {
    QUIET,
    TESTS,
    WINDOW_EVIDENCE,
    SERIES_EVIDENCE,
    TOO_FEW
  }

  private AlertPhase next(Outcome outcome) {
    return next(outcome, WINDOW);
  }

  private AlertPhase next(Outcome outcome, long advance) {
    end += advance;
    memory = AlertLife.next(memory, judgement(outcome), THREE_OF_FOUR, WINDOW);
    return memory.getState();
  }

  private Judgement judgement(Outcome outcome) {
    Finding finding =
        switch (outcome) {
          case QUIET -> Finding.CALIBRATED;
          case TOO_FEW -> Finding.UNDERPOWERED;
          case TESTS, WINDOW_EVIDENCE, SERIES_EVIDENCE -> Finding.MISCALIBRATED;
        };
    Verdict verdict =
        Verdict.newBuilder()
            .setModel("m")
            .setVersion("")
            .setSegment("")
            .setWindowStart(Instant.ofEpochMilli(end - WINDOW))
            .setWindowEnd(Instant.ofEpochMilli(end))
            .setStatus(VerdictStatus.FINAL)
            .setRevision(0)
            .setFinding(finding)
            .setSummary("")
            .setPredictions(10)
            .setLabelled(10)
            .setCoverage(1)
            .setLate(0)
            .setImpossible(0)
            .setAlpha(0.01)
            .setProfile(1)
            .build();
    return new Judgement(
        verdict,
        outcome == Outcome.TESTS,
        outcome == Outcome.WINDOW_EVIDENCE,
        outcome == Outcome.SERIES_EVIDENCE,
        1,
        NONE);
  }

  @Test
  void firesAtOnceWhenTheEvidenceOfTheSeriesPasses() {
    assertThat(next(Outcome.SERIES_EVIDENCE)).isEqualTo(AlertPhase.FIRING);
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
    next(Outcome.SERIES_EVIDENCE);
    assertThat(next(Outcome.QUIET)).isEqualTo(AlertPhase.FIRING);
    assertThat(next(Outcome.WINDOW_EVIDENCE)).isEqualTo(AlertPhase.FIRING);
    assertThat(next(Outcome.QUIET)).isEqualTo(AlertPhase.FIRING);
    assertThat(next(Outcome.QUIET)).isEqualTo(AlertPhase.QUIET);
  }

  @Test
  void isNeverResolvedByWindowsWithTooFewLabels() {
    next(Outcome.SERIES_EVIDENCE);
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
    next(Outcome.SERIES_EVIDENCE);
    next(Outcome.QUIET);
    next(Outcome.QUIET);

    assertThat(next(Outcome.SERIES_EVIDENCE)).isEqualTo(AlertPhase.FIRING);
  }

  @Test
  void isNotResolvedByWindowsThatEndedBeforeItFired() {
    end = 5 * WINDOW;
    next(Outcome.SERIES_EVIDENCE);

    end = 0;
    next(Outcome.QUIET);
    next(Outcome.QUIET);
    assertThat(next(Outcome.QUIET)).isEqualTo(AlertPhase.FIRING);

    end = 6 * WINDOW;
    next(Outcome.QUIET);
    assertThat(next(Outcome.QUIET)).isEqualTo(AlertPhase.QUIET);
  }
}
