package io.evenkeel.app.cli;

import io.evenkeel.app.runtime.RecordPlace;
import io.evenkeel.app.runtime.Skip;
import java.io.PrintWriter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
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
  @Mixin private StepOptions steps = new StepOptions();

  @Parameters(
      paramLabel = "TOPIC-PARTITION@OFFSET",
      converter = PlaceConverter.class,
      description = "The record, such as evenkeel.labels-0@17.")
  private @Nullable RecordPlace place;

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
      skip.check(Objects.requireNonNull(place));
      skip.awaitStopped(steps.patience(), spec.commandLine().getErr()::println);
      steps.take(skip.plan(place), out);
    }
    steps.conclude("Start the application again.", out);
  }
}
