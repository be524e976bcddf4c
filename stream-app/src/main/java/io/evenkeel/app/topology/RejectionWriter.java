package io.evenkeel.app.topology;

import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.observe.Rejection;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.FixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorContext;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;

/**
 * Makes a dead letter of a label that was taken in and turned out to be of no use. Its bytes as
 * they came are gone, so it is written anew as the labels topic would have it.
 */
final class RejectionWriter implements FixedKeyProcessor<String, Object, byte[]> {
  private final Topics topics;
  private final Metrics metrics;

  @SuppressWarnings("NullAway.Init")
  private FixedKeyProcessorContext<String, byte[]> context;

  RejectionWriter(Topics topics, Metrics metrics) {
    this.topics = topics;
    this.metrics = metrics;
  }

  @Override
  public void init(FixedKeyProcessorContext<String, byte[]> context) {
    this.context = context;
  }

  @Override
  public void process(FixedKeyRecord<String, Object> record) {
    Rejection rejection = (Rejection) record.value();
    RecordHeaders headers = new RecordHeaders();
    DeadLetters.describe(headers, rejection.cause());
    DeadLetters.locate(
        headers, topics.labels().name(), context.taskId().partition(), rejection.offset());
    DeadLetters.count(metrics, rejection.cause());
    byte[] label =
        topics.records().serializer().serialize(topics.labels().name(), headers, rejection.label());
    context.forward(record.withHeaders(headers).withValue(label));
  }
}
