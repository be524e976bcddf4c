package io.evenkeel.app.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ConfigException;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KafkaPropertiesTest {

  private static AppConfig config(String... settings) {
    Map<String, String> all = new HashMap<>(Map.of("kafka.bootstrap.servers", "broker:9092"));
    for (int i = 0; i < settings.length; i += 2) {
      all.put(settings[i], settings[i + 1]);
    }
    return AppConfig.of(all);
  }

  @Test
  void countsExactlyOnceUnlessToldOtherwise() {
    assertThat(KafkaProperties.streams(config(), Map.of()))
        .containsEntry("processing.guarantee", "exactly_once_v2");
    assertThat(
            KafkaProperties.streams(
                config("kafka.processing.guarantee", "at_least_once"), Map.of()))
        .containsEntry("processing.guarantee", "at_least_once");
  }

  @Test
  void preferWhatTheUserSaysOfAClientToOurDefaults() {
    for (String prefix : new String[] {"", "producer."}) {
      AppConfig config =
          config(
              "kafka." + prefix + "batch.size", "1",
              "kafka." + prefix + "transaction.timeout.ms", "60000");

      StreamsConfig streams = new StreamsConfig(KafkaProperties.streams(config, Map.of()));

      assertThat(streams.getProducerConfigs("client"))
          .as(prefix)
          .containsEntry("batch.size", "1")
          .containsEntry("transaction.timeout.ms", "60000")
          .containsEntry("compression.type", "lz4");
    }
  }

  @Test
  void preferWhatTheUserSaysOfProducersToWhatIsSaidOfAllClients() {
    AppConfig config = config("kafka.batch.size", "1", "kafka.producer.batch.size", "2");

    assertThat(KafkaProperties.streams(config, Map.of())).containsEntry("producer.batch.size", "2");
  }

  @Test
  void leaveRoomForTheLargestRecord() {
    AppConfig config = config("kafka.producer.max.request.size", "30000000");

    StreamsConfig streams = new StreamsConfig(KafkaProperties.streams(config, Map.of()));

    assertThat(streams.getProducerConfigs("client")).containsEntry("buffer.memory", 60_000_000L);
  }

  @Test
  void makeAStaticMemberOfOneThatHasAnIdInItsGroup() {
    assertThat(KafkaProperties.isStaticMember(KafkaProperties.streams(config(), Map.of())))
        .isFalse();
    for (String prefix : new String[] {"", "consumer.", "main.consumer."}) {
      AppConfig config = config("kafka." + prefix + "group.instance.id", "evenkeel-0");
      assertThat(KafkaProperties.isStaticMember(KafkaProperties.streams(config, Map.of())))
          .as(prefix)
          .isTrue();
    }
  }

  @Test
  void areAcceptedByKafkaStreams() {
    Map<String, Object> properties = KafkaProperties.streams(config(), Map.of());
    StreamsConfig streams = new StreamsConfig(properties);

    assertThat(streams.getString("application.id")).isEqualTo("evenkeel");
    assertThat(streams.getList("bootstrap.servers")).containsExactly("broker:9092");
    assertThat(streams.getMainConsumerConfigs("group", "client", 0))
        .containsEntry("isolation.level", "read_committed");
    assertThat(streams.getProducerConfigs("client"))
        .containsEntry("batch.size", 128 * 1024)
        .containsEntry("buffer.memory", 16L << 20)
        .containsEntry("transaction.timeout.ms", 120_000)
        .containsEntry("compression.type", "lz4");
    assertThat(streams.getBoolean("ensure.explicit.internal.resource.naming")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"handler", "ensure.explicit.internal.resource.naming"})
  void refuseWhatEvenkeelReliesOn(String key) {
    AppConfig config = config("kafka." + key, "x");

    assertThatThrownBy(() -> KafkaProperties.streams(config, Map.of("handler", String.class)))
        .isInstanceOf(ConfigException.class)
        .hasMessage("kafka." + key + ": is set by Evenkeel, which relies on it; remove it");
  }

  @ParameterizedTest
  @ValueSource(strings = {"streams", "STREAMS", "classic"})
  void areAcceptedByAConsumerWhateverProtocolKafkaStreamsSpeaks(String protocol) {
    AppConfig config =
        config("kafka.group.protocol", protocol, "kafka.bootstrap.servers", "localhost:9092");

    assertThatCode(
            () ->
                new KafkaConsumer<>(
                        KafkaProperties.clients(config),
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer())
                    .close())
        .doesNotThrowAnyException();
    assertThat(KafkaProperties.streams(config, Map.of())).containsEntry("group.protocol", protocol);
  }

  @Test
  void needABroker() {
    AppConfig config = AppConfig.of(Map.of());

    assertThatThrownBy(() -> KafkaProperties.clients(config))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "kafka.bootstrap.servers: is not set; name brokers, for example -D"
                + " kafka.bootstrap.servers=localhost:9092");
  }
}
