package io.evenkeel.app.cli;

import io.evenkeel.app.runtime.RecordPlace;
import io.evenkeel.app.runtime.Reset.Step;
import io.evenkeel.app.runtime.Skip;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Lets the application pass over a record that it cannot go past. */
@Command(
    name = "skip",
    description = {
      "Lets the application pass over one prediction or label that it cannot go past, as its exit"
          + " message says (exit code 4). The record is kept among the dead letters.",
      "All instances must be stopped. Without --execute it only says what it would do."
    })
final class SkipCommand implements Runnable {
  @Mixin private ConfigOptions config = new ConfigOptions();

  @Parameters(
      paramLabel = "TOPIC-PARTITION@OFFSET",
      converter = PlaceConverter.class,
      description = "The record, such as evenkeel.labels-0@17.")
  private @Nullable RecordPlace place;

  @Option(
      names = "--wait",
      paramLabel = "DURATION",
      defaultValue = "1m",
      converter = TroubleOptions.DurationConverter.class,
      description =
          "How long to wait for instances to be gone: brokers miss one that was stopped only after"
              + " session.timeout.ms, by default 45 s. Default: ${DEFAULT-VALUE}.")
  private Duration patience = Duration.ZERO;

  @Option(names = "--execute", description = "Do it.")
  private boolean execute;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  /** Reads the place of a record. */
  static final class PlaceConverter implements ITypeConverter<RecordPlace> {
    @Override
    public RecordPlace convert(String text) {
      try {
        return RecordPlace.parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    try (Skip skip = Skip.connect(config.read())) {
      skip.awaitStopped(patience);
      for (Step step : skip.plan(Objects.requireNonNull(place))) {
        if (execute) {
          step.action().run();
        }
        out.println((execute ? "done: " : "would ") + step.description());
        out.flush();
      }
    }
    out.println(
        execute ? "Start the application again." : "Nothing was done; add --execute to do it.");
    out.flush();
  }
}
