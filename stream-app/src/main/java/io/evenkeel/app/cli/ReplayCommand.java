package io.evenkeel.app.cli;

import io.evenkeel.app.dataset.Dataset;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
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
  @Mixin private DatasetOptions dataset = new DatasetOptions();

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
    try {
      Dataset data = dataset.read();
      if (settingsOnly) {
        spec.commandLine().getOut().print(data.settingsYaml());
        spec.commandLine().getOut().flush();
        return;
      }
      playing.play(
          data.cases(dataset.folder()), spec.commandLine().getOut(), spec.commandLine().getErr());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }
}
