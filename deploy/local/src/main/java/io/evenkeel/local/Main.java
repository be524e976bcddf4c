package io.evenkeel.local;

import io.evenkeel.app.cli.App;
import io.evenkeel.local.demo.DemoCommand;
import io.evenkeel.local.measure.MeasureCommand;

/**
 * The program with all that runs on one machine: the commands of the application, the demo and the
 * measurement.
 */
public final class Main {
  private Main() {}

  /** Runs a command and ends the process with its exit code. */
  public static void main(String[] args) {
    if (args.length > 0 && (args[0].equals("demo") || args[0].equals("measure"))) {
      // Read when the first logger is made, so it cannot wait for the command.
      System.getProperties()
          .putIfAbsent("logback.configurationFile", "io/evenkeel/local/demo/logback.xml");
    }
    System.exit(
        App.commandLine()
            .addSubcommand(new DemoCommand())
            .addSubcommand(new MeasureCommand())
            .execute(args));
  }
}
