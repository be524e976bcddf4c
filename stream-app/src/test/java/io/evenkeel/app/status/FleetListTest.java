package io.evenkeel.app.status;

import static io.evenkeel.app.status.OutputRecords.alert;
import static io.evenkeel.app.status.OutputRecords.map;
import static io.evenkeel.app.status.OutputRecords.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.schemas.AlertState;
import java.io.IOException;
import java.time.Instant;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FleetListTest {
  private final OutputIndex index =
      new OutputIndex(OutputRecords.histories(10), () -> OutputRecords.start(0));
  private FeedStatus reading = new FeedStatus(true, 0, null);
  private final FleetList list = new FleetList(index, () -> reading);

  /** The list after a version; null for the whole. */
  private JsonNode read(String since) {
    return json(list.answer(since));
  }

  private JsonNode whole() {
    return json(list.answer(null));
  }

  private static JsonNode json(HttpResponse answer) {
    try {
      return new ObjectMapper().readTree(answer.body());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String version(JsonNode answer) {
    return answer.get("version").textValue();
  }

  private String fleetOf(int series) {
    for (int n = 0; n < series; n++) {
      index.add(verdict("m" + n, 0).build());
    }
    return version(whole());
  }

  @Test
  void sendsOnlyTheSeriesThatChangedSinceTheVersionOfTheReader() {
    String before = fleetOf(10);
    index.add(verdict("m3", 1).build());
    index.add(alert("m7", AlertState.FIRING, 1).build());

    JsonNode changes = read(before);

    assertThat(changes.get("since").textValue()).isEqualTo(before);
    assertThat(changes.get("series").findValuesAsText("key")).containsExactly("m3||", "m7||");
    assertThat(changes.get("series").get(0))
        .isEqualTo(whole().get("series").get(3))
        .isNotEqualTo(whole().get("series").get(4));
    assertThat(changes.get("gone")).isEmpty();
    assertThat(whole().get("since").isNull()).isTrue();
    assertThat(read(version(changes)).get("series")).isEmpty();
  }

  @Test
  void isPutTogetherFromChangesToWhatTheWholeIs() {
    TreeMap<String, JsonNode> rows = new TreeMap<>();
    String version = fleetOf(10);
    whole().get("series").forEach(row -> rows.put(row.get("key").textValue(), row));
    for (int round = 1; round < 8; round++) {
      index.add(verdict("m" + round, round).build());
      index.add(verdict("new" + round, 0).build());
      index.add(alert("m" + round % 3, AlertState.FIRING, round).build());
      if (round % 2 == 0) {
        forgetAllBut("m1", "m2", "m3", "m4", "new" + round);
      }

      JsonNode changes = read(version);
      if (changes.get("since").isNull()) {
        rows.clear();
      }
      changes.get("gone").forEach(key -> rows.remove(key.textValue()));
      changes.get("series").forEach(row -> rows.put(row.get("key").textValue(), row));
      version = version(changes);

      assertThat(rows.values()).containsExactlyElementsOf(whole().get("series"));
    }
  }

  @Test
  void namesTheSeriesThatWentAwayUntilTheyAreBack() {
    String before = fleetOf(5);
    forgetAllBut("m1", "m2", "m3", "m4");

    JsonNode changes = read(before);

    assertThat(changes.get("series")).isEmpty();
    assertThat(changes.get("gone")).singleElement().isEqualTo(Json.of("m0||"));
    assertThat(read(version(changes)).get("gone")).isEmpty();

    index.add(verdict("m0", 0).build());
    assertThat(read(before).get("gone")).isEmpty();
    assertThat(read(version(changes)).get("series").findValuesAsText("key"))
        .containsExactly("m0||");
  }

  @Test
  void hasNoNewVersionWhileNothingInItChanges() {
    String before = fleetOf(2);
    index.add(map("m0").build());
    // An alert that is sent again says the same of the series.
    index.add(alert("m1", AlertState.FIRING, 1).build());
    String fired = version(whole());
    index.add(alert("m1", AlertState.FIRING, 1).setUpdatedAt(Instant.EPOCH).build());

    assertThat(fired).isNotEqualTo(before);
    assertThat(version(whole())).isEqualTo(fired);
    assertThat(list.answer(null)).isSameAs(list.answer(null));
    assertThat(list.answer(fired).tag()).isEqualTo(list.answer(fired).tag());
  }

  @Test
  void saysInANewVersionThatTheTopicsCannotBeRead() {
    String before = fleetOf(2);
    reading = new FeedStatus(true, 1, "no broker");

    JsonNode changes = read(before);

    assertThat(version(changes)).isNotEqualTo(before);
    assertThat(changes.get("series")).isEmpty();
    assertThat(changes.get("problem").textValue()).isEqualTo("no broker");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "7", "x.1", "OWN.x", "OWN.-1", "OWN.99999", "OWN.", "OWN.1.1"})
  void sendsTheWholeToAReaderOfAVersionThatItDoesNotKnow(String since) {
    String instance = fleetOf(4).replaceAll("\\..*", "");

    JsonNode answer = read(since.replace("OWN", instance));

    assertThat(answer.get("since").isNull()).isTrue();
    assertThat(answer.get("series")).hasSize(4);
  }

  @Test
  void sendsTheWholeToAReaderOfAnotherInstance() {
    String before = fleetOf(4);
    FleetList other = new FleetList(index, () -> reading);

    assertThat(json(other.answer(before)).get("series")).hasSize(4);
  }

  @Test
  void sendsTheWholeWhenMostOfItChanged() {
    String before = fleetOf(4);
    for (int n = 0; n < 3; n++) {
      index.add(verdict("m" + n, 1).build());
    }

    assertThat(list.answer(before)).isSameAs(list.answer(null));
  }

  @Test
  void sendsTheWholeWhenMoreWentAwayThanItRemembers() {
    String before = fleetOf(FleetList.MOST_GONE + 5);
    forgetAllBut("m1", "m2", "m3", "m4");

    assertThat(read(before).get("since").isNull()).isTrue();
    assertThat(read(version(whole())).get("since").isNull()).isFalse();
  }

  /** Drops all series but those of these models. */
  private void forgetAllBut(String... models) {
    Set.of(models).forEach(model -> index.judged(model + "||", true));
    index.dropForgotten();
    index.dropForgotten();
    Set.of(models).forEach(model -> index.judged(model + "||", false));
  }
}
