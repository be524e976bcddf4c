package io.evenkeel.core.recalibration;

import io.evenkeel.core.prediction.PredictiveDistribution;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Maps one after the other. Without any, it is the identity: the prediction as it was made.
 *
 * @param maps in the order of their application
 */
public record MapChain(List<RecalibrationMap> maps) implements RecalibrationMap {
  /** No map. */
  public static final MapChain IDENTITY = new MapChain(List.of());

  /** Copies the list. */
  public MapChain {
    maps = List.copyOf(maps);
  }

  /** The second map after the first. */
  public static MapChain of(RecalibrationMap first, RecalibrationMap second) {
    return new MapChain(List.of(first, second));
  }

  @Override
  public RecalibrationMap forSegments(Map<String, String> segments) {
    return new MapChain(maps.stream().map(map -> map.forSegments(segments)).toList());
  }

  @Override
  public boolean knows(Map<String, String> segments) {
    return maps.stream().allMatch(map -> map.knows(segments));
  }

  @Override
  public Set<String> attributes() {
    return maps.stream()
        .flatMap(map -> map.attributes().stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public PredictiveDistribution recalibrate(PredictiveDistribution p) {
    PredictiveDistribution mapped = p;
    for (RecalibrationMap map : maps) {
      mapped = map.recalibrate(mapped);
    }
    return mapped;
  }

  @Override
  public String describe() {
    return maps.isEmpty()
        ? "no map"
        : maps.stream().map(RecalibrationMap::describe).collect(Collectors.joining(", then "));
  }
}
