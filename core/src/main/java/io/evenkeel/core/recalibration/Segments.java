package io.evenkeel.core.recalibration;

import io.evenkeel.core.internal.Checks;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * The segment that each observation of a sample is in, by one attribute of its prediction.
 *
 * @param attribute the name of the attribute; empty if the sample is not divided
 * @param values its value for each observation; empty where the prediction does not have it
 */
public record Segments(String attribute, List<String> values) {

  /** Copies the list. */
  public Segments {
    values = List.copyOf(values);
  }

  /** A sample of n observations that is not divided. */
  public static Segments none(int n) {
    return new Segments("", Collections.nCopies(n, ""));
  }

  /** The attribute of observation i, by its name. */
  public Map<String, String> of(int i) {
    return Map.of(attribute, values.get(i));
  }

  /** Whether the sample is divided in at least two. */
  boolean areSome() {
    return values.stream().distinct().limit(2).count() == 2;
  }

  /** Those of the observations with the given 0-based indices, in that order. */
  Segments subset(int... indices) {
    return new Segments(attribute, Arrays.stream(indices).mapToObj(values::get).toList());
  }

  /** Checks that they are those of a sample of n observations. */
  void check(int n) {
    Checks.sameLength("segments", values.size(), "observations", n);
  }
}
