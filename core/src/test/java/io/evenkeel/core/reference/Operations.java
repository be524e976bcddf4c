package io.evenkeel.core.reference;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Every operation that the library implements, by its name in the vectors. */
final class Operations {
  private static final List<Map<String, Operation>> TABLES =
      List.of(
          KernelOperations.TABLE,
          SkceOperations.TABLE,
          CkceOperations.TABLE,
          ProperOperations.TABLE,
          SquaredOperations.TABLE,
          ScoreOperations.TABLE,
          TemperatureOperations.TABLE,
          TestOperations.TABLE,
          ResamplingOperations.TABLE,
          WitnessOperations.TABLE,
          SequentialOperations.TABLE);

  private Operations() {}

  static Map<String, Operation> all() {
    Map<String, Operation> all = new HashMap<>();
    for (Map<String, Operation> table : TABLES) {
      table.forEach(
          (name, operation) -> {
            if (all.put(name, operation) != null) {
              throw new IllegalStateException("two handlers for operation " + name);
            }
          });
    }
    return all;
  }
}
