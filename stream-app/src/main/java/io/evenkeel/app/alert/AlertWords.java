package io.evenkeel.app.alert;

import io.evenkeel.app.alert.AlertRecords.Change;
import io.evenkeel.app.config.AlertSettings;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.verdict.Words;
import io.evenkeel.schemas.Verdict;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What an alert says, in the order of the questions of who reads it: what is wrong and since when
 * (the summary); how large it is, which segments carry it, on what evidence, what may lie behind it
 * and what to do (a line each). All numbers about the problem are of one sample: the cases since
 * the change.
 */
final class AlertWords {
  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

  private AlertWords() {}

  static String summary(SeriesKey series, Change change) {
    return series.inWords() + ": " + headline(change);
  }

  private static String headline(Change change) {
    return switch (change.kind()) {
      case BEGAN, CHANGED, REOPENED -> found(change);
      case DATA_MISSING ->
          "no "
              + missing(change)
              + " since "
              + time(change.after().missingSince())
              + ", so its calibration is unknown";
      case DATA_BACK -> missingBefore(change);
      case ENDED -> over(change.rule());
      case WITHDRAWN -> "later data contradict the alert";
      case RETIRED, UNKNOWN -> "the alert is over";
    };
  }

  private static String found(Change change) {
    Problem problem = change.problem();
    if (problem == null) {
      return "the alert goes on";
    }
    String first =
        switch (change.kind()) {
          case REOPENED -> "again ";
          case CHANGED -> "now ";
          default -> "";
        };
    String pending = change.after().phase() == Phase.PENDING ? "; held before it fires" : "";
    return first
        + problem.what()
        + change.attribution().inShort()
        + ", since "
        + time(problem.since().at())
        + pending;
  }

  private static String missingBefore(Change change) {
    return change.isOver()
        ? "data are coming again, and they show no problem"
        : "data are coming again, and the problem is still there";
  }

  private static String over(Rule rule) {
    return switch (rule) {
      case MISCALIBRATION -> "the reported miscalibration is gone: later labels reject it";
      case WINDOW_TESTS -> "the tests of windows no longer reject";
      case PREDICTION_DRIFT -> "predictions are distributed as in the reference again";
      case FEATURE_DRIFT -> "features are distributed as in the reference again";
      case LABEL_SHIFT -> "labels are distributed as in the reference again";
      case SELECTION -> "predictions with a label are like those that wait again";
      case DATA_QUALITY -> "labels come as often as in the reference again";
      case MONITOR_FAILED -> "the series is judged again";
    };
  }

  private static String missing(Change change) {
    return change.newest().verdict().getPredictions() == 0 ? "predictions" : "labels";
  }

  static String description(Change change, AlertSettings settings) {
    List<String> lines = new ArrayList<>();
    Problem problem = change.problem();
    if (problem != null && change.after().phase() != Phase.QUIET) {
      size(problem, lines);
      where(change, lines);
      lines.addAll(problem.details());
      change.attribution().inWords().ifPresent(lines::add);
      since(problem, lines);
    } else if (change.isOver() && change.before().startsAt() > 0) {
      lines.add("It lasted since " + time(change.before().startsAt()) + ".");
    }
    lines.add(window(change.newest().verdict()));
    if (problem != null) {
      evidence(problem, change, lines);
    }
    if (!change.isOver()) {
      String cause = change.newest().explanation().cause();
      if (!cause.isEmpty()) {
        lines.add("Cause: " + cause + ".");
      }
      lines.add("Do: " + action(change) + runbook(settings));
    }
    return String.join("\n", lines);
  }

  private static void size(Problem problem, List<String> lines) {
    problem
        .effect()
        .ifPresent(
            size ->
                lines.add(
                    String.format(
                        Locale.ROOT,
                        "Size: %s %.3g%s%s.",
                        size.parameter(),
                        size.estimate(),
                        interval(size),
                        Double.isNaN(size.loss())
                            ? ""
                            : String.format(
                                Locale.ROOT,
                                "; recalibration would save %.2g nats per label, at least %.2g",
                                size.loss(),
                                size.lossAtLeast()))));
  }

  private static String interval(Problem.Size size) {
    double lower = size.interval().lower();
    double upper = size.interval().upper();
    if (!size.atEnd()) {
      return String.format(Locale.ROOT, ", between %.3g and %.3g", lower, upper);
    }
    String near = String.format(Locale.ROOT, "%.3g", size.estimate() == upper ? lower : upper);
    String estimate = String.format(Locale.ROOT, "%.3g", size.estimate());
    return near.equals(estimate) ? " or beyond" : " or beyond, at the least " + near;
  }

  private static void where(Change change, List<String> lines) {
    String where = change.newest().explanation().where();
    if (change.rule() == Rule.MISCALIBRATION && !where.isEmpty()) {
      lines.add("Where: " + where.replaceFirst("^most where ", "") + ".");
    }
  }

  private static void since(Problem problem, List<String> lines) {
    Problem.Since since = problem.since();
    if (since.earliest() < since.latest()) {
      lines.add("Since: between " + time(since.earliest()) + " and " + time(since.latest()) + ".");
    }
  }

  private static String window(Verdict verdict) {
    String window =
        "Newest window: "
            + time(verdict.getWindowStart().toEpochMilli())
            + " to "
            + time(verdict.getWindowEnd().toEpochMilli());
    return verdict.getPredictions() == 0
        ? window + ", no predictions."
        : window
            + ", "
            + verdict.getLabelled()
            + " of "
            + verdict.getPredictions()
            + " predictions labelled.";
  }

  private static void evidence(Problem problem, Change change, List<String> lines) {
    if (Double.isFinite(problem.logThreshold())) {
      lines.add(
          "Evidence: "
              + Words.eValue(problem.logEvidence())
              + (problem.cases() > 0 ? ", " + problem.cases() + " cases since the change" : "")
              + "; the rule fires at "
              + Words.eValue(problem.logThreshold())
              + ", with "
              + change.allowance().inWords()
              + ".");
    }
  }

  private static String action(Change change) {
    if (change.after().isMissing()) {
      return "find out why " + missing(change) + " stopped; the alert ends when they come.";
    }
    return switch (change.rule()) {
      case MISCALIBRATION -> miscalibrated(change.newest().verdict());
      case WINDOW_TESTS -> "nothing yet; the rule miscalibration alerts if evidence confirms it.";
      case PREDICTION_DRIFT ->
          "see which inputs changed, and whether the model or its features were deployed anew.";
      case FEATURE_DRIFT -> "check the source of the features that are named.";
      case LABEL_SHIFT -> "see whether the world or the labelling changed.";
      case SELECTION -> "find out which labels are late or lost before you trust any verdict.";
      case DATA_QUALITY -> "check the source of the labels.";
      case MONITOR_FAILED -> "see the log of Evenkeel.";
    };
  }

  private static String miscalibrated(Verdict verdict) {
    if (Boolean.TRUE.equals(verdict.getSelected())) {
      return "find out first which labels are late or lost; then see what changed.";
    }
    return switch (verdict.getCause()) {
      case SHIFT_AND_MISCALIBRATION, COVARIATE_SHIFT ->
          "see what the model is given now that it was not given before; then recalibrate or"
              + " retrain.";
      case CONCEPT_CHANGE, LABEL_SHIFT ->
          "see whether the labels or the world changed; then recalibrate or retrain.";
      case NO_WORSE_THAN_REFERENCE ->
          "recalibrate; the model was no better in its reference, so no recent change explains it.";
      default -> "undo what changed in model, inputs or labels at that time, or recalibrate.";
    };
  }

  private static String runbook(AlertSettings settings) {
    return settings.runbook().isEmpty() ? "" : " Runbook: " + settings.runbook();
  }

  /** A time to the minute, such as 2026-03-01 04:20 UTC. */
  static String time(long millis) {
    return MINUTE.format(Instant.ofEpochMilli(millis)) + " UTC";
  }
}
