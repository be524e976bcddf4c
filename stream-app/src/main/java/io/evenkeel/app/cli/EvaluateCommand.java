package io.evenkeel.app.cli;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.CalibrationNotion;
import io.evenkeel.app.config.EvidenceSettings;
import io.evenkeel.app.config.TolerableError;
import io.evenkeel.app.dataset.Dataset;
import io.evenkeel.app.evaluate.Condition;
import io.evenkeel.app.evaluate.Evaluation;
import io.evenkeel.app.evaluate.HtmlReport;
import io.evenkeel.app.evaluate.JsonReport;
import io.evenkeel.app.evaluate.KernelChoice;
import io.evenkeel.app.evaluate.ModelReport;
import io.evenkeel.app.evaluate.Plan;
import io.evenkeel.app.evaluate.Plots;
import io.evenkeel.app.evaluate.Report;
import io.evenkeel.app.evaluate.TextReport;
import io.evenkeel.app.report.Drawing;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Judges the predictions of a table or a dataset file, without Kafka. */
@Command(
    name = "evaluate",
    description = {
      "Judges the predictions of a table or a dataset file: verdict, scores, calibration errors"
          + " and tests of each model and segment. Needs no broker.",
      "What takes linear time sees all rows; the rest sees a uniform sample, of which the size is"
          + " printed. Memory does not grow with the rows."
    },
    exitCodeList = {
      "0:done, and no condition of --fail-on holds",
      "1:a condition of --fail-on holds, or stopped by an error",
      "2:the command line, the dataset file or its data is wrong"
    })
final class EvaluateCommand implements Callable<Integer> {
  @Mixin private DatasetOptions dataset = new DatasetOptions();

  @Option(names = "--all", description = "Print every number, rather than the first ones.")
  private boolean all;

  @Option(names = "--json", description = "Print the report as JSON, with the data of the plots.")
  private boolean json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write the report with its diagrams as one page.")
  private @Nullable Path html;

  @Option(
      names = "--plot",
      paramLabel = "FOLDER",
      description = "Write the reliability diagrams and PIT histograms of the models as SVG files.")
  private @Nullable Path plots;

  @Option(
      names = "--recalibrate",
      description =
          "Learn the map that recalibrates each model, and say what it is worth on rows that it was"
              + " not learned from. `evenkeel recalibrate` writes it.")
  private boolean recalibrate;

  @Option(
      names = "--compare",
      arity = "2",
      parameterConsumer = ModelPair.Consumer.class,
      paramLabel = "MODEL",
      description =
          "Compare two models on their common rows: those whose ids differ only by MODEL: in"
              + " front.")
  private @Nullable ModelPair compared;

  @Option(
      names = "--fail-on",
      paramLabel = "CONDITION",
      description =
          "End with exit code 1 if it holds for a model: a name, a comparison and a number, such as"
              + " 'p<0.01', 'skce>0.001', 'cme.p<0.001' or 'gain>0.01'. May be given again.")
  private List<String> conditions = List.of();

  @Option(
      names = "--by",
      paramLabel = "CHUNK",
      description =
          "Cut the labelled rows into chunks and judge each: so many rows (1000), a duration (7d),"
              + " or day, week, month, quarter or year.")
  private @Nullable String by;

  @Option(
      names = "--reference",
      paramLabel = "CHUNK",
      description =
          "With --by: compare the predictions, features and labels of each chunk with those of the"
              + " chunk of this name, or of those whose names begin with it, such as 2015.")
  private @Nullable String reference;

  @Option(
      names = "--sample",
      paramLabel = "ROWS",
      defaultValue = "10000",
      description =
          "Rows of each model that statistics of quadratic cost see; fewer of ensembles and"
              + " quantiles, whose pairs take longer. Default: ${DEFAULT-VALUE}.")
  private int sample;

  @Option(
      names = "--segments",
      paramLabel = "NUMBER",
      defaultValue = "100",
      description =
          "Segments of each model that are judged, the largest. Default: ${DEFAULT-VALUE}.")
  private int segments;

  @Option(
      names = "--bad-rows",
      paramLabel = "SHARE",
      defaultValue = "0.01",
      description =
          "Share of the rows of a model that may be unusable; beyond it is an error. Default:"
              + " ${DEFAULT-VALUE}.")
  private double badRows;

  @Option(
      names = "--alpha",
      paramLabel = "LEVEL",
      defaultValue = "0.01",
      description = "Level of verdicts: an e-value of 1/LEVEL rejects. Default: ${DEFAULT-VALUE}.")
  private double alpha;

  @Option(
      names = "--tolerance",
      paramLabel = "DISTANCE",
      description =
          "Miscalibration that no verdict rejects, as evidence.tolerance of the monitor: temperatures"
              + " and scales up to so far from 1, shifts up to so many log-odds or predicted standard"
              + " deviations; or, such as '0.001 nats', those that cost at most so many nats per label."
              + " Default: what the settings of the dataset file say, else 0.02.")
  private @Nullable String tolerance;

  @Option(
      names = "--calibration",
      paramLabel = "NOTION",
      description =
          "What of a prediction is to be calibrated: canonical, ordered, top-label, class:NAME or"
              + " above:NUMBER, as the setting calibration of a model. Default: what the dataset file"
              + " says, else canonical.")
  private @Nullable String calibration;

  @Option(
      names = "--kernel",
      paramLabel = "KERNEL",
      description =
          "Kernel of the SKCE and the CKCE on predictions, such as 'exponential(total-variation,"
              + " median)' or 'gaussian(wasserstein, 0.5)'. Default: that of the monitor.")
  private String kernel = "";

  @Option(
      names = "--target-kernel",
      paramLabel = "KERNEL",
      description =
          "Their kernel on targets that are numbers, such as 'gaussian(1)' or 'laplacian(0.5)'."
              + " Default: that of the monitor.")
  private String targetKernel = "";

  @Option(
      names = "--seed",
      paramLabel = "NUMBER",
      defaultValue = "1",
      description = "Seed of every random choice. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    try {
      return evaluate(spec.commandLine().getOut(), spec.commandLine().getErr());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private int evaluate(PrintWriter out, PrintWriter err) throws IOException {
    if (plots != null) {
      Drawing.check("--plot");
    }
    if (html != null) {
      Drawing.check("--html");
    }
    if (!(badRows >= 0 && badRows <= 1)) {
      throw new IllegalArgumentException(
          "--bad-rows is a share of the rows, in [0, 1], got " + badRows);
    }
    List<Condition> failOn = conditions.stream().map(Condition::parse).toList();
    TolerableError given =
        tolerance == null
            ? EvidenceSettings.defaults().tolerance()
            : TolerableError.parse("--tolerance", tolerance);
    Plan whole =
        new Plan(sample, segments, alpha, given, seed).with(new KernelChoice(kernel, targetKernel));
    Plan inTime =
        inTime(calibration == null ? whole : whole.judging(CalibrationNotion.parse(calibration)));
    Dataset data = dataset.read();
    Plan within = tolerance == null ? inTime.within(tolerance(data)) : inTime;
    Plan plan = recalibrate ? within.recalibrated() : within;
    if (html != null) {
      NewFile.check("--html", html, dataset.inputs(data));
    }
    DatasetOptions.warn(data, AppConfig.of(data.settings()), err);
    Report report =
        new Evaluation(data, dataset.folder(), plan, new RowProgress(err, InstantSource.system()))
            .report(compared == null ? List.of() : compared.models());
    report.models().forEach(this::checkRows);
    if (json) {
      out.print(JsonReport.of(report));
      out.flush();
    } else {
      new TextReport(out, all).print(report);
    }
    draw(report, err);
    return failures(failOn, report, err);
  }

  private void draw(Report report, PrintWriter err) throws IOException {
    if (plots != null) {
      try {
        Plots.write(report, plots).forEach(plot -> err.println("written: " + plot));
      } catch (FileSystemException e) {
        throw NewFile.unwritable("--plot", plots, e);
      }
    }
    if (html != null) {
      NewFile.write("--html", html, writer -> writer.write(HtmlReport.of(report)));
      err.println("written: " + html);
    }
  }

  /** What the settings of all models say. */
  private static TolerableError tolerance(Dataset data) {
    AppConfig settings = AppConfig.of(data.settings());
    List<TolerableError> ofModels =
        data.models().stream()
            .map(model -> settings.model(model.model()).evidence().tolerance())
            .distinct()
            .toList();
    if (ofModels.size() > 1) {
      throw new IllegalArgumentException(
          "evidence.tolerance differs between the models: "
              + ofModels
              + "; give one for all by --tolerance");
    }
    return ofModels.get(0);
  }

  private Plan inTime(Plan plan) {
    if (by == null) {
      if (reference != null) {
        throw new IllegalArgumentException(
            "--reference names chunks: say by --by what they are, such as --by month");
      }
      return plan;
    }
    if (!dataset.hasTimes() && !by.matches("\\d+")) {
      throw new IllegalArgumentException(
          "--by '"
              + by
              + "' needs the times of the rows: name their column by --time, or say how many rows a"
              + " chunk has, such as --by 1000");
    }
    return reference == null ? plan.chunked(by) : plan.chunked(by, reference);
  }

  private void checkRows(ModelReport model) {
    long bad = model.rows().unusable().values().stream().mapToLong(n -> n).sum();
    long all = bad + model.rows().predictions();
    if (bad > badRows * all) {
      throw new IllegalArgumentException(
          bad
              + " of "
              + all
              + " rows of "
              + model.model()
              + " cannot be used, more than --bad-rows="
              + badRows
              + " allows; the first: "
              + String.join("; ", model.rows().offenders()));
    }
  }

  private static int failures(List<Condition> failOn, Report report, PrintWriter err) {
    List<String> failures = new ArrayList<>();
    for (Condition condition : failOn) {
      condition
          .holdsFor(report)
          .forEach(model -> failures.add("--fail-on " + condition.text() + ": " + model));
    }
    failures.forEach(err::println);
    err.flush();
    return failures.isEmpty() ? ExitCode.OK : Errors.FAILED;
  }
}
