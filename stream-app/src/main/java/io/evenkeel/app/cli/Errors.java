package io.evenkeel.app.cli;

import io.evenkeel.app.config.ConfigException;
import io.evenkeel.app.config.FileProblem;
import io.evenkeel.app.follow.AbsentException;
import io.evenkeel.app.runtime.StartException;
import io.evenkeel.app.runtime.StoppedByRecordException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.kafka.common.errors.TimeoutException;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Reports errors to people: one message, and a trace only when asked for. */
final class Errors {
  static final int FAILED = 1;
  static final int WRONG_INPUT = 2;
  static final int NOT_READY = 3;
  static final int STOPPED_BY_RECORD = 4;
  static final int ALERTS_FIRED = 5;

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
    err.println("evenkeel: " + message(exception));
    err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help' for what there is.");
    err.flush();
    return WRONG_INPUT;
  }

  private static String message(ParameterException exception) {
    if (exception instanceof UnmatchedArgumentException unmatched) {
      List<String> similar = unmatched.getSuggestions().stream().distinct().limit(3).toList();
      return problem(unmatched)
          + (similar.isEmpty() ? "" : "; did you mean " + String.join(" or ", similar) + "?");
    }
    boolean isSetting = exception.getArgSpec() != null && exception.getArgSpec().typeInfo().isMap();
    return isSetting
        ? "-D takes a setting with its value, such as -D http.port=8080; got '"
            + exception.getValue()
            + "'"
        : String.valueOf(exception.getMessage());
  }

  private static String problem(UnmatchedArgumentException unmatched) {
    boolean command =
        !unmatched.isUnknownOption()
            && !unmatched.getCommandLine().getCommandSpec().subcommands().isEmpty();
    return command
        ? "there is no command '" + unmatched.getUnmatched().get(0) + "'"
        : String.valueOf(unmatched.getMessage());
  }

  private static String message(Exception exception) {
    if (exception instanceof TimeoutException) {
      return "no broker answered in time ("
          + exception.getMessage()
          + "); check the addresses of kafka.bootstrap.servers, and that security.protocol and its"
          + " settings are those of the listener";
    }
    if (exception instanceof UncheckedIOException
        && exception.getCause() instanceof IOException e) {
      return exception.getMessage() + ": " + FileProblem.of(e);
    }
    if (String.valueOf(exception.getMessage()).contains("RocksDB shared library")) {
      return "the temporary folder "
          + System.getProperty("java.io.tmpdir")
          + " cannot hold, or may not run, the library of RocksDB, which has 15 MB: make room there,"
          + " mount it without noexec, or set EVENKEEL_JAVA_OPTS=-Djava.io.tmpdir=FOLDER";
    }
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
    return exception instanceof StartException || exception instanceof TimeoutException
        ? NOT_READY
        : FAILED;
  }
}
