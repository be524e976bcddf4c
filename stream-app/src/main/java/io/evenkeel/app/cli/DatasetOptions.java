package io.evenkeel.app.cli;

import io.evenkeel.app.dataset.Dataset;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which dataset file, and where its data is. */
final class DatasetOptions {
  @Parameters(
      paramLabel = "FILE",
      description = "Dataset file, such as deploy/datasets/fte_mlb.yaml.")
  @SuppressWarnings("NullAway.Init")
  private Path file;

  @Option(
      names = "--data",
      paramLabel = "FOLDER",
      description = "Where the files are that it names. Default: the folder of FILE.")
  private @Nullable Path data;

  /**
   * Reads the dataset file.
   *
   * @throws IllegalArgumentException if it is wrong
   */
  Dataset read() {
    return Dataset.read(file);
  }

  /** The folder of its files. */
  Path folder() {
    return data == null ? Objects.requireNonNull(file.toAbsolutePath().getParent()) : data;
  }
}
