package io.evenkeel.app.replay;

import java.time.Instant;
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
    long known = one.labels().stream().filter(label -> label.knownAt() <= now).count();
    leftOut += one.labels().size() - known;
    return Stream.of(
        known == one.labels().size()
            ? one
            : new Case(one.prediction(), one.labels().stream().limit(known).toList()));
  }

  /** The number of predictions and labels that the newest pass has left out. */
  public long leftOut() {
    return leftOut;
  }
}
