package io.evenkeel.app.verdict;

import io.evenkeel.app.verdict.Remark.Topic;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What goes with a finding, in words.
 *
 * @param where the place where the model is most wrong; empty if none stands out
 * @param remarks what may lie behind it, and what else is known
 */
public record Explanation(String where, List<Remark> remarks) {

  /** Copies the list. */
  public Explanation {
    remarks = List.copyOf(remarks);
  }

  /** The remarks on some topics, in one sentence without a full stop; empty if there are none. */
  public String on(Set<Topic> topics) {
    return remarks.stream()
        .filter(remark -> topics.contains(remark.topic()))
        .map(Remark::words)
        .collect(Collectors.joining(VerdictWords.SEPARATOR));
  }

  /** All remarks. */
  String cause() {
    return on(Set.of(Topic.values()));
  }
}
