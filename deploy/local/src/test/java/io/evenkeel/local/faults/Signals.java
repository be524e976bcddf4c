package io.evenkeel.local.faults;

import java.io.IOException;

/** Signals that the JVM itself cannot send. */
final class Signals {

  private Signals() {}

  /** The process stands still, and does not know. */
  static void stop(long pid) throws IOException, InterruptedException {
    run("kill", "-STOP", Long.toString(pid));
  }

  /** It goes on. */
  static void resume(long pid) throws IOException, InterruptedException {
    run("kill", "-CONT", Long.toString(pid));
  }

  /**
   * Runs a command of the system.
   *
   * @return its exit code
   */
  static int run(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }
}
