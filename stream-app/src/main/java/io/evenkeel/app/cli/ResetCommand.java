package io.evenkeel.app.cli;

import io.evenkeel.app.runtime.Reset;
import io.evenkeel.app.runtime.Reset.Step;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Makes the application forget what it knows, so that it reads its events again. */
@Command(
    name = "reset",
    description = {
      "Makes the application forget what it knows, so that it reads its events again when it is"
          + " started: its place in the input topics, its internal topics, profiles and series, and"
          + " its state on this machine.",
      "All instances must be stopped. Without --execute it only says what it would do. Predictions,"
          + " labels and silences are not touched."
    })
final class ResetCommand implements Runnable {
  @Mixin private ConfigOptions config = new ConfigOptions();

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description =
          "Read again the records with this timestamp or a later one, such as 2026-01-31T12:00:00Z."
              + " Default: all that the topics hold.")
  private @Nullable Instant since;

  @Option(
      names = "--outputs",
      description =
          "Forget verdicts, metrics, alerts and dead letters, too. Without it, an alert that was"
              + " firing stays as it was until its series is judged again.")
  private boolean outputs;

  @Option(
      names = "--wait",
      paramLabel = "DURATION",
      defaultValue = "1m",
      converter = TroubleOptions.DurationConverter.class,
      description =
          "How long to wait for instances to be gone: brokers miss one that was stopped only after"
              + " session.timeout.ms, by default 45 s. Default: ${DEFAULT-VALUE}.")
  private Duration patience = Duration.ZERO;

  @Option(names = "--execute", description = "Do it.")
  private boolean execute;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    try (Reset reset = Reset.connect(config.read())) {
      reset.awaitStopped(patience);
      List<Step> steps = reset.plan(since, outputs);
      for (Step step : steps) {
        if (execute) {
          step.action().run();
        }
        out.println((execute ? "done: " : "would ") + step.description());
        out.flush();
      }
    }
    out.println(
        execute
            ? "Delete the state of the other instances, too: they do not start with it."
            : "Nothing was done; add --execute to do it.");
    out.flush();
  }
}
