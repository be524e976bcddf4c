package io.evenkeel.app.replay;

import io.evenkeel.app.codec.LabelEvent;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * Cases without what is of the future: nothing that happens later than now can be known. Mutable:
 * counts what the newest pass has left out.
 */
public final class PastCases implements CaseSource {
  private final CaseSource source;
  private final long now;
  private long leftOut;

  /**
   * What there is of these cases.
   *
   * @param now by the wall clock
   */
  public PastCases(CaseSource source, Instant now) {
    this.source = source;
    this.now = now.toEpochMilli();
  }

  @Override
  public Stream<Case> cases() {
    leftOut = 0;
    return source.cases().flatMap(this::past);
  }

  private Stream<Case> past(Case one) {
    if (one.prediction().madeAt() > now) {
      leftOut += 1 + one.labels().size();
      return Stream.empty();
    }
    List<LabelEvent> known = one.labels().stream().filter(label -> label.knownAt() <= now).toList();
    leftOut += one.labels().size() - known.size();
    return Stream.of(known.size() == one.labels().size() ? one : new Case(one.prediction(), known));
  }

  /** The number of predictions and labels that the newest pass has left out. */
  public long leftOut() {
    return leftOut;
  }
}
