package io.evenkeel.app.cli;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.app.runtime.TopicSetup;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs the application until it is told to end. */
@Command(name = "run", description = "Watches models until it is told to end.")
final class RunCommand implements Callable<Integer> {
  @Mixin private ConfigOptions config = new ConfigOptions();
  @Mixin private TopicOptions topics = new TopicOptions();

  @Option(names = "--create-topics", description = "Create the topics that are missing.")
  private boolean createTopics;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    AppConfig settings = config.read();
    if (createTopics) {
      try (TopicSetup setup = TopicSetup.connect(settings)) {
        topics.create(setup);
      }
    }
    try (Application application = Application.start(settings)) {
      PrintWriter out = spec.commandLine().getOut();
      out.println("metrics and health: " + application.status());
      out.flush();
      application.await();
    }
    return ExitCode.OK;
  }
}
