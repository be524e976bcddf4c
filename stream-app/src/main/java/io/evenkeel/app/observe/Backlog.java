package io.evenkeel.app.observe;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.processor.TimestampExtractor;

/**
 * Which partitions of a stream have a record that waits to be read, and since when. All tasks of a
 * process share it; each asks for its own partition, in the thread that reads it.
 *
 * <p>Kafka Streams reads the two streams of a task by the times of their records. So a label that
 * became known late waits until earlier predictions are read, of all models, and the labels behind
 * it wait, too. A stream of which a record waits is not silent.
 */
public final class Backlog {
  /** A shorter wait is that of any record of a busy partition. */
  private static final long LONG = Duration.ofSeconds(1).toNanos();

  private static final long NONE = -1;

  private final LongSupplier nanos;
  private final Map<Integer, Head> heads = new ConcurrentHashMap<>();

  /** Of a stream of which nothing has come. */
  public Backlog() {
    this(System::nanoTime);
  }

  Backlog(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** An extractor that also notes each record, as Kafka Streams asks for the next one's time. */
  public TimestampExtractor noting(TimestampExtractor times) {
    return (record, partitionTime) -> {
      heads.computeIfAbsent(record.partition(), any -> new Head()).next(record.offset());
      return times.extract(record, partitionTime);
    };
  }

  /** The head of a partition whose task begins, of which nothing has come. */
  Head open(int partition) {
    Head head = new Head();
    heads.put(partition, head);
    return head;
  }

  /** The next record of a partition: mutable. */
  final class Head {
    private long offset = NONE;
    private long since;
    private boolean hasWaited;
    private long waited;

    /**
     * Kafka Streams takes the one before, and asks for the time of this one before that is read.
     */
    private void next(long at) {
      since = note();
      offset = at;
    }

    /** The record at an offset is read now; the next one has been noted already if it is there. */
    void read(long at) {
      if (offset != NONE && offset <= at) {
        note();
        offset = NONE;
      }
    }

    private long note() {
      long now = nanos.getAsLong();
      if (offset != NONE && now - since >= LONG) {
        hasWaited = true;
        waited = now;
      }
      return now;
    }

    /** Whether a record has waited long, now or within the time before. */
    boolean hasWaited(Duration within) {
      long now = note();
      return hasWaited && now - waited < within.toNanos();
    }
  }

  /**
   * Those of the two streams of a task.
   *
   * @param predictions of predictions
   * @param labels of labels
   */
  record Heads(Head predictions, Head labels) {
    /** Those of streams of which no record ever waits. */
    static Heads none() {
      return new Heads(new Backlog().open(0), new Backlog().open(0));
    }
  }
}
