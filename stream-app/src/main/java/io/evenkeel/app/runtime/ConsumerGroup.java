package io.evenkeel.app.runtime;

import io.evenkeel.app.config.Durations;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.DescribeStreamsGroupsOptions;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.jspecify.annotations.Nullable;

/**
 * The consumer group of the application, as its coordinator knows it. It is asked for by name: a
 * list of groups leaves out those that the user may not see, which then seem not to run.
 *
 * @param brokers the brokers
 * @param name its name: the id of the application
 */
record ConsumerGroup(Brokers brokers, String name) {

  /**
   * A group that is there.
   *
   * @param state what its coordinator says
   * @param allowed what the user may do with it; null if brokers do not say
   */
  record Known(GroupState state, @Nullable Set<AclOperation> allowed) {
    private boolean idle() {
      return state == GroupState.EMPTY || state == GroupState.DEAD;
    }
  }

  /**
   * What the coordinator knows; empty if there is no such group.
   *
   * @throws StartException if the user may not see the group
   */
  Optional<Known> describe() {
    var options = new DescribeConsumerGroupsOptions().includeAuthorizedOperations(true);
    var consumers = brokers.admin().describeConsumerGroups(List.of(name), options);
    Optional<Known> known =
        answer(GroupIdNotFoundException.class, consumers.describedGroups())
            .map(group -> new Known(group.groupState(), group.authorizedOperations()));
    return known.isPresent() ? known : describeStreamsGroup();
  }

  /** With group.protocol=streams it is of another kind, which older brokers do not have. */
  private Optional<Known> describeStreamsGroup() {
    var options = new DescribeStreamsGroupsOptions().includeAuthorizedOperations(true);
    var streams = brokers.admin().describeStreamsGroups(List.of(name), options);
    return answer(ApiException.class, streams.describedGroups())
        .map(group -> new Known(group.groupState(), group.authorizedOperations()));
  }

  private <T> Optional<T> answer(
      Class<? extends ApiException> expected, Map<String, KafkaFuture<T>> answers) {
    KafkaFuture<T> answer = Objects.requireNonNull(answers.get(name));
    return brokers.getUnless(expected, "describe the consumer group " + name, answer);
  }

  /**
   * Waits until no instance runs. Brokers take one that was killed for running until it has been
   * missed for {@code session.timeout.ms}, by default 45 s.
   *
   * @param progress is told if it has to wait
   * @throws StartException if one still runs after so long, or the brokers do not answer or refuse
   */
  void awaitStopped(Duration patience, Consumer<String> progress) {
    BooleanSupplier isStopped = () -> describe().map(Known::idle).orElse(true);
    if (!patience.isZero() && !isStopped.getAsBoolean()) {
      progress.accept(
          "The application "
              + name
              + " still runs. Waiting up to "
              + Durations.text(patience)
              + " for its instances to stop.");
    }
    brokers.await(
        patience,
        "the application "
            + name
            + " runs: its consumer group has members. Stop all of its instances; brokers miss one"
            + " that was killed only after session.timeout.ms, by default 45 s",
        isStopped);
  }

  /** Where it goes on, by partition; empty without a group. */
  Map<TopicPartition, OffsetAndMetadata> offsets() {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    brokers
        .getUnless(
            GroupIdNotFoundException.class,
            "list the offsets of the consumer group " + name,
            brokers.admin().listConsumerGroupOffsets(name).partitionsToOffsetAndMetadata())
        .ifPresent(
            found ->
                found.forEach(
                    (partition, offset) -> {
                      if (offset != null) {
                        offsets.put(partition, offset);
                      }
                    }));
    return offsets;
  }

  /** Sets where it goes on, which needs a group without members. */
  void setOffsets(Map<TopicPartition, OffsetAndMetadata> offsets) {
    brokers.getUnless(
        GroupIdNotFoundException.class,
        "set the offsets of the consumer group " + name,
        brokers.admin().alterConsumerGroupOffsets(name, offsets).all());
  }

  /** Forgets it, which needs a group without members. */
  void delete() {
    brokers.getUnless(
        GroupIdNotFoundException.class,
        "delete the consumer group " + name + ", which must have no members",
        brokers.admin().deleteConsumerGroups(List.of(name)).all());
  }
}
