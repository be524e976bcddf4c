package io.evenkeel.local.measure;

import io.evenkeel.local.TemporaryFolder;
import io.evenkeel.local.measure.Measurement.Result;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures what the application needs on this machine. */
@Command(
    name = "measure",
    description = {
      "Measures what the application needs on this machine: processor time per event, state per"
          + " pending prediction and per pane, changelog traffic. Starts a broker in a temporary"
          + " folder, simulates a model of ten classes, and ends by itself in a minute or two.",
      "Processor time is that of the stream threads and their producers, without brokers, garbage"
          + " collection and compaction of stores."
    })
public final class MeasureCommand implements Runnable {
  @Option(
      names = "--warm-up",
      paramLabel = "NUMBER",
      defaultValue = "20000",
      description =
          "Predictions, each with its label, that do not count. Default: ${DEFAULT-VALUE}.")
  private long warmUp;

  @Option(
      names = "--count",
      paramLabel = "NUMBER",
      defaultValue = "50000",
      description = "Predictions, each with its label, that count. Default: ${DEFAULT-VALUE}.")
  private long count;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Override
  public void run() {
    try (TemporaryFolder folder = TemporaryFolder.create("evenkeel-measure-")) {
      print(new Measurement(folder.path(), warmUp, count).run());
    } catch (IOException e) {
      throw new IllegalStateException("the measurement failed: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void print(Result result) {
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        Locale.ROOT,
        "%.1f microseconds of processor per event: %,.0f events per second and core%n",
        result.nanos() / 1000,
        1e9 / result.nanos());
    out.printf(
        Locale.ROOT,
        "%,d predictions pending in %,d panes%n",
        result.predictions(),
        result.panes());
    table(out, "store", result.stores(), result);
    table(out, "topic", result.topics(), result);
    out.flush();
  }

  private static void table(PrintWriter out, String what, Map<String, Long> sizes, Result result) {
    out.printf("%n%-55s %12s %12s %12s%n", what, "KiB", "B/prediction", "KiB/pane");
    sizes.forEach(
        (name, bytes) ->
            out.printf(
                Locale.ROOT,
                "%-55s %,12d %,12.1f %,12.2f%n",
                name,
                bytes / 1024,
                (double) bytes / result.predictions(),
                bytes / 1024.0 / result.panes()));
  }
}
