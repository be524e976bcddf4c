package io.evenkeel.app.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.state.MapStore;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.core.moments.Outcome;
import io.evenkeel.core.prediction.Categorical;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.junit.jupiter.api.Test;

class MembersTest {
  private static final PaneKey FIRST = new PaneKey(SeriesKey.whole("m", "1"), 0);
  private static final PaneKey SECOND = new PaneKey(SeriesKey.whole("m", "1"), 600_000);
  private static final PaneKey OTHER = new PaneKey(SeriesKey.whole("m|1", ""), 0);
  private static final int ALL = 1_000_000;

  private final MapStore<List<String>> store = new MapStore<>("members");
  private final MapStore<Observation> observations = new MapStore<>("observations");
  private final Set<PaneKey> open = new HashSet<>(Set.of(FIRST, SECOND, OTHER));
  private Members members = start();

  private Members start() {
    return new Members(store, observations, open::contains);
  }

  private void predict(PaneKey pane, String prefix, int count) {
    for (int i = 0; i < count; i++) {
      observations.put(prefix + i, observation());
      members.add(pane, prefix + i);
    }
  }

  private static Observation observation() {
    PredictionEvent event =
        new PredictionEvent("a", "m", "1", 0, Map.of(), Map.of(), Categorical.of(0.5, 0.5));
    return Observation.of(event, List.of(""), ByteBuffer.allocate(0), Outcome.OWN, 0);
  }

  private void close(PaneKey pane) {
    open.remove(pane);
    members.close(pane);
  }

  private List<String> left() {
    List<String> ids = new ArrayList<>();
    try (KeyValueIterator<String, Observation> all = observations.all()) {
      all.forEachRemaining(entry -> ids.add(entry.key));
    }
    return ids;
  }

  @Test
  void deletesThePredictionsOfAClosedPaneAndNoOthers() {
    predict(FIRST, "a", 100);
    predict(SECOND, "b", 3);
    predict(OTHER, "c", 3);

    close(FIRST);
    members.drop(ALL, open::contains);

    assertThat(left()).containsExactly("b0", "b1", "b2", "c0", "c1", "c2");
    close(SECOND);
    close(OTHER);
    members.drop(ALL, open::contains);
    assertThat(left()).isEmpty();
    assertThat(store.approximateNumEntries()).isZero();
  }

  @Test
  void deletesABoundedNumberAtATime() {
    predict(FIRST, "a", 100);
    close(FIRST);

    members.drop(30, open::contains);

    assertThat(left()).hasSizeBetween(100 - 30 - 15, 100 - 30);
    assertThat(members.isClosing(FIRST)).isTrue();
    members.drop(100, open::contains);
    assertThat(left()).isEmpty();
    assertThat(members.isClosing(FIRST)).isFalse();
  }

  @Test
  void goesOnAfterARestart() {
    predict(FIRST, "a", 100);
    predict(SECOND, "b", 20);
    close(FIRST);
    members.drop(30, open::contains);

    members = start();

    assertThat(members.isClosing(FIRST)).isTrue();
    assertThat(members.isClosing(SECOND)).isFalse();
    members.drop(ALL, open::contains);
    assertThat(left()).hasSize(20).allMatch(id -> id.startsWith("b"));
    predict(SECOND, "d", 20);
    close(SECOND);
    members.drop(ALL, open::contains);
    assertThat(left()).isEmpty();
  }

  @Test
  void keepsWhatAPaneHasThatIsOpenAgain() {
    predict(FIRST, "a", 3);
    close(FIRST);
    open.add(FIRST);
    predict(FIRST, "b", 3);

    members.drop(ALL, open::contains);

    assertThat(left()).contains("b0", "b1", "b2");
    close(FIRST);
    members.drop(ALL, open::contains);
    assertThat(left()).isEmpty();
  }

  @Test
  void keepsWhatAPaneHasThatIsOpenAgainBeforeItHasMore() {
    predict(FIRST, "a", 3);
    close(FIRST);
    open.add(FIRST);
    members.drop(ALL, open::contains);
    predict(FIRST, "b", 3);

    close(FIRST);
    members.drop(ALL, open::contains);
    assertThat(left()).isEmpty();
  }
}
