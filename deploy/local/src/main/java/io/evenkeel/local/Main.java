package io.evenkeel.local;

import io.evenkeel.app.cli.App;
import io.evenkeel.local.demo.DemoCommand;

/** The program with all that runs on one machine: the commands of the application and the demo. */
public final class Main {
  private Main() {}

  /** Runs a command and ends the process with its exit code. */
  public static void main(String[] args) {
    if (args.length > 0 && args[0].equals("demo")) {
      // Read when the first logger is made, so it cannot wait for the command.
      System.getProperties()
          .putIfAbsent("logback.configurationFile", "io/evenkeel/local/demo/logback.xml");
    }
    System.exit(App.commandLine().addSubcommand(new DemoCommand()).execute(args));
  }
}
