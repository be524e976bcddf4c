package io.evenkeel.app.topology;

import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.TimestampExtractor;

/**
 * Event time from the payload: when a prediction was made, when a label became known. A heartbeat
 * keeps the timestamp of its record: when it was sent, which is after all that it speaks of.
 *
 * <p>No time is ahead of the clock: it would become the time of what is written next, and brokers
 * refuse records that are dated more than an hour ahead ({@code message.timestamp.after.max.ms}).
 */
public final class EventTime implements TimestampExtractor {
  private final LongSupplier clock;

  /** By the clock of this machine. */
  public EventTime() {
    this(System::currentTimeMillis);
  }

  EventTime(LongSupplier clock) {
    this.clock = clock;
  }

  @Override
  public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
    return Math.max(0, Math.min(time(record), clock.getAsLong()));
  }

  private static long time(ConsumerRecord<Object, Object> record) {
    if (record.value() instanceof PredictionEvent prediction) {
      return prediction.madeAt();
    }
    if (record.value() instanceof LabelEvent label) {
      return label.knownAt();
    }
    return record.timestamp();
  }
}
