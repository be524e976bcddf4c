package io.evenkeel.core.reference;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemperatureOperationsTest {

  /** By quadrature with 25 digits. The sharper the models, the steeper is what is integrated. */
  @ParameterizedTest
  @CsvSource({
    "0.3, 0.02270159731001232548, 0.1716384739771136835",
    "0.1, 0.01468468271972298097, 0.3271479895289490579"
  })
  void integratesWhatIsSteepToTheDigitsOfTheVectors(double t, double squared, double divergence) {
    ObjectNode inputs = JsonNodeFactory.instance.objectNode();
    inputs.put("t1", t).put("t2", t);
    Map<String, ?> found =
        requireNonNull(TemperatureOperations.TABLE.get("ground_truth_binary"))
            .apply(new Inputs(inputs));

    assertThat(number(found, "ce2")).isCloseTo(squared, within(1e-10 * squared));
    assertThat(number(found, "cekl")).isCloseTo(divergence, within(1e-10 * divergence));
  }

  private static double number(Map<String, ?> found, String name) {
    return (double) requireNonNull(found.get(name));
  }
}
