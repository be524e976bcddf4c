package io.evenkeel.app.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.serde.RegistryException;
import io.evenkeel.app.topology.QuarantineHandler;
import java.util.Map;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProcessingExceptionHandler.Result;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.internals.DefaultErrorHandlerContext;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Test;

class StopReasonTest {
  private final IllegalStateException failure =
      new IllegalStateException("stopped by an error: E", new StreamsException("E"));

  private final StopReason reason =
      StopReason.of(AppConfig.of(Map.of("kafka.bootstrap.servers", "unused:9092")));

  private void stopAt(String topic, Exception exception) {
    FailingRecord handler = new FailingRecord();
    handler.configure(
        FailingRecord.properties(
            QuarantineHandler.properties(AppConfig.of(Map.of()), new Metrics()), reason.failing()));
    assertThat(handler.handleError(context(topic), new Record<>("k", "v", 0), exception).result())
        .isEqualTo(Result.FAIL);
  }

  @SuppressWarnings("NullAway") // outside of a running task there is no processor
  private static ErrorHandlerContext context(String topic) {
    byte[] bytes = {1};
    return new DefaultErrorHandlerContext(
        null, topic, 2, 7, new RecordHeaders(), "observe", new TaskId(0, 0), 0, bytes, bytes);
  }

  @Test
  void namesTheRecordAndTheCommandThatSkipsIt() {
    stopAt("evenkeel.labels", new SerializationException("cannot read an Observation"));

    assertThat(reason.explain(failure))
        .isInstanceOf(StoppedByRecordException.class)
        .hasMessage(
            "stopped by the record evenkeel.labels-2@7, and would be again: stopped by an error: E."
                + " Please report it. To go on without the record, which is kept among the dead"
                + " letters: evenkeel skip evenkeel.labels-2@7 --execute");
  }

  @Test
  void recordsOfInternalTopicsCannotBeSkipped() {
    stopAt("evenkeel-partials-by-series-repartition", new SerializationException("cannot read"));

    assertThat(reason.explain(failure))
        .isInstanceOf(StoppedByRecordException.class)
        .hasMessageEndingWith("To go on without what the application knows: evenkeel reset");
  }

  @Test
  void noRecordIsToBlameForRegistryAndBrokers() {
    stopAt("evenkeel.labels", new RegistryException("no answer", null));
    stopAt("evenkeel.labels", new StreamsException("fenced"));

    assertThat(reason.explain(failure)).isSameAs(failure);
  }
}
