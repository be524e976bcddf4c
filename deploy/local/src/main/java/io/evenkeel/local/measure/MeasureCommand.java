package io.evenkeel.local.measure;

import io.evenkeel.app.cli.DurationConverter;
import io.evenkeel.local.measure.Endurance.Sample;
import io.evenkeel.local.measure.JoinComparison.Cost;
import io.evenkeel.local.measure.JoinComparison.Round;
import io.evenkeel.local.measure.Measurement.Result;
import io.evenkeel.local.process.TemporaryFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
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
          + " collection and compaction of stores.",
      "With --for it works at full speed for so long, and shows whether what it holds grows.",
      "With --many-series it runs the application as a process with 512 MiB of heap, and shows how"
          + " much memory 10,000 series over 24 partitions take.",
      "With --latency it shows how old verdicts are, with --restart how long a start takes.",
      "With --against-join it compares Evenkeel with Kafka Streams' own inner join of the same"
          + " events. Both run in turn; the last lines are the medians of the ratios."
    })
public final class MeasureCommand implements Callable<Integer> {
  private static final Scenario[] USUAL = {Scenario.LABELS_AT_ONCE, Scenario.LABELS_OVER_A_DAY};

  /** Odd, so that one of them is the median. */
  private static final int ROUNDS = 3;

  /** Predictions per second. */
  private static final int[] RATES = {1000, 5000};

  private static final int SAMPLES = 60;
  private static final double MIB = 1024 * 1024;

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

  @Option(
      names = "--against-join",
      description = "Compare with Kafka Streams' own inner join, in five minutes.")
  private boolean againstJoin;

  @Option(
      names = "--many-series",
      description = "Measure the memory of 10,000 series over 24 partitions; Linux only.")
  private boolean manySeries;

  @Option(
      names = "--invented-versions",
      description =
          "Measure what a model whose every prediction has another version costs the others;"
              + " Linux only.")
  private boolean inventedVersions;

  @Option(
      names = "--latency",
      description =
          "Measure how old provisional verdicts are when they can be read: 1,000 and 5,000"
              + " predictions a second, each with its label; a minute each.")
  private boolean latency;

  @Option(
      names = "--restart",
      paramLabel = "NUMBER",
      description =
          "Measure how long a start takes while so many predictions wait for their labels: with"
              + " the state, and when it must be read back from the changelogs.")
  private @Nullable Long pending;

  @Option(
      names = "--all",
      description =
          "Compare with the join on all streams: other numbers of classes, normal distributions,"
              + " ids in no order, four series, 128 locations, windows of a week; in half an hour.")
  private boolean all;

  @Option(
      names = "--scenario",
      paramLabel = "NAME",
      split = ",",
      converter = Scenario.Converter.class,
      description = "Compare with the join on these streams only, by the names that --all prints.")
  private List<Scenario> scenarios = List.of();

  @Option(names = "--quick", description = "Compare on a third of the events, in two minutes.")
  private boolean quick;

  @Option(
      names = "--at-most",
      paramLabel = "RATIO",
      description =
          "End with exit code 1 if the median of a stream is above so many times the processor"
              + " time of the join, for example 1.2.")
  private double atMost = Double.POSITIVE_INFINITY;

  @Option(
      names = "--for",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description = {
        "Work at full speed for so long, for example 1h, and show what the process holds:"
            + " heap, memory of stores, open files, threads. Sixty samples; the last line compares"
            + " the last third with the one before."
      })
  private @Nullable Duration length;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Override
  public Integer call() {
    boolean isWithin = true;
    try (TemporaryFolder folder = TemporaryFolder.create("evenkeel-measure-")) {
      if (length != null) {
        endure(new Endurance(folder.path()), length);
      } else if (manySeries) {
        print(new ManySeries(folder.path(), quick ? 20_000 : 60_000).run(this::print));
      } else if (latency) {
        age(new Latency(folder.path(), Duration.ofMinutes(1)));
      } else if (pending != null) {
        print(new Restart(folder.path(), pending).run(), pending);
      } else if (inventedVersions) {
        invent(new InventedVersions(folder.path()));
      } else if (againstJoin || !scenarios.isEmpty()) {
        isWithin = compare(new JoinComparison(folder.path(), quick ? 100_000 : 300_000, ROUNDS));
      } else {
        print(new Measurement(folder.path(), warmUp, count).run());
      }
    } catch (IOException e) {
      throw new IllegalStateException("the measurement failed: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return isWithin ? 0 : 1;
  }

  private void endure(Endurance endurance, Duration length) throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    out.println("    s     events/s  heap MiB  stores MiB     files   threads");
    List<Sample> samples = new ArrayList<>();
    Duration step = length.dividedBy(SAMPLES);
    endurance.run(
        step,
        SAMPLES,
        sample -> {
          double before = samples.isEmpty() ? 0 : samples.get(samples.size() - 1).events();
          samples.add(sample);
          out.printf(
              Locale.ROOT,
              "%5d %,12.0f %,9.0f %,11.1f %,9d %,9d%n",
              samples.size() * step.toSeconds(),
              (sample.events() - before) * 1000 / step.toMillis(),
              sample.heap() / MIB,
              sample.stores() / MIB,
              sample.files(),
              sample.threads());
          out.flush();
        });
    out.printf(
        Locale.ROOT,
        "last third / the one before: heap %.2f, stores %.2f, files %.2f, threads %.2f%n",
        growth(samples, Sample::heap),
        growth(samples, Sample::stores),
        growth(samples, Sample::files),
        growth(samples, Sample::threads));
    out.flush();
  }

  private static double growth(List<Sample> samples, ToDoubleFunction<Sample> held) {
    int third = SAMPLES / 3;
    return samples.subList(2 * third, SAMPLES).stream().mapToDouble(held).sum()
        / samples.subList(third, 2 * third).stream().mapToDouble(held).sum();
  }

  /** Whether no stream took more than it may. */
  private boolean compare(JoinComparison comparison) throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    out.printf("%-20s %-15s %10s %10s %10s%n", "scenario", "", "us/event", "B/event", "events/s");
    List<String> ratios = new ArrayList<>();
    boolean isWithin = true;
    for (Scenario scenario : compared()) {
      List<Round> rounds = comparison.run(scenario);
      for (Round round : rounds) {
        row(out, scenario, "dsl-inner-join", round.join());
        row(out, scenario, "evenkeel", round.evenkeel());
      }
      double cpu = median(rounds, round -> round.evenkeel().nanos() / round.join().nanos());
      isWithin &= cpu <= atMost;
      ratios.add(
          String.format(
              Locale.ROOT,
              "evenkeel/dsl-inner-join %s cpu %.2f throughput %.2f",
              scenario,
              cpu,
              median(rounds, round -> round.evenkeel().rate() / round.join().rate())));
    }
    ratios.forEach(out::println);
    out.flush();
    return isWithin;
  }

  private List<Scenario> compared() {
    return scenarios.isEmpty() ? List.of(all ? Scenario.values() : USUAL) : scenarios;
  }

  private static void row(PrintWriter out, Scenario scenario, String what, Cost cost) {
    out.printf(
        Locale.ROOT,
        "%-20s %-15s %10.1f %,10.0f %,10.0f%n",
        scenario,
        what,
        cost.nanos() / 1000,
        cost.bytes(),
        cost.rate());
    out.flush();
  }

  /** Of an odd number. */
  private static double median(List<Round> rounds, ToDoubleFunction<Round> ratio) {
    return rounds.stream().mapToDouble(ratio).sorted().toArray()[rounds.size() / 2];
  }

  private void print(ManySeries.Sample sample) {
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        Locale.ROOT,
        "%4.0f s: %,.0f predictions joined, %,d windows judged, memory at most %,.0f MiB%n",
        sample.seconds(),
        sample.joined(),
        sample.judged(),
        sample.memory() / MIB);
    out.flush();
  }

  private void print(ManySeries.Result result) {
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        Locale.ROOT,
        "%,d series over %d partitions, heap of %d MiB at most%n"
            + "memory of the process at most %,.0f MiB%n"
            + "with all predictions pending: heap %,.0f MiB, stores outside of it %,.0f MiB%n"
            + "%,.0f events per second, %.0f microseconds of the process per event%n"
            + "%,d of %,d windows with the right counts, %,d with wrong ones, after %.0f s%n",
        ManySeries.SERIES,
        ManySeries.PARTITIONS,
        ManySeries.HEAP_MIB,
        result.memory() / MIB,
        result.heap() / MIB,
        result.stores() / MIB,
        result.rate(),
        result.nanos() / 1000,
        result.right(),
        result.expected(),
        result.wrong(),
        result.judged());
    out.flush();
  }

  private void age(Latency measurement) throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    for (int rate : RATES) {
      Latency.Result result = measurement.run(rate);
      out.printf(
          Locale.ROOT,
          "%,d events per second: %,d verdicts, %.2f s old in the median, %.2f s at most%n",
          2 * rate,
          result.verdicts(),
          result.median(),
          result.largest());
      out.flush();
    }
  }

  private void print(Restart.Result result, long predictions) {
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        Locale.ROOT,
        "%,d predictions pending: ready after %.1f s with the state, after %.1f s without it"
            + " (%,.0f MiB)%n",
        predictions,
        result.kept(),
        result.lost(),
        result.bytes() / MIB);
    out.flush();
  }

  private void invent(InventedVersions measurement) throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        "%-25s %9s %9s %7s %7s%n", "of the other model", "verdicts", "us/event", "MiB", "wrong");
    for (InventedVersions.Invention invention : InventedVersions.Invention.values()) {
      InventedVersions.Result result = measurement.run(invention);
      out.printf(
          Locale.ROOT,
          "%-25s %,7.0f s %,9.0f %,7.0f %,7d%n",
          invention.words(),
          result.seconds(),
          result.nanos() / 1000,
          result.memory() / MIB,
          result.wrong());
      out.flush();
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
