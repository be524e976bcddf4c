package io.evenkeel.app.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.explain.Comparison.Outcome;
import io.evenkeel.app.judge.VerdictReplay;
import io.evenkeel.app.verdict.Sources;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Cause;
import io.evenkeel.schemas.Severity;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictEvidence;
import io.evenkeel.schemas.VerdictStatus;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

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

  private static Alert.Builder drift() {
    return alert(Rule.FEATURE_DRIFT, AlertState.FIRING)
        .setStartsEarliest(STARTS.minusSeconds(60))
        .setStartsLatest(STARTS.plusSeconds(60))
        .setLogEvidence(16.5)
        .setLogThreshold(5.2)
        .setEffectParameter("share")
        .setEffect(0.3)
        .setEffectLower(0.2)
        .setEffectUpper(0.4)
        .setNames(List.of("age"));
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
            Sources.of(List.of()),
            Comparison.of(verdict, verdict, ModelSettings.defaults(), () -> false),
            List.of("one thing")));
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

  @Test
  void evidenceAndSizeOfDriftAreListedAsNotRecomputed() {
    String text = text(drift().build());

    assertThat(text)
        .contains(
            "Warning: one thing.",
            "Warning: evidence and size of drift are not made again, only the verdict on the window"
                + " that was newest when the alert last changed.",
            "Same: 7, different: 0, not recomputed: 10.",
            "Equal to the last bit: 7.")
        .containsPattern("alert_starts_at +2026-01-01T02:40:00Z +not recomputed: it rests on more")
        .containsPattern("alert_log_evidence +16.5 +not recomputed: it rests on more")
        .containsPattern("alert_effect_upper +0.4 +not recomputed: it rests on more")
        .containsPattern("alert_names +1 values +not recomputed: it rests on more")
        .doesNotContain("alert_cases");
    assertThat(explained(drift().build()).agreement().agrees()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"true, NOT_RECOMPUTED", "false, DIFFERENT"})
  void whatRestsOnAnEarlierAlertIsNotRecomputed(boolean isOlder, Outcome cause) {
    Verdict then = new Verdict();
    Verdict now = new Verdict();
    then.put("cause", Cause.NO_WORSE_THAN_REFERENCE);
    now.put("cause", Cause.CONCEPT_CHANGE);
    then.put("coverage", 0.3);
    now.put("coverage", 0.4);

    assertThat(Comparison.of(then, now, ModelSettings.defaults(), () -> isOlder))
        .filteredOn(comparison -> comparison.outcome() != Outcome.SAME)
        .extracting(Comparison::name, Comparison::outcome)
        .containsExactlyInAnyOrder(tuple("cause", cause), tuple("coverage", Outcome.DIFFERENT));
  }

  @ParameterizedTest
  @CsvSource({
    "profile, DIFFERENT, DIFFERENT, NOT_RECOMPUTED",
    "previous, DIFFERENT, DIFFERENT, DIFFERENT",
    "2026-01-01T00:00:00Z, DIFFERENT, NOT_RECOMPUTED, NOT_RECOMPUTED"
  })
  void whatIsGoneDiffersUnlessItRestsOnOtherWindows(
      String reference, Outcome tests, Outcome predictions, Outcome labels) {
    Verdict then = new Verdict();
    then.put("neighbours_depend", false);
    then.put("predictions_shifted", false);
    then.put("labels_shifted", false);
    ModelSettings settings = AppConfig.of(Map.of("defaults.drift.reference", reference)).defaults();

    assertThat(Comparison.of(then, new Verdict(), settings, () -> false))
        .filteredOn(comparison -> comparison.outcome() != Outcome.SAME)
        .extracting(Comparison::name, Comparison::outcome)
        .containsExactlyInAnyOrder(
            tuple("neighbours_depend", tests),
            tuple("predictions_shifted", predictions),
            tuple("labels_shifted", labels));
  }

  @ParameterizedTest
  @CsvSource({
    "MISCALIBRATION, 2026-01-01T00:55:00Z, true",
    "MISCALIBRATION, 2026-01-01T02:55:00Z, false",
    "FEATURE_DRIFT, 2026-01-01T00:55:00Z, false"
  })
  void anAlertIsMoreThanAVerdictWhoseEvidenceEndsBeforeIt(
      Rule rule, Instant through, boolean isTooEarly) {
    Verdict verdict = new Verdict();
    verdict.put("window_end", RAISED);
    VerdictEvidence evidence = new VerdictEvidence();
    evidence.put("through", through);
    verdict.put("evidence", evidence);
    Alert alert = alert(rule, AlertState.FIRING).build();

    Optional<String> warning = Agreement.tooEarly(alert, verdict);

    assertThat(warning.isPresent()).isEqualTo(isTooEarly);
    if (isTooEarly) {
      assertThat(warning.orElseThrow())
          .contains(
              "its evidence ends with predictions made before 2026-01-01 00:55 UTC, and that of the"
                  + " alert with those before 2026-01-01 02:55 UTC");
    }
  }

  @Test
  void programsAreToldWhatIsNotRecomputed() {
    assertThat(JsonExplanation.of(explained(drift().build())))
        .contains(
            "\"alert_starts_at\" : {",
            "\"recorded\" : \"2026-01-01T02:40:00Z\"",
            "\"outcome\" : \"not_recomputed\"",
            "evidence and size of drift are not made again");
  }

  @Test
  void programsAreToldWhatTheAlertSays() {
    Alert alert = drift().setSummary("It shifted.").setDescription("By this much.").build();

    assertThat(JsonExplanation.of(explained(alert)))
        .contains(
            "\"severity\" : \"warning\"",
            "\"summary\" : \"It shifted.\"",
            "\"description\" : \"By this much.\"");
  }

  @Test
  void earlierWindowsAreNotTestedAgain() {
    assertThat(text(alert(Rule.WINDOW_TESTS, AlertState.FIRING).build()))
        .contains(
            "Warning: the tests of the windows before the newest are not made again, only the"
                + " verdict on the window that was newest when the alert last changed.",
            "not recomputed: 1.");
  }

  @Test
  void allThatAMiscalibrationRestsOnIsMadeAgain() {
    assertThat(text(alert(Rule.MISCALIBRATION, AlertState.FIRING).setLogEvidence(16.5).build()))
        .contains("Same: 7, different: 0, not recomputed: 0.")
        .doesNotContain("alert_", "not made again");
  }

  @ParameterizedTest
  @EnumSource(
      value = Rule.class,
      names = {"FEATURE_DRIFT", "PREDICTION_DRIFT", "LABEL_SHIFT", "SELECTION", "DATA_QUALITY"})
  void noRuleOfDriftIsMadeAgain(Rule rule) {
    assertThat(text(alert(rule, AlertState.FIRING).setLogEvidence(16.5).build()))
        .contains("evidence and size of drift are not made again", "not recomputed: 2.");
  }
}
