package io.evenkeel.app;

import io.evenkeel.app.cli.App;

/** The program. */
public final class Main {
  private Main() {}

  /** Runs a command and ends the process with its exit code. */
  public static void main(String[] args) {
    System.exit(App.commandLine().execute(args));
  }
}
