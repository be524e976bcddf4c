package io.evenkeel.app.runtime;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** What the user may not do of what is about to be done: mutable, made for one task. */
final class Rights {
  private final Brokers brokers;
  private final List<String> missing = new ArrayList<>();

  Rights(Brokers brokers) {
    this.brokers = brokers;
  }

  /** The group is to be deleted, and its offsets set. */
  void ofGroup(String name, @Nullable Set<AclOperation> allowed) {
    need("group " + name, allowed, AclOperation.READ, AclOperation.DELETE);
  }

  /** The topics are to be read. */
  void toRead(Collection<String> topics) {
    allowed(topics).forEach((topic, allowed) -> need("topic " + topic, allowed, AclOperation.READ));
  }

  /** The topics are to be written to. */
  void toWrite(Collection<String> topics) {
    allowed(topics)
        .forEach((topic, allowed) -> need("topic " + topic, allowed, AclOperation.WRITE));
  }

  /** The topics are to be deleted. */
  void toDelete(Collection<String> topics) {
    allowed(topics)
        .forEach((topic, allowed) -> need("topic " + topic, allowed, AclOperation.DELETE));
  }

  /** The topics are to be deleted and created with the same settings. */
  void toMakeAnew(Collection<String> topics) {
    boolean mayCreate = mayCreateAll();
    allowed(topics)
        .forEach(
            (topic, allowed) -> {
              need("topic " + topic, allowed, AclOperation.DELETE, AclOperation.DESCRIBE_CONFIGS);
              if (!mayCreate) {
                need("topic " + topic, allowed, AclOperation.CREATE);
              }
            });
  }

  /**
   * Makes sure that nothing is missing.
   *
   * @param what is about to be done, in words
   * @throws StartException if something is, which it lists
   */
  void check(String what) {
    if (!missing.isEmpty()) {
      throw new StartException(
          "the user may not "
              + what
              + ", and nothing was done. Allow it: "
              + String.join(", ", missing));
    }
  }

  private void need(String what, @Nullable Set<AclOperation> allowed, AclOperation... needed) {
    for (AclOperation operation : needed) {
      if (allowed != null && !allowed.contains(operation)) {
        missing.add(operation + " on " + what);
      }
    }
  }

  /** What the user may do with each of the topics that are there. */
  private Map<String, Set<AclOperation>> allowed(Collection<String> topics) {
    Map<String, Set<AclOperation>> allowed = new LinkedHashMap<>();
    brokers
        .admin()
        .describeTopics(topics, new DescribeTopicsOptions().includeAuthorizedOperations(true))
        .topicNameValues()
        .forEach(
            (name, future) ->
                brokers
                    .getUnless(
                        UnknownTopicOrPartitionException.class, "describe topic " + name, future)
                    .ifPresent(topic -> allowed.put(name, topic.authorizedOperations())));
    return allowed;
  }

  private boolean mayCreateAll() {
    Set<AclOperation> allowed =
        brokers.get(
            "describe the cluster",
            brokers
                .admin()
                .describeCluster(new DescribeClusterOptions().includeAuthorizedOperations(true))
                .authorizedOperations());
    return allowed == null || allowed.contains(AclOperation.CREATE);
  }
}
