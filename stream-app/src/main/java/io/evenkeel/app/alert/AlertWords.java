package io.evenkeel.app.alert;

import io.evenkeel.app.alert.AlertRecords.Change;
import io.evenkeel.app.config.AlertSettings;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.verdict.Judgement;
import io.evenkeel.app.verdict.Words;
import io.evenkeel.schemas.AlertReason;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.internal.AlertMemory;
import io.evenkeel.schemas.internal.AlertPhase;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What an alert says to the person it wakes, in the order of their questions: what is wrong (the
 * summary), and a line each on how bad it is, which segments carry it, since when, on what
 * evidence, why, and what to do about it.
 */
final class AlertWords {
  private AlertWords() {}

  static String summary(SeriesKey series, Change change) {
    String model = series.inWords() + ": ";
    return switch (AlertLife.state(change.after())) {
      case FIRING -> model + "the probabilities do not mean what they say: " + fault(change);
      case PENDING -> model + "a window was rejected, not yet enough to alert: " + fault(change);
      case NO_DATA ->
          model
              + "no "
              + missing(change)
              + " since "
              + Instant.ofEpochMilli(change.after().getDataThrough())
              + ": whether it is calibrated cannot be said";
      case RESOLVED, UNKNOWN -> model + ending(change);
    };
  }

  private static String fault(Change change) {
    return Words.fault(change.judgement().standing().evidence()) + change.attribution().inShort();
  }

  private static String missing(Change change) {
    return change.judgement().verdict().getPredictions() == 0 ? "predictions" : "labels";
  }

  private static String ending(Change change) {
    if (change.supersedes() != null) {
      return "labels that came later take the alert back";
    }
    return switch (AlertLife.state(change.before())) {
      case FIRING -> "calibrated again";
      case NO_DATA -> "labels are coming again";
      default -> "the rejected window was not followed by others";
    };
  }

  static String description(Change change, AlertSettings settings) {
    return switch (AlertLife.state(change.after())) {
      case FIRING, PENDING ->
          join(
              howBad(change.judgement()),
              change.attribution().inWords(),
              since(change),
              evidence(change, settings),
              cause(change.judgement().explanation().cause()),
              whatToDo(action(change.judgement().verdict()), settings));
      case NO_DATA ->
          join(
              before(change.after()), window(change.judgement().verdict()), find(change, settings));
      case RESOLVED, UNKNOWN ->
          join(
              "It began " + Instant.ofEpochMilli(change.before().getStartsAt()) + ".",
              window(change.judgement().verdict()),
              evidence(change, settings));
    };
  }

  private static String join(@Nullable String... sentences) {
    return Stream.of(sentences).filter(Objects::nonNull).collect(Collectors.joining("\n"));
  }

  private static @Nullable String howBad(Judgement judgement) {
    Verdict verdict = judgement.verdict();
    String where = judgement.explanation().where();
    if (verdict.getEvidence().getEffectParameter() == null) {
      return where.isEmpty() ? null : "How bad: " + where + ".";
    }
    return String.format(
        Locale.ROOT,
        "How bad: %s %.3g to %.3g with %s %% confidence, whenever one looks%s.",
        verdict.getEvidence().getEffectParameter(),
        verdict.getEvidence().getEffectLower(),
        verdict.getEvidence().getEffectUpper(),
        Words.plain(100 * (1 - verdict.getTests().getAlpha())),
        where.isEmpty() ? "" : "; " + where);
  }

  private static String since(Change change) {
    return "Since: "
        + Instant.ofEpochMilli(change.after().getStartsAt())
        + ". "
        + window(change.judgement().verdict());
  }

  private static String window(Verdict verdict) {
    return "Newest window: "
        + verdict.getWindowStart()
        + " to "
        + verdict.getWindowEnd()
        + (verdict.getPredictions() == 0
            ? ", no predictions."
            : ", "
                + verdict.getLabelled()
                + " of "
                + verdict.getPredictions()
                + " predictions labelled.");
  }

  private static String evidence(Change change, AlertSettings settings) {
    Judgement judgement = change.judgement();
    boolean rejects =
        settings.falseDiscoveries().isPresent()
            || judgement.pValue() <= judgement.verdict().getTests().getAlpha();
    boolean byTests =
        AlertReason.WINDOW_TESTS.name().equals(change.after().getReason())
            || AlertReason.WINDOW_TESTS.name().equals(change.before().getReason());
    String tests =
        rejects && byTests
            ? String.format(
                Locale.ROOT,
                " Tests reject the window at %s; p-value %s, corrected for their number (alert after"
                    + " %d of %d such windows).",
                level(judgement, settings),
                Words.pValue(judgement.pValue()),
                settings.breaches(),
                settings.windows())
            : "";
    return "Evidence: "
        + judgement.standing().evidence().labels()
        + " labels, "
        + threshold(judgement)
        + "."
        + tests;
  }

  private static String level(Judgement judgement, AlertSettings settings) {
    return settings.falseDiscoveries().isPresent()
        ? "a false discovery rate of " + settings.falseDiscoveries().getAsDouble()
        : Double.toString(judgement.verdict().getTests().getAlpha());
  }

  private static String threshold(Judgement judgement) {
    return judgement
        .allowance()
        .map(allowance -> allowance.inWords(judgement.standing()))
        .orElseGet(
            () ->
                String.format(
                    Locale.ROOT,
                    "e-value %s against all that is tolerable (alert at %.0f)",
                    Words.eValue(judgement.standing().logEBeyond()),
                    1 / judgement.verdict().getTests().getAlpha()));
  }

  private static @Nullable String cause(String words) {
    return words.isEmpty() ? null : "Cause: " + words + ".";
  }

  private static String action(Verdict verdict) {
    return switch (verdict.getCause()) {
      case SHIFT_AND_MISCALIBRATION, COVARIATE_SHIFT ->
          "see what the model is given now that it was not; then recalibrate or retrain";
      case CONCEPT_CHANGE -> "see whether labels or the world changed; then recalibrate or retrain";
      case LABELS_NOT_REPRESENTATIVE -> "find out which labels are late or lost before all else";
      default ->
          "take back what changed in model, inputs or labelling at that time, or recalibrate";
    };
  }

  private static String whatToDo(String action, AlertSettings settings) {
    return "What to do: "
        + action
        + (settings.runbook().isEmpty() ? "." : "; " + settings.runbook());
  }

  private static String before(AlertMemory memory) {
    AlertMemory seen = AlertMemory.newBuilder(memory).setNoData(false).build();
    AlertState state = AlertLife.state(seen);
    return memory.getState() == AlertPhase.QUIET
        ? "Before that nothing was wrong."
        : "Before that it was " + state.name().toLowerCase(Locale.ROOT) + ", and is so still.";
  }

  private static String find(Change change, AlertSettings settings) {
    return whatToDo(
        "find out why " + missing(change) + " stopped; it ends by itself when they come", settings);
  }
}
