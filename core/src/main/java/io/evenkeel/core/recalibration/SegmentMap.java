package io.evenkeel.core.recalibration;

import io.evenkeel.core.prediction.PredictiveDistribution;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A map for each segment of the predictions, by one of their attributes.
 *
 * @param attribute the name of the attribute, not empty
 * @param maps by the value of the attribute, which is empty where a prediction does not have it
 * @param others of predictions with another value
 */
public record SegmentMap(
    String attribute, Map<String, RecalibrationMap> maps, RecalibrationMap others)
    implements RecalibrationMap {
  /** Of so many segments each map is told. */
  private static final int FEW = 5;

  /** Copies the maps, and puts them in the order of the values. */
  public SegmentMap {
    if (attribute.isEmpty()) {
      throw new IllegalArgumentException("an attribute must have a name");
    }
    maps = Collections.unmodifiableSortedMap(new TreeMap<>(maps));
    maps.forEach(
        (value, map) ->
            Objects.requireNonNull(map, () -> "there is no map for " + attribute + " " + value));
  }

  @Override
  public RecalibrationMap forSegments(Map<String, String> segments) {
    return maps.getOrDefault(value(segments), others).forSegments(segments);
  }

  @Override
  public boolean knows(Map<String, String> segments) {
    return maps.containsKey(value(segments)) && forSegments(segments).knows(segments);
  }

  @Override
  public Set<String> attributes() {
    Set<String> all = new TreeSet<>(others.attributes());
    all.add(attribute);
    maps.values().forEach(map -> all.addAll(map.attributes()));
    return all;
  }

  private String value(Map<String, String> segments) {
    return segments.getOrDefault(attribute, "");
  }

  /** As one in none of the segments. */
  @Override
  public PredictiveDistribution recalibrate(PredictiveDistribution p) {
    return others.recalibrate(p);
  }

  @Override
  public String describe() {
    if (maps.size() > FEW) {
      return "a map for each of " + maps.size() + " values of " + attribute + ofOthers();
    }
    return maps.entrySet().stream()
        .map(one -> name(one.getKey()) + ": " + one.getValue().describe())
        .collect(Collectors.joining("; ", "", ofOthers()));
  }

  private String ofOthers() {
    return "; others: " + others.describe();
  }

  private String name(String value) {
    return value.isEmpty() ? "without " + attribute : attribute + " " + value;
  }
}
