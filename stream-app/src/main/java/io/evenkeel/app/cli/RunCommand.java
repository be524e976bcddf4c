package io.evenkeel.app.cli;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.app.runtime.DamagedStateException;
import io.evenkeel.app.runtime.TopicSetup;
import java.io.PrintWriter;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs the application until it is stopped. */
@Command(name = "run", description = "Watches models until it is stopped.")
final class RunCommand implements Callable<Integer> {
  private static final Logger LOGGER = LoggerFactory.getLogger(RunCommand.class);

  @Mixin private ConfigOptions config = new ConfigOptions();
  @Mixin private TopicOptions topics = new TopicOptions();

  @Option(names = "--create-topics", description = "Create the topics that are missing.")
  private boolean createTopics;

  @Option(
      names = "--accept-loss",
      description =
          "Start although changelogs are missing or empty, or brokers have forgotten where the"
              + " application stopped. What was pending is lost, or what was counted refused.")
  private boolean acceptLoss;

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
    Set<String> healed = new HashSet<>();
    while (true) {
      try {
        run(settings);
        return ExitCode.OK;
      } catch (DamagedStateException e) {
        // Files that are damaged again are the fault of the machine.
        if (!healed.add(e.task())) {
          throw e;
        }
        LOGGER.error("event=heal {}", e.heal());
      }
    }
  }

  private void run(AppConfig settings) throws InterruptedException {
    try (Application application = Application.start(settings, acceptLoss)) {
      PrintWriter out = spec.commandLine().getOut();
      out.println("Status page, metrics and health: " + application.status());
      out.flush();
      application.await();
    }
  }
}
