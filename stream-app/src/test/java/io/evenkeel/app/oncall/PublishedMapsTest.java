package io.evenkeel.app.oncall;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.schemas.PublishedMap;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PublishedMapsTest {
  private static final AppConfig CONFIG =
      AppConfig.of(Map.of("serde.properties.schema.registry.url", "mock://published-maps"));

  private final PublishedMaps maps = new PublishedMaps(CONFIG);

  private static PublishedMap published(String segment, @Nullable String map, String words) {
    return PublishedMap.newBuilder()
        .setModel("churn")
        .setVersion("3")
        .setSegment(segment)
        .setMap(map)
        .setWords(words)
        .setUpdatedAt(Instant.EPOCH)
        .setLaterLabels(0)
        .setLogEvidence(3.1)
        .build();
  }

  private void take(String key, @Nullable PublishedMap value) {
    String topic = CONFIG.topics().recalibrations();
    byte[] bytes =
        AvroSerdes.of(CONFIG.serde(), CONFIG.topics()).serializer().serialize(topic, value);
    maps.take(new ConsumerRecord<>(topic, 0, 0, key, bytes));
  }

  @Test
  void theNewestMapOfASeriesIsInForce() {
    PublishedMap whole = published("", "{}", "temperature 1.8");
    take("churn|3|country=DE", published("country=DE", "{}", "temperature 1.2"));
    take("churn|3|", whole);
    PublishedMap newer = published("country=DE", "{}", "temperature 1.3");
    take("churn|3|country=DE", newer);

    assertThat(maps.inForce()).containsExactly(whole, newer);
  }

  @Test
  void aMapThatWasWithdrawnIsNotInForceUntilAnotherIsPublished() {
    take("churn|3|", published("", "{}", "temperature 1.8"));
    take("churn|3|", published("", null, "withdrawn: the model changed"));
    assertThat(maps.inForce()).isEmpty();

    PublishedMap again = published("", "{}", "temperature 1.1");
    take("churn|3|", again);

    assertThat(maps.inForce()).containsExactly(again);
  }

  @Test
  void theMapOfASeriesThatWasForgottenIsNotInForce() {
    take("churn|3|", published("", "{}", "temperature 1.8"));
    take("churn|3|", null);

    assertThat(maps.inForce()).isEmpty();
  }

  @Test
  void recordsThatAreNoMapsHideNoneOfTheOthers() {
    String topic = CONFIG.topics().recalibrations();
    PublishedMap other = published("country=DE", "{}", "temperature 1.2");
    take("churn|3|", published("", "{}", "temperature 1.8"));
    take("churn|3|country=DE", other);
    maps.take(new ConsumerRecord<>(topic, 0, 7, "churn|3|", new byte[] {1, 2, 3}));
    maps.take(new ConsumerRecord<>(topic, 0, 8, null, new byte[] {1, 2, 3}));

    assertThat(maps.inForce()).as("as apply-maps takes it").containsExactly(other);
  }
}
