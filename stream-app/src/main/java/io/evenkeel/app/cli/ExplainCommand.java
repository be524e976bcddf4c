package io.evenkeel.app.cli;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.explain.Agreement;
import io.evenkeel.app.explain.Explainer;
import io.evenkeel.app.explain.Explanation;
import io.evenkeel.app.explain.JsonExplanation;
import io.evenkeel.app.explain.MapExplainer;
import io.evenkeel.app.explain.MapExplanation;
import io.evenkeel.app.explain.TextExplanation;
import io.evenkeel.app.follow.TopicReader;
import io.evenkeel.app.runtime.KafkaProperties;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Recomputes the verdict behind an alert, or a published map. */
@Command(
    name = "explain",
    description =
        "Recomputes the verdict behind an alert, or a published map, from the predictions and labels"
            + " that it rests on, and prints every number of it beside the recorded one. What cannot"
            + " be made again, such as the evidence of drift, is listed as 'not recomputed'.",
    exitCodeList = {
      "0:no number that was recomputed differs",
      "1:a number differs, or stopped by an error",
      "2:the command line or the configuration is wrong, or what is to be explained is unknown, or"
          + " what it rests on is gone",
      "3:no broker answered in time"
    })
final class ExplainCommand implements Callable<Integer> {
  @Mixin private ConfigOptions config = new ConfigOptions();

  @ArgGroup(multiplicity = "1")
  private Subject subject = new Subject();

  @Option(
      names = "--at",
      paramLabel = "TIME",
      description =
          "Explain the alert or the map as it was at this event time, such as 2025-03-01T12:00:00Z,"
              + " as far as the topic still knows. Default: as it is.")
  private @Nullable Instant at;

  @Option(names = "--json", description = "Print the explanation as JSON.")
  private boolean json;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  /** What is to be explained: one of them. */
  private static final class Subject {
    @Parameters(
        paramLabel = "ALERT-ID",
        description = "The fingerprint of the alert, or the beginning of it.")
    private String id = "";

    @Option(
        names = "--map",
        paramLabel = "KEY",
        description =
            "Explain the published map of this key, 'model|version|segment', or why it was"
                + " withdrawn. Parts that are empty may be left out at the end.")
    private @Nullable String map;
  }

  @Override
  public Integer call() {
    AppConfig settings = config.read();
    RowProgress progress = new RowProgress(spec.commandLine().getErr(), InstantSource.system());
    try (TopicReader reader = new TopicReader(KafkaProperties.clients(settings), progress::at)) {
      PrintWriter out = spec.commandLine().getOut();
      String map = subject.map;
      Agreement agreement =
          map == null
              ? print(new Explainer(settings, reader).explain(subject.id, at), out)
              : print(new MapExplainer(settings, reader).explain(map, at), out);
      out.flush();
      return agreement.agrees() ? ExitCode.OK : Errors.FAILED;
    }
  }

  private Agreement print(Explanation explanation, PrintWriter out) {
    if (json) {
      out.print(JsonExplanation.of(explanation));
    } else {
      new TextExplanation(out).print(explanation);
    }
    return explanation.agreement();
  }

  private Agreement print(MapExplanation explanation, PrintWriter out) {
    if (json) {
      out.print(JsonExplanation.of(explanation));
    } else {
      new TextExplanation(out).print(explanation);
    }
    return explanation.agreement();
  }
}
