package io.evenkeel.app.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.evenkeel.app.check.CheckReport;
import io.evenkeel.app.check.CheckText;
import io.evenkeel.app.check.ReadRange;
import io.evenkeel.app.check.TopicCheck;
import io.evenkeel.app.config.AppConfig;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Checks the events that the predictions and labels topics hold. */
@Command(
    name = "check",
    description = {
      "Reads the predictions and labels topics and says which events the application would put among"
          + " the dead letters, why and what to do, and how predictions and labels meet.",
      "It changes nothing. Memory: about 500 bytes per prediction."
    },
    exitCodeList = {
      "0:there are events, and all of them can be used",
      "1:some cannot, or there are none, or stopped by an error",
      "2:the command line or the configuration is wrong",
      "3:brokers, topics or the registry are not as needed"
    })
final class CheckCommand implements Callable<Integer> {
  @Mixin private ConfigOptions config = new ConfigOptions();

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description =
          "Only records with this timestamp or a later one, such as 2026-01-31T12:00:00Z. Default:"
              + " all that the topics hold.")
  private @Nullable Instant since;

  @Option(
      names = "--last",
      paramLabel = "NUMBER",
      description = "Only so many newest records of each topic.")
  private @Nullable Long last;

  @Option(
      names = "--max",
      paramLabel = "NUMBER",
      defaultValue = "1000000",
      description =
          "Not more than so many records of each topic, the oldest. Default: ${DEFAULT-VALUE}.")
  private long most;

  @Option(
      names = "--show",
      paramLabel = "NUMBER",
      defaultValue = "3",
      description = "Offenders that are named of each reason and topic. Default: ${DEFAULT-VALUE}.")
  private int shown;

  @Option(names = "--json", description = "Print the report as JSON.")
  private boolean json;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Override
  public Integer call() throws JsonProcessingException {
    PrintWriter out = spec.commandLine().getOut();
    RowProgress progress = new RowProgress(spec.commandLine().getErr(), InstantSource.system());
    AppConfig settings = config.read();
    CheckReport report = new TopicCheck(settings, progress::at).run(range(), shown);
    if (json) {
      out.println(json(report));
      out.flush();
    } else {
      new CheckText(out).print(report);
    }
    return report.passed() ? ExitCode.OK : Errors.FAILED;
  }

  private ReadRange range() {
    try {
      return new ReadRange(since, last, most);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private static String json(CheckReport report) throws JsonProcessingException {
    return JsonMapper.builder()
        .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
        .enable(SerializationFeature.INDENT_OUTPUT)
        .build()
        .writeValueAsString(report);
  }
}
