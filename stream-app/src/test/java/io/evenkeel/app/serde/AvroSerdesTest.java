package io.evenkeel.app.serde;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.app.config.ConfigException;
import io.evenkeel.app.config.SerdeSettings;
import io.evenkeel.schemas.Label;
import java.net.ConnectException;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;

class AvroSerdesTest {

  private static final SerdeSettings OURS = SerdeSettings.defaults();

  @Test
  void makesEvenkeelsOwnByDefault() {
    AvroSerdes serdes =
        AvroSerdes.of(
            new SerdeSettings(
                OURS.serializer(),
                OURS.deserializer(),
                Map.of("schema.registry.url", "mock://makesEvenkeelsOwnByDefault")));
    Label label = new Label("id-1", Instant.EPOCH, 0, 1);

    byte[] bytes = serdes.serializer().serialize("labels", label);

    assertThat(serdes.deserializer().deserialize("labels", bytes)).isEqualTo(label);
  }

  @Test
  void configuresAnyClassWithThePropertiesAsTheyAre() {
    AvroSerdes serdes = of(Remembering.class.getName(), Map.of("a", "b"));

    assertThat(serdes.deserializer().deserialize("topic", new byte[0]))
        .isEqualTo(Map.of("a", "b", "specific.avro.reader", "true"));
  }

  @Test
  void namesTheSettingTheClassAndTheRemedy() {
    assertRefused(
        of("io.confluent.kafka.serializers.KafkaAvroDeserializer", Map.of()),
        "serde.deserializer",
        "io.confluent.kafka.serializers.KafkaAvroDeserializer",
        "not on the class path",
        "add the jar");
    assertRefused(
        of("java.lang.Thread", Map.of()), "serde.deserializer", "must be a", "Deserializer");
    assertRefused(of("java.lang.Math", Map.of()), "public constructor");
    assertRefused(
        of(OURS.deserializer(), Map.of()), "serde.properties", "schema.registry.url is missing");
  }

  @Test
  void makesForeignDeserializersThatNeedNothing() {
    Deserializer<?> strings = of(StringDeserializer.class.getName(), Map.of()).deserializer();

    assertThat(strings.deserialize("topic", new byte[] {'a'})).isEqualTo("a");
  }

  @Test
  void makesForeignOnesWaitForARegistryThatDoesNotAnswer() {
    Deserializer<?> flaky = of(Flaky.class.getName(), Map.of("failures", "2")).deserializer();

    assertThat(flaky.deserialize("topic", new byte[0])).isEqualTo("read at attempt 3");
  }

  @Test
  void makesForeignOnesWaitNoLongerThanTheTimeout() {
    Map<String, String> properties =
        Map.of("failures", "1000000", "schema.registry.timeout.ms", "1000");
    Deserializer<?> flaky = of(Flaky.class.getName(), properties).deserializer();

    assertThatThrownBy(() -> flaky.deserialize("topic", new byte[0]))
        .hasMessageMatching("no answer at attempt [2-9]")
        .hasRootCauseInstanceOf(ConnectException.class);
    assertRefused(
        of(Flaky.class.getName(), Map.of("failures", "0", "schema.registry.timeout.ms", "soon")),
        "serde.properties",
        "schema.registry.timeout.ms must be a positive number of milliseconds, got soon");
  }

  @Test
  void readsWhatCannotBeReadOnce() {
    Deserializer<?> flaky = of(Flaky.class.getName(), Map.of("failures", "0")).deserializer();

    assertThatThrownBy(() -> flaky.deserialize("topic", null)).hasMessage("rubbish at attempt 1");
  }

  private static AvroSerdes of(String deserializer, Map<String, String> properties) {
    return AvroSerdes.of(new SerdeSettings(OURS.serializer(), deserializer, properties));
  }

  private static void assertRefused(AvroSerdes serdes, String... words) {
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(serdes::deserializer)
        .withMessageContainingAll(words);
  }

  /** Reads from any bytes what it was configured with. */
  public static final class Remembering implements Deserializer<Object> {
    private Map<String, ?> properties = Map.of();

    @Override
    public void configure(Map<String, ?> properties, boolean isKey) {
      this.properties = properties;
    }

    @Override
    public Object deserialize(String topic, byte[] bytes) {
      return properties;
    }
  }

  /** Its registry does not answer so often; no bytes at all are rubbish to it. */
  public static final class Flaky implements Deserializer<String> {
    private int failures;
    private int attempts;

    @Override
    public void configure(Map<String, ?> properties, boolean isKey) {
      failures = Integer.parseInt(String.valueOf(properties.get("failures")));
    }

    @Override
    public String deserialize(String topic, byte[] bytes) {
      attempts++;
      if (bytes == null) {
        throw new SerializationException("rubbish at attempt " + attempts);
      }
      if (attempts <= failures) {
        throw new SerializationException(
            "no answer at attempt " + attempts, new ConnectException("refused"));
      }
      return "read at attempt " + attempts;
    }
  }
}
