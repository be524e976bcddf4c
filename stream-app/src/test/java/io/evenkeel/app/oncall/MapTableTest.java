package io.evenkeel.app.oncall;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.schemas.PublishedMap;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class MapTableTest {
  private static PublishedMap.Builder published() {
    return PublishedMap.newBuilder()
        .setModel("churn")
        .setVersion("3")
        .setSegment("country=DE")
        .setMap("{\n  \"format\" : 1,\n  \"map\" : {\"kind\" : \"temperature\"}\n}\n")
        .setWords("over-confident: temperature 1.68")
        .setUpdatedAt(Instant.parse("2026-03-01T04:20:00Z"))
        .setLaterLabels(0)
        .setLogEvidence(3.5);
  }

  private static PublishedMap.Builder judged() {
    return published()
        .setLaterLabels(12_400)
        .setGain(0.0421)
        .setGainLower(0.0312)
        .setGainUpper(0.0531);
  }

  @Test
  void saysWhatEachMapDoesAndWhatTheMapsHaveSaved() {
    String table =
        MapTable.of(List.of(judged().build(), published().setVersion("").setSegment("").build()));

    assertThat(table.lines())
        .containsExactly(
            "DECIDED               LATER LABELS  GAIN, NATS PER LABEL (95 %)    "
                + " KEY                 MAP",
            "2026-03-01 04:20 UTC  12,400        0.042 (0.031 to 0.053)         "
                + " churn|3|country=DE  over-confident: temperature 1.68",
            "2026-03-01 04:20 UTC  0             none yet                       "
                + " churn               over-confident: temperature 1.68");
  }

  @Test
  void aGainOfFewLabelsNeedNotHaveAnInterval() {
    assertThat(MapTable.of(List.of(published().setLaterLabels(1).setGain(-0.2).build())))
        .contains("1             -0.2                   ");
    assertThat(
            MapTable.of(
                List.of(
                    judged()
                        .setGainLower(Double.NEGATIVE_INFINITY)
                        .setGainUpper(Double.POSITIVE_INFINITY)
                        .build())))
        .contains("0.042 (-Infinity to Infinity)");
  }

  @Test
  void saysThatThereIsNothing() {
    assertThat(MapTable.of(List.of())).startsWith("No published maps.");
  }

  @Test
  void asJsonARecordIsOneLineAndItsMapAnObject() {
    assertThat(MapTable.json(judged().build()))
        .isEqualTo(
            "{\"model\":\"churn\",\"version\":\"3\",\"segment\":\"country=DE\","
                + "\"map\":{\"format\":1,\"map\":{\"kind\":\"temperature\"}},"
                + "\"words\":\"over-confident: temperature 1.68\","
                + "\"updated_at\":\"2026-03-01T04:20:00Z\",\"later_labels\":12400,"
                + "\"gain\":0.0421,\"gain_lower\":0.0312,\"gain_upper\":0.0531,"
                + "\"log_evidence\":3.5}");
  }

  @Test
  void aMapThatIsNoJsonIsText() {
    assertThat(MapTable.json(published().setMap("temperature").build()))
        .contains("\"map\":\"temperature\"");
  }

  @Test
  void whatOthersHaveWrittenDoesNotControlTheTerminal() {
    assertThat(MapTable.of(List.of(published().setWords("\u001b[2J").setModel("a\u001bb").build())))
        .contains("\\u001b[2J", "a\\u001bb")
        .doesNotContain("\u001b");
  }
}
