package io.evenkeel.app.oncall;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.schemas.Silence;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SilenceTopicTest {
  private static final AppConfig CONFIG =
      AppConfig.of(Map.of("serde.properties.schema.registry.url", "mock://silence-topic"));

  private final List<Map<String, byte @Nullable []>> written = new ArrayList<>();
  private final SilenceTopic topic = new SilenceTopic(CONFIG, written::add);
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

  @Test
  void deletesAllThatEndedLongAgoInOneWriteBeforeItWritesASilence() {
    take("old-1", silence("old-1"));
    take("old-2", silence("old-2"));
    take("old-3", silence("old-3"));
    Silence silence =
        Silence.newBuilder(Objects.requireNonNull(silences.get("old-1")))
            .setSilenceId("new")
            .build();

    topic.begin(silences, silence, Instant.EPOCH.plus(Duration.ofDays(40)));

    assertThat(written).extracting(Map::keySet).containsExactly(silences.keySet(), Set.of("new"));
    assertThat(written.get(0).values()).containsOnlyNulls();
    assertThat(written.get(1).values()).doesNotContainNull();
  }

  @Test
  void keepsWhatEndedAMonthAgo() {
    take("s1", silence("s1"));

    topic.begin(
        silences,
        Objects.requireNonNull(silences.get("s1")),
        Instant.EPOCH.plus(Duration.ofDays(30)));

    assertThat(written).hasSize(1);
  }
}
