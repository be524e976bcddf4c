package io.evenkeel.app.replay;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.commons.rng.sampling.ListSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;

/**
 * Predictions and labels in the order of their delivery: that of event time, unless there is {@link
 * Trouble}. A label at the time of its own prediction comes after it.
 *
 * <p>Memory grows with the events that wait for their delivery, that is with the labels not yet
 * known, and not with the source; shuffling all events holds all of them.
 */
public final class EventSource {
  private final CaseSource cases;
  private final Trouble trouble;

  private EventSource(CaseSource cases, Trouble trouble) {
    this.cases = cases;
    this.trouble = trouble;
  }

  /** The events of these cases. */
  public static EventSource of(CaseSource cases) {
    return new EventSource(cases, Trouble.NONE);
  }

  /** The same cases, delivered with this trouble. */
  public EventSource with(Trouble other) {
    return new EventSource(cases, other);
  }

  /** All events in the order of their delivery; the same each time. To be closed after use. */
  public Stream<Event> events() {
    Stream<Case> input = cases.cases();
    Stream<Event> events =
        StreamSupport.stream(
            Spliterators.spliteratorUnknownSize(
                new Schedule(input.iterator(), new Deliveries(trouble)), Spliterator.ORDERED),
            false);
    return (trouble.shufflesAll() ? shuffled(events) : events).onClose(input::close);
  }

  /** All events at random; the times of delivery stay in order. */
  private Stream<Event> shuffled(Stream<Event> events) {
    List<Event> inOrder = events.toList();
    List<Event> all = new ArrayList<>(inOrder);
    ListSampler.shuffle(RandomSource.XO_RO_SHI_RO_128_PP.create(~trouble.seed()), all);
    for (int i = 0; i < all.size(); i++) {
      all.set(i, all.get(i).deliveredAt(inOrder.get(i).delivery()));
    }
    return all.stream();
  }

  /** Merges the cases to come with the events that wait for their delivery. */
  private static final class Schedule implements Iterator<Event> {
    private final Iterator<Case> cases;
    private final Deliveries deliveries;
    private final PriorityQueue<Waiting> waiting = new PriorityQueue<>(Waiting.ORDER);
    private @Nullable Case ahead;
    private long scheduled;

    Schedule(Iterator<Case> cases, Deliveries deliveries) {
      this.cases = cases;
      this.deliveries = deliveries;
      advance();
    }

    private void advance() {
      Case next = cases.hasNext() ? cases.next() : null;
      if (ahead != null && next != null) {
        checkOrder(ahead.prediction().madeAt(), next);
      }
      ahead = next;
    }

    private static void checkOrder(long reached, Case next) {
      if (next.prediction().madeAt() < reached) {
        throw new IllegalStateException(
            "cases must be in the order of their predictions, but "
                + next.prediction().id()
                + " was made at "
                + Instant.ofEpochMilli(next.prediction().madeAt())
                + ", after one of "
                + Instant.ofEpochMilli(reached));
      }
    }

    @Override
    public boolean hasNext() {
      return ahead != null || !waiting.isEmpty();
    }

    @Override
    public Event next() {
      // No event is delivered before its prediction is made, so a case of later time can wait.
      while (ahead != null && mayComeBeforeTheWaiting(ahead)) {
        for (Event event : deliveries.of(ahead)) {
          waiting.add(new Waiting(event, scheduled++));
        }
        advance();
      }
      Waiting first = waiting.poll();
      if (first == null) {
        throw new NoSuchElementException("no more events");
      }
      return first.event();
    }

    private boolean mayComeBeforeTheWaiting(Case next) {
      Waiting first = waiting.peek();
      return first == null || next.prediction().madeAt() < first.event().delivery();
    }
  }

  private record Waiting(Event event, long number) {
    static final Comparator<Waiting> ORDER =
        Comparator.comparingLong((Waiting w) -> w.event().delivery())
            .thenComparingLong(Waiting::number);
  }
}
