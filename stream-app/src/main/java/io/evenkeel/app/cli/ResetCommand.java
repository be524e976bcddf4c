package io.evenkeel.app.cli;

import io.evenkeel.app.runtime.Reset;
import java.io.PrintWriter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Makes the application forget what it knows, so that it reads its events again. */
@Command(
    name = "reset",
    description = {
      "Makes the application forget what it knows, so that it reads its events again when it is"
          + " started: its place in the input topics, its internal topics, profiles and series, and"
          + " its state on this machine.",
      "All instances must be stopped. Without --execute it only says what it would do. Predictions,"
          + " labels and silences are not touched. What 'evenkeel skip' noted is forgotten.",
      "Stop 'evenkeel apply-maps' before, and start it again when the monitor has caught up: until"
          + " then maps of the past are in force. Silence alerts first: those of the past fire"
          + " again."
    })
final class ResetCommand implements Runnable {
  @Mixin private ConfigOptions config = new ConfigOptions();
  @Mixin private StepOptions steps = new StepOptions();

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
          "Forget verdicts, metrics, alerts, published maps and dead letters, too. That stops an"
              + " 'evenkeel apply-maps' that runs. Without it, open"
              + " alerts are resolved (RETIRED; if the problem lasts, they fire again), but"
              + " for those of 'evenkeel compare', and published maps are withdrawn.")
  private boolean outputs;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Override
  public void run() {
    if (since != null && since.isAfter(Instant.now())) {
      throw new ParameterException(
          spec.commandLine(),
          "--since=" + since + " lies in the future: the events until then would not be read");
    }
    PrintWriter out = spec.commandLine().getOut();
    try (Reset reset = Reset.connect(config.read())) {
      reset.awaitStopped(steps.patience(), spec.commandLine().getErr()::println);
      steps.take(reset.plan(since, outputs), out);
    }
    out.println("Alerts of the past will fire again: silence them before the start.");
    out.println(
        outputs
            ? "'evenkeel apply-maps' stops if it runs: start it when the monitor has caught up."
            : "'evenkeel apply-maps' would apply maps of the past: stop it until the monitor has"
                + " caught up.");
    if (outputs) {
      out.println(
          "Tables that connectors filled keep their rows: empty them before the start, by 'select"
              + " evenkeel_empty()' in PostgreSQL.");
    }
    steps.conclude("Delete the state of the other instances, too: they do not start with it.", out);
  }
}
