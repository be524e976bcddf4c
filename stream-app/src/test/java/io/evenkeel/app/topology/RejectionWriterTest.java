package io.evenkeel.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.serde.JsonDeserializer;
import io.evenkeel.app.serde.RegistryException;
import io.evenkeel.schemas.Label;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serializer;
import org.junit.jupiter.api.Test;

class RejectionWriterTest {
  private final AtomicInteger asked = new AtomicInteger();
  private final Serializer<SpecificRecord> refused =
      (topic, record) -> {
        asked.incrementAndGet();
        throw new RegistryException.SchemaNotFoundException("labels-value has no such version");
      };
  private final RejectionWriter writer =
      new RejectionWriter(
          Topics.of(TopologyScenario.config(), refused, JsonDeserializer::new),
          new Metrics(),
          TopologyScenario.config().limits());

  @Test
  void writesALabelAsJsonWhereTheRegistryRefusesTheSchema() {
    assertThat(written("a")).contains("\"prediction_id\":\"a\"", "\"target\":1");
    assertThat(written("b")).contains("\"prediction_id\":\"b\"");
  }

  @Test
  void asksARegistryThatRefusesOnce() {
    written("a");
    written("b");

    assertThat(asked).hasValue(1);
  }

  private String written(String id) {
    Label label = new Label(id, Instant.EPOCH, 0, 1);
    return new String(writer.bytes(new RecordHeaders(), label), StandardCharsets.UTF_8);
  }
}
