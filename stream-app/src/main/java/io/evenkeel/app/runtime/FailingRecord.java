package io.evenkeel.app.runtime;

import io.evenkeel.app.codec.Surroundings;
import io.evenkeel.app.topology.QuarantineHandler;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.DeserializationExceptionHandler;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProcessingExceptionHandler;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Does what {@link QuarantineHandler} says, and notes the record that stops the application by what
 * it holds: what brokers, stores or the registry fail with is not the fault of a record.
 */
public final class FailingRecord
    implements DeserializationExceptionHandler, ProcessingExceptionHandler {
  /** Kafka Streams makes the handler itself; this is how it gets the place to note it in. */
  private static final String NOTE = "evenkeel.failing.record";

  private final QuarantineHandler handler = new QuarantineHandler();

  @SuppressWarnings("NullAway.Init")
  private AtomicReference<@Nullable RecordPlace> note;

  /**
   * The Kafka Streams properties that put this handler to work.
   *
   * @param handler those of the handler that it asks
   * @param note takes the place of the record
   */
  static Map<String, Object> properties(
      Map<String, Object> handler, AtomicReference<@Nullable RecordPlace> note) {
    Map<String, Object> properties = new HashMap<>(handler);
    properties.put(
        StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, FailingRecord.class);
    properties.put(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, FailingRecord.class);
    properties.put(NOTE, note);
    return properties;
  }

  @Override
  @SuppressWarnings("unchecked")
  public void configure(Map<String, ?> configs) {
    handler.configure(configs);
    note = (AtomicReference<@Nullable RecordPlace>) Objects.requireNonNull(configs.get(NOTE), NOTE);
  }

  @Override
  public DeserializationExceptionHandler.Response handleError(
      ErrorHandlerContext context, ConsumerRecord<byte[], byte[]> record, Exception exception) {
    DeserializationExceptionHandler.Response response =
        handler.handleError(context, record, exception);
    if (response.result() == DeserializationExceptionHandler.Result.FAIL) {
      note(context, exception);
    }
    return response;
  }

  @Override
  public ProcessingExceptionHandler.Response handleError(
      ErrorHandlerContext context, Record<?, ?> record, Exception exception) {
    ProcessingExceptionHandler.Response response = handler.handleError(context, record, exception);
    if (response.result() == ProcessingExceptionHandler.Result.FAIL) {
      note(context, exception);
    }
    return response;
  }

  private void note(ErrorHandlerContext context, Exception exception) {
    if (context.topic() != null && !Surroundings.failed(exception)) {
      note.compareAndSet(
          null, new RecordPlace(context.topic(), context.partition(), context.offset()));
    }
  }
}
