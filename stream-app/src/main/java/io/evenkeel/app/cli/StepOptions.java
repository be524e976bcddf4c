package io.evenkeel.app.cli;

import io.evenkeel.app.runtime.Reset.Step;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Option;

/** The options of commands that change what a stopped application left behind. */
final class StepOptions {
  @Option(
      names = "--wait",
      paramLabel = "DURATION",
      defaultValue = "1m",
      converter = DurationConverter.class,
      description =
          "How long to wait for instances to be gone: brokers miss one that was killed only after"
              + " session.timeout.ms, by default 45 s. Default: ${DEFAULT-VALUE}.")
  private Duration patience = Duration.ZERO;

  @Option(names = "--execute", description = "Do it.")
  private boolean execute;

  Duration patience() {
    return patience;
  }

  /** Takes the steps if that was asked for, and says what was done or would be done. */
  void take(List<Step> steps, PrintWriter out) {
    for (Step step : steps) {
      if (execute) {
        step.action().run();
      }
      out.println((execute ? "done: " : "would ") + step.description());
      out.flush();
    }
  }

  /** Says what to do now. */
  void conclude(String next, PrintWriter out) {
    out.println(execute ? next : "Nothing was done; add --execute to do it.");
    out.flush();
  }
}
