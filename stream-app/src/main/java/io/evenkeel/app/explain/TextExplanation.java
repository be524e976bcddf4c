package io.evenkeel.app.explain;

import io.evenkeel.app.explain.Comparison.Outcome;
import io.evenkeel.app.judge.MapReplay;
import io.evenkeel.app.judge.VerdictReplay.Step;
import io.evenkeel.app.state.PlainText;
import io.evenkeel.app.wording.Numbers;
import io.evenkeel.core.evidence.EvidenceKind;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.PublishedMap;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.internal.SourceOffsets;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The explanation for people: what it is in words, what was read, how it grew, every number. */
public final class TextExplanation {
  /** Panes of the evidence that are shown, the newest. */
  private static final int PANES = 20;

  private static final int WIDTH = 24;
  private static final String STEPS = "  %-22s %12s %12s %12s %18s%n";
  private static final String PROOF = "  %-22s %12s %12s %12s %15s  %s%n";
  private static final String KINDS = "  %-32s %12s%n";
  private static final String NUMBERS = "  %-32s %-24s %-24s %s%n";

  private final PrintWriter out;

  /** An explanation that goes to the writer. */
  public TextExplanation(PrintWriter out) {
    this.out = out;
  }

  /** Prints an explanation. */
  public void print(Explanation explanation) {
    Alert alert = explanation.alert();
    Verdict verdict = explanation.verdict();
    out.println(PlainText.of(alert.getSummary()));
    out.printf(
        "  %s, %s, by verdict %s (%s)%n",
        alert.getFingerprint(), state(alert), alert.getVerdict(), verdict.getStatus());
    alert.getDescription().lines().forEach(line -> out.println("  " + PlainText.of(line)));
    printRead(explanation.agreement());
    print(explanation.again().steps());
    print(explanation.again().logEValues());
    print(explanation.agreement());
  }

  /** Prints the explanation of a map. */
  public void print(MapExplanation explanation) {
    PublishedMap map = explanation.then().published();
    out.println(explanation.series().inWords() + ": " + map.getWords());
    out.printf(
        "  %s, decided %s, with verdict %s (%s)%n",
        explanation.series().key(),
        map.getUpdatedAt(),
        explanation.verdict(),
        explanation.then().verdict().getStatus());
    explanation.reasons().forEach(reason -> out.println("  " + reason));
    printRead(explanation.agreement());
    printProof(explanation.again().steps());
    print(explanation.agreement());
  }

  /** The state since when, and since when there is the problem: that begins before it is found. */
  private static String state(Alert alert) {
    AlertState state = alert.getState();
    return switch (state) {
      case RESOLVED ->
          state + " at " + (alert.getEndsAt() == null ? alert.getUpdatedAt() : alert.getEndsAt());
      case NO_DATA -> state + " since " + alert.getUpdatedAt() + subject(alert);
      default -> state + " since " + alert.getRaisedAt() + subject(alert);
    };
  }

  /** Data that are missing where there is no problem have no earliest time. */
  private static String subject(Alert alert) {
    boolean isMissing = alert.getState() == AlertState.NO_DATA && alert.getStartsEarliest() == null;
    return (isMissing ? ", data missing since " : ", of a problem since ") + alert.getStartsAt();
  }

  private void printRead(Agreement agreement) {
    agreement.warnings().forEach(warning -> out.println("Warning: " + warning + "."));
    out.println("Read:");
    agreement.sources().offsets().forEach(this::print);
  }

  private void print(Agreement agreement) {
    out.println();
    out.printf(NUMBERS, "", "recorded", "recomputed", "");
    agreement.comparisons().forEach(this::print);
    out.println();
    out.printf(
        "Same: %d, different: %d, not recomputed: %d.%nEqual to the last bit: %d.%n",
        agreement.count(Outcome.SAME),
        agreement.count(Outcome.DIFFERENT),
        agreement.count(Outcome.NOT_RECOMPUTED),
        agreement.equal());
    out.flush();
  }

  private void print(SourceOffsets source) {
    out.printf(
        Locale.ROOT,
        "  partition %d: predictions %s, labels %s%n",
        source.getPartition(),
        range(source.getPredictionsFrom(), source.getPredictionsThrough()),
        range(source.getLabelsFrom(), source.getLabelsThrough()));
  }

  private static String range(long from, long through) {
    if (from >= through) {
      return "none";
    }
    return from + " to " + (through == Long.MAX_VALUE ? "the end" : String.valueOf(through - 1));
  }

  private void print(List<Step> steps) {
    out.println();
    out.printf(STEPS, "pane", "predictions", "labels", "e-value", "beyond tolerance");
    for (Step step : newest(steps)) {
      out.printf(
          STEPS,
          Instant.ofEpochMilli(step.start()),
          count(step.predictions()),
          count(step.labelled()),
          Numbers.eValue(step.logE()),
          Numbers.eValue(step.logEBeyond()));
    }
  }

  private void printProof(List<MapReplay.Step> steps) {
    out.println();
    out.printf(PROOF, "pane", "predictions", "labels", "e-value", "weight of none", "map");
    for (MapReplay.Step step : newest(steps)) {
      out.printf(
          PROOF,
          Instant.ofEpochMilli(step.start()),
          count(step.predictions()),
          count(step.labelled()),
          Numbers.eValue(step.logE()),
          Numbers.plain(step.weightOfNone()),
          step.change());
    }
  }

  /** Those that are shown; says how many are not. */
  private <T> List<T> newest(List<T> steps) {
    if (steps.size() > PANES) {
      out.printf(Locale.ROOT, "  (%,d earlier panes)%n", steps.size() - PANES);
    }
    return steps.subList(Math.max(0, steps.size() - PANES), steps.size());
  }

  private static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private void print(Map<EvidenceKind, Double> logEValues) {
    out.println();
    out.printf(KINDS, "evidence by itself", "e-value");
    logEValues.forEach((kind, logE) -> out.printf(KINDS, kind.inWords(), Numbers.eValue(logE)));
  }

  private void print(Comparison comparison) {
    out.printf(
        NUMBERS,
        comparison.name(),
        text(comparison.recorded()),
        text(comparison.recomputed()),
        switch (comparison.outcome()) {
          case SAME -> "same" + comparison.digits();
          case DIFFERENT -> "DIFFERENT";
          case NOT_RECOMPUTED -> "not recomputed: " + comparison.reason();
        });
  }

  private static String text(@Nullable Object value) {
    if (value == null) {
      return "";
    }
    if (value instanceof List<?> list) {
      return list.size() + " values";
    }
    String text = value.toString();
    return text.length() <= WIDTH ? text : text.substring(0, WIDTH - 1) + "…";
  }
}
