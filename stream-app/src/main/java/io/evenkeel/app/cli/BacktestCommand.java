package io.evenkeel.app.cli;

import io.evenkeel.app.backtest.Backtest;
import io.evenkeel.app.backtest.BacktestReport;
import io.evenkeel.app.backtest.BacktestReport.Run;
import io.evenkeel.app.backtest.HtmlResult;
import io.evenkeel.app.backtest.JsonResult;
import io.evenkeel.app.backtest.Result;
import io.evenkeel.app.backtest.TextResult;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.dataset.Dataset;
import io.evenkeel.app.dataset.UnmatchedLabels;
import io.evenkeel.app.replay.CaseSource;
import io.evenkeel.app.replay.EventSource;
import io.evenkeel.app.replay.LabelDelays;
import io.evenkeel.app.replay.PastCases;
import io.evenkeel.app.report.Drawing;
import io.evenkeel.app.wording.Numbers;
import io.evenkeel.schemas.Severity;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Says which alerts a history would have raised, without Kafka. */
@Command(
    name = "backtest",
    description = {
      "Says which alerts the application would have raised on the history that a dataset file"
          + " describes, and when. Needs no broker.",
      "Predictions and labels go through the whole application in the order in which they were"
          + " known, and its clock goes with them. The settings of the dataset file hold unless"
          + " others are given.",
      "It prints every change of an alert, a table of the series and a summary of each."
    },
    exitCodeList = {
      "0:done, whether there were alerts or not",
      "1:stopped by an error",
      "2:the command line, the settings, the dataset file or its data is wrong",
      "5:done, and an alert fired that is as severe as --fail-on says"
    })
final class BacktestCommand implements Callable<Integer> {
  @Mixin private DatasetOptions dataset = new DatasetOptions();
  @Mixin private ConfigOptions config = new ConfigOptions();

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write the result with charts over time as one page.")
  private @Nullable Path html;

  @Option(
      names = "--compare",
      paramLabel = "FILE",
      description = "Other settings, whose alerts are set beside those of the first.")
  private @Nullable Path compared;

  @Option(
      names = "--fail-on",
      paramLabel = "SEVERITY",
      converter = SeverityConverter.class,
      description =
          "End with exit code 5 if an alert fired that was at least so severe: info, warning or"
              + " critical.")
  private @Nullable Severity failOn;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    try {
      if (html != null) {
        Drawing.check("--html");
      }
      Dataset data = dataset.read();
      if (html != null) {
        NewFile.check("--html", html, inputs(data));
      }
      BacktestReport report = report(data);
      print(report, spec.commandLine().getOut());
      if (html != null) {
        NewFile.write("--html", html, writer -> writer.write(HtmlResult.of(report)));
        spec.commandLine().getErr().println("written: " + html);
      }
      return failOn != null && report.first().result().firedAt(failOn)
          ? Errors.ALERTS_FIRED
          : ExitCode.OK;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private List<Path> inputs(Dataset data) {
    List<Path> inputs = new ArrayList<>(dataset.inputs(data));
    config.file().ifPresent(inputs::add);
    Optional.ofNullable(compared).ifPresent(inputs::add);
    return inputs;
  }

  private BacktestReport report(Dataset data) throws IOException {
    AppConfig settings = config.read(data.settings());
    AppConfig others = compared == null ? null : config.read(data.settings(), compared);
    PrintWriter err = spec.commandLine().getErr();
    DatasetOptions.warn(data, settings, err);
    if (others != null) {
      DatasetOptions.warn(data, others, err);
    }
    // Each pass over the files says the same.
    Set<UnmatchedLabels> unmatched = new LinkedHashSet<>();
    PastCases cases = new PastCases(data.cases(dataset.folder(), unmatched::add), Instant.now());
    RowProgress rows = new RowProgress(err, InstantSource.system());
    SortedMap<String, LabelDelays> delays = LabelDelays.of(cases, n -> rows.at("cases read", n));
    if (cases.leftOut() > 0) {
      err.println("Left out, as they are of the future: " + Numbers.of(cases.leftOut(), "event"));
    }
    List.copyOf(unmatched).forEach(labels -> err.println(labels.words()));
    List<Run> runs = new ArrayList<>();
    runs.add(new Run(config.name(), settings, run(settings, cases, delays)));
    if (compared != null && others != null) {
      err.println("With " + compared + ":");
      runs.add(new Run(compared.toString(), others, run(others, cases, delays)));
    }
    return new BacktestReport(delays, runs);
  }

  private Result run(AppConfig settings, CaseSource cases, SortedMap<String, LabelDelays> delays)
      throws IOException {
    long events = delays.values().stream().mapToLong(LabelDelays::events).sum();
    ProgressLines lines =
        new ProgressLines(events, spec.commandLine().getErr(), InstantSource.system());
    Backtest.Listener progress =
        new Backtest.Listener() {
          @Override
          public void delivered(long delivery) {
            lines.accept(delivery);
          }

          @Override
          public void reached(long time) {
            lines.at(time);
          }
        };
    Path state = Files.createTempDirectory("evenkeel-backtest-");
    try {
      return Backtest.run(settings, EventSource.of(cases), state, progress);
    } finally {
      Utils.delete(state.toFile());
    }
  }

  private void print(BacktestReport report, PrintWriter out) {
    if (json) {
      out.print(JsonResult.of(report));
      out.flush();
    } else {
      new TextResult(out).print(report);
    }
  }

  /** As people write it, in lower case. */
  private static final class SeverityConverter implements ITypeConverter<Severity> {
    @Override
    public Severity convert(String value) {
      return switch (value.toLowerCase(Locale.ROOT)) {
        case "info" -> Severity.INFO;
        case "warning" -> Severity.WARNING;
        case "critical" -> Severity.CRITICAL;
        default ->
            throw new TypeConversionException(
                "'" + value + "' is no severity: write info, warning or critical");
      };
    }
  }
}
