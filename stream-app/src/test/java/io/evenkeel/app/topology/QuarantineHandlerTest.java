package io.evenkeel.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.Reason;
import io.evenkeel.app.codec.RejectedEventException;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.serde.RegistryException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.errors.DeserializationExceptionHandler.Response;
import org.apache.kafka.streams.errors.DeserializationExceptionHandler.Result;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.internals.DefaultErrorHandlerContext;
import org.apache.kafka.streams.processor.TaskId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class QuarantineHandlerTest {

  private static final byte[] BYTES = {1, 2, 3};

  private final QuarantineHandler handler = new QuarantineHandler();

  @BeforeEach
  void configure() {
    handler.configure(QuarantineHandler.properties("dead", new Metrics()));
  }

  @Test
  void quarantinesWhatCannotBeReadAndGoesOn() {
    Response response = handle(new RejectedEventException(Reason.UNREADABLE, "no magic byte"));

    assertThat(response.result()).isEqualTo(Result.RESUME);
    assertThat(response.deadLetterQueueRecords())
        .singleElement()
        .satisfies(letter -> assertThat(letter.topic()).isEqualTo("dead"))
        .satisfies(letter -> assertThat(letter.value()).isEqualTo(BYTES));
  }

  @Test
  void stopsRatherThanQuarantineGoodEventsWhileTheRegistryIsAway() {
    Response response = handle(new RegistryException("no answer", null));

    assertThat(response.result()).isEqualTo(Result.FAIL);
    assertThat(response.deadLetterQueueRecords()).isEmpty();
  }

  private Response handle(Exception exception) {
    return handler.handleError(
        context(), new ConsumerRecord<>("labels", 0, 7, BYTES, BYTES), exception);
  }

  @SuppressWarnings("NullAway") // outside of a running task there is no processor
  private static ErrorHandlerContext context() {
    return new DefaultErrorHandlerContext(
        null, "labels", 0, 7, new RecordHeaders(), "read", new TaskId(0, 0), 0, BYTES, BYTES);
  }
}
