package io.evenkeel.app.topology;

import io.evenkeel.app.config.LimitSettings;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.observe.Rejection;
import io.evenkeel.app.serde.JsonSerializer;
import io.evenkeel.schemas.Label;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.processor.api.FixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorContext;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a dead letter of a label that was taken in and turned out to be of no use. Its bytes as
 * they came are gone, so it is written as the labels topic would have it; as JSON from when that
 * failed, until the next start: a registry need not have the schema by which we would write labels.
 */
final class RejectionWriter implements FixedKeyProcessor<String, Object, byte[]> {
  private static final Logger LOGGER = LoggerFactory.getLogger(RejectionWriter.class);

  private final Topics topics;
  private final Metrics metrics;
  private final LimitSettings limits;
  private Serializer<? super SpecificRecord> labels;

  @SuppressWarnings("NullAway.Init")
  private FixedKeyProcessorContext<String, byte[]> context;

  RejectionWriter(Topics topics, Metrics metrics, LimitSettings limits) {
    this.topics = topics;
    this.metrics = metrics;
    this.limits = limits;
    this.labels = topics.records().serializer();
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
    DeadLetters.count(metrics, limits, rejection.cause());
    context.forward(record.withHeaders(headers).withValue(bytes(headers, rejection.label())));
  }

  /** The label; whatever its serializer adds to the headers is left there. */
  byte[] bytes(RecordHeaders headers, Label label) {
    try {
      return labels.serialize(topics.labels().name(), headers, label);
    } catch (KafkaException e) {
      LOGGER.warn(
          "event=fallback topic={} form=json error=\"{}\"",
          topics.deadLetters().name(),
          e.toString());
      labels = new JsonSerializer();
      return bytes(headers, label);
    }
  }
}
