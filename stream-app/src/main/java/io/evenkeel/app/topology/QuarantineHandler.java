package io.evenkeel.app.topology;

import io.evenkeel.app.metrics.Instrument;
import io.evenkeel.app.metrics.Metrics;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.DeserializationExceptionHandler;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProcessingExceptionHandler;
import org.apache.kafka.streams.processor.api.Record;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what cannot be read or used to the dead letter topic, as it came, and goes on. What is not
 * the fault of the record (a registry that does not answer, a store, a broker) stops the
 * application, which is restarted where it was: the record may well be good.
 */
public final class QuarantineHandler
    implements DeserializationExceptionHandler, ProcessingExceptionHandler {
  private static final String TOPIC = "evenkeel.dead.letters.topic";

  /** Kafka Streams makes the handler itself; this is how it gets the object. */
  private static final String METRICS = "evenkeel.metrics";

  private static final Logger LOGGER = LoggerFactory.getLogger(QuarantineHandler.class);

  private String topic = "";

  @SuppressWarnings("NullAway.Init")
  private Metrics metrics;

  /** The Kafka Streams properties that put this handler to work. */
  public static Map<String, Object> properties(String deadLetterTopic, Metrics metrics) {
    return Map.of(
        StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG,
        QuarantineHandler.class,
        StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
        QuarantineHandler.class,
        TOPIC,
        deadLetterTopic,
        METRICS,
        metrics);
  }

  @Override
  public void configure(Map<String, ?> configs) {
    topic = (String) Objects.requireNonNull(configs.get(TOPIC), TOPIC);
    metrics = (Metrics) Objects.requireNonNull(configs.get(METRICS), METRICS);
  }

  @Override
  public DeserializationExceptionHandler.Response handleError(
      ErrorHandlerContext context, ConsumerRecord<byte[], byte[]> record, Exception exception) {
    if (DeadLetters.reason(exception).equals(DeadLetters.INTERNAL_ERROR)) {
      return DeserializationExceptionHandler.Response.fail();
    }
    return DeserializationExceptionHandler.Response.resume(
        List.of(quarantine(context, record.key(), record.value(), exception)));
  }

  @Override
  public ProcessingExceptionHandler.Response handleError(
      ErrorHandlerContext context, Record<?, ?> record, Exception exception) {
    boolean ours = !DeadLetters.reason(exception).equals(DeadLetters.INTERNAL_ERROR);
    // Without a topic it was no record that failed but a regular task: there is nothing to set
    // aside.
    if (context.topic() == null || (!ours && exception instanceof KafkaException)) {
      return ProcessingExceptionHandler.Response.fail();
    }
    if (!ours) {
      LOGGER.error(
          "{}-{} offset {} could not be processed; it is among the dead letters",
          context.topic(),
          context.partition(),
          context.offset(),
          exception);
    }
    return ProcessingExceptionHandler.Response.resume(
        List.of(quarantine(context, context.sourceRawKey(), context.sourceRawValue(), exception)));
  }

  private ProducerRecord<byte[], byte[]> quarantine(
      ErrorHandlerContext context, byte[] key, byte[] value, Exception exception) {
    RecordHeaders headers = new RecordHeaders(context.headers());
    DeadLetters.describe(headers, exception);
    DeadLetters.locate(headers, context.topic(), context.partition(), context.offset());
    metrics.count(Instrument.DEAD_LETTERS, DeadLetters.reason(exception));
    return new ProducerRecord<>(topic, null, context.timestamp(), key, value, headers);
  }
}
