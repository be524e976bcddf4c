package io.evenkeel.local.demo;

import io.evenkeel.app.cli.DurationConverter;
import io.evenkeel.local.process.TemporaryFolder;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows Evenkeel at work on this machine. */
@Command(
    name = "demo",
    description = {
      "Starts a broker, a schema registry and the application in a temporary folder, replays a week"
          + " of real forecasts with their real labels and of a simulated model that breaks in the"
          + " middle, and prints every alert.",
      "Then it prints a table of the verdicts, and the status page stays until Ctrl-C. With --for"
          + " the demo ends by itself. In the end nothing keeps running, and the folder is gone."
    })
public final class DemoCommand implements Callable<Integer> {
  @Option(
      names = "--for",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description = "End after the table, or after this time if that is sooner, for example 60s.")
  private @Nullable Duration limit;

  @Option(
      names = "--speed",
      paramLabel = "FACTOR",
      defaultValue = "20000",
      description =
          "How many times faster than in reality time passes. Default: ${DEFAULT-VALUE}, a week in"
              + " half a minute.")
  private double speed;

  @Option(
      names = "--full",
      description =
          "Also put verdicts, metrics and alerts into PostgreSQL by Kafka Connect, and start"
              + " Prometheus and Alertmanager, as far as they are on this machine. All of it runs"
              + " on until Ctrl-C or the time of --for.")
  private boolean full;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Override
  public Integer call() {
    Surroundings surroundings = full ? Surroundings.full() : Surroundings.NONE;
    Screen screen = new Screen(spec.commandLine().getOut(), Ansi.AUTO, InstantSource.system());
    try (Stop stop = new Stop(limit);
        TemporaryFolder folder = TemporaryFolder.create("evenkeel-demo-")) {
      try {
        new Demo(stop, screen, folder, speed, surroundings, limit == null).run();
      } catch (InterruptedException | RuntimeException e) {
        // What is interrupted may fail in its own way.
        if (!stop.requested()) {
          throw new IllegalStateException("the demo failed: " + e.getMessage(), e);
        }
      }
    }
    return 0;
  }
}
