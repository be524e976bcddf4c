package io.evenkeel.app.verdict;

import io.evenkeel.app.wording.Times;
import io.evenkeel.core.expected.Abstention;
import io.evenkeel.core.expected.Coverage;
import io.evenkeel.core.expected.ExpectedLoss;
import io.evenkeel.core.score.Interval;
import io.evenkeel.schemas.VerdictExpected;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The scores that the predictions of a window are expected to have once their labels come.
 *
 * @param losses of each score
 * @param coverage how many of the intervals that were said of each have held
 * @param labelledThrough end of the newest pane whose labels were known, milliseconds since 1970
 */
public record Foretold(List<ExpectedLoss> losses, List<Coverage> coverage, long labelledThrough) {
  /** A score that is worse by this share than that of the labels before is harm. */
  private static final double TOLERABLE = 0.05;

  private static final Optional<Abstention> FEW_LABELS = Optional.of(Abstention.FEW_LABELS);

  /** A wide interval says little of a score, but may lie on one side of a limit. */
  private static final Optional<Abstention> WIDE = Optional.of(Abstention.WIDE);

  /** Copies the lists. */
  public Foretold {
    losses = List.copyOf(losses);
    coverage = List.copyOf(coverage);
  }

  private Optional<ExpectedLoss> said() {
    return losses.stream().filter(loss -> loss.abstention().isEmpty()).findFirst();
  }

  /** Whether labels are too few to say anything, or why not. */
  public boolean isOfFewLabels() {
    return losses.stream().allMatch(loss -> loss.abstention().equals(FEW_LABELS));
  }

  /** Such as "expected log loss 0.52 (0.48 to 0.56)"; empty if nothing is said. */
  String inWords() {
    return said().map(Foretold::words).orElse("");
  }

  private static String words(ExpectedLoss loss) {
    return String.format(
        Locale.ROOT,
        "expected %s %.3g (%.3g to %.3g)",
        loss.score().words(),
        loss.estimate(),
        loss.interval().lower(),
        loss.interval().upper());
  }

  /** What a shift of the predictions does to their scores; empty while labels are few. */
  public Optional<String> effect() {
    if (isOfFewLabels()) {
      return Optional.empty();
    }
    return Optional.of(
        losses.stream()
            .filter(loss -> loss.abstention().isEmpty() || loss.abstention().equals(WIDE))
            .findFirst()
            .map(this::effect)
            .orElseGet(() -> "Whether the shift is harmful cannot be said: " + withheld() + "."));
  }

  private String effect(ExpectedLoss loss) {
    String claim =
        switch (loss.effect(TOLERABLE * loss.before())) {
          case HARMFUL -> "The shift is harmful: ";
          case HARMLESS -> "The shift is harmless: ";
          case OPEN -> "Whether the shift is harmful is open: ";
        };
    return String.format(
        Locale.ROOT,
        "%s%s; with labels, until %s, it was %.3g.",
        claim,
        words(loss),
        Times.minute(labelledThrough),
        loss.before());
  }

  /** Why scores are not said. */
  private String withheld() {
    return losses.stream()
        .flatMap(loss -> loss.abstention().stream())
        .distinct()
        .map(Abstention::words)
        .collect(Collectors.joining(VerdictWords.SEPARATOR));
  }

  /** The group of a verdict that says it; none while labels are few. */
  Optional<VerdictExpected> group() {
    if (isOfFewLabels()) {
      return Optional.empty();
    }
    VerdictExpected.Builder group =
        VerdictExpected.newBuilder()
            .setLabelledThrough(Instant.ofEpochMilli(labelledThrough))
            .setWithheld(withheld())
            .setSaid(coverage.get(0).said())
            .setCovered(coverage.get(0).covered());
    losses.stream().filter(loss -> loss.abstention().isEmpty()).forEach(loss -> set(group, loss));
    return Optional.of(group.build());
  }

  private static void set(VerdictExpected.Builder group, ExpectedLoss loss) {
    Interval range = loss.interval();
    switch (loss.score()) {
      case LOG_LOSS ->
          group
              .setLogLoss(loss.estimate())
              .setLogLossLower(range.lower())
              .setLogLossUpper(range.upper())
              .setLogLossBefore(loss.before());
      case BRIER ->
          group
              .setBrier(loss.estimate())
              .setBrierLower(range.lower())
              .setBrierUpper(range.upper())
              .setBrierBefore(loss.before());
      case ERROR ->
          group
              .setAccuracy(Math.max(0, 1 - loss.estimate()))
              .setAccuracyLower(Math.max(0, 1 - range.upper()))
              .setAccuracyUpper(1 - range.lower())
              .setAccuracyBefore(1 - loss.before());
      case CRPS ->
          group
              .setCrps(loss.estimate())
              .setCrpsLower(range.lower())
              .setCrpsUpper(range.upper())
              .setCrpsBefore(loss.before());
    }
  }
}
