package io.evenkeel.app.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.app.codec.LabelEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class EventSourceTest {
  private static final Duration DELAY = Duration.ofSeconds(150);
  private static final CaseSource THOUSAND = Cases.everyMinute("m", 1000, DELAY);

  @Test
  void interleavesPredictionsAndLabelsByEventTime() {
    assertThat(names(EventSource.of(Cases.everyMinute("m", 4, DELAY))))
        .containsExactly("P m-0", "P m-1", "P m-2", "L m-0", "P m-3", "L m-1", "L m-2", "L m-3");
  }

  @Test
  void putsALabelWithoutDelayAfterItsPrediction() {
    assertThat(names(EventSource.of(Cases.everyMinute("m", 2, Duration.ZERO))))
        .containsExactly("P m-0", "L m-0", "P m-1", "L m-1");
  }

  @Test
  void mergesSourcesByTime() {
    CaseSource merged =
        CaseSource.merge(
            List.of(
                Cases.everyMinute("a", 2, Duration.ofMinutes(5)),
                Cases.everyMinute("b", 3, Duration.ofMinutes(5))));

    assertThat(names(EventSource.of(merged)).subList(0, 5))
        .containsExactly("P a-0", "P b-0", "P a-1", "P b-1", "P b-2");
  }

  @Test
  void closesTheSourcesThatItReads() {
    AtomicInteger open = new AtomicInteger();
    CaseSource counted =
        () -> {
          open.incrementAndGet();
          return THOUSAND.cases().onClose(open::decrementAndGet);
        };

    try (Stream<Event> events =
        EventSource.of(CaseSource.merge(List.of(counted, counted))).events()) {
      assertThat(events.iterator().next()).isNotNull();
      assertThat(open).hasValue(2);
    }
    assertThat(open).hasValue(0);
  }

  @Test
  void holdsOnlyTheEventsThatWait() {
    AtomicInteger read = new AtomicInteger();
    CaseSource counted = () -> THOUSAND.cases().peek(one -> read.incrementAndGet());

    Iterator<Event> events = EventSource.of(counted).events().iterator();
    for (int i = 0; i < 10; i++) {
      events.next();
    }

    assertThat(read.get()).isLessThanOrEqualTo(10);
  }

  @Test
  void refusesCasesOutOfOrder() {
    List<Case> cases = new ArrayList<>(THOUSAND.cases().limit(3).toList());
    cases.sort(Comparator.comparing(one -> -one.prediction().madeAt()));

    assertThatThrownBy(() -> EventSource.of(cases::stream).events().toList())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("m-1")
        .hasMessageContaining("2026-01-01T00:01:00Z");
  }

  @Test
  void isTheSameEachTimeForASeedAndAnotherForAnother() {
    Trouble trouble = new Trouble(1, Duration.ofMinutes(5), 0.1, 0.1, 0.1, 0.1);

    List<Event> first = events(EventSource.of(THOUSAND).with(trouble));

    assertThat(events(EventSource.of(THOUSAND).with(trouble))).isEqualTo(first);
    Trouble other = new Trouble(2, Duration.ofMinutes(5), 0.1, 0.1, 0.1, 0.1);
    assertThat(events(EventSource.of(THOUSAND).with(other))).isNotEqualTo(first);
  }

  @Test
  void shufflesWithinTheBound() {
    Trouble trouble = new Trouble(1, Duration.ofMinutes(5), 0, 0, 0, 0);

    List<Event> events = events(EventSource.of(THOUSAND).with(trouble));

    assertThat(events).hasSize(2000);
    assertThat(events).isSortedAccordingTo(Comparator.comparingLong(Event::delivery));
    assertThat(events).allSatisfy(e -> assertThat(e.delivery() - e.time()).isBetween(0L, 300_000L));
    assertThat(inversions(events)).isPositive();
  }

  @Test
  void shufflesAll() {
    Trouble trouble = new Trouble(1, null, 0, 0, 0, 0);

    List<Event> events = events(EventSource.of(THOUSAND).with(trouble));

    assertThat(events).isSortedAccordingTo(Comparator.comparingLong(Event::delivery));
    assertThat(valuesOf(events)).isEqualTo(valuesOf(events(EventSource.of(THOUSAND))));
    // Half of all neighbours of a random order are inversions.
    assertThat((double) inversions(events)).isCloseTo(1000, within(100.0));
  }

  @Test
  void duplicatesTheShare() {
    Trouble trouble = new Trouble(1, Duration.ZERO, 0.05, 0, 0, 0);

    List<Event> events = events(EventSource.of(THOUSAND).with(trouble));

    assertThat(new HashSet<>(events)).hasSize(2000);
    assertThat((double) events.size() - 2000).isCloseTo(100, within(4 * Math.sqrt(95)));
  }

  @Test
  void deliversTheShareOfLabelsBeforeTheirPredictions() {
    Trouble trouble = new Trouble(1, Duration.ZERO, 0, 0.1, 0, 0);

    List<Event> events = events(EventSource.of(THOUSAND).with(trouble));

    Set<String> labelled = new HashSet<>();
    int early = 0;
    for (Event event : events) {
      if (event instanceof Event.Labelled) {
        labelled.add(event.id());
      } else if (labelled.contains(event.id())) {
        early++;
      }
    }
    assertThat(events).hasSize(2000);
    assertThat((double) early).isCloseTo(100, within(4 * Math.sqrt(90)));
  }

  @Test
  void dropsTheShareOfLabels() {
    Trouble trouble = new Trouble(1, Duration.ZERO, 0, 0, 0.3, 0);

    List<Event> events = events(EventSource.of(THOUSAND).with(trouble));

    assertThat(events.stream().filter(Event.Predicted.class::isInstance)).hasSize(1000);
    assertThat((double) events.size() - 1000).isCloseTo(700, within(4 * Math.sqrt(210)));
  }

  @Test
  void correctsTheShareOfLabelsBackToTheTruth() {
    Trouble trouble = new Trouble(1, Duration.ZERO, 0, 0, 0, 0.2);

    List<Event> events = events(EventSource.of(THOUSAND).with(trouble));

    Map<String, LabelEvent> last = new HashMap<>();
    events.forEach(
        e -> {
          if (e instanceof Event.Labelled labelled) {
            LabelEvent former = last.put(e.id(), labelled.value());
            assertThat(former == null ? -1 : former.revision())
                .isLessThan(labelled.value().revision());
          }
        });
    THOUSAND
        .cases()
        .forEach(
            one -> {
              LabelEvent truth = one.labels().get(0);
              LabelEvent told = Objects.requireNonNull(last.get(truth.id()));
              assertThat(told.target()).isEqualTo(truth.target());
              assertThat(told.knownAt()).isEqualTo(truth.knownAt());
            });
    assertThat((double) events.size() - 2000).isCloseTo(200, within(4 * Math.sqrt(160)));
  }

  private static List<Event> events(EventSource source) {
    try (Stream<Event> events = source.events()) {
      return events.toList();
    }
  }

  private static List<String> names(EventSource source) {
    return events(source).stream()
        .map(e -> (e instanceof Event.Predicted ? "P " : "L ") + e.id())
        .toList();
  }

  private static Set<Object> valuesOf(List<Event> events) {
    Set<Object> values = new HashSet<>();
    events.forEach(e -> values.add(e.deliveredAt(0)));
    return values;
  }

  private static int inversions(List<Event> events) {
    int count = 0;
    long former = Long.MIN_VALUE;
    for (Event event : events) {
      if (event.time() < former) {
        count++;
      }
      former = event.time();
    }
    return count;
  }
}
