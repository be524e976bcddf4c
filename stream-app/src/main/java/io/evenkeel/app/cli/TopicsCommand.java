package io.evenkeel.app.cli;

import io.evenkeel.app.runtime.StartException;
import io.evenkeel.app.runtime.TopicSetup;
import io.evenkeel.app.runtime.TopicSetup.Found;
import java.io.PrintWriter;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Creates the topics that are missing and checks the others. */
@Command(
    name = "topics",
    description = "Creates the topics that are missing and checks all of them.")
final class TopicsCommand implements Runnable {
  @Mixin private ConfigOptions config = new ConfigOptions();
  @Mixin private TopicOptions topics = new TopicOptions();

  @Option(names = "--check", description = "Create nothing.")
  private boolean checkOnly;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    try (TopicSetup setup = TopicSetup.connect(config.read())) {
      Set<String> created =
          checkOnly
              ? Set.of()
              : topics.create(setup).stream().map(NewTopic::name).collect(Collectors.toSet());
      List<Found> found = setup.find();
      for (Found topic : found) {
        boolean made = created.contains(topic.spec().name());
        out.println((made ? "created " : "found ") + describe(topic));
      }
      out.flush();
      List<String> problems = setup.problems(found);
      if (!problems.isEmpty()) {
        throw new StartException(String.join(System.lineSeparator(), problems));
      }
      setup.advice().forEach(advice -> out.println("advice: " + advice));
      out.flush();
    }
  }

  private static String describe(Found topic) {
    String policy = topic.cleanup();
    return topic.spec().name()
        + ": "
        + topic.partitions()
        + (topic.partitions() == 1 ? " partition" : " partitions")
        + (policy.isEmpty() ? "" : ", " + TopicConfig.CLEANUP_POLICY_CONFIG + "=" + policy);
  }
}
