package io.evenkeel.app.serde;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.evenkeel.app.config.ConfigException;
import io.evenkeel.app.config.SerdeSettings;
import io.evenkeel.schemas.Label;
import java.time.Instant;
import java.util.Map;
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

    Remembering deserializer = (Remembering) serdes.deserializer();

    assertThat(deserializer.properties).isEqualTo(Map.of("a", "b", "specific.avro.reader", "true"));
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
    assertThat(of(StringDeserializer.class.getName(), Map.of()).deserializer())
        .isInstanceOf(StringDeserializer.class);
  }

  private static AvroSerdes of(String deserializer, Map<String, String> properties) {
    return AvroSerdes.of(new SerdeSettings(OURS.serializer(), deserializer, properties));
  }

  private static void assertRefused(AvroSerdes serdes, String... words) {
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(serdes::deserializer)
        .withMessageContainingAll(words);
  }

  /** Remembers what it was configured with. */
  public static final class Remembering implements Deserializer<Object> {
    private Map<String, ?> properties = Map.of();

    @Override
    public void configure(Map<String, ?> properties, boolean isKey) {
      this.properties = properties;
    }

    @Override
    public Object deserialize(String topic, byte[] bytes) {
      return bytes;
    }
  }
}
