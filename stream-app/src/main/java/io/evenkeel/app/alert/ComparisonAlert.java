package io.evenkeel.app.alert;

import io.evenkeel.app.config.AlertSettings;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.config.RuleLevel;
import io.evenkeel.app.wording.Numbers;
import io.evenkeel.app.wording.Times;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertChange;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Better;
import io.evenkeel.schemas.Comparison;
import io.evenkeel.schemas.Severity;
import java.time.Instant;

/**
 * The alert of two versions of a model of which one is shown to be better. It names the version of
 * the champion, which the monitor has a series of.
 *
 * @param key of the two versions
 * @param newest what their scores show by now
 * @param raisedAt when the label became known that showed it
 */
public record ComparisonAlert(String key, Comparison newest, Instant raisedAt) {

  /**
   * The alert that fires.
   *
   * @param better which one is shown to be better
   */
  public Alert firing(Better better, AlertSettings settings) {
    double logE =
        better == Better.CHALLENGER ? newest.getLogEChallenger() : newest.getLogEChampion();
    double logThreshold = Math.log(2 / newest.getAlpha());
    return common(settings)
        .setState(AlertState.FIRING)
        .setChange(AlertChange.BEGAN)
        .setSummary(newest.getModel() + ": " + newest.getWords())
        .setDescription(
            "Both predicted the same cases, made from "
                + Times.minute(newest.getSince())
                + " on, with labels until "
                + Times.minute(newest.getUntil())
                + ". The predictions of the challenger are in "
                + newest.getChallengerTopic()
                + ".\nDo: "
                + (better == Better.CHALLENGER
                    ? "let the challenger serve, unless something else speaks against it."
                    : "keep the champion.")
                + AlertWords.runbook(settings)
                + "\nEvidence: "
                + Numbers.eValue(logE, logThreshold)
                + "; the rule fires at "
                + Numbers.eValue(logThreshold, logE)
                + ", with a chance of at most "
                + Numbers.percent(newest.getAlpha())
                + " that it is ever wrong about these versions. "
                + AlertWords.silence(AlertRecords.id(fingerprint())))
        .setLogEvidence(logE)
        .setLogThreshold(logThreshold)
        .build();
  }

  /**
   * The alert that ends.
   *
   * @param was which one was shown to be better
   */
  public Alert ended(Better was, AlertSettings settings) {
    return common(settings)
        .setState(AlertState.RESOLVED)
        .setChange(AlertChange.ENDED)
        .setEndsAt(newest.getUntil())
        .setSummary(newest.getModel() + ": " + ComparisonWords.over(newest, was))
        .setDescription("Later labels speak against what earlier ones showed.")
        .build();
  }

  /** The alert that ends since its rule does no more. */
  public Alert off(AlertSettings settings) {
    return retired("the rule " + Rule.COMPARISON.key() + " is off", settings);
  }

  /** The alert that ends since no case of both versions comes any more. */
  public Alert quiet(AlertSettings settings) {
    return retired(ComparisonWords.quiet(newest), settings);
  }

  private Alert retired(String why, AlertSettings settings) {
    return common(settings)
        .setState(AlertState.RESOLVED)
        .setChange(AlertChange.RETIRED)
        .setEndsAt(newest.getUntil())
        .setSummary(newest.getModel() + ": " + why)
        .setDescription("By now, " + newest.getWords() + ".")
        .build();
  }

  private Alert.Builder common(AlertSettings settings) {
    boolean pages = settings.rules().level(Rule.COMPARISON) == RuleLevel.PAGE;
    return Alert.newBuilder()
        .setFingerprint(fingerprint())
        .setModel(newest.getModel())
        .setVersion(newest.getChampion())
        .setSegment("")
        .setRule(Rule.COMPARISON.key())
        .setSeverity(pages ? Severity.WARNING : Severity.INFO)
        .setStartsAt(newest.getSince())
        .setRaisedAt(raisedAt)
        .setUpdatedAt(newest.getUntil())
        .setCases(newest.getN())
        .setEffectParameter(ComparedScore.of(newest.getScore()).difference())
        .setEffect(newest.getDifference())
        .setEffectLower(newest.getLower())
        .setEffectUpper(newest.getUpper())
        .setRunbook(settings.runbook());
  }

  private String fingerprint() {
    return AlertRecords.fingerprint(key, Rule.COMPARISON);
  }
}
