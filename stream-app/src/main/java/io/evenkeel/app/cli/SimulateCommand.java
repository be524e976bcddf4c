package io.evenkeel.app.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.app.config.Durations;
import io.evenkeel.app.dataset.DatasetWriter;
import io.evenkeel.app.simulate.Preset;
import io.evenkeel.app.simulate.Simulation;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes a labelled stream with known truth and plays it into Kafka or writes it to a folder. */
@Command(
    name = "simulate",
    description = {
      "Makes predictions and labels whose truth is known, and plays them into Kafka like `replay`,"
          + " or writes them to a folder for it.",
      "Every simulation is calibrated until the change; options replace what the preset says."
    })
final class SimulateCommand implements Runnable {
  @Parameters(
      arity = "0..1",
      paramLabel = "PRESET",
      defaultValue = "overconfident",
      completionCandidates = PresetNames.class,
      description = {
        "One of ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}. Each has 20,000 predictions,"
            + " one a second from 2026-01-01, and changes after 10,000 s."
      })
  private String preset = "overconfident";

  @Mixin private SimulationOptions options = new SimulationOptions();

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description = "Write a CSV file and the dataset file for `replay` here, and send nothing.")
  private @Nullable Path out;

  @Mixin private PlayOptions playing = new PlayOptions();

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Override
  public void run() {
    PrintWriter console = spec.commandLine().getOut();
    try {
      Preset chosen = Preset.of(preset);
      Simulation simulation = options.apply(chosen.simulation());
      if (out == null) {
        playing.play(simulation, console, spec.commandLine().getErr());
        return;
      }
      refusePlaying();
      DatasetWriter.write(out, "Simulated: " + simulation, simulation, settings(simulation));
      console.println("wrote " + out.resolve(DatasetWriter.DATASET));
      console.flush();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new UncheckedIOException(out + " cannot be written", e);
    }
  }

  /** What changes how events are sent changes no file. */
  private void refusePlaying() {
    List<String> given = playing.given(spec.commandLine().getParseResult());
    if (!given.isEmpty()) {
      throw new IllegalArgumentException(
          "--out writes files and sends nothing, so that these options do nothing: leave out "
              + given);
    }
  }

  /** Windows of 500 predictions and a wait for labels that suits most delays. */
  private static ObjectNode settings(Simulation simulation) {
    long window = Math.max(1, times(500, simulation.arrivals().every()));
    long wait = times(10, simulation.labels().delay().scale());
    ObjectNode settings = JsonNodeFactory.instance.objectNode();
    settings.putObject("window").put("size", window + "ms").put("advance", window + "ms");
    settings.putObject("labels").put("wait", wait + "ms");
    return settings;
  }

  /** So many times a duration, or the longest that a setting may have; in milliseconds. */
  private static long times(int factor, Duration duration) {
    Duration longest = Durations.LONGEST;
    return duration.compareTo(longest.dividedBy(factor)) > 0
        ? longest.toMillis()
        : factor * duration.toMillis();
  }

  /** The names of the presets, each with what happens in it. */
  static final class PresetNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(Preset.values())
          .map(preset -> preset + " (" + preset.description() + ")")
          .iterator();
    }
  }
}
