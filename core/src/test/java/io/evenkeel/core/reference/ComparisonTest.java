package io.evenkeel.core.reference;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  private static final String TIGHT = "{\"rel\": 1e-9, \"abs\": 1e-12}";

  @Test
  void allowsWhatTheToleranceAllowsAndNoMore() throws JsonProcessingException {
    assertThat(differences("{\"a\": 2.0}", TIGHT, Map.of("a", 2 + 1.9e-9))).isEmpty();
    assertThat(differences("{\"a\": 2.0}", TIGHT, Map.of("a", 2 + 2.1e-9))).hasSize(1);
    assertThat(differences("{\"a\": 0.0}", TIGHT, Map.of("a", 1.1e-12))).hasSize(1);
  }

  @Test
  void prefersTheToleranceOfTheField() throws JsonProcessingException {
    String loose = "{\"rel\": 0, \"abs\": 0, \"fields\": {\"a\": {\"rel\": 0, \"abs\": 0.5}}}";

    assertThat(differences("{\"a\": 2.0, \"b\": 2.0}", loose, Map.of("a", 2.4, "b", 2.4)))
        .singleElement()
        .asString()
        .startsWith("b");
  }

  @Test
  void comparesWholeNumbersBooleansAndWordsExactly() throws JsonProcessingException {
    String loose = "{\"rel\": 1, \"abs\": 1}";
    String expected = "{\"n\": 3, \"yes\": true, \"word\": \"undefined\"}";

    assertThat(differences(expected, loose, Map.of("n", 3, "yes", true, "word", "undefined")))
        .isEmpty();
    assertThat(differences(expected, loose, Map.of("n", 4, "yes", false, "word", "no"))).hasSize(3);
  }

  @Test
  void matchesNonFiniteNumbersOnlyWithThemselves() throws JsonProcessingException {
    String expected = "{\"a\": \"NaN\", \"b\": \"-Infinity\"}";
    Map<String, Double> same = Map.of("a", Double.NaN, "b", Double.NEGATIVE_INFINITY);
    Map<String, Double> other = Map.of("a", 0.0, "b", Double.POSITIVE_INFINITY);

    assertThat(differences(expected, TIGHT, same)).isEmpty();
    assertThat(differences(expected, TIGHT, other)).hasSize(2);
  }

  @Test
  void missesNoExpectedValue() throws JsonProcessingException {
    assertThat(differences("{\"a\": 1.0}", TIGHT, Map.of("b", 1.0))).hasSize(1);
    assertThat(differences("{\"a\": [1.0, 2.0]}", TIGHT, Map.of("a", new double[] {1}))).hasSize(1);
    assertThat(differences("{\"a\": {\"b\": 1.0}}", TIGHT, Map.of("a", Map.of()))).hasSize(1);
    assertThat(
            differences("{\"a\": [[1.0], [2.0]]}", TIGHT, Map.of("a", new double[][] {{1}, {3}})))
        .singleElement()
        .asString()
        .startsWith("a[1][0]");
  }

  private static List<String> differences(String expected, String tolerance, Map<String, ?> actual)
      throws JsonProcessingException {
    ObjectMapper mapper = new ObjectMapper();
    return Comparison.of(mapper.readTree(expected), mapper.readTree(tolerance), actual)
        .differences();
  }
}
