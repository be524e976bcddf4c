package io.evenkeel.app.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** A k-way merge by the time of the prediction; holds one case of each source. */
final class MergedCases implements Iterator<Case> {
  private final PriorityQueue<Head> heads =
      new PriorityQueue<>(
          Comparator.comparingLong((Head head) -> head.first().prediction().madeAt())
              .thenComparingInt(Head::source));

  private MergedCases(List<Stream<Case>> streams) {
    for (int i = 0; i < streams.size(); i++) {
      enqueue(i, streams.get(i).iterator());
    }
  }

  static Stream<Case> stream(List<CaseSource> sources) {
    List<Stream<Case>> streams = new ArrayList<>();
    sources.forEach(source -> streams.add(source.cases()));
    return StreamSupport.stream(
            Spliterators.spliteratorUnknownSize(new MergedCases(streams), Spliterator.ORDERED),
            false)
        .onClose(() -> streams.forEach(Stream::close));
  }

  private void enqueue(int source, Iterator<Case> rest) {
    if (rest.hasNext()) {
      heads.add(new Head(source, rest.next(), rest));
    }
  }

  @Override
  public boolean hasNext() {
    return !heads.isEmpty();
  }

  @Override
  public Case next() {
    Head head = heads.remove();
    enqueue(head.source(), head.rest());
    return head.first();
  }

  private record Head(int source, Case first, Iterator<Case> rest) {}
}
