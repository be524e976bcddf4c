package io.evenkeel.app.replay;

import io.evenkeel.app.codec.Heartbeat;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.config.TopicNames;
import io.evenkeel.app.config.WindowSettings;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.jspecify.annotations.Nullable;

/**
 * Sends events to the topics of predictions and labels, keyed by prediction, with their event time
 * as timestamp. Not for several threads.
 *
 * <p>Events of the future are held back: nothing that happens later than now can be known, and the
 * application refuses it.
 */
public final class Replayer {
  private final Producer<String, SpecificRecord> producer;
  private final TopicNames topics;
  private final InstantSource clock;
  private final Tally sent = new Tally();
  private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
  private long heldBack;

  /**
   * A replayer that has sent nothing.
   *
   * @param producer stays open
   * @param topics where to
   * @param clock says which events are of the future
   */
  public Replayer(
      Producer<String, SpecificRecord> producer, TopicNames topics, InstantSource clock) {
    this.producer = producer;
    this.topics = topics;
    this.clock = clock;
  }

  /**
   * Makes sure that a broker answers and has both topics.
   *
   * @throws KafkaException if not
   */
  public void connect() {
    producer.partitionsFor(topics.predictions());
    producer.partitionsFor(topics.labels());
  }

  /**
   * Sends all events, or those until the thread is interrupted, and returns when the brokers have
   * them.
   *
   * @param source the events
   * @param pace how fast
   * @param progress receives each event's delivery time after the event is handed on
   * @throws KafkaException if an event cannot be delivered
   */
  public void play(EventSource source, Pace pace, LongConsumer progress) {
    try (Stream<Event> events = source.events()) {
      for (Event event : (Iterable<Event>) events::iterator) {
        pace.await(event.delivery());
        if (Thread.currentThread().isInterrupted()) {
          break;
        }
        send(event);
        progress.accept(event.delivery());
      }
    }
    flush();
  }

  /**
   * Sends a heartbeat to every partition of both topics: event time has reached these instants.
   * This closes the windows before them.
   *
   * @param reached the instants by model
   * @throws KafkaException if one cannot be delivered
   */
  public void beat(Map<String, Instant> reached) {
    reached.forEach(
        (model, instant) -> {
          Heartbeat heartbeat = new Heartbeat(model, instant);
          beat(heartbeat, topics.predictions());
          beat(heartbeat, topics.labels());
        });
    flush();
  }

  /**
   * Sends a heartbeat to every partition: the models sent so far have come to their end. So all of
   * their windows close: the last prediction, the window and the wait for labels have passed.
   * Windows that would close in the future close when it comes: the application takes no event from
   * there.
   *
   * @param settings of each model, as the application has them
   * @throws KafkaException if a heartbeat cannot be delivered
   */
  public void end(Function<String, ModelSettings> settings) {
    Map<String, Instant> reached = new TreeMap<>();
    sent.models()
        .forEach(
            (model, events) -> {
              Instant last = events.lastPrediction();
              reached.put(model, end(last == null ? events.last() : last, settings.apply(model)));
            });
    beat(reached);
  }

  /**
   * When all windows are closed of a model that has come to its end.
   *
   * @param last time of its last prediction
   */
  public static Instant closing(Instant last, ModelSettings settings) {
    WindowSettings window = settings.window();
    // One pane more, so that no bound, open or closed, is met exactly.
    return last.plus(window.size()).plus(window.advance()).plus(settings.closesAfter());
  }

  private Instant end(Instant last, ModelSettings settings) {
    Instant end = closing(last, settings);
    Instant now = clock.instant();
    return end.isAfter(now) ? now : end;
  }

  /** What was sent. */
  public Tally sent() {
    return sent;
  }

  /** The number of events that were not sent because they are of the future. */
  public long heldBack() {
    return heldBack;
  }

  private void beat(Heartbeat heartbeat, String topic) {
    for (PartitionInfo partition : producer.partitionsFor(topic)) {
      send(heartbeat.toRecord(topic, partition.partition()));
    }
  }

  private void send(Event event) {
    if (event.time() > clock.millis()) {
      heldBack++;
      return;
    }
    String topic = event instanceof Event.Predicted ? topics.predictions() : topics.labels();
    send(new ProducerRecord<>(topic, null, event.time(), event.id(), event.toRecord()));
    sent.add(event);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the callback gets the failure
  private void send(ProducerRecord<String, SpecificRecord> record) {
    checkFailure();
    producer.send(
        record,
        (metadata, exception) -> {
          if (exception != null) {
            failure.compareAndSet(null, exception);
          }
        });
  }

  private void flush() {
    boolean interrupted = Thread.interrupted(); // else the producer would not wait
    producer.flush();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    checkFailure();
  }

  private void checkFailure() {
    Exception exception = failure.get();
    if (exception != null) {
      throw new KafkaException(
          "an event could not be delivered to "
              + topics.predictions()
              + " or "
              + topics.labels()
              + ": "
              + exception.getMessage(),
          exception);
    }
  }
}
