package io.evenkeel.app.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.app.codec.Heartbeat;
import io.evenkeel.app.codec.PredictionCodec;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.app.state.StoreNames;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.schemas.Better;
import io.evenkeel.schemas.Comparison;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ComparisonTopologyTest extends ComparisonScenario {
  private static final String[] JSON = {
    "serde.serializer=io.evenkeel.app.serde.JsonSerializer",
    "serde.deserializer=io.evenkeel.app.serde.JsonDeserializer"
  };

  static Stream<List<String>> orders() {
    List<String> parts = List.of("champion", "challenger", "label");
    return parts.stream()
        .flatMap(a -> parts.stream().map(b -> List.of(a, b)))
        .filter(two -> !two.get(0).equals(two.get(1)))
        .map(
            two -> {
              List<String> all = new ArrayList<>(two);
              parts.stream().filter(part -> !two.contains(part)).forEach(all::add);
              return all;
            });
  }

  @ParameterizedTest
  @MethodSource("orders")
  void countsACaseOnceItsThreeEventsHaveComeInAnyOrder(List<String> order) {
    for (String part : order) {
      settle();
      assertThat(comparisons).isEmpty();
      switch (part) {
        case "champion" -> champion("a", 0.6);
        case "challenger" -> challenger("a", 0.9);
        default -> label("a", 1);
      }
    }

    Comparison one = newest();
    assertThat(one.getN()).isEqualTo(1);
    assertThat(one.getDifference()).isCloseTo(2 * 0.4 * 0.4 - 2 * 0.1 * 0.1, within(1e-12));
    assertThat(one.getBetter()).isEqualTo(Better.UNDECIDED);
    assertThat(one.getSince()).isEqualTo(MADE);
    assertThat(one.getUntil()).isEqualTo(MADE.plusSeconds(60));
    assertThat(List.of(one.getModel(), one.getChampion(), one.getChallenger()))
        .containsExactly("churn", "1", "2");
    assertThat(one.getChallengerTopic()).isEqualTo("shadow");
    assertThat(one.getWords())
        .isEqualTo(
            "challenger 2 is shown to be neither better nor worse than 1: Brier score 0.3 lower (-2"
                + " to 2) on 1 label");
  }

  @Test
  void readsAndWritesJson() {
    start(JSON);
    complete("a", 0.6, 0.9, 1);

    assertThat(newest().getN()).isEqualTo(1);
  }

  @Test
  void takesTheFirstOfEachAndPassesOverWhatComesAgain() {
    champion("a", 0.6);
    champion("a", 0.1);
    challenger("a", 0.9);
    challenger("a", 0.2);
    label("a", 1);
    double difference = newest().getDifference();
    label("a", MADE.plusSeconds(90), 1, new RawTarget.Index(0));
    complete("a", 0.1, 0.2, 0);
    complete("b", 0.6, 0.9, 1);

    Comparison two = newest();
    assertThat(two.getN()).isEqualTo(2);
    assertThat(two.getDifference()).isCloseTo(difference, within(1e-12)).isPositive();
  }

  @Test
  void comparesTheVersionsOfEachCase() {
    complete("a", 0.6, 0.9, 1);
    champion(event("b", "1", MADE, binary(0.6)));
    challenger(event("b", "3", MADE, binary(0.7)));
    label("b", 1);
    settle();

    assertThat(comparisons).extracting(Comparison::getChallenger).containsExactly("2", "3");
    assertThat(comparisons).extracting(Comparison::getN).containsExactly(1L, 1L);
  }

  @Test
  void saysAtMostOnceASecondWhatIsNew() {
    for (int i = 0; i < 50; i++) {
      complete("a" + i, 0.6, 0.9, i % 2);
    }
    settle();
    settle();

    assertThat(comparisons).extracting(Comparison::getN).containsExactly(50L);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 500})
  void countsAndSumsTheSameWhateverTheOrder(int rounds) {
    SplittableRandom random = new SplittableRandom(4);
    List<Runnable> events = new ArrayList<>();
    double sum = 0;
    int count = 500;
    for (int i = 0; i < count; i++) {
      String id = "a" + i;
      double p = random.nextDouble();
      double q = random.nextDouble();
      int y = random.nextInt(2);
      sum += 2 * (p - y) * (p - y) - 2 * (q - y) * (q - y);
      events.add(() -> champion(id, p));
      events.add(() -> challenger(id, q));
      events.add(() -> label(id, y));
    }
    SplittableRandom order = new SplittableRandom(rounds);
    Map<Runnable, Integer> turns = new HashMap<>();
    events.forEach(event -> turns.put(event, order.nextInt(rounds)));
    events.stream().sorted(Comparator.comparing(turns::get)).forEach(Runnable::run);

    Comparison all = newest();
    assertThat(all.getN()).isEqualTo(count);
    assertThat(all.getDifference()).isCloseTo(sum / count, within(1e-12));
  }

  @Test
  void namesWhatItKeepsByWhatItIs() {
    complete("a", 0.6, 0.9, 1);
    settle();

    assertThat(driver().producedTopicNames())
        .contains(
            "evenkeel-compare-shadow-scored-cases-repartition",
            "evenkeel-compare-shadow-cases-changelog",
            "evenkeel-compare-shadow-pairs-changelog");
    assertThat(keys(StoreNames.PAIRS)).containsExactly(KEY);
  }

  @Test
  void goesOnAfterWhatCannotBeUsed() {
    for (String topic :
        List.of(config.topics().predictions(), "shadow", config.topics().labels())) {
      input(topic).pipeInput("a", new byte[] {1, 2, 3}, STARTED);
      input(topic).pipeInput(null, new byte[0], STARTED);
      input(topic).pipeInput("a", null, STARTED);
      input(topic)
          .pipeInput(
              new TestRecord<>(
                  "churn",
                  null,
                  new Heartbeat("churn", MADE).toRecord(topic, 0).headers(),
                  STARTED));
    }
    input("shadow")
        .pipeInput(
            "b",
            bytes("shadow", PredictionCodec.encode(event("a", "2", MADE, binary(0.5)))),
            STARTED);
    challenger(event("a", "2", STARTED.plus(Duration.ofDays(9)), binary(0.5)));
    challenger(event("a", "x".repeat(300), MADE, binary(0.5)));
    assertThat(keys(StoreNames.CASES)).isEmpty();
    complete("a", 0.6, 0.9, 1);

    assertThat(newest().getN()).isEqualTo(1);
  }

  @Test
  void leavesOutCasesThatCannotBeCompared() {
    champion(event("space", "1", MADE, Categorical.of(0.2, 0.3, 0.5)));
    challenger("space", 0.9);
    label("space", 1);
    champion("model", 0.6);
    challenger(
        new PredictionEvent(
            "model", "fraud", "2", MADE.toEpochMilli(), Map.of(), Map.of(), binary(0.9)));
    label("model", 1);
    complete("class", 0.6, 0.9, 7);
    champion("name", 0.6);
    challenger("name", 0.9);
    label("name", MADE, 0, new RawTarget.Name("leaves"));
    champion("late", 0.6);
    challenger("late", 0.9);
    label("late", MADE.plus(Duration.ofHours(26)), 0, new RawTarget.Index(1));
    settle();

    assertThat(comparisons).isEmpty();
    // None of them gets a second chance.
    label("class", 1);
    complete("a", 0.6, 0.9, 1);
    assertThat(newest().getN()).isEqualTo(1);
  }

  @Test
  void takesNamesOfClassesFromTheSettings() {
    start(AVRO, "models.churn.classes=stays, leaves");
    champion("a", 0.6);
    challenger("a", 0.9);
    label("a", MADE, 0, new RawTarget.Name("leaves"));

    assertThat(newest().getDifference()).isPositive();
  }

  @Test
  void takesNoMoreVersionsOfAModelThanTheLimit() {
    start(AVRO, "limits.versions=3");
    for (int i = 0; i < 9; i++) {
      champion(event("a" + i, "1", MADE, binary(0.6)));
      challenger(event("a" + i, "v" + i, MADE, binary(0.9)));
      label("a" + i, 1);
    }
    settle();

    // All pairs come to one partition here.
    assertThat(comparisons).hasSize(3);
  }
}
