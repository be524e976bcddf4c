package io.evenkeel.app.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** What tests of commands begin with: a folder, the command line, and what it prints. */
abstract class CommandTest {
  /** For the files of a test. */
  @TempDir Path folder;

  /** What the last command printed. */
  final StringWriter out = new StringWriter();

  /** What it printed as errors. */
  final StringWriter err = new StringWriter();

  /** Runs a command; its exit code. */
  int execute(String... args) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return App.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(args);
  }
}
