package io.evenkeel.core.benchmark;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs the benchmarks, each between two runs of numpy on the same task, and prints the table of the
 * core/README.md. Of everything it takes the least time: what else the machine does only adds to
 * it.
 */
public final class SpeedTable {
  private static final String NOT_THERE = "–";

  private SpeedTable() {}

  /** The least time, in milliseconds, and what was allocated on the way, in bytes. */
  private record Measured(double least, double allocated) {}

  /** The argument is the script of the numpy reference. */
  public static void main(String[] arguments) throws Exception {
    String script = arguments[0];
    System.out.println("| | Evenkeel | numpy | times as fast | exponentials alone | allocated |");
    System.out.println("| --- | --- | --- | --- | --- | --- |");
    for (String name :
        List.of("fullSkce", "blockTwo", "cmeMoments", "wholeSketch", "wildBootstrap")) {
      OptionalDouble before = numpy(script, name);
      Measured ours = measured(name);
      Measured floor = measured(name + "Exponentials");
      OptionalDouble after = numpy(script, name);
      double least = Math.min(before.orElse(Double.NaN), after.orElse(Double.NaN));
      System.out.printf(
          Locale.ROOT,
          "| %s | %.1f ms | %s | %s | %.1f ms | %.0f bytes |%n",
          name,
          ours.least,
          Double.isNaN(least) ? NOT_THERE : String.format(Locale.ROOT, "%.1f ms", least),
          Double.isNaN(least) ? NOT_THERE : String.format(Locale.ROOT, "%.1f", least / ours.least),
          floor.least,
          ours.allocated);
    }
    Measured plain = measured("fullSkcePlain");
    System.out.printf(Locale.ROOT, "The plain loop of fullSkce: %.1f ms%n", plain.least);
  }

  private static Measured measured(String name) throws RunnerException {
    RunResult result =
        new Runner(
                new OptionsBuilder()
                    .include(Benchmarks.class.getName() + "." + name + "$")
                    .addProfiler(GCProfiler.class)
                    .build())
            .runSingle();
    Result<?> allocated = result.getSecondaryResults().get("gc.alloc.rate.norm");
    return new Measured(
        result.getPrimaryResult().getStatistics().getMin(),
        allocated == null ? Double.NaN : allocated.getScore());
  }

  /** The least time of numpy, none if it is not there. */
  private static OptionalDouble numpy(String script, String name)
      throws IOException, InterruptedException {
    Process process = new ProcessBuilder("python3", script, name).start();
    String printed =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    return process.waitFor() == 0
        ? OptionalDouble.of(Double.parseDouble(printed))
        : OptionalDouble.empty();
  }
}
