package io.evenkeel.app.cli;

import io.evenkeel.app.config.Durations;
import io.evenkeel.app.replay.Trouble;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that make things go wrong, for tests and demonstrations. */
final class TroubleOptions {
  private static final String ALL = "all";

  @Option(
      names = "--shuffle",
      paramLabel = "DURATION|all",
      defaultValue = "0s",
      description =
          "Deliver each event late by a random part of this event time, or `all` in random order.")
  private String shuffle = "0s";

  @Option(
      names = "--duplicates",
      paramLabel = "SHARE",
      defaultValue = "0",
      description = "Share of events that are sent twice.")
  private double duplicates;

  @Option(
      names = "--early-labels",
      paramLabel = "SHARE",
      defaultValue = "0",
      description = "Share of labelled predictions that are sent only after their label.")
  private double early;

  @Option(
      names = "--dropped-labels",
      paramLabel = "SHARE",
      defaultValue = "0",
      description = "Share of labels that are never sent.")
  private double dropped;

  @Option(
      names = "--corrected-labels",
      paramLabel = "SHARE",
      defaultValue = "0",
      description = "Share of labels that are wrong first and then corrected.")
  private double corrected;

  @Option(
      names = "--trouble-seed",
      paramLabel = "SEED",
      defaultValue = "0",
      description = "Seed of all of this. Default: ${DEFAULT-VALUE}.")
  private long seed;

  /** The trouble that is asked for. */
  Trouble trouble() {
    @Nullable Duration within = shuffle.equals(ALL) ? null : Durations.parse(shuffle);
    return new Trouble(seed, within, duplicates, early, dropped, corrected);
  }
}
