package io.evenkeel.app.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.alert.AlertRecords.Change;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.verdict.BudgetShare;
import io.evenkeel.app.verdict.Explanation;
import io.evenkeel.app.verdict.Judgement;
import io.evenkeel.schemas.AlertChange;
import io.evenkeel.schemas.Severity;
import io.evenkeel.schemas.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AlertWordsTest {
  private static final long T = Instant.parse("2026-03-01T04:00:00Z").toEpochMilli();
  private static final Judgement NEWEST =
      new Judgement(new Verdict(), false, false, 0, new Explanation("", List.of()), 0.8, false);

  private static AlertMemory firing(Severity severity, int version) {
    return new AlertMemory(Phase.FIRING, severity, T, T, version, 0, T);
  }

  private static String summary(AlertMemory before, AlertMemory after) {
    Problem problem =
        new Problem(
            after.severity(),
            new Problem.Since(T, T, T),
            after.version(),
            false,
            50,
            20,
            13,
            "over-confident: temperature 2",
            List.of(),
            Optional.empty(),
            Optional.empty(),
            List.of());
    Change change =
        new Change(
            Rule.MISCALIBRATION,
            before,
            after,
            AlertChange.CHANGED,
            problem,
            T,
            NEWEST,
            null,
            new BudgetShare(0.01, 1, 1, 0.01),
            Attribution.NONE,
            Set.of());
    return AlertWords.summary(SeriesKey.whole("churn", ""), change);
  }

  @Test
  void saysWhatHasChanged() {
    AlertMemory before = firing(Severity.INFO, 1);

    assertThat(summary(before, firing(Severity.INFO, 2)))
        .isEqualTo("churn: now over-confident: temperature 2, since 2026-03-01 04:00 UTC");
    assertThat(summary(before, firing(Severity.CRITICAL, 1)))
        .isEqualTo(
            "churn: over-confident: temperature 2, since 2026-03-01 04:00 UTC; its severity is"
                + " CRITICAL, it was INFO");
  }
}
