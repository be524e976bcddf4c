package io.evenkeel.app.topology;

import static io.evenkeel.app.topology.TopologyHarness.MODEL;
import static io.evenkeel.app.topology.TopologyHarness.binary;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.PredictionCodec;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.runtime.InProcessTopology;
import io.evenkeel.schemas.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is hashed or dropped is nowhere to be found. */
class PrivacyTopologyTest extends TopologyScenario {
  private static final String SEGMENTS = "defaults.segments=country,country+device";
  private static final String KEY = "privacy.key=sixteen-or-more-characters";

  @Test
  void showsASegmentByItsHash() {
    TopologyHarness app = startLogged(SEGMENTS, KEY, "privacy.hash=country");
    predictAnHour(app);
    app.settle();

    assertThat(app.verdicts().stream().map(Verdict::getSegment).distinct())
        .containsExactlyInAnyOrder(
            "", "country=d87cd7c24be764c3", "country=d87cd7c24be764c3,device=phone");
  }

  @Test
  void writesNothingOfItToAnyTopicOrStore() {
    assertThat(topicsWithIt(SEGMENTS)).isNotEmpty();
    close();

    assertThat(topicsWithIt(SEGMENTS, KEY, "privacy.hash=country", "privacy.drop=weight-in-kg"))
        .isEmpty();
  }

  @Test
  void keepsWhereAPredictionIsThatCannotBeUsedInsteadOfItsValue() {
    TopologyHarness app = startLogged(KEY, "privacy.hash=country");
    app.rawPrediction("another-key", bytes("a"));

    TestRecord<String, byte[]> letter = app.deadLetters().get(0);
    assertThat(letter.value()).isEmpty();
    assertThat(letter.headers().lastHeader(DeadLetters.REASON).value())
        .asString(StandardCharsets.UTF_8)
        .isEqualTo("wrong_key");
    assertThat(letter.headers().lastHeader(DeadLetters.OFFSET)).isNotNull();
  }

  private Set<String> topicsWithIt(String... settings) {
    TopologyHarness app = startLogged(settings);
    predictAnHour(app);
    app.rawPrediction("another-key", bytes("a"));
    app.settle();
    return topicsWith(app, List.of("Ruritania", "weight-in-kg"));
  }

  private static void predictAnHour(TopologyHarness app) {
    for (int i = 0; i < 60; i++) {
      app.predict(event("id-" + i, i));
      app.label("id-" + i, minute(i + 1), i % 2);
    }
    app.settle();
  }

  private static byte[] bytes(String id) {
    return InProcessTopology.bytes(PredictionCodec.encode(event(id, 0)));
  }

  private static PredictionEvent event(String id, int minute) {
    return new PredictionEvent(
        id,
        MODEL,
        "",
        minute(minute).toEpochMilli(),
        Map.of("country", "Ruritania", "device", "phone"),
        Map.of("weight-in-kg", 70.0 + minute % 7),
        binary(0.5));
  }

  /** The topics, changelogs too, to which any of the texts was written in a key or value. */
  private static Set<String> topicsWith(TopologyHarness app, List<String> texts) {
    Set<String> found = new HashSet<>();
    for (String topic : app.driver().producedTopicNames()) {
      app.driver()
          .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
          .readRecordsToList()
          .forEach(
              record -> {
                String written = text(record.key()) + text(record.value());
                if (texts.stream().anyMatch(written::contains)) {
                  found.add(topic);
                }
              });
    }
    return found;
  }

  private static String text(byte @Nullable [] bytes) {
    return bytes == null ? "" : new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
