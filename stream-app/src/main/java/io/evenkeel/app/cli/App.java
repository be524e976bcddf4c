package io.evenkeel.app.cli;

import java.time.Instant;
import java.time.InstantSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The command that holds the others. */
@Command(
    name = "evenkeel",
    description =
        "Watches the probabilistic predictions of models in production, and raises alerts when they"
            + " are miscalibrated or drift.",
    subcommands = {
      RunCommand.class,
      ReplayCommand.class,
      SimulateCommand.class,
      EvaluateCommand.class,
      RecalibrateCommand.class,
      BacktestCommand.class,
      CheckCommand.class,
      TopicsCommand.class,
      ResetCommand.class,
      SkipCommand.class,
      AlertmanagerCommand.class,
      AlertsCommand.class,
      RecalibrationsCommand.class,
      ApplyMapsCommand.class,
      CompareCommand.class,
      SilenceCommand.class,
      ExplainCommand.class,
      DescribeCommand.class,
      HelpCommand.class
    },
    versionProvider = Version.class,
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:stopped by an error",
      "2:the command line or the configuration is wrong",
      "3:brokers, topics, state or the registry are not as needed",
      "4:stopped by one record, which the message names; see 'evenkeel skip'"
    })
public final class App {
  @Option(
      names = "--verbose",
      description = "Show where in the code an error came from.",
      scope = ScopeType.INHERIT)
  private boolean verbose;

  /** The whole command line, ready to execute. */
  public static CommandLine commandLine() {
    App app = new App();
    return new CommandLine(app)
        .registerConverter(Instant.class, new TimeConverter(InstantSource.system()))
        .setExecutionExceptionHandler(
            (exception, command, parsed) -> Errors.report(exception, command, app.verbose))
        .setParameterExceptionHandler((exception, args) -> Errors.report(exception));
  }
}
