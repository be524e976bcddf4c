package io.evenkeel.app.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.Rule;
import io.evenkeel.app.judge.VerdictReplay;
import io.evenkeel.app.verdict.Sources;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Severity;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictStatus;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is said of an alert. */
class ExplanationTest {
  private static final Instant STARTS = Instant.parse("2026-01-01T02:40:00Z");
  private static final Instant RAISED = Instant.parse("2026-01-01T02:55:00Z");
  private static final Instant UPDATED = Instant.parse("2026-01-01T09:00:00Z");

  private static Alert.Builder alert(Rule rule, AlertState state) {
    return Alert.newBuilder()
        .setFingerprint("a-1")
        .setModel("churn")
        .setVersion("")
        .setSegment("")
        .setRule(rule.key())
        .setState(state)
        .setSeverity(Severity.WARNING)
        .setStartsAt(STARTS)
        .setRaisedAt(RAISED)
        .setUpdatedAt(UPDATED)
        .setEndsAt(null)
        .setSummary("churn: something is wrong")
        .setDescription("")
        .setCases(0)
        .setVerdict("churn|||001767235200000#2");
  }

  private static Explanation explained(Alert alert) {
    Verdict verdict = new Verdict();
    verdict.put("coverage", 0.33);
    verdict.put("status", VerdictStatus.FINAL);
    return new Explanation(
        alert,
        verdict,
        new VerdictReplay(verdict, List.of(), Map.of()),
        new Agreement(
            Sources.of(List.of()), Comparison.of(verdict, verdict, false), List.of("one thing")));
  }

  private static String text(Alert alert) {
    StringWriter out = new StringWriter();
    new TextExplanation(new PrintWriter(out)).print(explained(alert));
    return out.toString();
  }

  @Test
  void anAlertThatFiresSaysSinceWhenAndSinceWhenThereIsTheProblem() {
    assertThat(text(alert(Rule.MISCALIBRATION, AlertState.FIRING).build()))
        .contains(
            "  a-1, FIRING since 2026-01-01T02:55:00Z, of a problem since 2026-01-01T02:40:00Z,"
                + " by verdict churn|||001767235200000#2 (FINAL)");
  }

  @Test
  void anAlertThatIsOverSaysWhenItEnded() {
    Alert.Builder over = alert(Rule.MISCALIBRATION, AlertState.RESOLVED);

    assertThat(text(over.setEndsAt(UPDATED.minusSeconds(60)).build()))
        .contains("a-1, RESOLVED at 2026-01-01T08:59:00Z, by verdict");
    assertThat(text(over.setEndsAt(null).build()))
        .contains("a-1, RESOLVED at 2026-01-01T09:00:00Z, by verdict");
  }

  @Test
  void anAlertWithoutDataSaysWhetherThereIsAProblem() {
    Alert.Builder missing = alert(Rule.MISCALIBRATION, AlertState.NO_DATA);

    assertThat(text(missing.build()))
        .contains(
            "NO_DATA since 2026-01-01T09:00:00Z, data missing since 2026-01-01T02:40:00Z, by");
    assertThat(text(missing.setStartsEarliest(STARTS).build()))
        .contains(
            "NO_DATA since 2026-01-01T09:00:00Z, of a problem since 2026-01-01T02:40:00Z, by");
  }
}
