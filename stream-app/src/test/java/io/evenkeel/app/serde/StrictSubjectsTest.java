package io.evenkeel.app.serde;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.evenkeel.schemas.Label;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StrictSubjectsTest {
  private static final Label LABEL = new Label("id-1", Instant.ofEpochMilli(64), 0, 2);

  private FakeRegistry registry;

  @BeforeEach
  void start() throws IOException {
    registry = FakeRegistry.start();
  }

  @AfterEach
  void stop() {
    registry.close();
  }

  private AvroDeserializer deserializer(String subjects) {
    Map<String, Object> properties = registry.properties();
    properties.put("schema.registry.subjects", subjects);
    AvroDeserializer deserializer = new AvroDeserializer();
    deserializer.configure(properties, false);
    return deserializer;
  }

  private byte[] written(String topic) {
    try (AvroSerializer serializer = new AvroSerializer()) {
      serializer.configure(registry.properties(), false);
      return Objects.requireNonNull(serializer.serialize(topic, LABEL));
    }
  }

  @Test
  void takesOnlyASchemaThatWasRegisteredForTheTopic() {
    byte[] ours = written("labels");

    assertThat(deserializer("strict").deserialize("labels", ours)).isEqualTo(LABEL);
    assertThatExceptionOfType(SerializationException.class)
        .isThrownBy(() -> deserializer("strict").deserialize("others", ours))
        .withMessageContainingAll("id 1", "others-value");
    assertThat(deserializer("any").deserialize("others", ours)).isEqualTo(LABEL);
  }

  @Test
  void asksTheRegistryOnceForATopicAndSchema() {
    byte[] ours = written("labels");
    AvroDeserializer deserializer = deserializer("strict");
    deserializer.deserialize("labels", ours);
    int asked = registry.requests.size();

    deserializer.deserialize("labels", ours);

    assertThat(registry.requests).hasSize(asked);
  }

  @Test
  void remembersABoundedNumberOfAnswersAndChecksTheOthersEachTime() {
    SchemaRegistry memory = MemoryRegistry.ofScope("strict-subjects");
    StrictSubjects subjects = new StrictSubjects(memory, SubjectName.TOPIC, false, () -> 0);
    int id = memory.register("good-value", LABEL.getSchema());
    for (int i = 0; i < StrictSubjects.MOST_KNOWN + 10; i++) {
      String topic = "bad-" + i;
      assertThatExceptionOfType(SerializationException.class)
          .isThrownBy(() -> subjects.check(topic, id));
    }

    assertThat(subjects.known()).isEqualTo(StrictSubjects.MOST_KNOWN);
    assertThatNoException().isThrownBy(() -> subjects.check("good", id));
    assertThatExceptionOfType(SerializationException.class)
        .isThrownBy(() -> subjects.check("bad-" + StrictSubjects.MOST_KNOWN, id));
  }

  @Test
  void takesASchemaThatIsRegisteredForTheTopicAfterItsRecordsAMinuteLater() {
    AtomicLong seconds = new AtomicLong();
    SchemaRegistry memory = MemoryRegistry.ofScope("registered-later");
    StrictSubjects subjects =
        new StrictSubjects(
            memory, SubjectName.TOPIC, false, () -> TimeUnit.SECONDS.toNanos(seconds.get()));
    int id = memory.register("others-value", LABEL.getSchema());
    assertThatExceptionOfType(SerializationException.class)
        .isThrownBy(() -> subjects.check("labels", id));
    memory.register("labels-value", LABEL.getSchema());

    seconds.set(59);
    assertThatExceptionOfType(SerializationException.class)
        .isThrownBy(() -> subjects.check("labels", id));
    seconds.set(60);
    assertThatNoException().isThrownBy(() -> subjects.check("labels", id));
  }

  @Test
  void knowsNoOtherWord() {
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> deserializer("some"))
        .withMessageContaining("any or strict");
  }
}
