package io.evenkeel.local.faults;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.replay.ReplayProducer;
import io.evenkeel.app.replay.Replayer;
import io.evenkeel.app.runtime.KafkaProperties;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Sends a truth slice by slice, with rubbish in between, in a thread of its own. */
final class Feed implements AutoCloseable {
  private static final int RUBBISH_EVERY = 100;

  private final AppConfig config;
  private final Truth truth;
  private final long sliceSize;
  private final long nanosPerEvent;
  private final Producer<String, SpecificRecord> producer;
  private final KafkaProducer<byte[], byte[]> rubbish;
  private final Replayer replayer;
  private final Semaphore slices = new Semaphore(0);
  private final Semaphore done = new Semaphore(0);
  private final ConcurrentSkipListSet<String> rubbishPlaces = new ConcurrentSkipListSet<>();
  private final SplittableRandom random = new SplittableRandom(3);
  private final CompletableFuture<Void> end = new CompletableFuture<>();
  private final Thread thread = new Thread(this::send, "feed");
  private long sent;
  private int rubbishSent;

  /**
   * A feed that waits.
   *
   * @param parts number of slices
   * @param perSlice the least time in which a slice is sent
   */
  Feed(AppConfig config, Truth truth, int parts, Duration perSlice) {
    this.config = config;
    this.truth = truth;
    sliceSize = truth.count() / parts + 1;
    nanosPerEvent = perSlice.toNanos() / sliceSize;
    Map<String, Object> properties = new HashMap<>(KafkaProperties.clients(config));
    // Longer than any broker is down.
    properties.put("delivery.timeout.ms", 600_000);
    properties.put("max.block.ms", 600_000);
    producer = ReplayProducer.of(properties, config.serde());
    properties.put("enable.idempotence", true);
    rubbish = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    replayer = new Replayer(producer, config.topics(), InstantSource.system());
    thread.setDaemon(true);
    thread.start();
  }

  /** Lets the next slice be sent. */
  void next() {
    slices.release();
  }

  /** Returns when a further slice is with the brokers; fails if it cannot be sent. */
  void awaitSlice() throws InterruptedException {
    done.acquire();
    if (end.isCompletedExceptionally()) {
      end.join();
    }
  }

  /** Where the rubbish is that was sent, as topic-partition@offset. */
  List<String> rubbish() {
    return List.copyOf(rubbishPlaces);
  }

  /** Closes all windows of what was sent. */
  void end() {
    end.join();
    replayer.end(config::model);
  }

  private void send() {
    try {
      slices.acquire();
      replayer.play(truth.events(), this::await, time -> {});
      flush();
      end.complete(null);
    } catch (InterruptedException | RuntimeException e) {
      end.completeExceptionally(e);
    }
    done.release(1000); // nothing more to wait for
  }

  private void await(long delivery) {
    if (sent > 0 && sent % sliceSize == 0) {
      flush();
      done.release();
      slices.acquireUninterruptibly();
    }
    if (sent++ % RUBBISH_EVERY == 0) {
      sendRubbish();
    }
    LockSupport.parkNanos(nanosPerEvent);
  }

  private void flush() {
    producer.flush();
    rubbish.flush();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // flushing waits for it
  private void sendRubbish() {
    int n = rubbishSent++;
    String topic = n % 2 == 0 ? config.topics().predictions() : config.topics().labels();
    byte[] key = ("rubbish-" + n).getBytes(StandardCharsets.UTF_8);
    rubbish.send(
        new ProducerRecord<>(topic, n / 2 % 2, key, value(n)),
        (where, failure) ->
            rubbishPlaces.add(
                failure == null ? where.toString() : "not sent: " + Objects.toString(failure)));
  }

  /** Noise, nothing at all, or bytes that name a schema nobody has. */
  private byte @Nullable [] value(int n) {
    byte[] noise = new byte[1 + random.nextInt(200)];
    random.nextBytes(noise);
    return switch (n % 5) {
      case 0 -> null;
      case 1 -> ByteBuffer.allocate(9).put((byte) 0).putInt(1_000_000_000).putInt(n).array();
      default -> noise;
    };
  }

  @Override
  public void close() {
    thread.interrupt();
    producer.close(Duration.ZERO);
    rubbish.close(Duration.ZERO);
  }
}
