package io.evenkeel.core.prediction;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Observations of which each belongs to a group, such as a segment: to ask of each group on its own
 * whether its predictions mean what they say.
 *
 * @param all the n observations
 * @param groups the group of each, by {@link Object#equals}
 * @param <G> the type of the keys that distinguish groups
 */
public record GroupedObservations<G>(Observations all, List<G> groups) {

  /** Copies the list and checks its length. */
  public GroupedObservations {
    groups = List.copyOf(groups);
    if (groups.size() != all.size()) {
      throw new IllegalArgumentException(
          "each observation needs one group, got "
              + all.size()
              + " observations and "
              + groups.size()
              + " groups");
    }
  }

  /** The observations of each group, groups in the order of their first observation. O(n) time. */
  public Map<G, Observations> byGroup() {
    Map<G, List<Integer>> indices = new LinkedHashMap<>();
    for (int i = 0; i < groups.size(); i++) {
      indices.computeIfAbsent(groups.get(i), group -> new ArrayList<>()).add(i);
    }
    Map<G, Observations> observations = new LinkedHashMap<>();
    indices.forEach(
        (group, of) ->
            observations.put(group, all.subset(of.stream().mapToInt(Integer::intValue).toArray())));
    return observations;
  }
}
