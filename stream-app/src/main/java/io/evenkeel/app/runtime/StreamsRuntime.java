package io.evenkeel.app.runtime;

import static org.apache.kafka.streams.CloseOptions.GroupMembershipOperation.LEAVE_GROUP;
import static org.apache.kafka.streams.CloseOptions.GroupMembershipOperation.REMAIN_IN_GROUP;

import io.evenkeel.app.metrics.Instrument;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.status.Health;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KafkaStreams.State;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.ThreadMetadata;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Mutable: the life of one topology at the brokers. It outlasts that they do not answer. Any other
 * error that no handler took stops it. The process has to be restarted from outside; then it goes
 * on where the last commit was.
 */
public final class StreamsRuntime implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(StreamsRuntime.class);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final KafkaStreams streams;
  private final CloseOptions leaving;
  private final Pulse pulse;
  private final OwnTopics topics;
  private final Growth foreign;
  private final double readyLag;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  /**
   * A topology that is not started yet.
   *
   * @param properties as {@link KafkaProperties#streams} makes them
   * @param metrics takes the metrics of Kafka Streams, too
   * @param readyLag number of records that may wait while it is ready
   * @throws StartException if its folder of state cannot be used, such as by two instances
   */
  public StreamsRuntime(
      Topology topology, Map<String, Object> properties, Metrics metrics, double readyLag) {
    Properties all = new Properties();
    all.putAll(properties);
    streams = streams(topology, all);
    topics = new OwnTopics(topology, all);
    leaving =
        CloseOptions.timeout(PATIENCE)
            .withGroupMembershipOperation(
                KafkaProperties.isStaticMember(properties) ? REMAIN_IN_GROUP : LEAVE_GROUP);
    streams.setUncaughtExceptionHandler(this::fail);
    streams.setStateListener(this::changed);
    metrics.add(new KafkaCollector(streams::metrics));
    this.readyLag = readyLag;
    pulse =
        new Pulse(streams::metrics, this::consumers, KafkaProperties.sessionTimeout(properties));
    pulse.show(metrics);
    foreign =
        new Growth(
            () -> metrics.values(Instrument.FOREIGN).values().stream().mapToDouble(v -> v).sum(),
            Duration.ofMinutes(1),
            System::nanoTime);
    metrics.watch(Instrument.READY, () -> health().ready() ? 1 : 0);
  }

  private static KafkaStreams streams(Topology topology, Properties properties) {
    try {
      return new KafkaStreams(topology, properties);
    } catch (ProcessorStateException e) {
      throw new StartException("kafka.state.dir cannot be used (" + withRoot(e) + ")", e);
    } catch (StreamsException e) {
      if (!String.valueOf(e.getMessage()).contains("multiple instances")) {
        throw e;
      }
      String folder = StreamsConfig.STATE_DIR_CONFIG;
      throw new StartException(
          "another instance uses the state in "
              + properties.getOrDefault(
                  folder, StreamsConfig.configDef().defaultValues().get(folder))
              + ": give each instance on this machine a kafka.state.dir of its own",
          e);
    }
  }

  /** Starts to process, and returns at once. */
  public void start() {
    streams.start();
  }

  /**
   * Waits until it is closed.
   *
   * @throws IllegalStateException if it stopped because of an error
   * @throws StartException if something must be done before it is started again
   */
  public void await() throws InterruptedException {
    stopped.await();
    Throwable cause = failure.get();
    if (cause != null) {
      throw asException(cause);
    }
  }

  /** What to tell of the error that stopped it. */
  static RuntimeException asException(Throwable cause) {
    if (says(cause, "No space left on device")) {
      return new StartException(
          "no space is left on the device of kafka.state.dir ("
              + cause
              + "): make room, then start it again",
          cause);
    }
    if (isTooLarge(cause) && says(cause, ProducerConfig.MAX_REQUEST_SIZE_CONFIG)) {
      return new StartException(
          "a record is larger than the producer takes ("
              + withRoot(cause)
              + "): raise kafka.producer.max.request.size; then start it again",
          cause);
    }
    if (isTooLarge(cause)) {
      return new StartException(
          "a topic takes smaller records than are written to it ("
              + withRoot(cause)
              + "): 'evenkeel topics' raises its max.message.bytes; then start it again",
          cause);
    }
    // The words of Kafka Streams name a tool that knows nothing of our own topics.
    return says(cause, "has invalid partitions")
        ? new StartException(
            "the topics of predictions and labels were given other partitions while it ran; start"
                + " it again: it says what to do",
            cause)
        : new IllegalStateException("stopped by an error: " + withRoot(cause), cause);
  }

  /** Kafka Streams says what it did, and the last cause why that failed. */
  private static String withRoot(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root == failure ? failure.toString() : failure + ": " + root;
  }

  private static boolean isTooLarge(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .anyMatch(RecordTooLargeException.class::isInstance);
  }

  private static boolean says(Throwable failure, String words) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .anyMatch(cause -> String.valueOf(cause.getMessage()).contains(words));
  }

  /** How it is now. */
  public Health health() {
    State state = streams.state();
    long behind = (long) pulse.lag();
    boolean live = !state.hasCompletedShutdown() && state != State.PENDING_ERROR;
    if (state == State.RUNNING && !pulse.isConnected()) {
      return new Health(live, false, "NO_BROKER", behind);
    }
    if (state == State.RUNNING && foreign.grew()) {
      return new Health(live, false, "OTHER_SETTINGS", behind);
    }
    if (state == State.RUNNING && behind > readyLag) {
      return new Health(live, false, "BEHIND", behind);
    }
    return new Health(live, state == State.RUNNING, state.name(), behind);
  }

  /**
   * Commits what was processed and stops. It leaves the consumer group, so that others take over at
   * once, and an instance that starts does not wait until the brokers miss this one. A static
   * member keeps its place. Closing again changes nothing.
   */
  @Override
  public void close() {
    if (!streams.close(leaving)) {
      LOGGER.warn("event=stop result=timeout seconds={}", PATIENCE.toSeconds());
    }
    stopped.countDown();
  }

  /** A thread that waited for brokers, or a registry, in vain is replaced: the next one goes on. */
  private StreamThreadExceptionResponse fail(Throwable cause) {
    if (isTimeout(cause) && !topics.isOneGone()) {
      LOGGER.warn("event=retry reason=\"no answer in time; the thread is replaced\"", cause);
      return StreamThreadExceptionResponse.REPLACE_THREAD;
    }
    if (failure.compareAndSet(null, cause)) {
      LOGGER.error("event=failure", cause);
    }
    return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
  }

  private Set<String> consumers() {
    return streams.metadataForLocalThreads().stream()
        .map(ThreadMetadata::consumerClientId)
        .collect(Collectors.toSet());
  }

  private static boolean isTimeout(Throwable cause) {
    return Stream.iterate(cause, Objects::nonNull, Throwable::getCause)
        .anyMatch(TimeoutException.class::isInstance);
  }

  private void changed(State now, State before) {
    LOGGER.info("event=state from={} to={}", before, now);
    if (now == State.RUNNING) {
      topics.remember();
    }
    if (now.hasCompletedShutdown()) {
      stopped.countDown();
    }
  }
}
