package io.evenkeel.app.cli;

import io.evenkeel.app.compare.Plan;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.TopicNames;
import io.evenkeel.app.runtime.ComparisonApplication;
import io.evenkeel.app.runtime.TopicSetup;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Compares two versions of models until it is stopped. */
@Command(
    name = "compare",
    description = {
      "Compares the predictions of topics.predictions with those of another version, which have the"
          + " same ids, until it is stopped: by their scores on the same labels, the"
          + " Brier score of classes or the CRPS of numbers. Writes which one is better to topics.comparisons, and alerts once that is shown.",
      "The first start begins with the oldest events that the topics hold."
    })
final class CompareCommand implements Callable<Integer> {
  @Mixin private ConfigOptions config = new ConfigOptions();
  @Mixin private TopicOptions topics = new TopicOptions();

  @Option(
      names = "--with",
      paramLabel = "TOPIC",
      description = "Topic of the challenger's predictions. Default: topics.challenger.")
  private @Nullable String challenger;

  @Option(
      names = "--alpha",
      paramLabel = "LEVEL",
      defaultValue = "0.01",
      description =
          "The most that the chance is, of each two versions, that one is ever wrongly shown to be"
              + " better (default: ${DEFAULT-VALUE}).")
  private double alpha;

  @Option(
      names = "--patience",
      paramLabel = "DURATION",
      defaultValue = "1h",
      converter = DurationConverter.class,
      description =
          "How much longer than for its label a case waits for both predictions (default:"
              + " ${DEFAULT-VALUE}).")
  private Duration patience = Duration.ofHours(1);

  @Option(names = "--create-topics", description = "Create the topics that are missing.")
  private boolean createTopics;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    AppConfig settings =
        challenger == null ? config.read() : config.with("topics.challenger", challenger).read();
    Plan plan = plan();
    if (createTopics) {
      try (TopicSetup setup = TopicSetup.connectComparison(settings)) {
        topics.create(setup);
      }
    }
    TopicNames names = settings.topics();
    try (ComparisonApplication application = ComparisonApplication.start(settings, plan)) {
      PrintWriter out = spec.commandLine().getOut();
      out.println(
          "Compares "
              + names.predictions()
              + " with "
              + names.challenger()
              + ", to "
              + names.comparisons());
      out.flush();
      application.await();
    }
    return ExitCode.OK;
  }

  private Plan plan() {
    try {
      return new Plan(alpha, patience);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }
}
