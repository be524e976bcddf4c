package io.evenkeel.app.cli;

import io.evenkeel.app.config.ConfigException;
import io.evenkeel.app.follow.AbsentException;
import io.evenkeel.app.runtime.StartException;
import io.evenkeel.app.runtime.StoppedByRecordException;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Tells errors to people: one message, and a trace only when asked for. */
final class Errors {
  static final int FAILED = 1;
  static final int WRONG_INPUT = 2;
  static final int NOT_READY = 3;
  static final int STOPPED_BY_RECORD = 4;

  private Errors() {}

  /** Reports what a command could not do. */
  static int report(Exception exception, CommandLine command, boolean verbose) {
    PrintWriter err = command.getErr();
    err.println("evenkeel: " + message(exception));
    if (verbose) {
      exception.printStackTrace(err);
    }
    err.flush();
    return code(exception);
  }

  /** Reports a command line that cannot be understood. */
  static int report(ParameterException exception) {
    CommandLine command = exception.getCommandLine();
    PrintWriter err = command.getErr();
    err.println("evenkeel: " + exception.getMessage());
    err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help' for what there is.");
    err.flush();
    return WRONG_INPUT;
  }

  private static String message(Exception exception) {
    boolean expected = code(exception) != FAILED || exception instanceof IllegalStateException;
    return expected ? String.valueOf(exception.getMessage()) : exception + " (see --verbose)";
  }

  private static int code(Exception exception) {
    if (exception instanceof ConfigException
        || exception instanceof AbsentException
        || exception instanceof org.apache.kafka.common.config.ConfigException) {
      return WRONG_INPUT;
    }
    if (exception instanceof StoppedByRecordException) {
      return STOPPED_BY_RECORD;
    }
    return exception instanceof StartException ? NOT_READY : FAILED;
  }
}
