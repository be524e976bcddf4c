package io.evenkeel.local;

import io.evenkeel.app.cli.App;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs commands as a shell would, in this process, and keeps what the last one said. */
public final class Shell {
  private String out = "";
  private String err = "";

  /**
   * Runs a command.
   *
   * @param settings given to it by -D
   * @return its exit code
   */
  public int run(Map<String, String> settings, String... command) {
    List<String> arguments = new ArrayList<>(List.of(command));
    settings.forEach((path, value) -> arguments.add("-D" + path + "=" + value));
    StringWriter written = new StringWriter();
    StringWriter complained = new StringWriter();
    int code =
        App.commandLine()
            .setOut(new PrintWriter(written))
            .setErr(new PrintWriter(complained))
            .execute(arguments.toArray(String[]::new));
    out = written.toString();
    err = complained.toString();
    return code;
  }

  /** Its standard output. */
  public String out() {
    return out;
  }

  /** Its standard error. */
  public String err() {
    return err;
  }
}
