package io.evenkeel.app.cli;

import io.evenkeel.app.backtest.Backtest;
import io.evenkeel.app.backtest.JsonResult;
import io.evenkeel.app.backtest.Result;
import io.evenkeel.app.backtest.TextResult;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.dataset.Dataset;
import io.evenkeel.app.replay.EventSource;
import io.evenkeel.app.replay.Tally;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import org.apache.kafka.common.utils.Utils;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Tells which alerts a history would have raised, without Kafka. */
@Command(
    name = "backtest",
    description = {
      "Says which alerts the application would have raised, and when, had it watched the history"
          + " that a dataset file describes. Needs no broker.",
      "Predictions and labels go through the whole application in the order in which they were"
          + " known, and its clock goes with them. The settings of the dataset file hold unless"
          + " others are given.",
      "It prints every change of an alert and a table of the series."
    },
    exitCodeList = {
      "0:done, whether there were alerts or not",
      "1:stopped by an error",
      "2:the command line, the settings, the dataset file or its data is wrong"
    })
final class BacktestCommand implements Callable<Integer> {
  @Mixin private DatasetOptions dataset = new DatasetOptions();
  @Mixin private ConfigOptions config = new ConfigOptions();

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    try {
      Dataset data = dataset.read();
      AppConfig settings = config.read(data.settings());
      Result result = run(settings, EventSource.of(data.cases(dataset.folder())));
      print(result, spec.commandLine().getOut());
      return ExitCode.OK;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private Result run(AppConfig settings, EventSource source) throws IOException {
    PrintWriter err = spec.commandLine().getErr();
    ProgressLines lines = new ProgressLines(Tally.of(source).events(), err, InstantSource.system());
    Backtest.Listener progress =
        new Backtest.Listener() {
          @Override
          public void delivered(long delivery) {
            lines.accept(delivery);
          }
        };
    Path state = Files.createTempDirectory("evenkeel-backtest-");
    try {
      return Backtest.run(settings, source, state, progress);
    } finally {
      Utils.delete(state.toFile());
    }
  }

  private void print(Result result, PrintWriter out) {
    if (json) {
      out.print(JsonResult.of(result));
      out.flush();
    } else {
      new TextResult(out).print(result);
    }
  }
}
