package io.evenkeel.core.reference;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What a value may differ from the expected one: abs + rel |expected|.
 *
 * @param relative rel
 * @param absolute abs
 */
record Tolerance(double relative, double absolute) {

  /** The tolerance of a top-level field of a case: its own if it has one, else that of the case. */
  static Tolerance of(JsonNode tolerance, String field) {
    JsonNode own = tolerance.path("fields").path(field);
    JsonNode node = own.isMissingNode() ? tolerance : own;
    if (!node.path("rel").isNumber() || !node.path("abs").isNumber()) {
      throw new IllegalArgumentException("a tolerance needs 'rel' and 'abs', got " + tolerance);
    }
    return new Tolerance(node.get("rel").doubleValue(), node.get("abs").doubleValue());
  }

  double at(double expected) {
    return absolute + relative * Math.abs(expected);
  }
}
