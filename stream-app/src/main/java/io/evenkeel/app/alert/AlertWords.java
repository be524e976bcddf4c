package io.evenkeel.app.alert;

import io.evenkeel.app.alert.AlertRecords.Change;
import io.evenkeel.app.config.AlertSettings;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.verdict.Remark.Topic;
import io.evenkeel.app.wording.Numbers;
import io.evenkeel.app.wording.SizeWords;
import io.evenkeel.app.wording.Times;
import io.evenkeel.core.drift.OtherFeatures;
import io.evenkeel.schemas.AlertChange;
import io.evenkeel.schemas.Severity;
import io.evenkeel.schemas.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What an alert says, in at most six lines, in the order of the questions of who reads it: what is
 * wrong and since when (the summary); how large it is; which segments carry it; the newest window,
 * and what else is wrong there; what to do; on what evidence, and how to go on from here. All
 * numbers about the problem are of one sample: the cases since the change.
 */
final class AlertWords {
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
              + Times.minute(change.after().missingSince())
              + ", so its calibration is unknown"
              + (change.problem() == null ? "" : "; found before: " + found(change));
      case DATA_BACK -> missingBefore(change);
      case ENDED -> over(change.rule());
      case WITHDRAWN -> "the alert is withdrawn, as later data contradict it";
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
          case CHANGED -> change.before().version() == change.after().version() ? "" : "now ";
          default -> "";
        };
    String pending = change.after().phase() == Phase.PENDING ? "; held before it fires" : "";
    return first
        + problem.what()
        + change.attribution().inShort()
        + ", since "
        + since(problem.since())
        + severity(change)
        + pending;
  }

  /** What has become of the severity, where the alert has changed. */
  private static String severity(Change change) {
    Severity before = change.before().severity();
    Severity after = change.after().severity();
    return change.kind() != AlertChange.CHANGED || after == before
        ? ""
        : "; its severity is " + after + ", it was " + before;
  }

  /** Such as 2026-03-01 04:20 to 05:00 UTC. */
  private static String since(Problem.Since since) {
    return since.earliest() < since.latest()
        ? Times.range(since.earliest(), since.latest())
        : Times.minute(since.at());
  }

  private static String missingBefore(Change change) {
    if (change.isOver()) {
      return "data are coming again, and they show no problem";
    }
    return change.before().phase() == Phase.QUIET
        ? "data are coming again, and they show a problem: " + found(change)
        : "data are coming again, and do not show yet that the problem is over: " + found(change);
  }

  private static String over(Rule rule) {
    return switch (rule) {
      case MISCALIBRATION -> "the reported miscalibration is over, as the labels since then show";
      case WINDOW_TESTS -> "the tests of windows no longer reject";
      case PREDICTION_DRIFT ->
          "predictions no longer differ from their reference, as those since then show";
      case FEATURE_DRIFT ->
          "features no longer differ from their reference, as the cases since then show";
      case LABEL_SHIFT -> "the reported shift of labels is over, as the labels since then show";
      case SELECTION -> "labels are no longer selected as reported, as the cases since then show";
      case DATA_QUALITY -> "labels come as before, as the cases since then show";
      case DEAD_LETTERS, COMPARISON, MONITOR_FAILED -> throw notOfPanes(rule);
    };
  }

  static String missing(Change change) {
    return change.newest().verdict().getPredictions() == 0 ? "predictions" : "labels";
  }

  /**
   * The lines after the summary.
   *
   * @param id by which commands know the alert
   */
  static String description(Change change, String id, AlertSettings settings) {
    List<String> lines = new ArrayList<>();
    Problem problem = change.problem();
    if (problem != null && change.after().phase() != Phase.QUIET) {
      line(Stream.concat(extent(change, problem).stream(), problem.details().stream()), lines);
      change.attribution().inWords().ifPresent(lines::add);
    } else if (change.isOver() && change.before().startsAt() > 0) {
      lines.add(lasted(change));
    }
    line(
        Stream.of(
            besides(change), window(change.newest().verdict()), goingOn(change), where(change)),
        lines);
    if (!change.isOver()) {
      lines.add("Do: " + action(change, settings) + runbook(settings));
    }
    line(Stream.of(evidence(change), change.isOver() ? "" : commands(change, id)), lines);
    return String.join("\n", lines);
  }

  /** A problem that was none has not lasted. */
  private static String lasted(Change change) {
    return change.kind() == AlertChange.WITHDRAWN
        ? "It was raised at " + Times.minute(change.before().raisedAt()) + "."
        : "It lasted since " + Times.minute(change.before().startsAt()) + ".";
  }

  /** Sentences as one line; none if there are none. */
  private static void line(Stream<String> sentences, List<String> lines) {
    String line =
        sentences.filter(sentence -> !sentence.isEmpty()).collect(Collectors.joining(" "));
    if (!line.isEmpty()) {
      lines.add(line);
    }
  }

  /** Drift says its size in the summary. */
  private static List<String> extent(Change change, Problem problem) {
    if (change.rule() != Rule.MISCALIBRATION) {
      return List.of();
    }
    String cases = Numbers.of(problem.cases(), "case") + " since the change";
    return problem
        .effect()
        .map(size -> List.of(size.observed(), size(size, cases)))
        .orElse(List.of("It shows in " + cases + "."));
  }

  private static String size(Problem.Size size, String cases) {
    String saved =
        Double.isNaN(size.loss())
            ? ""
            : String.format(
                Locale.ROOT,
                "; recalibration would save %.2g nats per label, at least %.2g",
                size.loss(),
                size.lossAtLeast());
    return String.format(
        Locale.ROOT,
        "Size: %s, from %s%s.%s",
        SizeWords.of(
            size.parameter(),
            size.estimate(),
            size.interval().lower(),
            size.interval().upper(),
            size.open()),
        cases,
        saved,
        size.cost().map(AlertWords::cost).orElse(""));
  }

  private static String cost(Problem.Cost cost) {
    return " Costs "
        + Numbers.plain(cost.estimate())
        + " more per 1,000 cases than if recalibrated, at least "
        + Numbers.plain(cost.atLeast())
        + ".";
  }

  /** Where the newest window is most wrong. */
  private static String where(Change change) {
    String where = change.newest().explanation().where();
    return change.isOver() || change.rule() != Rule.MISCALIBRATION || where.isEmpty()
        ? ""
        : "It is wrong " + where + ".";
  }

  /** What else is wrong in the newest window. */
  private static String besides(Change change) {
    String others = change.newest().explanation().on(topics(change.others()));
    return change.isOver() || others.isEmpty() ? "" : "At the same time: " + others + ".";
  }

  /**
   * What other rules alert on: a test of one window rejects by chance, or each day at the same
   * hour.
   */
  private static Set<Topic> topics(Set<Rule> others) {
    Set<Topic> topics = EnumSet.of(Topic.NEIGHBOURS);
    for (Rule rule : others) {
      switch (rule) {
        case PREDICTION_DRIFT -> topics.add(Topic.PREDICTIONS);
        case FEATURE_DRIFT -> topics.add(Topic.FEATURES);
        case LABEL_SHIFT -> topics.add(Topic.LABELS);
        case SELECTION -> topics.add(Topic.SELECTION);
        default -> {}
      }
    }
    return topics;
  }

  private static String window(Verdict verdict) {
    String window =
        "Newest window: "
            + Times.range(
                verdict.getWindowStart().toEpochMilli(), verdict.getWindowEnd().toEpochMilli());
    return verdict.getPredictions() == 0
        ? window + ", no predictions."
        : String.format(
            Locale.ROOT,
            "%s, %,d of %s labelled.",
            window,
            verdict.getLabelled(),
            Numbers.of(verdict.getPredictions(), "prediction"));
  }

  /** What came while labels were missing: predictions may have stopped since. */
  private static String goingOn(Change change) {
    Verdict verdict = change.newest().verdict();
    if (!change.after().isMissing() || verdict.getPredictions() == 0) {
      return "";
    }
    Duration window = Duration.between(verdict.getWindowStart(), verdict.getWindowEnd());
    double hourly = verdict.getPredictions() * 3.6e6 / window.toMillis();
    return "Predictions until then: "
        + (hourly < 1
            ? Numbers.plain(24 * hourly) + " a day."
            : Numbers.plain(hourly) + " an hour.");
  }

  private static String evidence(Change change) {
    Problem problem = change.problem();
    if (problem == null || !Double.isFinite(problem.logThreshold())) {
      return "";
    }
    return "Evidence: "
        + Numbers.eValue(problem.logEvidence(), problem.logThreshold())
        + "; the rule fires at "
        + Numbers.eValue(problem.logThreshold(), problem.logEvidence())
        + ", with "
        + change.budgetShare().inWords()
        + " for this series and rule.";
  }

  private static String commands(Change change, String id) {
    String map = remedy(change).isEmpty() ? "" : " Map: evenkeel alerts --map " + id + ".";
    String what = change.rule().isMadeAgain() ? " Proof" : " Verdict";
    return silence(id) + map + what + ": evenkeel explain " + id + ".";
  }

  /** What would mend the predictions; none where the model may be right. */
  static Optional<Problem.Remedy> remedy(Change change) {
    Problem problem = change.problem();
    return problem == null || change.after().isMissing() || isDoubtful(change)
        ? Optional.empty()
        : problem.effect().flatMap(Problem.Size::remedy);
  }

  /** Whether the labels may be no fair sample of outcomes that are independent of each other. */
  private static boolean isDoubtful(Change change) {
    return change.others().contains(Rule.SELECTION)
        || change.newest().lacksLabels()
        || change.newest().neighboursDepend();
  }

  /** How to silence an alert. */
  static String silence(String id) {
    return "Silence: evenkeel silence add " + id + " --for 4h.";
  }

  private static String action(Change change, AlertSettings settings) {
    if (change.after().isMissing()) {
      return "find out why "
          + missing(change)
          + (change.problem() == null
              ? stopped(change) + "; the alert ends when they come."
              : stopped(change)
                  + "; when they come, they show whether the problem is still there.");
    }
    return switch (change.rule()) {
      case MISCALIBRATION -> miscalibrated(change);
      case WINDOW_TESTS -> rejected(settings);
      case PREDICTION_DRIFT ->
          "see which inputs changed, and whether the model or its features were deployed.";
      case FEATURE_DRIFT -> driftedFeatures(change.problem());
      case LABEL_SHIFT -> "see whether the world or the labelling changed.";
      case SELECTION -> "find out which labels are late or lost before you trust any verdict.";
      case DATA_QUALITY -> "check the source of the labels.";
      case DEAD_LETTERS, COMPARISON, MONITOR_FAILED -> throw notOfPanes(change.rule());
    };
  }

  private static IllegalArgumentException notOfPanes(Rule rule) {
    return new IllegalArgumentException(rule.key() + " has words of its own");
  }

  /** Labels may also come too late to count. */
  private static String stopped(Change change) {
    return change.newest().verdict().getPredictions() == 0
        ? " stopped"
        : " stopped, or come later than labels.wait (see evenkeel_early_labels_total)";
  }

  /** True as long as the alert is open: that of the evidence may begin and end meanwhile. */
  private static String rejected(AlertSettings settings) {
    return settings.rules().isOn(Rule.MISCALIBRATION)
        ? "nothing, unless the rule miscalibration alerts, too; it does if evidence confirms it."
        : "nothing yet; the rule miscalibration, which would confirm it by evidence, is off.";
  }

  private static String driftedFeatures(@Nullable Problem problem) {
    boolean areOthers =
        problem != null && problem.names().equals(List.of(OtherFeatures.FEATURE.name()));
    return areOthers
        ? "look up their names in the log of Evenkeel (event=features-not-watched), and why they"
            + " came or went."
        : "check the source of the features that are named.";
  }

  private static String miscalibrated(Change change) {
    if (change.others().contains(Rule.SELECTION)) {
      return "find out first which labels are late or lost; then see what changed.";
    }
    if (change.newest().lacksLabels()) {
      return "find out first why predictions have no label: if these are unlike the others, the"
          + " model may be right; then see what changed.";
    }
    if (change.newest().neighboursDepend()) {
      return "see first whether rows share an outcome, and send its id as cluster; then see what"
          + " changed.";
    }
    boolean isLearnable = NoMap.isLearnable(change);
    return change.others().contains(Rule.PREDICTION_DRIFT)
            || change.others().contains(Rule.FEATURE_DRIFT)
        ? "see what the model is given now that it was not given before; then "
            + (isLearnable ? "recalibrate or retrain." : "retrain.")
        : "undo what changed in model, inputs or labels at that time, or "
            + (isLearnable ? "recalibrate." : "retrain.");
  }

  static String runbook(AlertSettings settings) {
    return settings.runbook().isEmpty() ? "" : " Runbook: " + settings.runbook();
  }
}
