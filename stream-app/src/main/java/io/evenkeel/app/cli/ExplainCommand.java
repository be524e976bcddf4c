package io.evenkeel.app.cli;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.explain.Explainer;
import io.evenkeel.app.explain.Explanation;
import io.evenkeel.app.explain.JsonExplanation;
import io.evenkeel.app.explain.TextExplanation;
import io.evenkeel.app.follow.TopicReader;
import io.evenkeel.app.runtime.KafkaProperties;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Recomputes the verdict behind an alert. */
@Command(
    name = "explain",
    description =
        "Recomputes the verdict behind an alert from the predictions and labels that it rests on,"
            + " and prints every number beside the recorded one.",
    exitCodeList = {
      "0:every number is the same",
      "1:a number differs, or stopped by an error",
      "2:the command line or the configuration is wrong, or what the alert rests on is gone"
    })
final class ExplainCommand implements Callable<Integer> {
  @Mixin private ConfigOptions config = new ConfigOptions();

  @Parameters(
      paramLabel = "ALERT-ID",
      description = "The fingerprint of the alert, or the beginning of it.")
  private String id = "";

  @Option(
      names = "--at",
      paramLabel = "TIME",
      description =
          "Explain the alert as it was at this event time, such as 2025-03-01T12:00:00Z, as far as"
              + " the topic still knows. Default: as it is.")
  private @Nullable Instant at;

  @Option(names = "--json", description = "Print the explanation as JSON.")
  private boolean json;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Override
  public Integer call() {
    AppConfig settings = config.read();
    RowProgress progress = new RowProgress(spec.commandLine().getErr(), InstantSource.system());
    try (TopicReader reader = new TopicReader(KafkaProperties.clients(settings), progress::at)) {
      Explanation explanation = new Explainer(settings, reader).explain(id, at);
      print(explanation, spec.commandLine().getOut());
      return explanation.agrees() ? ExitCode.OK : Errors.FAILED;
    }
  }

  private void print(Explanation explanation, PrintWriter out) {
    if (json) {
      out.print(JsonExplanation.of(explanation));
      out.flush();
    } else {
      new TextExplanation(out).print(explanation);
    }
  }
}
