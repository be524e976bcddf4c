package io.evenkeel.app.topology;

import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.TimestampExtractor;

/**
 * Event time from the payload: when a prediction was made, when a label became known. A heartbeat
 * keeps the timestamp of its record: when it was sent, which is after all that it speaks of.
 */
public final class EventTime implements TimestampExtractor {

  @Override
  public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
    if (record.value() instanceof PredictionEvent prediction) {
      return prediction.madeAt();
    }
    if (record.value() instanceof LabelEvent label) {
      return label.knownAt();
    }
    return Math.max(0, record.timestamp());
  }
}
