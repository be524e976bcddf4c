package io.evenkeel.app.replay;

import java.util.List;
import java.util.stream.Stream;

/** Cases in the order in which their predictions were made. */
@FunctionalInterface
public interface CaseSource {

  /**
   * All cases, ordered by the time of their predictions; the same each time. To be closed after
   * use, because it may hold files open.
   */
  Stream<Case> cases();

  /**
   * The cases of all sources, ordered by the time of their predictions; of equal times, those of
   * the former source come first.
   */
  static CaseSource merge(List<CaseSource> sources) {
    List<CaseSource> parts = List.copyOf(sources);
    return parts.size() == 1 ? parts.get(0) : () -> MergedCases.stream(parts);
  }
}
