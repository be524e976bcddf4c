package io.evenkeel.app.cli;

import io.evenkeel.app.runtime.TopicSetup;
import java.util.List;
import org.apache.kafka.clients.admin.NewTopic;
import picocli.CommandLine.Option;

/** Options of commands that create topics. */
final class TopicOptions {
  @Option(
      names = "--partitions",
      paramLabel = "N",
      defaultValue = "4",
      description =
          "Partitions of topics that are created (default: ${DEFAULT-VALUE}); of labels and"
              + " predictions, as many as the other has.")
  private int partitions;

  @Option(
      names = "--replication-factor",
      paramLabel = "N",
      defaultValue = "-1",
      description = "Replicas of topics that are created; -1, the default: as the brokers do.")
  private short replication;

  /** Creates the topics that are missing; those. */
  List<NewTopic> create(TopicSetup setup) {
    return setup.create(partitions, replication);
  }
}
