package io.evenkeel.app.oncall;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.schemas.Silence;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SilenceTopicTest {
  private static final AppConfig CONFIG =
      AppConfig.of(Map.of("serde.properties.schema.registry.url", "mock://silence-topic"));

  private final SilenceTopic topic = new SilenceTopic(CONFIG, Map.of());
  private final Map<String, Silence> silences = new HashMap<>();

  private void take(@Nullable String key, byte @Nullable [] value) {
    topic.take(new ConsumerRecord<>(CONFIG.topics().silences(), 0, 0, key, value), silences);
  }

  private static byte[] silence(String id) {
    Silence silence =
        Silence.newBuilder()
            .setSilenceId(id)
            .setStartsAt(Instant.EPOCH)
            .setEndsAt(Instant.EPOCH.plusSeconds(60))
            .setCreatedBy("me")
            .setComment("")
            .build();
    return AvroSerdes.of(CONFIG.serde(), CONFIG.topics())
        .serializer()
        .serialize(CONFIG.topics().silences(), silence);
  }

  /** Else it would be listed under an ID by which it does not end. */
  @Test
  void listsASilenceUnderTheKeyThatEndsIt() {
    take("s1", silence("another"));

    assertThat(silences.get("s1")).extracting(Silence::getSilenceId).isEqualTo("s1");
  }

  @Test
  void takesWhatIsNoSilenceForTheEndOfOne() {
    take("s1", silence("s1"));
    take("s2", silence("s2"));
    take("s1", new byte[] {1, 2, 3});
    take("s2", null);

    assertThat(silences).isEmpty();
  }

  @Test
  void passesOverSilencesWithoutAKey() {
    take(null, silence("s1"));

    assertThat(silences).isEmpty();
  }
}
