package io.evenkeel.app.cli;

import io.evenkeel.app.dataset.Dataset;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Plays the predictions and labels of a dataset file into Kafka. */
@Command(
    name = "replay",
    description = {
      "Plays the predictions and labels that a dataset file describes into Kafka, each at its event"
          + " time, and ends with heartbeats that close the last windows.",
      "The topics must exist: see `topics`."
    })
final class ReplayCommand implements Runnable {
  @Parameters(
      paramLabel = "FILE",
      description = "Dataset file, such as deploy/datasets/fte_mlb.yaml.")
  @SuppressWarnings("NullAway.Init")
  private Path file;

  @Option(
      names = "--data",
      paramLabel = "FOLDER",
      description = "Where its CSV files are. Default: the folder of FILE.")
  private @Nullable Path data;

  @Option(
      names = "--settings",
      description =
          "Send nothing; print the settings of the dataset's models as YAML for the configuration"
              + " of the application that is to watch them.")
  private boolean settingsOnly;

  @Mixin private PlayOptions playing = new PlayOptions();

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Override
  public void run() {
    Path folder = data == null ? file.toAbsolutePath().getParent() : data;
    try {
      Dataset dataset = Dataset.read(file);
      if (settingsOnly) {
        spec.commandLine().getOut().print(dataset.settingsYaml());
        spec.commandLine().getOut().flush();
        return;
      }
      playing.play(dataset.cases(Objects.requireNonNull(folder)), spec.commandLine().getOut());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }
}
