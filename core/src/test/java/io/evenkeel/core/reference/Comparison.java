package io.evenkeel.core.reference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The comparison of the values of one case with what is expected of them: mutable, filled field by
 * field. Integers, booleans and words compare exactly.
 */
final class Comparison {
  /** Turns arrays, lists and maps into the shape in which the expected values are. */
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final List<String> differences = new ArrayList<>();
  private double worstRelativeError;
  private double worstShare;

  private Comparison() {}

  /** Compares every expected field; the library may give more than these. */
  static Comparison of(JsonNode expected, JsonNode tolerance, Map<String, ?> actual) {
    Comparison comparison = new Comparison();
    JsonNode values = MAPPER.valueToTree(actual);
    expected
        .properties()
        .forEach(
            field ->
                comparison.compare(
                    field.getKey(),
                    field.getValue(),
                    values.path(field.getKey()),
                    Tolerance.of(tolerance, field.getKey())));
    return comparison;
  }

  List<String> differences() {
    return differences;
  }

  /** The largest |x − e| / |e| of the numbers whose relative tolerance is the larger one. */
  double worstRelativeError() {
    return worstRelativeError;
  }

  /** The largest |x − e| as a share of what is allowed. */
  double worstShare() {
    return worstShare;
  }

  private void compare(String path, JsonNode expected, JsonNode actual, Tolerance tolerance) {
    if (expected.isObject()) {
      expected
          .properties()
          .forEach(
              field ->
                  compare(
                      path + "." + field.getKey(),
                      field.getValue(),
                      actual.path(field.getKey()),
                      tolerance));
    } else if (expected.isArray()) {
      compareArrays(path, expected, actual, tolerance);
    } else if (isReal(expected) && isNumber(actual)) {
      compareNumbers(path, Decoder.number(expected), Decoder.number(actual), tolerance);
    } else if (!isSame(expected, actual)) {
      differences.add(path + ": expected " + expected + ", got " + actual);
    }
  }

  private void compareArrays(String path, JsonNode expected, JsonNode actual, Tolerance tolerance) {
    if (!actual.isArray() || actual.size() != expected.size()) {
      differences.add(path + ": expected " + expected.size() + " values, got " + actual);
      return;
    }
    for (int i = 0; i < expected.size(); i++) {
      compare(path + "[" + i + "]", expected.get(i), actual.get(i), tolerance);
    }
  }

  private void compareNumbers(String path, double expected, double actual, Tolerance tolerance) {
    double error = Math.abs(actual - expected);
    if (!Double.isFinite(expected) || !Double.isFinite(actual)) {
      if (Double.compare(expected, actual) != 0) {
        differences.add(path + ": expected " + expected + ", got " + actual);
      }
      return;
    }
    double allowed = tolerance.at(expected);
    if (tolerance.relative() * Math.abs(expected) > tolerance.absolute()) {
      worstRelativeError = Math.max(worstRelativeError, error / Math.abs(expected));
    }
    if (error > 0) {
      worstShare = Math.max(worstShare, error / allowed);
    }
    if (!(error <= allowed)) {
      differences.add(
          path
              + ": expected "
              + expected
              + ", got "
              + actual
              + ", off by "
              + error
              + " where "
              + allowed
              + " is allowed");
    }
  }

  private static boolean isReal(JsonNode node) {
    return isNumber(node) && !node.isIntegralNumber();
  }

  private static boolean isNumber(JsonNode node) {
    return node.isNumber() || List.of("NaN", "Infinity", "-Infinity").contains(node.asText());
  }

  private static boolean isSame(JsonNode expected, JsonNode actual) {
    return (expected.isNumber() && actual.isNumber())
        ? expected.doubleValue() == actual.doubleValue()
        : expected.equals(actual);
  }
}
