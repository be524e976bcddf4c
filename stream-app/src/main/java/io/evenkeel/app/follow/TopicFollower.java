package io.evenkeel.app.follow;

import io.evenkeel.app.codec.Surroundings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordDeserializationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands every committed record of some topics, from the beginning of what is kept, to a listener,
 * in a thread of its own. It belongs to no group and commits nothing, so that each follower sees
 * all.
 *
 * <p>An error of the brokers, a topic that is missing, or any other error does not end it: it says
 * so and tries again every second; it says so, too, when no broker has answered for half a minute.
 * A record that cannot be read while the registry is down is tried until it is up; one that cannot
 * be read for another reason, or that the listener refuses, is skipped at once. Partitions that are
 * added later are read within minutes.
 *
 * <p>Mutable; any thread may read its state.
 *
 * @param <V> type of the values
 */
public final class TopicFollower<V> implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(TopicFollower.class);
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final long ROUND = Duration.ofMinutes(1).toNanos();

  private final org.apache.kafka.clients.consumer.Consumer<String, V> consumer;
  private final List<String> topics;
  private final Listener<V> listener;
  private final Thread thread;
  private final BrokerSilence silence;
  private final LongSupplier nanoTime;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final AtomicLong skipped = new AtomicLong();
  private volatile boolean caughtUp;
  private volatile @Nullable String problem;
  private Map<TopicPartition, Long> ends = Map.of();
  private long roundAt;

  /**
   * Takes what is read, in one thread.
   *
   * @param <V> type of the values
   */
  public interface Listener<V> {
    /** Takes a record; its value is null where the topic says that what has its key is deleted. */
    void take(ConsumerRecord<String, V> record);

    /**
     * Called first once everything has been taken that was there at the start, and then once a
     * minute or less often: everything has been taken that was there at the call before.
     */
    void caughtUp();
  }

  /**
   * A follower that does not follow yet.
   *
   * @param kafka properties of Kafka clients
   * @param topics which it waits for if they are missing
   */
  public TopicFollower(
      Map<String, Object> kafka,
      List<String> topics,
      Deserializer<V> deserializer,
      Listener<V> listener) {
    this(CommittedConsumer.of(kafka, "earliest", deserializer), topics, listener, System::nanoTime);
  }

  /**
   * A follower of values only.
   *
   * @param kafka properties of Kafka clients
   * @param topics which it waits for if they are missing
   * @param values called in one thread, never with null
   */
  public TopicFollower(
      Map<String, Object> kafka,
      List<String> topics,
      Deserializer<V> deserializer,
      Consumer<V> values) {
    this(kafka, topics, deserializer, new Values<>(values));
  }

  /** A follower that reads by the given client, which it closes. */
  TopicFollower(
      org.apache.kafka.clients.consumer.Consumer<String, V> client,
      List<String> topics,
      Listener<V> listener,
      LongSupplier nanoTime) {
    this.consumer = client;
    this.topics = List.copyOf(topics);
    this.listener = listener;
    this.nanoTime = nanoTime;
    this.silence = new BrokerSilence(client::metrics, nanoTime);
    thread = new Thread(this::follow, "follow-" + String.join("-", topics));
    thread.setDaemon(true);
  }

  /** Hands on what is not deleted. */
  record Values<V>(Consumer<V> consumer) implements Listener<V> {
    @Override
    public void take(ConsumerRecord<String, V> record) {
      if (record.value() != null) {
        consumer.accept(record.value());
      }
    }

    @Override
    public void caughtUp() {}
  }

  /** Starts to follow. */
  public void start() {
    thread.start();
  }

  /** Whether everything has been handed over that was there when it started. */
  public boolean caughtUp() {
    return caughtUp;
  }

  /** What keeps it from reading now, in words of the client; empty while all is well. */
  public Optional<String> problem() {
    return Optional.ofNullable(problem);
  }

  /** The number of records that could not be read or were refused. */
  public long skipped() {
    return skipped.get();
  }

  private void follow() {
    try (consumer) {
      while (closed.getCount() > 0) {
        try {
          step();
          problem = silence.problem();
        } catch (RecordDeserializationException e) {
          retryOrSkip(e);
        } catch (WakeupException e) {
          // close() asks for the end this way.
        } catch (Throwable e) {
          // An error, too, must not end it without a word: what it shows would be the past for
          // ever.
          pause(e);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void step() {
    if (ends.isEmpty()) {
      assign();
    }
    consumer.poll(POLL).forEach(this::hand);
    long now = nanoTime.getAsLong();
    if ((!caughtUp || now - roundAt >= ROUND) && atEnds()) {
      // Asked before the listener is called: the next round has all that was there by then.
      assign();
      roundAt = now;
      caughtUp = true;
      listener.caughtUp();
    }
  }

  private boolean atEnds() {
    return ends.entrySet().stream()
        .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
  }

  /** What the listener cannot take is one record, and no reason to hear of no other. */
  private void hand(ConsumerRecord<String, V> record) {
    try {
      listener.take(record);
    } catch (RuntimeException | Error e) {
      // Of an error, too: what was polled with it comes no second time.
      LOGGER.warn(
          "event=skip topic={} partition={} offset={}",
          record.topic(),
          record.partition(),
          record.offset(),
          e);
      skipped.incrementAndGet();
    }
  }

  /** Reads on where it is, and new partitions from their beginning. */
  private void assign() {
    List<TopicPartition> partitions =
        topics.stream()
            .flatMap(topic -> partitions(topic).stream())
            .map(info -> new TopicPartition(info.topic(), info.partition()))
            .toList();
    List<TopicPartition> added =
        partitions.stream().filter(partition -> !ends.containsKey(partition)).toList();
    if (!added.isEmpty()) {
      consumer.assign(partitions);
      consumer.seekToBeginning(added);
    }
    ends = consumer.endOffsets(partitions);
  }

  private List<PartitionInfo> partitions(String topic) {
    List<PartitionInfo> partitions = consumer.partitionsFor(topic);
    if (partitions.isEmpty()) {
      throw new UnknownTopicOrPartitionException(
          "topic " + topic + " is missing; create it with 'evenkeel topics'");
    }
    return partitions;
  }

  private void retryOrSkip(RecordDeserializationException e) throws InterruptedException {
    if (Surroundings.failed(e)) {
      pause(e);
      return;
    }
    LOGGER.warn(
        "event=skip partition={} offset={} error=\"{}\"",
        e.topicPartition(),
        e.offset(),
        rootCause(e));
    consumer.seek(e.topicPartition(), e.offset() + 1);
    skipped.incrementAndGet();
  }

  private void pause(Throwable e) throws InterruptedException {
    if (problem == null) {
      LOGGER.warn("event=retry topics={} error=\"{}\"", topics, rootCause(e));
    }
    problem = e.getMessage() == null ? e.toString() : e.getMessage();
    closed.await(POLL.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static String rootCause(Throwable e) {
    return e.getCause() == null ? e.toString() : rootCause(e.getCause());
  }

  @Override
  public void close() {
    closed.countDown();
    if (thread.getState() == Thread.State.NEW) {
      consumer.close();
      return;
    }
    consumer.wakeup();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
