package io.evenkeel.app.topology;

import io.evenkeel.app.codec.Surroundings;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.LimitSettings;
import io.evenkeel.app.metrics.Instrument;
import io.evenkeel.app.metrics.Metrics;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.DeserializationExceptionHandler;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProcessingExceptionHandler;
import org.apache.kafka.streams.errors.ProductionExceptionHandler;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what cannot be read or used to the dead letter topic, as it came, and goes on. What is not
 * the fault of the record (a registry that does not answer, a store, a broker) stops the
 * application, which is restarted where it was: the record may well be good.
 *
 * <p>What the application itself cannot write, such as a record that is too large, is dropped
 * before the producer has it, logged and counted; a record that the producer refuses stops the
 * application, as its transaction is lost.
 */
public final class QuarantineHandler
    implements DeserializationExceptionHandler,
        ProcessingExceptionHandler,
        ProductionExceptionHandler {
  /** Kafka Streams makes the handler itself; this is how it gets the objects. */
  private static final String QUARANTINE = "evenkeel.quarantine";

  private static final String METRICS = "evenkeel.metrics";
  private static final String LIMITS = "evenkeel.limits";

  private static final Logger LOGGER = LoggerFactory.getLogger(QuarantineHandler.class);

  @SuppressWarnings("NullAway.Init")
  private Quarantine quarantine;

  @SuppressWarnings("NullAway.Init")
  private Metrics metrics;

  @SuppressWarnings("NullAway.Init")
  private LimitSettings limits;

  /** The Kafka Streams properties that put this handler to work. */
  public static Map<String, Object> properties(AppConfig config, Metrics metrics) {
    return Map.of(
        StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG,
        QuarantineHandler.class,
        StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
        QuarantineHandler.class,
        StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG,
        QuarantineHandler.class,
        QUARANTINE,
        Quarantine.of(config),
        METRICS,
        metrics,
        LIMITS,
        config.limits());
  }

  @Override
  public void configure(Map<String, ?> configs) {
    quarantine = (Quarantine) Objects.requireNonNull(configs.get(QUARANTINE), QUARANTINE);
    metrics = (Metrics) Objects.requireNonNull(configs.get(METRICS), METRICS);
    limits = (LimitSettings) Objects.requireNonNull(configs.get(LIMITS), LIMITS);
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

  @Override
  public ProductionExceptionHandler.Response handleError(
      ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception exception) {
    LOGGER.error(
        "event=write-refused topic={} bytes={} error={}",
        record.topic(),
        length(record.key()) + length(record.value()),
        exception.toString());
    return exception instanceof RetriableException
        ? ProductionExceptionHandler.Response.retry()
        : ProductionExceptionHandler.Response.fail();
  }

  @Override
  @SuppressWarnings("rawtypes") // as declared there
  public ProductionExceptionHandler.Response handleSerializationError(
      ErrorHandlerContext context,
      ProducerRecord record,
      Exception exception,
      SerializationExceptionOrigin origin) {
    if (Surroundings.failed(exception)) {
      return ProductionExceptionHandler.Response.fail();
    }
    metrics.count(Instrument.DROPPED_RECORDS, record.topic());
    LOGGER.error("event=drop topic={} reason=\"it cannot be written\"", record.topic(), exception);
    return ProductionExceptionHandler.Response.resume();
  }

  private static int length(byte @Nullable [] bytes) {
    return bytes == null ? 0 : bytes.length;
  }

  private ProducerRecord<byte[], byte[]> quarantine(
      ErrorHandlerContext context, byte[] key, byte[] value, Exception exception) {
    Headers headers = new RecordHeaders(context.headers());
    DeadLetters.describe(headers, exception);
    DeadLetters.locate(headers, context.topic(), context.partition(), context.offset());
    DeadLetters.count(metrics, limits, exception);
    return quarantine.letter(context.topic(), context.timestamp(), key, value, headers);
  }
}
