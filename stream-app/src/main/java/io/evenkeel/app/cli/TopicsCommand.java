package io.evenkeel.app.cli;

import io.evenkeel.app.runtime.StartException;
import io.evenkeel.app.runtime.TopicSetup;
import io.evenkeel.app.runtime.TopicSetup.Found;
import java.io.PrintWriter;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Creates the topics that are missing, and makes room in and checks the others. */
@Command(
    name = "topics",
    description =
        "Creates the topics that are missing, raises max.message.bytes of those that are too small"
            + " for what is written to them, and checks all of them.")
final class TopicsCommand implements Runnable {
  @Mixin private ConfigOptions config = new ConfigOptions();
  @Mixin private TopicOptions topics = new TopicOptions();

  @Option(names = "--check", description = "Create and change nothing.")
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
      Set<String> raised = checkOnly ? Set.of() : setup.makeRoom();
      List<Found> found = setup.find();
      for (Found topic : found) {
        String name = topic.spec().name();
        out.println(
            (created.contains(name)
                    ? "created "
                    : raised.contains(name) ? "raised max.message.bytes of " : "found ")
                + describe(topic));
      }
      out.flush();
      StartException.refuse(
          Stream.concat(setup.problems(found).stream(), TopicSetup.cramped(found).stream())
              .toList());
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
